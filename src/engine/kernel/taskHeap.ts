import { INVARIANTS, violated } from './engineError';

/** Of one instant, an earlier phase comes first; there are fewer tasks than this. */
const TASKS_PER_PHASE = 2 ** 40;

/**
 * Tasks that are due later: by time, then phase, then order of coming. Kept in lists of numbers, because every step of a
 * simulation passes through here.
 */
export class TaskHeap {
  readonly #times: number[] = [];
  /** Phase and number of coming in one. */
  readonly #orders: number[] = [];
  readonly #runs: (() => void)[] = [];
  #count = 0;

  /** When the first task is due; undefined when there is none. */
  get firstAt(): number | undefined {
    return this.#times[0];
  }

  push(at: number, phase: number, run: () => void): void {
    const times = this.#times;
    const order = phase * TASKS_PER_PHASE + this.#count++;
    let index = times.length;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      const above = times[parent] as number;
      if (at > above || (at === above && order > (this.#orders[parent] as number))) break;
      this.#move(parent, index);
      index = parent;
    }
    this.#set(index, at, order, run);
  }

  get firstPhase(): number {
    return Math.floor((this.#orders[0] as number) / TASKS_PER_PHASE);
  }

  /** Takes the first task out. */
  pop(): () => void {
    const run = this.#runs[0] as () => void;
    const at = this.#times.pop() as number;
    const order = this.#orders.pop() as number;
    const last = this.#runs.pop() as () => void;
    if (this.#times.length > 0) this.#sink(at, order, last);
    if (INVARIANTS.costly && !this.#isInOrder()) violated('event loop', 'a task is below one that comes after it');
    return run;
  }

  #sink(at: number, order: number, run: () => void): void {
    const size = this.#times.length;
    let index = 0;
    for (;;) {
      let child = 2 * index + 1;
      if (child >= size) break;
      if (child + 1 < size && this.#isBefore(child + 1, child)) child++;
      const below = this.#times[child] as number;
      if (at < below || (at === below && order < (this.#orders[child] as number))) break;
      this.#move(child, index);
      index = child;
    }
    this.#set(index, at, order, run);
  }

  #isBefore(a: number, b: number): boolean {
    const [first, second] = [this.#times[a] as number, this.#times[b] as number];
    return first < second || (first === second && (this.#orders[a] as number) < (this.#orders[b] as number));
  }

  #move(from: number, to: number): void {
    this.#set(to, this.#times[from] as number, this.#orders[from] as number, this.#runs[from] as () => void);
  }

  #set(index: number, at: number, order: number, run: () => void): void {
    this.#times[index] = at;
    this.#orders[index] = order;
    this.#runs[index] = run;
  }

  #isInOrder(): boolean {
    return this.#times.every((_at, index) => index === 0 || !this.#isBefore(index, (index - 1) >> 1));
  }
}
