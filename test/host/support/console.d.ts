/** Every extension host has a console; the product itself writes to its output channel instead. */
declare const console: { log(text: string): void };
