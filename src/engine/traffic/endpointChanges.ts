/** Ours: what the lives of pods change for who sends them requests. */
import type { Changes } from './orderedChanges';
import type { PodLife } from './podLives';

/** `notYet`: starts, and refuses. `cuts`: answers, but ends before it has finished. `stopped`: refuses for good. */
export const CONDITION = { notYet: 0, answers: 1, cuts: 2, stopped: 3 } as const;
export const CONDITIONS = 4;

/** Where an endpoint stands: nowhere, among those that get new requests, or those that do if there are no others. */
export const STANDING = { none: 0, ready: 1, terminating: 2 } as const;

type AddChange = (t: number, to: number) => void;

export function addConditions({ runs }: PodLife, requestSeconds: number, add: AddChange): void {
  for (const { from, answersAt, until, cutAt } of runs) {
    add(from, CONDITION.notYet);
    if (answersAt < until) {
      add(answersAt, CONDITION.answers);
      if (cutAt - requestSeconds < until) add(Math.max(answersAt, cutAt - requestSeconds), CONDITION.cuts);
    }
    if (until < Infinity) add(until, CONDITION.stopped);
  }
}

export function addStandings({ ready, terminating }: PodLife, registers: number, add: AddChange): void {
  for (const { from, until } of ready) {
    if (from + registers >= until) continue;
    add(from + registers, STANDING.ready);
    if (until < Infinity) add(until, STANDING.none);
  }
  for (const { from, until } of terminating) {
    if (from >= until) continue;
    add(from, STANDING.terminating);
    if (until < Infinity) add(until, STANDING.none);
  }
}

/** Everything that changes in one moment, or nearly, begins one view: where it is one for many, in the middle of them. */
export function viewsOf(
  { t, count }: Changes,
  perView: number,
): { readonly starts: readonly number[]; readonly firsts: readonly number[] } {
  const [starts, firsts] = [[-Infinity], [0]];
  let index = 0;
  while (index < count && (t[index] as number) <= 0) index++;
  while (index < count) {
    const first = index;
    let sum = 0;
    while (index < count && ((t[index] as number) === t[first] || (t[index] as number) < (t[first] as number) + perView))
      sum += t[index++] as number;
    starts.push(sum / (index - first));
    firsts.push(first);
  }
  return { starts, firsts };
}

/** What the changes come to, for one pod after the other. */
export interface StandingsByLife {
  /** Per life: where its changes begin among the two that follow. */
  readonly offsets: Int32Array;
  readonly views: Int32Array;
  readonly standings: Uint8Array;
  /** Per change in the order of time: what it ends. */
  readonly ended: Uint8Array;
}

export function standingsByLife({ life, to, count }: Changes, firsts: readonly number[], lives: number): StandingsByLife {
  const offsets = new Int32Array(lives + 1);
  for (let index = 0; index < count; index++) {
    const after = (life[index] as number) + 1;
    offsets[after] = (offsets[after] as number) + 1;
  }
  for (let index = 0; index < lives; index++) offsets[index + 1] = (offsets[index + 1] as number) + (offsets[index] as number);
  const next = offsets.slice();
  const [views, standings, ended] = [new Int32Array(count), new Uint8Array(count), new Uint8Array(count)];
  let view = 0;
  for (let index = 0; index < count; index++) {
    while ((firsts[view + 1] ?? Infinity) <= index) view++;
    const pod = life[index] as number;
    const place = next[pod] as number;
    next[pod] = place + 1;
    ended[index] = place === offsets[pod] ? STANDING.none : (standings[place - 1] as number);
    views[place] = view;
    standings[place] = to[index] as number;
  }
  return { offsets, views, standings, ended };
}
