import { appliedRevision, countedByAge } from './versions';
import { rowOf } from '../../src/engine/simulation/timeline/timelineQueries';
import { POD_STATES, type Timeline, type TotalsColumn } from '../../src/engine/simulation/timeline/timeline';
import type { Series } from '../../src/engine/simulation/timeline/series';

const AVAILABLE = POD_STATES.indexOf('Available');
const READY = POD_STATES.indexOf('Ready');

/**
 * A timeline begins to record at 0; what was before is known only from the age of pods. This gives the time before 0 its
 * picture: pods that are older than 0, however little, were there all along, in the state in which they are first seen, and so
 * were the nodes.
 */
export function withPast(timeline: Timeline): Timeline {
  const { pods, nodes, nodeChanges } = timeline;
  const applied = appliedRevision(timeline.revisions);
  const changeTimes = pods.changeTimes.slice();
  const before = { total: 0, oldPods: 0, newPods: 0, ready: 0, available: 0 };
  for (let pod = 0; pod < pods.count; pod++) {
    const first = pods.changeOffsets[pod] as number;
    if ((pods.createdAt[pod] as number) >= 0 || first >= (pods.changeOffsets[pod + 1] as number)) continue;
    changeTimes[first] = LONG_AGO;
    const state = pods.changeStates[first] as number;
    before.total++;
    before[pods.revision[pod] === applied ? 'newPods' : 'oldPods']++;
    if (state === AVAILABLE || state === READY) before.ready++;
    if (state === AVAILABLE) before.available++;
  }
  const addedLater = new Set(nodeChanges.filter(({ change, t }) => change === 'added' && t > 0).map(({ node }) => node));
  return {
    ...timeline,
    pods: { ...pods, changeTimes },
    totals: withFirstRow(countedByAge(timeline), timeline, before),
    nodes: nodes.map((node, index) => (addedLater.has(index) ? node : { ...node, addedAt: Math.min(node.addedAt, -Infinity) })),
  };
}

/** Any time before the earliest that is shown. */
const LONG_AGO = -1e9;

function withFirstRow(
  totals: Series<TotalsColumn>,
  { envelope }: Timeline,
  counts: Partial<Record<TotalsColumn, number>>,
): Series<TotalsColumn> {
  if (totals.times.length > 0 && (totals.times[0] as number) < 0) return totals;
  // What was wanted then: an action may change it later.
  const { desired, floor, ceiling } = totals.times.length === 0 ? envelope : rowOf(totals, 0);
  const row: Partial<Record<TotalsColumn, number>> = { terminating: 0, desired, floor, ceiling, ...counts };
  return {
    ...totals,
    times: Float64Array.from([LONG_AGO, ...totals.times]),
    values: Int32Array.from([...totals.columns.map((column) => row[column] ?? 0), ...totals.values]),
    versions: Int32Array.from([0, ...totals.versions]),
  };
}
