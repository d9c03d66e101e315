import type { PodLog } from './podLog';
import { SeriesLog } from './seriesLog';
import { TOTALS, TOTALS_COLUMNS, type PodState, type TotalsColumn } from '../timeline';
import type { Series } from '../series';

/** A promise of the strategy and the target revision, from a moment on. */
export interface TargetChange {
  readonly t: number;
  readonly step: number;
  readonly desired: number;
  readonly floor: number;
  readonly ceiling: number;
  /** Index of the revision that the rollout leads to. */
  readonly revision: number;
}

const isLive = (state: PodState | undefined): boolean =>
  state !== undefined && state !== 'Terminating' && state !== 'Gone' && state !== 'Failed' && state !== 'Succeeded';
const isReady = (state: PodState | undefined): boolean => state === 'Ready' || state === 'Available';

/**
 * Pods counted over time. One row per task of the event loop that changed anything, so that a surge which is scaled down
 * within the same instant is still seen.
 */
export function totalsOverTime(log: PodLog, targets: readonly TargetChange[], end: number): Series<TotalsColumn> {
  const series = new SeriesLog(TOTALS_COLUMNS);
  const live: number[] = [];
  const counts = new Int32Array(TOTALS_COLUMNS.length);
  const add = (column: number, change: number): void => {
    counts[column] = (counts[column] as number) + change;
  };
  let target: TargetChange | undefined;
  let nextTarget = 0;
  let version = 0;
  const emit = (t: number): void => {
    const newPods = target === undefined ? 0 : (live[target.revision] ?? 0);
    counts[TOTALS.newPods] = newPods;
    counts[TOTALS.oldPods] = (counts[TOTALS.total] as number) - newPods;
    series.pushValues(t, counts, version++);
  };
  const takeTargets = (t: number, step: number): void => {
    for (
      let change = targets[nextTarget];
      change !== undefined && (change.t < t || (change.t === t && change.step <= step));
      change = targets[nextTarget]
    ) {
      target = change;
      counts[TOTALS.desired] = change.desired;
      counts[TOTALS.floor] = change.floor;
      counts[TOTALS.ceiling] = change.ceiling;
      nextTarget++;
      // The pods that the same task has changed are still to be counted.
      if (change.t !== t || change.step !== step) emit(change.t);
    }
  };
  const { steps } = log;
  for (let index = 0; index < steps.length; index++) {
    const change = steps[index];
    if (change === undefined) break;
    takeTargets(change.t, change.step);
    const revision = log.row(change.pod).revision;
    if (isLive(change.from) !== isLive(change.to)) {
      const delta = isLive(change.to) ? 1 : -1;
      add(TOTALS.total, delta);
      live[revision] = (live[revision] ?? 0) + delta;
    }
    if (isReady(change.from) !== isReady(change.to)) add(TOTALS.ready, isReady(change.to) ? 1 : -1);
    add(TOTALS.available, Number(change.to === 'Available') - Number(change.from === 'Available'));
    add(TOTALS.terminating, Number(change.to === 'Terminating') - Number(change.from === 'Terminating'));
    const next = steps[index + 1];
    if (next === undefined || next.t !== change.t || next.step !== change.step) emit(change.t);
  }
  takeTargets(end, Infinity);
  return series.series();
}
