import { violated, INVARIANTS } from './engineError';

/** A binary min-heap. `before(a, b)` must be a strict total order for the pop order to be determined. */
export class Heap<T> {
  readonly #items: T[] = [];
  readonly #before: (a: T, b: T) => boolean;

  constructor(before: (a: T, b: T) => boolean) {
    this.#before = before;
  }

  get size(): number {
    return this.#items.length;
  }

  peek(): T | undefined {
    return this.#items[0];
  }

  push(item: T): void {
    const items = this.#items;
    let index = items.length;
    items.push(item);
    while (index > 0) {
      const parent = (index - 1) >> 1;
      const above = items[parent] as T;
      if (!this.#before(item, above)) break;
      items[index] = above;
      index = parent;
    }
    items[index] = item;
  }

  pop(): T | undefined {
    const items = this.#items;
    const top = items[0];
    const last = items.pop();
    if (items.length > 0) this.#sink(last as T);
    if (INVARIANTS.costly && !this.#isInOrder()) violated('heap', 'an item is below one that comes after it');
    return top;
  }

  #isInOrder(): boolean {
    return this.#items.every((item, index) => index === 0 || !this.#before(item, this.#items[(index - 1) >> 1] as T));
  }

  #sink(item: T): void {
    const items = this.#items;
    const size = items.length;
    let index = 0;
    for (;;) {
      let child = 2 * index + 1;
      if (child >= size) break;
      if (child + 1 < size && this.#before(items[child + 1] as T, items[child] as T)) child++;
      if (!this.#before(items[child] as T, item)) break;
      items[index] = items[child] as T;
      index = child;
    }
    items[index] = item;
  }
}
