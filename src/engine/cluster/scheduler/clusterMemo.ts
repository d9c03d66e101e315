/** Ours: what parts of the scheduler remember of one cluster. */
import type { ClusterSnapshot } from './clusterSnapshot';

/**
 * Kept with the cluster, so that it goes when the cluster goes. In a WeakMap, what points back to its cluster would live on until
 * the next full collection of garbage: many simulations in a row would carry each other's clusters about.
 */
export class ClusterMemo<T> {
  readonly #make: () => T;

  constructor(make: () => T) {
    this.#make = make;
  }

  of({ memos }: ClusterSnapshot): T {
    let known = memos.get(this) as T | undefined;
    if (known === undefined) memos.set(this, (known = this.#make()));
    return known;
  }
}
