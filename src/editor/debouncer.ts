import type * as vscode from 'vscode';

/** Runs a task for a key once it has been quiet for a while; a new request starts the wait again. */
export class Debouncer implements vscode.Disposable {
  readonly #delayMs: number;
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();

  constructor(delayMs: number) {
    this.#delayMs = delayMs;
  }

  request(key: string, run: () => void): void {
    this.cancel(key);
    const timer = setTimeout(() => {
      this.#timers.delete(key);
      run();
    }, this.#delayMs);
    this.#timers.set(key, timer);
  }

  cancel(key: string): void {
    const timer = this.#timers.get(key);
    if (timer !== undefined) clearTimeout(timer);
    this.#timers.delete(key);
  }

  dispose(): void {
    for (const key of [...this.#timers.keys()]) this.cancel(key);
  }
}
