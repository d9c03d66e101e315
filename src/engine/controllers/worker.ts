/** Upstream: processNextWorkItem of pkg/controller/deployment/deployment_controller.go (v1.36.4) and the others, written once. */
import { EngineError, isOwnMistake, violated } from '../kernel/engineError';
import type { EventLoop } from '../kernel/eventLoop';
import type { BucketRateLimiter, RetryLimits } from '../client/rateLimiter';
import { LoopWorkQueue, type LoopQueueOptions, type RateLimitingQueue } from '../client/workQueue';

export interface WorkerOptions {
  readonly loop: EventLoop;
  readonly timerPhase: number;
  readonly syncPhase: number;
  readonly retries?: RetryLimits | undefined;
  readonly onRetry?: ((key: string, delayMs: number, failures: number) => void) | undefined;
  /** Absent: the usual one. */
  readonly newQueue?: ((options: LoopQueueOptions) => LoopWorkQueue) | undefined;
  /** Told when a sync begins and ends; says how long it took: as long its key waits for the next. Absent: no time. */
  readonly pace?: { beginSync(client?: BucketRateLimiter): void; endSync(): number };
  /** So many keys are processed at once; absent: as many as there are. */
  readonly workers?: number | undefined;
  /** What keeps the requests of a sync waiting. Absent: nothing. */
  readonly client?: BucketRateLimiter | undefined;
}

export interface SyncHandler {
  /** Brings one object nearer to what it should be; throws when it could not. */
  sync(key: string): void;
  /** Decides what becomes of a failed key. Without it: requeue, rate limited. */
  handleError?(error: unknown, key: string, queue: RateLimitingQueue): void;
}

/** The workers of a controller on the event loop: one takes a key, syncs it, requeues it when that failed. */
export class Worker {
  readonly queue: LoopWorkQueue;
  readonly #options: WorkerOptions;
  #handler: SyncHandler | undefined;
  #scheduled = false;
  /** Workers that wait for the answers to their requests. */
  #busy = 0;
  /** One key per task, so that watch events of a sync are delivered before the next sync. */
  readonly #work = (): void => {
    this.#scheduled = false;
    this.#processNextWorkItem();
    this.#wake();
  };

  constructor(options: WorkerOptions) {
    this.#options = options;
    const queueOptions = {
      onReady: () => {
        this.#wake();
      },
      ...options,
    };
    this.queue = options.newQueue?.(queueOptions) ?? new LoopWorkQueue(queueOptions);
  }

  /** The controller needs the queue to be made, the worker needs the controller to run. */
  start(handler: SyncHandler): void {
    if (this.#handler !== undefined) violated('worker', 'is started twice');
    this.#handler = handler;
    this.#wake();
  }

  /** Nothing is begun any more. */
  stop(): void {
    this.#handler = undefined;
  }

  /** A sync is under way or about to begin. */
  get isAtWork(): boolean {
    return this.#scheduled || this.#busy > 0;
  }

  #wake(): void {
    const { loop, syncPhase, workers = Infinity } = this.#options;
    if (this.#scheduled || this.#handler === undefined || this.queue.length === 0 || this.#busy >= workers) return;
    this.#scheduled = true;
    loop.schedule(loop.now, syncPhase, this.#work);
  }

  #processNextWorkItem(): void {
    const key = this.#handler && this.queue.get();
    if (key === undefined) return;
    const { pace, client } = this.#options;
    pace?.beginSync(client);
    try {
      this.#handler?.sync(key);
      this.queue.forget(key);
    } catch (error) {
      this.#handleError(error, key);
    }
    const took = pace?.endSync() ?? 0;
    if (took === 0) this.queue.done(key);
    else this.#doneLater(key, took);
  }

  #doneLater(key: string, delayMs: number): void {
    const { loop, timerPhase } = this.#options;
    this.#busy++;
    loop.schedule(loop.now + delayMs, timerPhase, () => {
      this.#busy--;
      this.queue.done(key);
      this.#wake();
    });
  }

  #handleError(error: unknown, key: string): void {
    if (error instanceof EngineError) throw error;
    if (isOwnMistake(error))
      throw new EngineError('InvariantViolated', key, `its sync fails by a mistake in the program: ${error.message}`, {
        cause: error,
      });
    if (this.#handler?.handleError === undefined) this.queue.addRateLimited(key);
    else this.#handler.handleError(error, key, this.queue);
  }
}
