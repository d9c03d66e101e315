import type { Timeline, TotalsColumn } from '../../src/engine/simulation/timeline/timeline';
import type { Series } from '../../src/engine/simulation/timeline/series';
import { toDisplay, type TimeAxis } from './axis';

/** The lines of the chart, in the order of drawing. */
const CHART_LINES = ['newPods', 'oldPods', 'total', 'available', 'ceiling', 'floor'] as const;

/** Columns over display seconds: x first, then the lines, then the pinned run's available and total if there is one. */
export type ChartColumns = readonly Float64Array[];

/** More points than any screen has columns help nobody. */
const MAX_POINTS = 4000;

export function chartData(timeline: Timeline, axis: TimeAxis, pinned: Timeline | undefined): ChartColumns {
  const times = gridOf(timeline, axis, pinned);
  const x = times.map((t) => toDisplay(axis, t));
  const own = CHART_LINES.map((line) => sampled(timeline.totals, line, times));
  const ghost = pinned === undefined ? [] : (['available', 'total'] as const).map((line) => wholly(pinned.totals, line, times));
  return [x, ...own, ...ghost];
}

/** Of a run that may begin later than the one it is drawn beside: until then it is as it begins. A gap would spoil the scale. */
function wholly(series: Series<TotalsColumn>, column: TotalsColumn, times: Float64Array): Float64Array {
  const first = series.values[series.columns.indexOf(column)] ?? 0;
  return sampled(series, column, times).map((value) => (Number.isNaN(value) ? first : value));
}

function gridOf(timeline: Timeline, axis: TimeAxis, pinned: Timeline | undefined): Float64Array {
  const all = [axis.start, axis.end, ...timeline.totals.times, ...(pinned?.totals.times ?? [])];
  const sorted = Float64Array.from(all.filter((t) => t >= axis.start && t <= axis.end)).sort();
  const distinct = sorted.filter((t, index) => index === 0 || t !== sorted[index - 1]);
  if (distinct.length <= MAX_POINTS) return distinct;
  const step = distinct.length / MAX_POINTS;
  return Float64Array.from({ length: MAX_POINTS }, (_, index) => distinct[Math.floor(index * step)] as number).with(
    MAX_POINTS - 1,
    axis.end,
  );
}

/** The column's value at each of the ascending times; of several rows of one time the last counts. NaN before the first row. */
export function sampled(series: Series<TotalsColumn>, column: TotalsColumn, times: Float64Array): Float64Array {
  const width = series.columns.length;
  const offset = series.columns.indexOf(column);
  let row = -1;
  return times.map((t) => {
    while (row + 1 < series.times.length && (series.times[row + 1] as number) <= t) row++;
    return row < 0 ? NaN : (series.values[row * width + offset] as number);
  });
}

export interface Violation {
  readonly from: number;
  readonly to: number;
  readonly kind: 'belowFloor' | 'aboveCeiling';
}

/** Stretches in which fewer pods are available than promised, or more exist. */
export function violations(timeline: Timeline, end: number): Violation[] {
  const { totals } = timeline;
  const at = (row: number, column: TotalsColumn): number =>
    totals.values[row * totals.columns.length + totals.columns.indexOf(column)] as number;
  const found: Violation[] = [];
  for (let row = 0; row < totals.times.length; row++) {
    const from = totals.times[row] as number;
    const to = row + 1 < totals.times.length ? (totals.times[row + 1] as number) : end;
    if (to <= from) continue;
    if (at(row, 'available') < at(row, 'floor')) found.push({ from, to, kind: 'belowFloor' });
    if (at(row, 'total') > at(row, 'ceiling')) found.push({ from, to, kind: 'aboveCeiling' });
  }
  return found;
}
