import type { RunFigures } from '../../src/engine/simulation/batch/repeatedRun';
import type { Scenario } from '../../src/engine/simulation/scenario/scenario';
import type { WorkerReply, WorkerRequest } from '../model/messages';

/** Runs of one scenario, and who hears what they came to: in parts, in whatever order. */
export interface RunOrder {
  readonly scenario: Scenario;
  readonly seeds: readonly number[];
  readonly onFigures: (figures: readonly RunFigures[]) => void;
}

/** What is needed of a worker. */
export interface RunWorker {
  postMessage(request: WorkerRequest): void;
  addEventListener(type: 'message', listener: (event: { readonly data: WorkerReply }) => void): void;
  addEventListener(type: 'error', listener: (event: { readonly message: string }) => void): void;
  terminate(): void;
}

/** More do not help: they share one memory. */
const MOST_WORKERS = 4;
/** A worker gets as many runs at a time as it plays within about this time: then it hears of a new question. */
const PART_MS = 30;
const MOST_AT_A_TIME = 50;
/** Before it is known how long a run takes. */
const FIRST_AT_A_TIME = 4;

/** What is to be played now. */
interface Task {
  readonly orders: readonly RunOrder[];
  readonly onEnd: (problem: string | undefined) => void;
  /** The next run: of which order, and which of its seeds. */
  order: number;
  place: number;
  left: number;
  /** Parts that are being played. */
  open: number;
  /** Nobody waits for it: one worker plays, whose code gets fast by it, and leaves the other cores to the page. */
  isGentle: boolean;
}

interface Hand {
  readonly worker: RunWorker;
  part: Part | undefined;
  /** At the present task: one that has just begun to play is many times slower than one whose code is fast. */
  msPerRun: number | undefined;
}

interface Part {
  readonly job: number;
  readonly task: Task;
  readonly order: RunOrder;
  readonly count: number;
  readonly startedAt: number;
}

/** Workers that play runs: as many as the machine has cores for. Which one plays what changes nothing. */
export class RunPool {
  readonly #createWorker: () => RunWorker;
  readonly #size: number;
  #hands: Hand[] = [];
  #task: Task | undefined;
  #lastJob = 0;
  /** Numbers of orders: workers keep what the runs of one share. */
  #lastBatch = 0;
  readonly #batches = new WeakMap<RunOrder, number>();

  constructor(createWorker: () => RunWorker, cores: number) {
    this.#createWorker = createWorker;
    this.#size = Math.min(MOST_WORKERS, cores);
  }

  get isBusy(): boolean {
    return this.#task !== undefined;
  }

  /** It is at this one, or will be. */
  isAt(order: RunOrder): boolean {
    return this.#task?.orders.includes(order) === true;
  }

  /** Plays all orders, in place of what it is at. `onEnd` is told once, also why it could not be done. */
  play(orders: readonly RunOrder[], onEnd: Task['onEnd'], isGentle = false): void {
    const left = orders.reduce((sum, { seeds }) => sum + seeds.length, 0);
    this.#task = { orders, onEnd, order: 0, place: 0, left, open: 0, isGentle };
    while (this.#hands.length < this.#size) this.#hands.push(this.#hire());
    for (const hand of this.#hands) hand.msPerRun = undefined;
    for (const hand of this.#hands) this.#give(hand);
  }

  /** Somebody waits for it now. */
  hurry(): void {
    if (this.#task !== undefined) this.#task.isGentle = false;
    for (const hand of this.#hands) this.#give(hand);
  }

  /** Leaves what it is at; workers end their runs and are there for what comes next. */
  leave(): void {
    this.#task = undefined;
  }

  /** A worker in the middle of a run cannot hear: it is let go. */
  cancel(): void {
    this.#task = undefined;
    for (const { worker, part } of this.#hands) if (part !== undefined) worker.terminate();
    this.#hands = this.#hands.filter(({ part }) => part === undefined);
  }

  #hire(): Hand {
    const hand: Hand = { worker: this.#createWorker(), part: undefined, msPerRun: undefined };
    hand.worker.addEventListener('message', ({ data }) => {
      this.#accept(hand, data);
    });
    hand.worker.addEventListener('error', ({ message }) => {
      if (this.#hands.includes(hand)) this.#end(message === '' ? 'the engine stopped' : message);
    });
    return hand;
  }

  #accept(hand: Hand, reply: WorkerReply): void {
    const { part } = hand;
    if (part === undefined || reply.job !== part.job) return;
    hand.part = undefined;
    const tookMs = performance.now() - part.startedAt;
    if (part.task === this.#task) {
      part.task.open--;
      if (reply.type === 'failed') this.#end(reply.message);
      else if (reply.type === 'played') {
        hand.msPerRun = tookMs / part.count;
        part.order.onFigures(reply.figures);
      }
    }
    // The only core is the page's as well.
    const restMs = this.#task?.isGentle === true && this.#size === 1 ? tookMs : 0;
    if (restMs === 0) this.#give(hand);
    else
      setTimeout(() => {
        this.#give(hand);
      }, restMs);
  }

  #end(problem: string | undefined): void {
    const task = this.#task;
    if (problem !== undefined) this.cancel();
    this.#task = undefined;
    task?.onEnd(problem);
  }

  /** The next part to a worker that has nothing to do. */
  #give(hand: Hand): void {
    const task = this.#task;
    if (task === undefined || hand.part !== undefined || !this.#hands.includes(hand)) return;
    if (task.isGentle && hand !== this.#hands[0]) return;
    const order = task.orders[task.order];
    if (order === undefined) {
      if (task.open === 0) this.#end(undefined);
      return;
    }
    const seeds = order.seeds.slice(task.place, task.place + this.#partOf(task, hand));
    task.place += seeds.length;
    task.left -= seeds.length;
    if (task.place === order.seeds.length) [task.order, task.place] = [task.order + 1, 0];
    task.open++;
    const job = ++this.#lastJob;
    hand.part = { job, task, order, count: seeds.length, startedAt: performance.now() };
    const request: WorkerRequest = { type: 'play', job, batch: this.#batchOf(order), scenario: order.scenario, seeds };
    hand.worker.postMessage(request);
  }

  /** Towards the end the parts get smaller, so that all end together. */
  #partOf({ left }: Task, { msPerRun }: Hand): number {
    const wanted = msPerRun === undefined ? FIRST_AT_A_TIME : Math.floor(PART_MS / msPerRun);
    return Math.max(1, Math.min(wanted, MOST_AT_A_TIME, Math.ceil(left / (2 * this.#hands.length))));
  }

  #batchOf(order: RunOrder): number {
    let batch = this.#batches.get(order);
    if (batch === undefined) this.#batches.set(order, (batch = ++this.#lastBatch));
    return batch;
  }
}
