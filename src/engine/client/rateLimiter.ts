const BASE_DELAY_MS = 5;
const MAX_DELAY_MS = 1_000_000;

/** 5 ms, 10 ms, 20 ms … 1000 s: the delay of a key doubles with each failure until it is forgotten. */
export class ExponentialFailureRateLimiter {
  readonly #failures = new Map<string, number>();

  when(key: string): number {
    const failures = this.#failures.get(key) ?? 0;
    this.#failures.set(key, failures + 1);
    return Math.min(BASE_DELAY_MS * 2 ** failures, MAX_DELAY_MS);
  }

  forget(key: string): void {
    this.#failures.delete(key);
  }

  numRequeues(key: string): number {
    return this.#failures.get(key) ?? 0;
  }
}
