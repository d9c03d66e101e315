import type { RateLimitingQueue } from '../../../src/engine/client/workQueue';

/** Writes down what a controller asks of its queue; nothing comes back by itself. */
export class RecordingQueue implements RateLimitingQueue {
  readonly added: string[] = [];
  readonly delaysSeconds: number[] = [];

  add(key: string): void {
    this.added.push(key);
  }

  addAfter(_key: string, delayMs: number): void {
    this.delaysSeconds.push(delayMs / 1000);
  }

  addRateLimited(): void {
    throw new Error('the controller leaves rate limited requeues to its worker');
  }

  forget(): void {
    throw new Error('the controller leaves forgetting to its worker');
  }

  numRequeues(): number {
    return 0;
  }

  clear(): void {
    this.added.length = 0;
    this.delaysSeconds.length = 0;
  }
}
