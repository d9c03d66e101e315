import type { Time } from '../../model/time';
import { EngineError, violated } from './engineError';
import { TaskHeap } from './taskHeap';

/** What reads the time. Controllers get only this. */
export interface Clock {
  readonly now: Time;
}

/** More steps in one instant are a loop that will never let the time go on: four for each pod of a full cluster are many. */
const MOST_IN_ONE_INSTANT = 200_000;
/** So many steps show who takes part in the loop. */
const WATCHED_STEPS = 1_000;

/**
 * The virtual clock and its agenda. Tasks run in the order (time, phase, order of scheduling); the time only moves when
 * nothing is left to do at the present instant. A task may schedule others for the present instant, also in an earlier
 * phase: they run next. Nothing ever waits for real time.
 */
export class EventLoop implements Clock {
  #now: Time;
  #steps = 0;
  /** Of those the ones of the present instant. */
  #stepsNow = 0;
  readonly #maxSteps: number;
  readonly #phaseNames: readonly string[];
  readonly #spinning: string[] = [];
  /** The present instant: what is due at it, an earlier phase first, within a phase first come, first served. */
  #presentAt: Time;
  readonly #phases: number[] = [];
  readonly #tasks: (() => void)[] = [];
  /** So many tasks there are, so many of them have been run. The lists are used again. */
  #count = 0;
  #done = 0;
  readonly #later = new TaskHeap();
  /** When the first of the others is due; no time, when there is none. */
  #laterAt: Time = NaN;

  constructor(start: Time, maxSteps = Infinity, phaseNames: readonly string[] = []) {
    this.#now = start;
    this.#presentAt = start;
    this.#maxSteps = maxSteps;
    this.#phaseNames = phaseNames;
  }

  get now(): Time {
    return this.#now;
  }

  /** Tasks run so far. */
  get steps(): number {
    return this.#steps;
  }

  /** When the next task is due; undefined when the agenda is empty. */
  get nextAt(): Time | undefined {
    const at = this.#due;
    return Number.isNaN(at) ? undefined : at;
  }

  /** A number in any case: it is asked for at each step. */
  get #due(): Time {
    return this.#done === this.#count ? this.#laterAt : this.#presentAt;
  }

  /** Nothing is left to do at the present instant. */
  get isInstantOver(): boolean {
    return this.#done === this.#count;
  }

  /** A time that has passed means now. */
  schedule(at: Time, phase: number, run: () => void): void {
    if (Number.isNaN(at)) violated('event loop', 'a task is due at no time');
    const due = Math.max(at, this.#now);
    if (due === this.#presentAt) this.#insert(phase, run);
    else {
      this.#later.push(due, phase, run);
      if (!(due >= this.#laterAt)) this.#laterAt = due;
    }
  }

  /** Behind the tasks of its phase. */
  #insert(phase: number, run: () => void): void {
    if (this.#done === this.#count) this.#done = this.#count = 0;
    let place = this.#count++;
    while (place > this.#done && (this.#phases[place - 1] as number) > phase) {
      this.#phases[place] = this.#phases[place - 1] as number;
      this.#tasks[place] = this.#tasks[place - 1] as () => void;
      place--;
    }
    this.#phases[place] = phase;
    this.#tasks[place] = run;
  }

  /** Runs the next task, moving the clock to it. False when there is none due up to `limit`. */
  step(limit: Time = Infinity): boolean {
    const at = this.#due;
    if (!(at <= limit)) return false;
    if (++this.#steps > this.#maxSteps) {
      throw new EngineError(
        'StepLimit',
        'event loop',
        `more than ${this.#maxSteps} steps; shorten the horizon or simulate fewer pods`,
      );
    }
    if (!(at >= this.#now)) violated('event loop', 'the time goes back');
    if (at !== this.#presentAt) this.#goOn(at);
    const phase = this.#phases[this.#done] as number;
    const run = this.#tasks[this.#done++] as () => void;
    if (at > this.#now) this.#stepsNow = 0;
    else if (++this.#stepsNow > MOST_IN_ONE_INSTANT - WATCHED_STEPS) this.#watchSpinning(phase);
    this.#now = at;
    run();
    return true;
  }

  /** To the next instant at which something is due. */
  #goOn(at: Time): void {
    this.#presentAt = at;
    this.#done = 0;
    this.#count = this.#later.take(at, this.#phases, this.#tasks);
    this.#laterAt = this.#later.firstAt;
  }

  /** Names the loop that keeps the time from going on, and ends it. */
  #watchSpinning(phase: number): void {
    this.#spinning.push(this.#phaseNames[phase] ?? `phase ${phase}`);
    if (this.#stepsNow < MOST_IN_ONE_INSTANT) return;
    const message = `the time does not go on: ${circleIn(this.#spinning).join(' wakes ')}, again and again`;
    throw new EngineError('StepLimit', 'event loop', message);
  }

  /** Runs everything due up to and including `limit`, then sets the clock to it. */
  runUntil(limit: Time): void {
    while (this.step(limit));
    this.advanceTo(limit);
  }

  /** Sets the clock forward without running anything: for replays that move time by hand. */
  advanceTo(time: Time): void {
    if (time > this.#now) this.#now = time;
  }
}

/** Who wakes whom, from one back to the same: the shortest sequence that repeats itself at the end. */
function circleIn(names: readonly string[]): readonly string[] {
  for (let length = 1; length <= names.length / 2; length++) {
    const last = names.slice(-length);
    if (last.every((name, index) => name === names.at(index - 2 * length))) return [...last, last[0] as string];
  }
  return [...new Set(names)];
}

/** The next beat of something that runs every `period`: `place` (0 to 1) says where in the period its beats lie. */
export function nextTick(now: Time, period: number, place: number): Time {
  const offset = Math.round(place * period);
  return (Math.floor((now - offset) / period) + 1) * period + offset;
}
