/** Ours: a watch tells of writes in their order; where a sync is over in an instant, that is not the order of the store. */
import type { Time } from '../../model/time';

/** When the news of the writes of one kind arrives, in the order in which they happen. */
export class NewsOrder {
  /**
   * What is told of, when it is written and when that is due, by the time of writing; what lies before `#head` has arrived, from
   * `#end` on there is nothing. The lists are used again.
   */
  readonly #keys: string[] = [];
  readonly #ends: number[] = [];
  readonly #written: Time[] = [];
  readonly #due: Time[] = [];
  #head = 0;
  #end = 0;

  /** Between what is written before and what is written after it, and behind the older news of the object. */
  arrivalOf(key: string, now: Time, writtenAt: Time, dueAt: Time): Time {
    this.#forget(now);
    const end = endOf(key);
    const keys = this.#keys;
    const ends = this.#ends;
    const written = this.#written;
    const due = this.#due;
    let place = this.#end++;
    let older = 0;
    // Behind all that is written at that time or before. Most come last: nothing is moved.
    for (; place > this.#head && (written[place - 1] as Time) > writtenAt; place--) {
      const later = keys[place - 1] as string;
      const laterEnd = ends[place - 1] as number;
      const laterDue = due[place - 1] as Time;
      keys[place] = later;
      ends[place] = laterEnd;
      written[place] = written[place - 1] as Time;
      due[place] = laterDue;
      if (older === 0 && laterEnd === end && later === key) older = laterDue;
    }
    const next = place + 1 < this.#end ? (due[place + 1] as Time) : dueAt;
    const previous = place > this.#head ? (due[place - 1] as Time) : 0;
    const between = Math.max(Math.min(dueAt, next), previous);
    keys[place] = key;
    ends[place] = end;
    written[place] = writtenAt;
    due[place] = between;
    return Math.max(between, older);
  }

  #forget(now: Time): void {
    const due = this.#due;
    while (this.#head < this.#end && (due[this.#head] as Time) < now) this.#head++;
    if (this.#head === this.#end) this.#head = this.#end = 0;
  }
}

/** Keys differ at their ends, where pods have their letters of chance: three of them tell most apart without reading them. */
function endOf(key: string): number {
  const { length } = key;
  return length < 3
    ? length
    : (key.charCodeAt(length - 1) << 14) + (key.charCodeAt(length - 2) << 7) + key.charCodeAt(length - 3);
}
