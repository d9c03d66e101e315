/** Ours: a work queue that tells what is done with it. */
import { LoopWorkQueue, type LoopQueueOptions } from '../../client/workQueue';
import type { InsideLog } from './insideLog';
import type { QueueName, QueueRow } from './insideRows';

export class RecordedQueue extends LoopWorkQueue {
  readonly queueName: QueueName;
  readonly #log: InsideLog;
  /** Delayed keys, to tell whose time has come from who is added meanwhile. */
  readonly #delayed = new Set<string>();
  #isStopped = false;

  constructor(options: LoopQueueOptions, queueName: QueueName, log: InsideLog) {
    super(options);
    this.queueName = queueName;
    this.#log = log;
  }

  /** It is lost with its process. */
  stop(): void {
    this.#isStopped = true;
  }

  #note(op: QueueRow['op'], key: string, delayMs?: number, failures?: number): void {
    if (this.#isStopped) return;
    const log = this.#log;
    log.add({ t: log.t, row: 'queue', queue: this.queueName, op, key, delayMs, failures });
  }

  override add(key: string): void {
    const isDue = this.#delayed.has(key) && !this.waiting.has(key);
    if (isDue) this.#delayed.delete(key);
    this.#note(isDue ? 'due' : 'add', key);
    super.add(key);
  }

  override addAfter(key: string, delayMs: number): void {
    if (delayMs > 0) {
      this.#note('addAfter', key, delayMs);
      this.#delayed.add(key);
    }
    super.addAfter(key, delayMs);
  }

  override addRateLimited(key: string): void {
    this.#note('addRateLimited', key, undefined, this.numRequeues(key) + 1);
    super.addRateLimited(key);
  }

  override forget(key: string): void {
    if (this.numRequeues(key) > 0) this.#note('forget', key);
    super.forget(key);
  }

  override get(): string | undefined {
    const key = super.get();
    if (key !== undefined) this.#note('get', key);
    return key;
  }

  override done(key: string): void {
    this.#note('done', key);
    super.done(key);
  }
}
