/**
 * Upstream: staging/src/k8s.io/client-go/util/workqueue/{queue,delaying_queue,rate_limiting_queue}.go (v1.36.4): the upper two
 * layers are one class.
 */
import { violated } from '../kernel/engineError';
import type { EventLoop } from '../kernel/eventLoop';
import { DefaultControllerRateLimiter, type RetryLimits } from './rateLimiter';

/** What a controller does with its queue. A replay can put a recorder in its place. */
export interface RateLimitingQueue {
  add(key: string): void;
  /** At most one delayed entry waits per key: a later one is forgotten, an earlier one replaces it. */
  addAfter(key: string, delayMs: number): void;
  /** Adds after the key's failure backoff, which doubles with each call until `forget`. */
  addRateLimited(key: string): void;
  forget(key: string): void;
  numRequeues(key: string): number;
}

/** Upstream's sets `dirty` and `processing`, key by key: sets that are emptied again and again cost more than what is in them. */
interface KeyState {
  readonly key: string;
  dirty: boolean;
  processing: boolean;
}

/** First in, first out, each key at most once; a key added while it is processed comes again afterwards. */
export class WorkQueue {
  readonly #queue: KeyState[] = [];
  readonly #states = new Map<string, KeyState>();
  #head = 0;

  get length(): number {
    return this.#queue.length - this.#head;
  }

  /** True when the key was put into the line by this call. */
  add(key: string): boolean {
    let state = this.#states.get(key);
    if (state === undefined) this.#states.set(key, (state = { key, dirty: false, processing: false }));
    if (state.dirty) return false;
    state.dirty = true;
    if (state.processing) return false;
    this.#queue.push(state);
    return true;
  }

  get(): string | undefined {
    const state = this.#queue[this.#head];
    if (state === undefined) return undefined;
    const { key } = state;
    this.#head++;
    if (this.#head > 1024 && this.#head * 2 > this.#queue.length) this.#compact();
    if (!state.dirty) violated(key, 'is in the work queue without having been added');
    if (state.processing) violated(key, 'is taken from the work queue while it is being processed');
    state.dirty = false;
    state.processing = true;
    return key;
  }

  #compact(): void {
    this.#queue.splice(0, this.#head);
    this.#head = 0;
  }

  /** Ends the processing of a key. True when it goes back into the line because it was added meanwhile. */
  done(key: string): boolean {
    const state = this.#states.get(key);
    if (state?.processing !== true) violated(key, 'is done without having been taken from the work queue');
    state.processing = false;
    if (!state.dirty) return false;
    this.#queue.push(state);
    return true;
  }
}

export interface LoopQueueOptions {
  readonly loop: EventLoop;
  /** The phase in which a delayed entry becomes an ordinary one. */
  readonly timerPhase: number;
  /** Called whenever a key has come into the line. */
  readonly onReady: () => void;
  readonly retries?: RetryLimits | undefined;
  /** Told of each retry: how long the key waits, after how many failures in a row. */
  readonly onRetry?: ((key: string, delayMs: number, failures: number) => void) | undefined;
}

/** The work queue of a running controller: plain, delaying and rate limited in one, on the virtual clock. */
export class LoopWorkQueue implements RateLimitingQueue {
  readonly #queue = new WorkQueue();
  readonly #waiting = new Map<string, number>();
  readonly #limiter: DefaultControllerRateLimiter;
  readonly #options: LoopQueueOptions;

  constructor(options: LoopQueueOptions) {
    this.#options = options;
    this.#limiter = new DefaultControllerRateLimiter(options.loop, options.retries);
  }

  get length(): number {
    return this.#queue.length;
  }

  /** Keys that wait for their time, with that time. */
  get waiting(): ReadonlyMap<string, number> {
    return this.#waiting;
  }

  add(key: string): void {
    if (this.#queue.add(key)) this.#options.onReady();
  }

  addAfter(key: string, delayMs: number): void {
    if (Number.isNaN(delayMs)) violated(key, 'is to be queued after a time that is no number');
    if (delayMs <= 0) {
      this.add(key);
      return;
    }
    const { loop, timerPhase } = this.#options;
    const readyAt = loop.now + delayMs;
    const waitingUntil = this.#waiting.get(key);
    if (waitingUntil !== undefined && waitingUntil <= readyAt) return;
    this.#waiting.set(key, readyAt);
    loop.schedule(readyAt, timerPhase, () => {
      if (this.#waiting.get(key) !== readyAt) return;
      this.#waiting.delete(key);
      this.add(key);
    });
  }

  addRateLimited(key: string): void {
    const delayMs = this.#limiter.when(key);
    this.#options.onRetry?.(key, delayMs, this.#limiter.numRequeues(key));
    this.addAfter(key, delayMs);
  }

  forget(key: string): void {
    this.#limiter.forget(key);
  }

  numRequeues(key: string): number {
    return this.#limiter.numRequeues(key);
  }

  get(): string | undefined {
    return this.#queue.get();
  }

  done(key: string): void {
    if (this.#queue.done(key)) this.#options.onReady();
  }
}
