/**
 * The few globals that every extension host has, be it Node (desktop, server) or a web worker (vscode.dev). The type
 * libraries of either would bring in names that the other lacks.
 */
declare const performance: { now(): number };

declare function setTimeout(callback: () => void, delayMs: number): number;
declare function clearTimeout(handle: number | undefined): void;
declare function queueMicrotask(callback: () => void): void;

declare const crypto: { getRandomValues(bytes: Uint8Array): Uint8Array };

declare class TextEncoder {
  encode(text: string): Uint8Array;
}

declare class TextDecoder {
  constructor(label?: string);
  decode(bytes: Uint8Array, options?: { readonly stream?: boolean }): string;
}
