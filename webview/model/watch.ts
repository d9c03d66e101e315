import { watchTable } from '../../src/engine/simulation/words/renderText';
import type { Timeline } from '../../src/engine/simulation/timeline/timeline';

interface Watch {
  readonly lines: readonly string[];
  /** Times of the rows, ascending; the head has none. */
  readonly times: Float64Array;
}

const watches = new WeakMap<Timeline, Watch>();

/** The table as a text, and when each of its rows was printed. */
function watchOf(timeline: Timeline): Watch {
  let watch = watches.get(timeline);
  if (watch === undefined) {
    const lines = watchTable(timeline).trimEnd().split('\n');
    const series = timeline.workload.kind === 'DaemonSet' ? [timeline.status] : timeline.revisionCounts;
    watch = { lines, times: Float64Array.from(series.flatMap(({ times }) => [...times])).sort() };
    watches.set(timeline, watch);
  }
  return watch;
}

/** The head and the last rows that `kubectl get -w` had printed by t. */
export function watchRowsAt(timeline: Timeline, t: number, limit: number): string[] {
  const { lines, times } = watchOf(timeline);
  const next = times.findIndex((time) => time > t);
  const printed = next < 0 ? times.length : next;
  return [lines[0] ?? '', ...lines.slice(1 + Math.max(0, printed - limit), 1 + printed)];
}
