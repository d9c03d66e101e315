import type { Timeline } from './timeline';

/** How much less was available than what ran and what is wanted, and for how long. */
export interface Loss {
  /** The smaller of what was wanted before and what is wanted now: fewer than these are missed. */
  readonly of: number;
  readonly fewest: number;
  /** When it was the fewest first, and for how long in all. */
  readonly from: number;
  readonly secondsAtWorst: number;
  /** With fewer than `of`, in all. */
  readonly seconds: number;
  /** It is still so at the end. */
  readonly lasts: boolean;
}

/** What is missed from a moment on; of several states within one instant only the last is felt. */
export function lossOf({ totals, end }: Timeline, since = 0): Loss {
  const { columns, times, values } = totals;
  const [available, desired] = [columns.indexOf('available'), columns.indexOf('desired')];
  const at = (row: number, column: number): number => values[row * columns.length + column] ?? 0;
  const last = times.length - 1;
  const of = Math.min(at(firstRow(times, since), desired), at(last, desired));
  const loss = { of, fewest: of, from: since, secondsAtWorst: 0, seconds: 0, lasts: false };
  for (let row = 0; row <= last; row++) {
    const until = row < last ? (times[row + 1] as number) : end;
    const from = Math.max(since, times[row] as number);
    const count = at(row, available);
    if (until <= from || count >= of) continue;
    const seconds = until - from;
    if (count < loss.fewest) Object.assign(loss, { fewest: count, from, secondsAtWorst: 0 });
    if (count === loss.fewest) loss.secondsAtWorst += seconds;
    loss.seconds += seconds;
    loss.lasts = row === last;
  }
  return loss;
}

/** The row that held before a moment, or the first there is. */
function firstRow(times: Float64Array, since: number): number {
  let row = 0;
  while (row + 1 < times.length && (times[row + 1] as number) < since) row++;
  return row;
}
