/** Where the command writes. */
export interface Terminal {
  out(text: string): void;
  error(text: string): void;
  /** Somebody is watching: long runs show how far they are. */
  readonly isWatched: boolean;
}
