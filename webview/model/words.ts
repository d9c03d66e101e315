import type { Scenario } from '../../src/engine/simulation/scenario/scenario';
import type { PodState, Timeline } from '../../src/engine/simulation/timeline/timeline';
import { podsAt, podStateAt, podStateBefore, valuesAt } from '../../src/engine/simulation/timeline/timelineQueries';
import { counted, formatMoment, grouped } from '../../src/model/words';

export const STATE_WORDS: Readonly<Record<PodState, string>> = {
  Unscheduled: 'waits for a node',
  Creating: 'starting',
  Running: 'running, not ready',
  Ready: 'ready, not yet available',
  Available: 'available',
  CrashLoop: 'crashing',
  Failed: 'failed',
  Succeeded: 'ended',
  Terminating: 'terminating',
  Gone: 'gone',
};

/** What the time before 0 is called. A rollout that goes on from a snapshot has no change at 0. */
export const pastWords = ({ state }: Scenario): string => (state === undefined ? 'before the change' : 'in the snapshot');

/** One line for the ear: where things stand at t. */
export function announcement(timeline: Timeline, t: number): string {
  const totals = valuesAt(timeline.totals, t);
  if (totals === undefined) return 'Before the change.';
  const parts = [
    `${grouped(totals.available)} of ${grouped(totals.desired)} available`,
    counted(totals.newPods, 'new pod'),
    counted(totals.oldPods, 'old pod'),
  ];
  if (totals.terminating > 0) parts.push(`${grouped(totals.terminating)} terminating`);
  return `${formatMoment(t)}. ${parts.join(', ')}.`;
}

/** `Deployment api 2 of 3`: the other workloads of the cluster at t. */
export function othersAt({ others = [] }: Timeline, t: number): readonly OtherAt[] {
  return others.map(({ kind, name, source, desired, pods }) => {
    let available = 0;
    const nodes = new Map<number, number>();
    for (let pod = 0; pod < pods.count; pod++) {
      const state = t < 0 ? podStateBefore(pods, pod) : podStateAt(pods, pod, t);
      if (state === undefined || state === 'Gone') continue;
      if (state === 'Available') available++;
      const node = pods.node[pod] as number;
      nodes.set(node, (nodes.get(node) ?? 0) + 1);
    }
    return { name: `${kind} ${name}`, source, desired, available, nodes };
  });
}

/** Another workload at one moment. */
export interface OtherAt {
  readonly name: string;
  readonly source: string | undefined;
  readonly desired: number;
  readonly available: number;
  /** Pods by node, an index into the timeline's nodes; −1: on none. */
  readonly nodes: ReadonlyMap<number, number>;
}

/** How many pods are in which state at t, for the twin of the picture in words. */
export function stateCounts(timeline: Timeline, t: number): ReadonlyMap<number, ReadonlyMap<PodState, number>> {
  const byRevision = new Map<number, Map<PodState, number>>();
  for (const { pod, state } of podsAt(timeline, t)) {
    const revision = timeline.pods.revision[pod] as number;
    const counts = byRevision.get(revision) ?? new Map<PodState, number>();
    counts.set(state, (counts.get(state) ?? 0) + 1);
    byRevision.set(revision, counts);
  }
  return byRevision;
}
