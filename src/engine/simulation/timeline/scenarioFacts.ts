import type { PodSpec } from '../../../model/apiTypes';
import { podRequestNumbers } from '../../../model/podResources';
import type { PodLog } from './recording/podLog';
import { TOTALS, type TimelineFacts, type TotalsColumn } from './timeline';
import type { Series } from './series';

export interface FactsInput {
  readonly totals: Series<TotalsColumn>;
  readonly pods: PodLog;
  readonly end: number;
  readonly completeAt: number | undefined;
  /** What a pod of the new version requests. */
  readonly podSpec: PodSpec;
}

/** Pods of one ReplicaSet come while those of another, which had to make room for them, are being deleted: nobody's peak. */
const MOMENT = 0.05;

/** The figures of a rollout, from second 0 on. */
export function timelineFacts({ totals, pods, end, completeAt, podSpec }: FactsInput): TimelineFacts {
  const { columns, values } = totals;
  const width = columns.length;
  const at = (row: number, place: number): number => values[row * width + place] as number;
  const facts = {
    minAvailable: Infinity,
    minAvailableAt: 0,
    maxPods: 0,
    maxPodsAt: 0,
    maxPodsWithTerminating: 0,
    maxUnavailable: 0,
    secondsBelowFloor: 0,
    secondsWithoutAny: 0,
  };
  let hasServed = false;
  let promised = totals.times.length === 0 ? 0 : at(0, TOTALS.floor);
  for (let row = 0; row < totals.times.length; row++) {
    const t = totals.times[row] as number;
    const until = Math.min(end, totals.times[row + 1] ?? end);
    const available = at(row, TOTALS.available);
    // A state that lasts no time (pods made before others are deleted, within one instant) is nobody's peak or floor.
    if (until > t && available < facts.minAvailable) Object.assign(facts, { minAvailable: available, minAvailableAt: t });
    if (until > t) facts.maxUnavailable = Math.max(facts.maxUnavailable, at(row, TOTALS.desired) - available);
    if (at(row, TOTALS.total) > facts.maxPods && isPeak(totals, at, row, end))
      Object.assign(facts, { maxPods: at(row, TOTALS.total), maxPodsAt: t });
    if (until > t)
      facts.maxPodsWithTerminating = Math.max(facts.maxPodsWithTerminating, at(row, TOTALS.total) + at(row, TOTALS.terminating));
    // Where more are wanted than ran, what has been reached is what may not be lost.
    promised = Math.min(at(row, TOTALS.floor), Math.max(promised, available));
    hasServed ||= available > 0;
    if (hasServed && available === 0) facts.secondsWithoutAny += Math.max(0, until - t);
    if (available < promised) facts.secondsBelowFloor += Math.max(0, until - t);
  }
  const desired = totals.times.length === 0 ? 0 : at(totals.times.length - 1, TOTALS.desired);
  const { milliCPU, memory } = podRequestNumbers(podSpec);
  const { podsCreated, restarts } = countPods(pods);
  const extraPods = Math.max(0, facts.maxPods - desired);
  return {
    minAvailable: Number.isFinite(facts.minAvailable) ? facts.minAvailable : 0,
    minAvailableAt: facts.minAvailableAt,
    maxPods: facts.maxPods,
    maxPodsAt: facts.maxPodsAt,
    maxPodsWithTerminating: facts.maxPodsWithTerminating,
    maxUnavailable: facts.maxUnavailable,
    secondsBelowFloor: facts.secondsBelowFloor,
    secondsWithoutAny: facts.secondsWithoutAny,
    duration: completeAt,
    desired,
    extraCpuMilli: extraPods * milliCPU,
    extraMemoryBytes: extraPods * memory,
    podsCreated,
    restarts,
  };
}

/** Whether there are so many pods for longer than it takes two ReplicaSets to act on what the Deployment wrote last. */
function isPeak({ times }: Series<TotalsColumn>, at: (row: number, place: number) => number, row: number, end: number): boolean {
  const t = times[row] as number;
  const total = at(row, TOTALS.total);
  let next = row + 1;
  while (next < times.length && (times[next] as number) < t + MOMENT && at(next, TOTALS.total) >= total) next++;
  return Math.min(end, times[next] ?? end) - t > (total > at(row, TOTALS.ceiling) ? MOMENT : 0);
}

function countPods(pods: PodLog): { readonly podsCreated: number; readonly restarts: number } {
  let podsCreated = 0;
  let restarts = 0;
  for (let pod = 0; pod < pods.count; pod++) {
    const row = pods.row(pod);
    if (row.createdAt >= 0) podsCreated++;
    for (const at of row.restarts) if (at >= 0) restarts++;
  }
  return { podsCreated, restarts };
}
