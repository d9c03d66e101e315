/**
 * Ours: the endpoints of a Service over time as different senders know them, each with what its process really does. In columns
 * and numbers, for a rollout has thousands of pods and each of them changes a few times.
 */
import {
  addConditions,
  addStandings,
  CONDITION,
  CONDITIONS,
  STANDING,
  standingsByLife,
  viewsOf,
  type StandingsByLife,
} from './endpointChanges';
import { orderedChanges, type Changes } from './orderedChanges';
import type { PodLife } from './podLives';

/** Per view: the ready endpoints by their conditions, then the terminating ones. */
const WIDTH = 2 * CONDITIONS;

/** More would tell nothing about senders of whom nobody knows when they learn. */
const MOST_VIEWS = 20;
/** So many changes show by themselves how the word spreads. */
const MANY_VIEWS = 100;
const STEPS_OF_SPREAD = 4;
const STEPS_PER_SECOND = 10;

export interface EndpointsInput {
  readonly lives: readonly PodLife[];
  readonly learns: readonly [first: number, last: number];
  readonly registers: number;
  readonly requestSeconds: number;
}

/**
 * All that somebody may know at a moment; moves forward only. A view is the endpoints between two changes: those who have not
 * heard of the second one send by it. Views `oldest` to `newest` are in use.
 */
export class Endpoints {
  readonly #learns: readonly [first: number, last: number];
  readonly #conditionChanges: Changes;
  readonly #standingChanges: Changes;
  /** Per view: its first change of a standing. */
  readonly #viewChanges: readonly number[];
  /** From which view on each life stands where. */
  readonly #standings: StandingsByLife;
  readonly #conditions: Uint8Array;
  readonly #starts: readonly number[];
  /** For each view that has been in use, and for the endpoints as they are. */
  readonly #counts: Int32Array;
  readonly #present: number;
  readonly #cutting = new Set<number>();
  #nextCondition = 0;
  #presentView = 0;
  #oldest = 0;
  #newest = 0;

  constructor({ lives, learns, registers, requestSeconds }: EndpointsInput) {
    this.#learns = learns;
    this.#conditionChanges = orderedChanges((add) => {
      lives.forEach((life, index) => {
        addConditions(life, requestSeconds, (t, to) => {
          add(t, index, to);
        });
      });
    });
    this.#standingChanges = orderedChanges((add) => {
      lives.forEach((life, index) => {
        addStandings(life, registers, (t, to) => {
          add(t, index, to);
        });
      });
    });
    const { starts, firsts } = viewsOf(this.#standingChanges, (learns[1] - learns[0]) / MOST_VIEWS);
    this.#starts = starts;
    this.#viewChanges = firsts;
    this.#standings = standingsByLife(this.#standingChanges, firsts, lives.length);
    this.#conditions = new Uint8Array(lives.length);
    this.#present = starts.length;
    this.#counts = new Int32Array((starts.length + 1) * WIDTH);
    this.#begin(lives.length);
  }

  /** What was before 0 everybody knows. */
  #begin(lives: number): void {
    const { t, life, to, count } = this.#conditionChanges;
    while (this.#nextCondition < count && (t[this.#nextCondition] as number) <= 0) {
      this.#conditions[life[this.#nextCondition] as number] = to[this.#nextCondition] as number;
      this.#nextCondition++;
    }
    for (let index = 0; index < lives; index++) {
      const condition = this.#conditions[index] as number;
      const standing = this.#standingOf(index, 0);
      this.#add(0, standing, condition, 1);
      this.#add(this.#present, standing, condition, 1);
      if (condition === CONDITION.cuts) this.#cutting.add(index);
    }
  }

  get oldest(): number {
    return this.#oldest;
  }

  get newest(): number {
    return this.#newest;
  }

  /** From when on the endpoints were so. */
  startOf(view: number): number {
    return this.#starts[view] ?? Infinity;
  }

  /** How many endpoints get new requests in a view that are in a condition now. */
  countOf(view: number, condition: number): number {
    return this.#counts[this.#chosen(view) + condition] as number;
  }

  /** How many of the pods that get new requests answer them. */
  get answering(): number {
    return this.countOf(this.#present, CONDITION.answers) + this.countOf(this.#present, CONDITION.cuts);
  }

  /** Answers, but will not finish what begins now. */
  get cutting(): Iterable<number> {
    return this.#cutting;
  }

  takes(life: number): boolean {
    const condition = this.#conditions[life];
    return condition === CONDITION.answers || condition === CONDITION.cuts;
  }

  /** The pods that get new requests and answer them. */
  get targets(): readonly number[] {
    const isReady = this.#chosen(this.#present) === this.#present * WIDTH;
    const wanted = isReady ? STANDING.ready : STANDING.terminating;
    const targets: number[] = [];
    for (let life = 0; life < this.#conditions.length; life++)
      if (this.takes(life) && this.#standingOf(life, this.#presentView) === wanted) targets.push(life);
    return targets;
  }

  /** When the pods change, and between few changes often enough to see how the word spreads; up to `end`, which is the last. */
  moments(end: number): readonly number[] {
    const [first, last] = this.#learns;
    const steps = new Set<number>();
    const between = this.#starts.length > MANY_VIEWS ? -1 : STEPS_OF_SPREAD;
    for (const start of this.#starts) {
      if (start <= 0 || start > end) continue;
      steps.add(start);
      for (let step = 0; step <= between; step++)
        steps.add(Math.round((start + first + ((last - first) * step) / STEPS_OF_SPREAD) * STEPS_PER_SECOND) / STEPS_PER_SECOND);
    }
    const { t, count } = this.#conditionChanges;
    for (let index = 0; index < count; index++) steps.add(t[index] as number);
    const inside = Float64Array.from(steps).sort();
    return [...inside.filter((moment) => moment > 0 && moment < end), end];
  }

  /** The pods for which something has changed since. From `t` on nothing changes until `next`. */
  advanceTo(t: number, next: number): readonly number[] {
    const changed: number[] = [];
    this.#changeConditions(t, changed);
    while (this.startOf(this.#presentView + 1) <= t) {
      this.#presentView++;
      this.#applyView(this.#presentView, this.#present, changed);
    }
    const [first, last] = this.#learns;
    while (this.startOf(this.#newest + 1) + first < next) {
      const view = ++this.#newest;
      this.#counts.copyWithin(view * WIDTH, (view - 1) * WIDTH, view * WIDTH);
      this.#applyView(view, view);
    }
    while (this.startOf(this.#oldest + 1) + last <= t) this.#oldest++;
    return changed;
  }

  #changeConditions(now: number, changed: number[]): void {
    const { t, life, to, count } = this.#conditionChanges;
    for (; this.#nextCondition < count && (t[this.#nextCondition] as number) <= now; this.#nextCondition++) {
      const index = life[this.#nextCondition] as number;
      const condition = to[this.#nextCondition] as number;
      const before = this.#conditions[index] as number;
      this.#conditions[index] = condition;
      this.#move(this.#present, this.#standingOf(index, this.#presentView), before, condition);
      this.#moveKnown(index, before, condition);
      if (condition === CONDITION.cuts) this.#cutting.add(index);
      else this.#cutting.delete(index);
      changed.push(index);
    }
  }

  /** From the newest view back to the oldest, and as far back in the pod's own changes. */
  #moveKnown(life: number, from: number, to: number): void {
    const { offsets, views, standings } = this.#standings;
    const begin = offsets[life] as number;
    let since = (offsets[life + 1] as number) - 1;
    for (let view = this.#newest; view >= this.#oldest; view--) {
      while (since >= begin && (views[since] as number) > view) since--;
      if (since < begin) return;
      this.#move(view, standings[since] as number, from, to);
    }
  }

  #applyView(view: number, into: number, changed?: number[]): void {
    const { life, to, count } = this.#standingChanges;
    const end = this.#viewChanges[view + 1] ?? count;
    for (let index = this.#viewChanges[view] as number; index < end; index++) {
      const pod = life[index] as number;
      const condition = this.#conditions[pod] as number;
      this.#add(into, this.#standings.ended[index] as number, condition, -1);
      this.#add(into, to[index] as number, condition, 1);
      changed?.push(pod);
    }
  }

  #standingOf(life: number, view: number): number {
    const { offsets, views, standings } = this.#standings;
    const begin = offsets[life] as number;
    for (let since = (offsets[life + 1] as number) - 1; since >= begin; since--)
      if ((views[since] as number) <= view) return standings[since] as number;
    return STANDING.none;
  }

  /** Terminating endpoints get requests only where no endpoint is ready. */
  #chosen(view: number): number {
    const at = view * WIDTH;
    for (let condition = 0; condition < CONDITIONS; condition++) if ((this.#counts[at + condition] as number) > 0) return at;
    return at + CONDITIONS;
  }

  #move(view: number, standing: number, from: number, to: number): void {
    this.#add(view, standing, from, -1);
    this.#add(view, standing, to, 1);
  }

  #add(view: number, standing: number, condition: number, count: number): void {
    if (standing === STANDING.none) return;
    const at = view * WIDTH + (standing - 1) * CONDITIONS + condition;
    this.#counts[at] = (this.#counts[at] as number) + count;
  }
}
