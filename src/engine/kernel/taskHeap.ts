/** Of one instant, an earlier phase comes first; there are fewer tasks than this. */
const TASKS_PER_PHASE = 2 ** 40;
/** So many tasks are kept in line; of more, those that are due last go into the heap. */
const MOST_IN_LINE = 32;

/**
 * Tasks that are due later: by time, then phase, then order of coming. Kept in lists of numbers and moved without a call, for
 * every step of a simulation passes through here. Most tasks are due within some milliseconds, before the few that wait for
 * seconds: those stand in line, and only what comes behind all of the line is in a heap.
 */
export class TaskHeap {
  /** The line: the next one is the last. */
  readonly #lineTimes: number[] = [];
  readonly #lineOrders: number[] = [];
  readonly #lineRuns: (() => void)[] = [];
  #inLine = 0;
  readonly #times: number[] = [];
  /** Phase and number of coming in one. */
  readonly #orders: number[] = [];
  readonly #runs: (() => void)[] = [];
  #count = 0;

  /** When the first task is due; no time, when there is none. */
  get firstAt(): number {
    if (this.#inLine > 0) return this.#lineTimes[this.#inLine - 1] as number;
    return this.#times.length === 0 ? NaN : (this.#times[0] as number);
  }

  push(at: number, phase: number, run: () => void): void {
    const order = phase * TASKS_PER_PHASE + this.#count++;
    if (this.#inLine === MOST_IN_LINE) this.#shorten();
    const first = this.#times.length === 0 ? Infinity : (this.#times[0] as number);
    if (at > first || (at === first && order > (this.#orders[0] as number))) {
      this.#raise(at, order, run);
      return;
    }
    const times = this.#lineTimes;
    const orders = this.#lineOrders;
    const runs = this.#lineRuns;
    let place = this.#inLine++;
    while (place > 0) {
      const next = times[place - 1] as number;
      const orderOfNext = orders[place - 1] as number;
      if (at < next || (at === next && order < orderOfNext)) break;
      times[place] = next;
      orders[place] = orderOfNext;
      runs[place] = runs[place - 1] as () => void;
      place--;
    }
    times[place] = at;
    orders[place] = order;
    runs[place] = run;
  }

  /** The half that is due last goes into the heap, where it comes first. */
  #shorten(): void {
    const times = this.#lineTimes;
    const orders = this.#lineOrders;
    const runs = this.#lineRuns;
    this.#inLine = MOST_IN_LINE / 2;
    for (let place = 0; place < this.#inLine; place++)
      this.#raise(times[place] as number, orders[place] as number, runs[place] as () => void);
    for (const list of [times, orders, runs]) list.splice(0, this.#inLine);
  }

  /** Into the heap. */
  #raise(at: number, order: number, run: () => void): void {
    const times = this.#times;
    const orders = this.#orders;
    const runs = this.#runs;
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
    while (this.#inLine > 0 && this.#lineTimes[this.#inLine - 1] === at) {
      const place = --this.#inLine;
      phases[count] = Math.floor((this.#lineOrders[place] as number) / TASKS_PER_PHASE);
      tasks[count++] = this.#lineRuns[place] as () => void;
    }
    while (this.#inLine === 0 && this.#times[0] === at) {
      phases[count] = Math.floor((this.#orders[0] as number) / TASKS_PER_PHASE);
      tasks[count++] = this.#runs[0] as () => void;
      this.#sinkLast();
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
}
