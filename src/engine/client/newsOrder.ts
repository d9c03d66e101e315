/** Ours: a watch tells of writes in their order; where a sync is over in an instant, that is not the order of the store. */
import type { Time } from '../../model/time';

/** The news of a write. */
interface News {
  readonly writtenAt: Time;
  readonly dueAt: Time;
}

/** When the news of the writes of one kind arrives, in the order in which they happen. */
export class NewsOrder {
  /** By the time of writing; what lies before `#head` has arrived. */
  readonly #travelling: News[] = [];
  #head = 0;
  /** Of each object the last news that may still be on its way. */
  readonly #lastOf = new Map<string, Time>();

  /** Between what is written before and what is written after it, and behind the older news of the object. */
  arrivalOf(key: string, now: Time, { writtenAt, dueAt }: News): Time {
    this.#forget(now);
    const travelling = this.#travelling;
    const place = this.#placeOf(writtenAt);
    const next = travelling[place];
    const previous = place > this.#head ? travelling[place - 1] : undefined;
    const between = Math.max(Math.min(dueAt, next?.dueAt ?? dueAt), previous?.dueAt ?? 0);
    const arrival = Math.max(between, this.#lastOf.get(key) ?? 0);
    travelling.splice(place, 0, { writtenAt, dueAt: between });
    this.#lastOf.set(key, arrival);
    return arrival;
  }

  #forget(now: Time): void {
    const travelling = this.#travelling;
    while ((travelling[this.#head]?.dueAt ?? Infinity) < now) this.#head++;
    if (this.#head < travelling.length) return;
    this.#head = travelling.length = 0;
    for (const [key, dueAt] of this.#lastOf) if (dueAt < now) this.#lastOf.delete(key);
  }

  /** Behind all that is written at that time or before. */
  #placeOf(writtenAt: Time): number {
    const travelling = this.#travelling;
    let low = this.#head;
    let high = travelling.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((travelling[middle] as News).writtenAt <= writtenAt) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
