import { violated } from './engineError';

/** Items in the order of their names, each name once: small moves in one array beat a tree up to many thousands. */
export class SortedList<T extends { readonly name: string }> {
  readonly #items: T[] = [];

  get size(): number {
    return this.#items.length;
  }

  at(index: number): T | undefined {
    return this.#items[index];
  }

  values(): readonly T[] {
    return this.#items;
  }

  get(name: string): T | undefined {
    const item = this.#items[this.#position(name)];
    return item?.name === name ? item : undefined;
  }

  /** Adds the item, or puts it in the place of the one with its name. */
  set(item: T): void {
    const items = this.#items;
    // Items often come in order.
    const last = items.at(-1);
    if (last === undefined || last.name < item.name) {
      items.push(item);
      return;
    }
    const position = this.#position(item.name);
    items.splice(position, items[position]?.name === item.name ? 1 : 0, item);
    const next = items[position + 1];
    if (!(next === undefined || item.name < next.name))
      violated(item.name, 'comes before an item whose name is not after its own');
  }

  delete(name: string): boolean {
    const position = this.#position(name);
    if (this.#items[position]?.name !== name) return false;
    this.#items.splice(position, 1);
    return true;
  }

  clear(): void {
    this.#items.length = 0;
  }

  /** Where the name is or would be. Names are ASCII, so the order of UTF-16 units is the order of bytes. */
  #position(name: string): number {
    let low = 0;
    let high = this.#items.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#items[middle] as T).name < name) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
