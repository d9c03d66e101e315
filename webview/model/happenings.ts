import { mannerOf } from '../../src/engine/simulation/words/describeDecision';
import type { Timeline, TimelineDecision } from '../../src/engine/simulation/timeline/timeline';

/** What the step buttons go by. */
export const STEP_KINDS = ['decision', 'event', 'sync', 'pod change'] as const;
export type StepKind = (typeof STEP_KINDS)[number];

export type Step = TimelineDecision['steps'][number];

/** Did the step change something? */
export function isNotable(step: Step): boolean {
  return mannerOf(step) === 'acts';
}

/**
 * Did the sync meet a newer version of an object than the one it had read? That is daily business: it is tried again within
 * milliseconds, with what is there then.
 */
export function metConflict({ error }: TimelineDecision): boolean {
  return error?.includes('Operation cannot be fulfilled on ') === true && error.includes(': the object has been modified;');
}

/** Did the sync change something, or fail? */
export function isSignificant(decision: TimelineDecision): boolean {
  return (decision.error !== undefined && !metConflict(decision)) || decision.steps.some(isNotable);
}

/** Decisions that follow each other at once, as one controller answers what another has just done. */
export interface DecisionGroup {
  readonly from: number;
  readonly to: number;
  readonly decisions: readonly TimelineDecision[];
}

const SAME_MOMENT_SECONDS = 0.1;
const LONGEST_GROUP_SECONDS = 0.5;
const groupsOf = new WeakMap<Timeline, readonly DecisionGroup[]>();

/** The significant decisions, those of one moment together; kept per timeline. */
export function decisionGroups(timeline: Timeline): readonly DecisionGroup[] {
  const known = groupsOf.get(timeline);
  if (known !== undefined) return known;
  const groups: { from: number; to: number; decisions: TimelineDecision[] }[] = [];
  for (const decision of timeline.decisions) {
    if (!isSignificant(decision)) continue;
    const last = groups.at(-1);
    if (last !== undefined && decision.t - last.to <= SAME_MOMENT_SECONDS && decision.t - last.from <= LONGEST_GROUP_SECONDS) {
      last.to = decision.t;
      last.decisions.push(decision);
    } else groups.push({ from: decision.t, to: decision.t, decisions: [decision] });
  }
  groupsOf.set(timeline, groups);
  return groups;
}

const timesOf = new WeakMap<Timeline, Map<StepKind, Float64Array>>();

/** The moments of one kind, ascending, each once; kept per timeline. */
export function stepTimes(timeline: Timeline, kind: StepKind): Float64Array {
  const known = timesOf.get(timeline) ?? new Map<StepKind, Float64Array>();
  timesOf.set(timeline, known);
  const times = known.get(kind) ?? computeTimes(timeline, kind);
  known.set(kind, times);
  return times;
}

function computeTimes(timeline: Timeline, kind: StepKind): Float64Array {
  switch (kind) {
    case 'decision':
      return Float64Array.from(decisionGroups(timeline), ({ to }) => to);
    case 'event':
      return distinct(timeline.events.map(({ t }) => t));
    case 'sync':
      return distinct(timeline.decisions.map(({ t }) => t));
    case 'pod change':
      return distinct(timeline.pods.changeTimes);
  }
}

function distinct(times: ArrayLike<number>): Float64Array {
  const sorted = Float64Array.from(times).sort();
  return sorted.filter((t, index) => index === 0 || t !== sorted[index - 1]);
}

export function nextTime(times: Float64Array, t: number): number | undefined {
  return times.find((candidate) => candidate > t + 1e-9);
}

export function previousTime(times: Float64Array, t: number): number | undefined {
  return times.findLast((candidate) => candidate < t - 1e-9);
}
