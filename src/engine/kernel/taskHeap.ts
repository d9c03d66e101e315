import { INVARIANTS, violated } from './engineError';

/** Of one instant, an earlier phase comes first; there are fewer tasks than this. */
const TASKS_PER_PHASE = 2 ** 40;

/**
 * Tasks that are due later: by time, then phase, then order of coming. Kept in lists of numbers and moved without a call, for
 * every step of a simulation passes through here.
 */
export class TaskHeap {
  readonly #times: number[] = [];
  /** Phase and number of coming in one. */
  readonly #orders: number[] = [];
  readonly #runs: (() => void)[] = [];
  #count = 0;

  /** When the first task is due; no time, when there is none. */
  get firstAt(): number {
    return this.#times.length === 0 ? NaN : (this.#times[0] as number);
  }

  push(at: number, phase: number, run: () => void): void {
    const times = this.#times;
    const orders = this.#orders;
    const runs = this.#runs;
    const order = phase * TASKS_PER_PHASE + this.#count++;
    let index = times.length;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      const above = times[parent] as number;
      const orderAbove = orders[parent] as number;
      if (at > above || (at === above && order > orderAbove)) break;
      times[index] = above;
      orders[index] = orderAbove;
      runs[index] = runs[parent] as () => void;
      index = parent;
    }
    times[index] = at;
    orders[index] = order;
    runs[index] = run;
  }

  /** Takes out what is due at this time, the first, into lists that are used again. Says how many there are. */
  take(at: number, phases: number[], tasks: (() => void)[]): number {
    let count = 0;
    while (this.#times[0] === at) {
      phases[count] = Math.floor((this.#orders[0] as number) / TASKS_PER_PHASE);
      tasks[count++] = this.#runs[0] as () => void;
      this.#sinkLast();
      if (INVARIANTS.costly && !this.#isInOrder()) violated('event loop', 'a task is below one that comes after it');
    }
    return count;
  }

  /** Puts the last task in the place of the first, and from there where it belongs. */
  #sinkLast(): void {
    const times = this.#times;
    const orders = this.#orders;
    const runs = this.#runs;
    const at = times.pop() as number;
    const order = orders.pop() as number;
    const run = runs.pop() as () => void;
    const size = times.length;
    if (size === 0) return;
    let index = 0;
    for (;;) {
      let child = 2 * index + 1;
      if (child >= size) break;
      let time = times[child] as number;
      if (child + 1 < size) {
        const right = times[child + 1] as number;
        if (right < time || (right === time && (orders[child + 1] as number) < (orders[child] as number))) {
          child++;
          time = right;
        }
      }
      const childOrder = orders[child] as number;
      if (at < time || (at === time && order < childOrder)) break;
      times[index] = time;
      orders[index] = childOrder;
      runs[index] = runs[child] as () => void;
      index = child;
    }
    times[index] = at;
    orders[index] = order;
    runs[index] = run;
  }

  #isInOrder(): boolean {
    const [times, orders] = [this.#times, this.#orders];
    return times.every((at, index) => {
      const parent = (index - 1) >> 1;
      const above = times[parent] as number;
      return index === 0 || above < at || (above === at && (orders[parent] as number) < (orders[index] as number));
    });
  }
}
