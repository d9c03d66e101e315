import type { PodLog } from './podLog';
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

const WIDTH = TOTALS_COLUMNS.length;

const isLive = (state: PodState | undefined): boolean =>
  state !== undefined && state !== 'Terminating' && state !== 'Gone' && state !== 'Failed' && state !== 'Succeeded';
const isReady = (state: PodState | undefined): boolean => state === 'Ready' || state === 'Available';

/**
 * Pods counted over time. One row per task of the event loop that changed anything, so that a surge which is scaled down
 * within the same instant is still seen.
 */
export function totalsOverTime(log: PodLog, targets: readonly TargetChange[], end: number): Series<TotalsColumn> {
  const rows = new TotalRows(log.steps.length + targets.length);
  const live: number[] = [];
  const counts = new Int32Array(WIDTH);
  const add = (column: number, change: number): void => {
    counts[column] = (counts[column] as number) + change;
  };
  let target: TargetChange | undefined;
  let nextTarget = 0;
  const emit = (t: number): void => {
    const newPods = target === undefined ? 0 : (live[target.revision] ?? 0);
    counts[TOTALS.newPods] = newPods;
    counts[TOTALS.oldPods] = (counts[TOTALS.total] as number) - newPods;
    rows.push(t, counts);
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
  return rows.series();
}

/** The rows of the series, of which there are many: their number is known, so they are written where they stay. */
class TotalRows {
  readonly #times: Float64Array;
  readonly #values: Int32Array;
  readonly #versions: Int32Array;
  #version = 0;
  #count = 0;

  constructor(most: number) {
    this.#times = new Float64Array(most);
    this.#values = new Int32Array(most * WIDTH);
    this.#versions = new Int32Array(most);
  }

  /** A row equal to the one before is dropped. */
  push(t: number, row: Int32Array): void {
    const version = this.#version++;
    const start = this.#count * WIDTH;
    if (this.#count > 0 && this.#isRow(start - WIDTH, row)) return;
    this.#times[this.#count] = t;
    this.#versions[this.#count] = version;
    // So few are copied faster one by one.
    for (let index = 0; index < WIDTH; index++) this.#values[start + index] = row[index] as number;
    this.#count++;
  }

  #isRow(start: number, row: Int32Array): boolean {
    for (let index = 0; index < WIDTH; index++) if (this.#values[start + index] !== row[index]) return false;
    return true;
  }

  series(): Series<TotalsColumn> {
    const count = this.#count;
    return {
      columns: TOTALS_COLUMNS,
      times: this.#times.slice(0, count),
      values: this.#values.slice(0, count * WIDTH),
      versions: this.#versions.slice(0, count),
    };
  }
}
