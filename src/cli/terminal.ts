/** Where a command writes. */
export interface Terminal {
  out(text: string): void;
  error(text: string): void;
  /** Somebody is watching: long runs show how far they are. */
  readonly isWatched: boolean;
  /** What is printed goes to a screen with colors. */
  readonly isColored?: boolean;
  /** Of the screen; undefined: it goes to a file or another program. */
  readonly width?: number | undefined;
}

/** The lines of progress are gone before anything else is said. */
export function clearProgress(terminal: Terminal): void {
  if (terminal.isWatched) terminal.error('\r\x1b[K');
}

export function showProgress(terminal: Terminal, text: string): void {
  if (terminal.isWatched) terminal.error(`\r${text} (Ctrl-C ends)\x1b[K`);
}
