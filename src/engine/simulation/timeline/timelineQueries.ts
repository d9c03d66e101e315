import { POD_STATES, type PodState, type PodTable, type Timeline } from './timeline';
import type { Series } from './series';

/** Index of the last element ≤ t in [from, to), or from − 1. */
function lastAtOrBefore(times: Float64Array, t: number, from: number, to: number): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] as number) <= t) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** The state of one pod at t; undefined before it exists. Gone pods stay `Gone`. */
export function podStateAt(pods: PodTable, pod: number, t: number): PodState | undefined {
  const from = pods.changeOffsets[pod] ?? 0;
  const to = pods.changeOffsets[pod + 1] ?? 0;
  const index = lastAtOrBefore(pods.changeTimes, t, from, to);
  return index < from ? undefined : POD_STATES[pods.changeStates[index] as number];
}

/** What a pod is before second 0; undefined: it is not there yet. */
export function podStateBefore(pods: PodTable, pod: number): PodState | undefined {
  const isThere = (pods.createdAt[pod] as number) < 0;
  return isThere ? POD_STATES[pods.changeStates[pods.changeOffsets[pod] ?? 0] as number] : undefined;
}

export interface PodChange {
  readonly t: number;
  readonly state: PodState;
}

/** The whole life of a pod. */
export function podLife(pods: PodTable, pod: number): readonly PodChange[] {
  const life: PodChange[] = [];
  for (let index = pods.changeOffsets[pod] ?? 0; index < (pods.changeOffsets[pod + 1] ?? 0); index++) {
    life.push({ t: pods.changeTimes[index] as number, state: POD_STATES[pods.changeStates[index] as number] as PodState });
  }
  return life;
}

/** Pods that exist at t, in the order of creation. */
export function podsAt(timeline: Timeline, t: number): { readonly pod: number; readonly state: PodState }[] {
  const result: { pod: number; state: PodState }[] = [];
  for (let pod = 0; pod < timeline.pods.count; pod++) {
    const state = podStateAt(timeline.pods, pod, t);
    if (state !== undefined && state !== 'Gone') result.push({ pod, state });
  }
  return result;
}

/** The row of a series that holds at t, by column; undefined before the first row. */
export function valuesAt<C extends string>(series: Series<C>, t: number): Readonly<Record<C, number>> | undefined {
  const row = lastAtOrBefore(series.times, t, 0, series.times.length);
  return row < 0 ? undefined : rowOf(series, row);
}

export function rowOf<C extends string>(series: Series<C>, row: number): Readonly<Record<C, number>> {
  const width = series.columns.length;
  return Object.fromEntries(
    series.columns.map((column, index) => [column, series.values[row * width + index] as number]),
  ) as Record<C, number>;
}

/** Items with a time up to and including t: the index after the last of them. */
export function countUntil(items: readonly { readonly t: number }[], t: number): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((items[middle] as { t: number }).t <= t) low = middle + 1;
    else high = middle;
  }
  return low;
}
