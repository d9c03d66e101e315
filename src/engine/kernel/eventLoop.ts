import type { Time } from '../../model/time';
import { EngineError, violated } from './engineError';
import { Heap } from './heap';

/** What reads the time. Controllers get only this. */
export interface Clock {
  readonly now: Time;
}

interface Task {
  at: Time;
  phase: number;
  sequence: number;
  run: () => void;
}

/** So much can happen in one instant in a cluster of thousands of nodes; more is a loop that will never let the time go on. */
const MOST_IN_ONE_INSTANT = 500_000;
/** So many steps show who takes part in the loop. */
const WATCHED_STEPS = 1_000;

/**
 * The virtual clock and its agenda. Tasks run in the order (time, phase, order of scheduling); the time only moves when
 * nothing is left to do at the present instant. A task may schedule others for the present instant, also in an earlier
 * phase: they run next. Nothing ever waits for real time.
 */
export class EventLoop implements Clock {
  #now: Time;
  #sequence = 0;
  #steps = 0;
  /** Of those the ones of the present instant. */
  #stepsNow = 0;
  readonly #maxSteps: number;
  readonly #phaseNames: readonly string[];
  readonly #spinning = new Map<string, number>();
  readonly #agenda = new Heap<Task>(runsBefore);

  constructor(start: Time, maxSteps = Infinity, phaseNames: readonly string[] = []) {
    this.#now = start;
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
    return this.#agenda.peek()?.at;
  }

  /** A time that has passed means now. */
  schedule(at: Time, phase: number, run: () => void): void {
    if (Number.isNaN(at)) violated('event loop', 'a task is due at no time');
    this.#agenda.push({ at: Math.max(at, this.#now), phase, sequence: this.#sequence++, run });
  }

  /** Runs the next task, moving the clock to it. False when there is none due up to `limit`. */
  step(limit: Time = Infinity): boolean {
    const next = this.#agenda.peek();
    if (next === undefined || next.at > limit) return false;
    if (++this.#steps > this.#maxSteps) {
      throw new EngineError(
        'StepLimit',
        'event loop',
        `more than ${this.#maxSteps} steps; shorten the horizon or simulate fewer pods`,
      );
    }
    this.#agenda.pop();
    if (!(next.at >= this.#now)) violated('event loop', 'the time goes back');
    if (next.at > this.#now) this.#stepsNow = 0;
    else if (++this.#stepsNow > MOST_IN_ONE_INSTANT - WATCHED_STEPS) this.#watchSpinning(next.phase);
    this.#now = next.at;
    next.run();
    return true;
  }

  /** Names the loop that keeps the time from going on, and ends it. */
  #watchSpinning(phase: number): void {
    const name = this.#phaseNames[phase] ?? `phase ${phase}`;
    this.#spinning.set(name, (this.#spinning.get(name) ?? 0) + 1);
    if (this.#stepsNow < MOST_IN_ONE_INSTANT) return;
    const loop = [...this.#spinning].sort(([, a], [, b]) => b - a).map(([part, count]) => `${part} ${count}`);
    const message = `the time does not go on: of the last ${WATCHED_STEPS} steps, ${loop.join(', ')}`;
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

function runsBefore(a: Task, b: Task): boolean {
  if (a.at !== b.at) return a.at < b.at;
  if (a.phase !== b.phase) return a.phase < b.phase;
  return a.sequence < b.sequence;
}

/** The next beat of something that runs every `period`: `place` (0 to 1) says where in the period its beats lie. */
export function nextTick(now: Time, period: number, place: number): Time {
  const offset = Math.round(place * period);
  return (Math.floor((now - offset) / period) + 1) * period + offset;
}
