/**
 * Upstream: staging/src/k8s.io/client-go/util/flowcontrol/backoff.go (v1.36.4). Entries expire by themselves; upstream has a
 * goroutine for it.
 */
import { violated } from '../kernel/engineError';
import type { Clock } from '../kernel/eventLoop';

interface BackoffEntry {
  backoffMs: number;
  lastUpdate: number;
}

/** How often entries that have expired are thrown away. */
const GC_INTERVAL_MS = 60_000;

/** A delay per key that doubles each time it is used up to a maximum, and starts over after twice the maximum without use. */
export class Backoff {
  readonly #clock: Clock;
  readonly #initialMs: number;
  readonly #maxMs: number;
  readonly #entries = new Map<string, BackoffEntry>();
  #lastGc = -Infinity;

  constructor(clock: Clock, initialMs: number, maxMs: number) {
    if (!(initialMs > 0 && initialMs <= maxMs)) violated('backoff', 'the first delay is not between 0 and the longest');
    this.#clock = clock;
    this.#initialMs = initialMs;
    this.#maxMs = maxMs;
  }

  /** The present delay of a key; 0 for one that was never used. */
  get(key: string): number {
    return this.#entries.get(key)?.backoffMs ?? 0;
  }

  /** Whether less than the delay has passed since it was last raised. */
  isInBackOffSinceUpdate(key: string): boolean {
    const entry = this.#entries.get(key);
    if (entry === undefined || this.#hasExpired(entry, this.#clock.now)) return false;
    return this.#clock.now - entry.lastUpdate < entry.backoffMs;
  }

  /** Raises the delay: 1 s, 2 s, 4 s … 15 min for an initial second and a maximum of 15 minutes. */
  next(key: string): void {
    this.#collectGarbage();
    this.#raise(key, this.#clock.now);
  }

  /** Somebody else has raised it then, in the order of time. Too early after the time before: that was for another key. */
  replay(key: string, at: number): void {
    const entry = this.#entries.get(key);
    if (entry !== undefined && at - entry.lastUpdate < entry.backoffMs) this.#entries.delete(key);
    this.#raise(key, at);
  }

  #raise(key: string, now: number): void {
    const entry = this.#entries.get(key);
    if (entry === undefined || this.#hasExpired(entry, now)) {
      this.#entries.set(key, { backoffMs: this.#initialMs, lastUpdate: now });
      return;
    }
    entry.backoffMs = Math.min(entry.backoffMs * 2, this.#maxMs);
    entry.lastUpdate = now;
  }

  /** A delay that somebody else has raised then. */
  restore(key: string, backoffMs: number, lastUpdate: number): void {
    this.#entries.set(key, { backoffMs: Math.min(backoffMs, this.#maxMs), lastUpdate });
  }

  #hasExpired({ lastUpdate }: BackoffEntry, now: number): boolean {
    return now - lastUpdate > this.#maxMs * 2;
  }

  /** An expired entry counts for nothing, so when it goes has no effect but on memory. */
  #collectGarbage(): void {
    const { now } = this.#clock;
    if (now - this.#lastGc < GC_INTERVAL_MS) return;
    this.#lastGc = now;
    for (const [key, entry] of this.#entries) if (this.#hasExpired(entry, now)) this.#entries.delete(key);
  }
}
