import type { Pod } from '../../model/pod';
import type { Time } from '../../model/time';
import type { Deployment, DaemonSet } from '../../model/workloads';
import type { DrainDriver } from './drainDriver';
import { timelineFacts } from './facts';
import { promiseOf } from './promise';
import type { TimelineRecorder } from './recording/timelineRecorder';
import { totalsOverTime } from './recording/totals';
import type { Scenario, Workload } from './scenario';
import { blockersOf } from './stall';
import type { ConditionChange, Outcome, OutcomeKind, Timeline, WorkloadInfo } from './timeline';
import { counted, formatDuration } from './words';
import type { World } from './world';

export interface TimelineInput {
  readonly scenario: Scenario;
  readonly world: World;
  readonly recorder: TimelineRecorder;
  readonly origin: Time;
  readonly workload: Workload;
  readonly kind: 'Deployment' | 'DaemonSet';
  readonly ended: { readonly kind: OutcomeKind; readonly at: number };
  readonly pods: readonly Pod[];
  readonly lastChange: number;
  readonly setupProblem: string | undefined;
  readonly drains: DrainDriver;
}

/** Share of the story shown after its last change, so that the end can be seen to be quiet. */
const AFTERMATH = 0.03;

/** The story as data, once it has ended. */
export function buildTimeline(input: TimelineInput): Timeline {
  const { recorder, workload } = input;
  const outcome = outcomeOf(input);
  const end = endOf(input, outcome);
  recorder.pods.close(end);
  const totals = totalsOverTime(recorder.pods, recorder.targets);
  const current = recorder.targets.at(-1)?.revision ?? -1;
  const completeAt = outcome.kind === 'complete' || outcome.kind === 'nothingToDo' ? outcome.at : undefined;
  return {
    version: 1,
    workload: workloadInfo(input),
    envelope: promiseOf(workload),
    end,
    outcome,
    facts: timelineFacts({ totals, pods: recorder.pods, end, completeAt, podSpec: workload.spec.template.spec }),
    revisions: recorder.revisions.map((revision, index) => ({ ...revision, current: index === current })),
    nodes: recorder.nodes,
    pods: recorder.pods.table(),
    status: recorder.status.series(),
    revisionCounts: recorder.revisionCounts.map((log) => log.series()),
    totals,
    conditions: recorder.conditions,
    events: recorder.events,
    decisions: recorder.decisions,
    markers: recorder.markers,
    nodeChanges: recorder.nodeChanges,
    omissions: [...recorder.omissions, ...(input.setupProblem === undefined ? [] : [input.setupProblem])],
  };
}

function workloadInfo({ kind, workload, origin }: TimelineInput): WorkloadInfo {
  const { metadata, spec } = workload;
  const strategy =
    kind === 'DaemonSet' ? (workload as DaemonSet).spec.updateStrategy?.type : (workload as Deployment).spec.strategy?.type;
  return {
    kind,
    namespace: metadata.namespace ?? 'default',
    name: metadata.name,
    image: spec.template.spec.containers[0]?.image ?? '',
    strategy: strategy ?? 'RollingUpdate',
    minReadySeconds: spec.minReadySeconds ?? 0,
    progressDeadlineSeconds: 'progressDeadlineSeconds' in spec ? spec.progressDeadlineSeconds : undefined,
    terminationGracePeriodSeconds: spec.template.spec.terminationGracePeriodSeconds ?? 30,
    origin,
  };
}

function outcomeOf(input: TimelineInput): Outcome {
  const { ended, recorder } = input;
  const deadlineExceededAt = recorder.conditions.find(isDeadlineExceeded)?.t;
  const finished = ended.kind === 'complete' || ended.kind === 'nothingToDo';
  const blockers = finished ? [] : blockersOf(input);
  return { kind: ended.kind, at: ended.at, sentence: sentenceOf(input, blockers[0]?.sentence), blockers, deadlineExceededAt };
}

function isDeadlineExceeded({ type, reason }: ConditionChange): boolean {
  return type === 'Progressing' && reason === 'ProgressDeadlineExceeded';
}

function sentenceOf({ ended, kind, workload }: TimelineInput, firstBlocker: string | undefined): string {
  switch (ended.kind) {
    case 'nothingToDo':
      return workload.spec.template === undefined || kind === 'DaemonSet'
        ? 'Nothing to roll out'
        : nothingToRollOut(workload as Deployment);
    case 'complete':
      return `complete after ${formatDuration(ended.at)}`;
    default:
      return firstBlocker ?? 'it is still going on';
  }
}

function nothingToRollOut({ spec }: Deployment): string {
  const replicas = spec.replicas ?? 1;
  return replicas === 0
    ? 'Nothing to roll out: 0 replicas are wanted'
    : `Nothing to roll out: all ${counted(replicas, 'pod')} are up to date`;
}

function endOf({ ended, lastChange, scenario, recorder }: TimelineInput, outcome: Outcome): number {
  const lastMark = recorder.markers.at(-1)?.t ?? 0;
  const last = Math.max(
    outcome.at,
    ended.kind === 'stalled' ? (outcome.deadlineExceededAt ?? lastChangeOfStall(outcome.at)) : lastChange,
    lastMark,
  );
  return Math.min(scenario.horizonSeconds, Math.ceil(last + Math.max(1, last * AFTERMATH)));
}

/** Without a deadline a stall has no last moment: a little of it is enough. */
function lastChangeOfStall(stalledAt: number): number {
  return stalledAt + Math.max(30, stalledAt * 0.5);
}
