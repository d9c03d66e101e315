import type { Timeline, TimelineDecision } from '../../src/engine/simulation/timeline/timeline';
import { countUntil, podsAt } from '../../src/engine/simulation/timeline/timelineQueries';
import { isStuckAlready } from '../../src/engine/simulation/verdict/verdict';
import { mannerOf } from '../../src/engine/simulation/words/describeDecision';
import { counted, formatMoment, plural } from '../../src/model/words';
import { decisionGroups, nextTime, stepTimes, type DecisionGroup, type Step } from './happenings';
import { wantedRevision } from './versions';
import { STATE_WORDS } from './words';

/** The last moments at which something was decided, at or before t, the latest first; the latest only as far as it had gone. */
export function decisionsBefore(timeline: Timeline, t: number, limit: number): DecisionGroup[] {
  const groups = decisionGroups(timeline);
  const found: DecisionGroup[] = [];
  for (let index = groups.length - 1; index >= 0 && found.length < limit; index--) {
    const group = groups[index] as DecisionGroup;
    if (group.from > t) continue;
    found.push(group.to <= t ? group : { ...group, to: t, decisions: group.decisions.filter((decision) => decision.t <= t) });
  }
  return found;
}

export function currentGroup(timeline: Timeline, t: number): DecisionGroup | undefined {
  return decisionsBefore(timeline, t, 1)[0];
}

/** The steps of the last sync of the workload's own controller that say what it waits for. */
export function holdingSteps(timeline: Timeline, t: number): Step[] {
  for (let index = countUntil(timeline.decisions, t) - 1; index >= 0; index--) {
    const decision = timeline.decisions[index] as TimelineDecision;
    if (decision.controller !== 'replicaset') return decision.steps.filter((step) => mannerOf(step) === 'waits');
  }
  return [];
}

const podIndexes = new WeakMap<Timeline, ReadonlyMap<string, number>>();

/** Pods by name; kept per timeline. */
export function podIndex(timeline: Timeline): ReadonlyMap<string, number> {
  let index = podIndexes.get(timeline);
  if (index === undefined) {
    index = new Map(timeline.pods.names.map((name, pod) => [name, pod]));
    podIndexes.set(timeline, index);
  }
  return index;
}

/** The pods that decisions touched. */
export function subjectPods(timeline: Timeline, decisions: readonly TimelineDecision[]): number[] {
  const index = podIndex(timeline);
  const pods: number[] = [];
  for (const { subjects = [] } of decisions.flatMap(({ steps }) => steps)) {
    for (const { kind, name } of subjects) {
      const pod = kind === 'Pod' ? index.get(name) : undefined;
      if (pod !== undefined) pods.push(pod);
    }
  }
  return pods;
}

export interface Hold {
  readonly lines: readonly string[];
  readonly remedies: readonly string[];
  /** When something changes next. */
  readonly next: number | undefined;
  readonly stuck: boolean;
}

/** What keeps the rollout from going on at t: the blockers of a stall, otherwise the pods that are not there yet. */
export function holdAt(timeline: Timeline, t: number): Hold {
  const { outcome } = timeline;
  const next = nextTime(stepTimes(timeline, 'pod change'), t);
  const isOver = t >= outcome.at - 1e-9 || isStuckAlready(timeline);
  if (outcome.blockers.length > 0 && isOver) {
    return {
      lines: outcome.blockers.map(({ sentence, message }) => (message === undefined ? sentence : `${sentence} — ${message}`)),
      remedies: outcome.blockers.flatMap(({ remedy }) => (remedy === undefined ? [] : [remedy])),
      next,
      stuck: true,
    };
  }
  if (isOver)
    return {
      lines: [outcome.kind === 'complete' ? 'Nothing: the rollout is complete.' : outcome.sentence],
      remedies: [],
      next,
      stuck: false,
    };
  return { lines: waitingLines(timeline, t), remedies: [], next, stuck: false };
}

function waitingLines(timeline: Timeline, t: number): string[] {
  const waiting = new Map<string, number>();
  const wanted = wantedRevision(timeline, t);
  let terminating = 0;
  for (const { pod, state } of podsAt(timeline, t)) {
    if (state === 'Terminating') terminating++;
    if (timeline.pods.revision[pod] === wanted && state !== 'Available' && state !== 'Terminating')
      waiting.set(STATE_WORDS[state], (waiting.get(STATE_WORDS[state]) ?? 0) + 1);
  }
  const lines: string[] = [];
  const total = [...waiting.values()].reduce((sum, amount) => sum + amount, 0);
  if (total > 0) {
    const kinds = [...waiting].map(([words, amount]) => (waiting.size === 1 ? words : `${amount} ${words}`)).join(', ');
    lines.push(`${counted(total, 'new pod')} ${plural(total, 'is', 'are')} not available yet: ${kinds}.`);
  }
  if (terminating > 0)
    lines.push(
      `${counted(terminating, 'pod')} ${plural(terminating, 'is', 'are')} still shutting down; terminating pods count against neither bound.`,
    );
  if (lines.length === 0)
    lines.push(
      t < 0 && timeline.revisions.some(({ createdAt }) => createdAt >= 0)
        ? 'The new version has not been applied yet.'
        : `Nothing is under way at ${formatMoment(t)}.`,
    );
  return lines;
}
