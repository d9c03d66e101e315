/** Where errors of ours go: the output channel, never a pop-up. */
export interface ErrorLog {
  error(message: string): void;
}

/**
 * Nothing that goes wrong in here may get in the user's way: an exception becomes one entry of the log and an empty answer. The
 * same failure at every keystroke is logged once.
 */
export class Guard {
  readonly #log: ErrorLog;
  readonly #last = new Map<string, string>();

  constructor(log: ErrorLog) {
    this.#log = log;
  }

  run<T>(what: string, fallback: T, work: () => T): T {
    try {
      const result = work();
      this.#last.delete(what);
      return result;
    } catch (error) {
      this.#report(what, error);
      return fallback;
    }
  }

  async runAsync(what: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
      this.#last.delete(what);
    } catch (error) {
      this.#report(what, error);
    }
  }

  #report(what: string, error: unknown): void {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    if (this.#last.get(what) === text) return;
    this.#last.set(what, text);
    this.#log.error(`${what} failed: ${text}`);
  }
}
