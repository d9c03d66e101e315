/** Ours: watch events that travel on the loop. */
import type { Time } from '../../model/time';
import type { WatchEvent } from '../api/objectStore';

/** Events by the instant at which they arrive; of one instant, in the order in which they set out. */
export class Arrivals {
  /** What lies before `#head` has arrived, from `#end` on there is nothing. The lists are used again. */
  readonly #due: Time[] = [];
  readonly #events: WatchEvent[] = [];
  #head = 0;
  #end = 0;

  get isEmpty(): boolean {
    return this.#head === this.#end;
  }

  /** True when nothing else arrives at that instant: somebody has to be there. */
  add(dueAt: Time, event: WatchEvent): boolean {
    const due = this.#due;
    const events = this.#events;
    let place = this.#end++;
    // Most arrive last.
    for (; place > this.#head && (due[place - 1] as Time) > dueAt; place--) {
      due[place] = due[place - 1] as Time;
      events[place] = events[place - 1] as WatchEvent;
    }
    due[place] = dueAt;
    events[place] = event;
    return place === this.#head || due[place - 1] !== dueAt;
  }

  /** Hands over what arrives at the first instant. */
  take(deliver: (event: WatchEvent) => void): void {
    const at = this.#due[this.#head];
    let last = this.#head;
    while (last < this.#end && this.#due[last] === at) last++;
    while (this.#head < last) deliver(this.#events[this.#head++] as WatchEvent);
    if (this.isEmpty) this.#head = this.#end = 0;
  }
}
