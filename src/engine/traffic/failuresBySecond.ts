/** Ours: how many requests fail in each second, as a step line: what a reader sees is what the worst second is the highest of. */
import type { LossRow } from './fluidModel';
import { LOSS_CAUSES } from './losses';

export interface FailuresBySecond {
  /** Whole seconds from 0 on; where all seconds are alike, or none fails, only the first of them. The end is the last. */
  readonly times: Float64Array;
  /** Requests per second that fail from each of the times on, by cause in the order of LOSS_CAUSES; 0 at the end. */
  readonly rates: readonly Float64Array[];
}

/** What a row loses it loses evenly: of one that is longer than seconds each whole second is alike. */
export function failuresBySecond(rows: readonly LossRow[], end: number): FailuresBySecond {
  const times = boundaries(rows, end);
  const rates = LOSS_CAUSES.map(() => new Float64Array(times.length));
  let first = 0;
  for (const { from, until, losses } of rows) {
    while ((times[first + 1] as number) <= from) first++;
    for (let at = first; at + 1 < times.length && (times[at] as number) < until; at++) {
      const [begin, next] = [times[at] as number, times[at + 1] as number];
      // The last second may be cut short by the end: it counts as a whole one.
      const share = (Math.min(until, next) - Math.max(from, begin)) / (until - from) / Math.max(1, next - begin);
      LOSS_CAUSES.forEach((cause, index) => {
        const rate = rates[index] as Float64Array;
        rate[at] = (rate[at] as number) + losses[cause] * share;
      });
    }
  }
  return { times, rates };
}

function boundaries(rows: readonly LossRow[], end: number): Float64Array {
  const seconds = new Set([0]);
  for (const { from, until } of rows)
    for (const second of [Math.floor(from), Math.floor(from) + 1, Math.floor(until), Math.ceil(until)])
      if (second < end) seconds.add(second);
  seconds.add(end);
  return Float64Array.from(seconds).sort();
}
