/** Upstream: staging/src/k8s.io/client-go/util/workqueue/default_rate_limiters.go (v1.36.4). */
import { violated } from '../kernel/engineError';
import type { Clock } from '../kernel/eventLoop';

const BASE_DELAY_MS = 5;
const MAX_DELAY_MS = 1_000_000;

/** What is absent is as most controllers have it. */
export interface RetryLimits {
  /** What a key waits for after its first failure, and at the most. */
  readonly baseMs?: number | undefined;
  readonly maxMs?: number | undefined;
  /** Of all keys together: so many in a second, and so many at once. */
  readonly qps?: number | undefined;
  readonly burst?: number | undefined;
}

/** 5 ms, 10 ms, 20 ms … 1000 s: the delay of a key doubles with each failure until it is forgotten. */
export class ExponentialFailureRateLimiter {
  readonly #baseMs: number;
  readonly #maxMs: number;
  readonly #failures = new Map<string, number>();

  constructor({ baseMs = BASE_DELAY_MS, maxMs = MAX_DELAY_MS }: RetryLimits = {}) {
    this.#baseMs = baseMs;
    this.#maxMs = maxMs;
  }

  when(key: string): number {
    const failures = this.#failures.get(key) ?? 0;
    this.#failures.set(key, failures + 1);
    return Math.min(this.#baseMs * 2 ** failures, this.#maxMs);
  }

  forget(key: string): void {
    // Mostly nothing has failed.
    if (this.#failures.size > 0) this.#failures.delete(key);
  }

  numRequeues(key: string): number {
    return this.#failures.get(key) ?? 0;
  }
}

const TOKENS_PER_SECOND = 10;
const BURST = 100;

/**
 * Of all keys together: 100 at once, then 10 per second; who comes too early waits for his turn. With other numbers it is what a
 * client's requests wait for (staging/src/k8s.io/client-go/util/flowcontrol/throttle.go).
 */
export class BucketRateLimiter {
  readonly #clock: Clock;
  readonly #perSecond: number;
  readonly #burst: number;
  #tokens: number;
  #filledAt: number;

  constructor(clock: Clock, perSecond = TOKENS_PER_SECOND, burst = BURST) {
    this.#clock = clock;
    this.#perSecond = perSecond;
    this.#burst = burst;
    this.#tokens = burst;
    this.#filledAt = clock.now;
  }

  /** Milliseconds until it is the caller's turn. */
  when(): number {
    const { now } = this.#clock;
    if (!(now >= this.#filledAt)) violated('rate limiter', 'the clock has gone back');
    const refill = ((now - this.#filledAt) / 1000) * this.#perSecond;
    this.#tokens = Math.min(this.#burst, this.#tokens + refill) - 1;
    this.#filledAt = now;
    return this.#tokens >= 0 ? 0 : (-this.#tokens / this.#perSecond) * 1000;
  }
}

/** What controllers use: the longer of the key's own delay and its wait for a token. */
export class DefaultControllerRateLimiter {
  readonly #failures: ExponentialFailureRateLimiter;
  readonly #bucket: BucketRateLimiter;

  constructor(clock: Clock, limits: RetryLimits = {}) {
    this.#failures = new ExponentialFailureRateLimiter(limits);
    this.#bucket = new BucketRateLimiter(clock, limits.qps, limits.burst);
  }

  when(key: string): number {
    return Math.max(this.#failures.when(key), this.#bucket.when());
  }

  forget(key: string): void {
    this.#failures.forget(key);
  }

  numRequeues(key: string): number {
    return this.#failures.numRequeues(key);
  }
}
