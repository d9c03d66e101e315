import {
  POD_STATES,
  type PodTable,
  type RevisionInfo,
  type Timeline,
  type TotalsColumn,
} from '../../src/engine/simulation/timeline/timeline';
import type { Series } from '../../src/engine/simulation/timeline/series';

/** Which version is which over time: an undo gives an old one a new number, but does not make it new. */

/** The number that a revision had at t: an undo changes it. */
export function numberAt({ revision, earlier = [] }: RevisionInfo, t: number): number {
  return earlier.find(({ until }) => t < until)?.revision ?? revision;
}

/** All numbers that a revision ever had: `1`, or `1 → 3` after an undo. */
export function numbersOf({ revision, earlier = [] }: RevisionInfo): string {
  return [...earlier.map((number) => number.revision), revision].join(' → ');
}

/** The version that was applied at 0, as an index: the first that there was not before. Without one, the one in force then. */
export function appliedRevision(revisions: readonly RevisionInfo[]): number {
  let applied = -1;
  revisions.forEach(({ createdAt }, index) => {
    if (createdAt >= 0 && (applied < 0 || createdAt < (revisions[applied] as RevisionInfo).createdAt)) applied = index;
  });
  return applied >= 0 ? applied : newestOf(revisions, BEFORE);
}

/** Any time before second 0. */
const BEFORE = -1;

/** Of those that are there at t, the one with the highest number. What was there at 0 was there before. */
function newestOf(revisions: readonly RevisionInfo[], t: number): number {
  let newest = -1;
  revisions.forEach((candidate, index) => {
    const best = revisions[newest];
    const isBorn = candidate.createdAt < 0 || candidate.createdAt <= t;
    const isThere = isBorn && (candidate.goneAt === undefined || candidate.goneAt > t);
    if (isThere && (best === undefined || numberAt(candidate, t) >= numberAt(best, t))) newest = index;
  });
  return newest;
}

/**
 * All but the applied version, in the order in which they take their colors: those of before first, the newest of them at the
 * head. What comes later comes last, so that nothing gives a pod of the past another color.
 */
export function otherVersions(revisions: readonly RevisionInfo[]): number[] {
  const rank = (index: number): readonly [boolean, number] => {
    const { createdAt } = revisions[index] as RevisionInfo;
    return [createdAt >= 0, Math.abs(createdAt)];
  };
  const applied = appliedRevision(revisions);
  return revisions
    .map((_, index) => index)
    .filter((index) => index !== applied)
    .sort((a, b) => Number(rank(a)[0]) - Number(rank(b)[0]) || rank(a)[1] - rank(b)[1]);
}

/** The version that the rollout leads to at t. */
export function wantedRevision({ revisions }: Timeline, t: number): number {
  return newestOf(revisions, t);
}

const OVER: ReadonlySet<string> = new Set(['Terminating', 'Gone', 'Failed', 'Succeeded']);

/**
 * The counts of old and new pods by which version is younger. The engine counts those as new to which the rollout leads, which
 * after an undo are the old ones.
 */
export function countedByAge(timeline: Timeline): Series<TotalsColumn> {
  const { revisions, pods, totals } = timeline;
  if (!revisions.some(({ earlier = [] }) => earlier.some(({ until }) => until > 0))) return totals;
  const births = revisions.map(({ createdAt }, index) => ({ createdAt, index })).sort((a, b) => a.createdAt - b.createdAt);
  const live = births.map(({ index }) => liveChanges(pods, index));
  const values = totals.values.slice();
  const width = totals.columns.length;
  const [total = 0, older = 0, newer = 0] = (['total', 'oldPods', 'newPods'] as const).map((name) =>
    totals.columns.indexOf(name),
  );
  let youngest = births.findIndex(({ index }) => index === appliedRevision(revisions));
  let count = 0;
  let next = 0;
  totals.times.forEach((t, row) => {
    while ((births[youngest + 1]?.createdAt ?? Infinity) <= t) {
      youngest++;
      count = next = 0;
    }
    const changes = live[youngest] ?? [];
    for (let change = changes[next]; change !== undefined && change.t <= t; change = changes[++next]) count += change.by;
    values[row * width + newer] = count;
    values[row * width + older] = (values[row * width + total] as number) - count;
  });
  return { ...totals, values };
}

/** When the number of live pods of a revision changed, and by how much, in the order of time. */
function liveChanges(pods: PodTable, revision: number): { readonly t: number; readonly by: number }[] {
  const changes: { t: number; by: number }[] = [];
  for (let pod = 0; pod < pods.count; pod++) {
    if (pods.revision[pod] !== revision) continue;
    let was = false;
    for (let index = pods.changeOffsets[pod] as number; index < (pods.changeOffsets[pod + 1] as number); index++) {
      const is = !OVER.has(POD_STATES[pods.changeStates[index] as number] as string);
      if (is !== was) changes.push({ t: pods.changeTimes[index] as number, by: is ? 1 : -1 });
      was = is;
    }
  }
  return changes.sort((a, b) => a.t - b.t);
}
