import { DEPLOYMENT_DEFAULTS, graceSecondsOf, DEFAULT_REPLICAS } from '../../../model/defaults';
import { namespaceOf } from '../../../model/meta';
import type { Deployment } from '../../../model/apiTypes';
import type { Unchecked } from '../../api/schema/unchecked';
import { defaultDaemonSet, defaultDeployment } from '../../api/defaults/workloadDefaults';
import { jsonEqual } from '../../kernel/jsonEqual';
import { formatLabels } from '../../kubectl/labels';
import { endingOf, figuresOf, type Ending } from './ending';
import { notesOf } from '../verdict/notes';
import { otherInfos } from './otherInfos';
import { promiseOf } from './promise';
import type { RevisionLog } from './recording/revisionLog';
import { blockersOf, drainBlockers } from '../verdict/stall';
import type { TimelineInput } from './timelineInput';
import type { Blocker, Outcome, RevisionInfo, Timeline, WorkloadInfo } from './timeline';
import { counted, formatDuration, plural } from '../../../model/words';
import type { Scenario, Workload } from '../scenario/scenario';
import { isDaemonSet } from '../scenario/workloadKind';

/** The story as data, once it has ended. What came after its end (spent in making sure of it) is left out. */
export function buildTimeline(input: TimelineInput): Timeline {
  const { recorder, workload, world, sources } = input;
  const ending = endingOf(input);
  const { end } = ending;
  const outcome = outcomeOf(input, ending);
  const { pods, revisions, story } = recorder;
  const { totals, facts } = figuresOf(input, ending, workload);
  const others = otherInfos(recorder.others, world.store, sources, input.scenario, end);
  const [budgets, quotas] = [recorder.policies.budgets(end), recorder.policies.quotas(end)];
  const until = <T extends { readonly t: number }>(items: readonly T[]): readonly T[] => items.filter(({ t }) => t <= end);
  return {
    version: 1,
    workload: workloadInfo(input),
    envelope: promiseOf(workload),
    end,
    outcome,
    facts,
    revisions: revisionsUntil(revisions, end),
    nodes: recorder.nodes.filter(({ addedAt }) => addedAt <= end).map((node) => ({ ...node, goneAt: before(end, node.goneAt) })),
    pods: pods.table(),
    ...(recorder.processes === undefined ? {} : { processes: recorder.processes.table(end) }),
    status: recorder.status.series(end),
    revisionCounts: revisions.counts
      .filter((_, index) => (revisions.infos[index]?.createdAt ?? 0) <= end)
      .map((log) => log.series(end)),
    totals,
    conditions: until(recorder.conditions),
    // Those of requests that waited for their turn were noted before.
    events: until(story.events).toSorted((a, b) => a.t - b.t),
    decisions: until(story.decisions),
    markers: until(story.markers),
    nodeChanges: until(recorder.nodeChanges),
    omissions: [...story.omissions],
    ...(others.length === 0 ? {} : { others }),
    ...(budgets.length === 0 ? {} : { budgets }),
    ...(quotas.length === 0 ? {} : { quotas }),
    notes: notesOf(input, totals, others),
  };
}

function before(end: number, t: number | undefined): number | undefined {
  return t !== undefined && t <= end ? t : undefined;
}

function revisionsUntil({ infos, targets }: RevisionLog, end: number): readonly RevisionInfo[] {
  const current = targets.findLast(({ t }) => t <= end)?.revision ?? -1;
  return infos
    .filter(({ createdAt }) => createdAt <= end)
    .map((revision, index) => ({ ...revision, goneAt: before(end, revision.goneAt), current: index === current }));
}

function workloadInfo({ kind, workload, origin, scenario: { state } }: TimelineInput): WorkloadInfo {
  const { metadata, spec } = workload;
  const strategy = isDaemonSet(workload) ? workload.spec.updateStrategy?.type : workload.spec.strategy?.type;
  return {
    kind,
    namespace: namespaceOf(workload),
    name: metadata.name,
    image: spec.template.spec.containers[0]?.image ?? '',
    nodeSelector: formatLabels(spec.template.spec.nodeSelector),
    strategy: strategy ?? DEPLOYMENT_DEFAULTS.strategy,
    minReadySeconds: spec.minReadySeconds ?? 0,
    progressDeadlineSeconds: 'progressDeadlineSeconds' in spec ? spec.progressDeadlineSeconds : undefined,
    terminationGracePeriodSeconds: graceSecondsOf(spec.template.spec),
    origin,
    ...(state === undefined ? {} : { wasUnderWay: true }),
  };
}

function outcomeOf(input: TimelineInput, { deadlineExceededAt, isWhole, hasAftermath }: Ending): Outcome {
  const { ended } = input;
  const blockers = isWhole ? drainBlockers(input) : blockersOf(input);
  return {
    kind: ended.kind,
    at: ended.at,
    sentence: sentenceOf(input, blockers[0]?.sentence),
    blockers,
    ...(hasAftermath ? { aftermath: aftermathOf(input, blockers) } : {}),
    deadlineExceededAt,
  };
}

function aftermathOf({ pods, watch }: TimelineInput, blockers: readonly Blocker[]): string {
  const live = pods.filter(({ metadata }) => metadata.deletionTimestamp === undefined);
  const crashing = live.filter(({ status }) => (status?.containerStatuses?.[0]?.restartCount ?? 0) > 0);
  if (watch.hasSeenCrashes())
    return `${crashing.length} of ${counted(live.length, 'new pod')} ${plural(crashing.length, 'crashes and restarts', 'crash and restart')}`;
  return blockers[0]?.sentence ?? 'not all pods stay available';
}

function sentenceOf({ ended, workload, scenario }: TimelineInput, firstBlocker: string | undefined): string {
  switch (ended.kind) {
    case 'nothingToDo':
      return `${isDaemonSet(workload) ? 'Nothing to roll out' : nothingToRollOut(workload)}${isLater(scenario) ? '; what has changed counts from the next rollout on' : ''}`;
    case 'complete':
      return `complete after ${formatDuration(ended.at)}`;
    case 'stalled':
      return firstBlocker ?? 'nothing changes any more';
    default:
      return firstBlocker ?? 'it is still going on';
  }
}

/** Another strategy, another deadline: no pod differs, and the next rollout will. */
function isLater({ workload: { before, after } }: Scenario): boolean {
  if (before === undefined || !jsonEqual(before.spec.template, after.spec.template)) return false;
  return !jsonEqual(withDefaults(before).spec, withDefaults(after).spec);
}

function withDefaults(workload: Workload): Unchecked<Workload> {
  return isDaemonSet(workload) ? defaultDaemonSet(workload) : defaultDeployment(workload);
}

function nothingToRollOut({ spec }: Deployment): string {
  const replicas = spec.replicas ?? DEFAULT_REPLICAS;
  if (replicas === 0) return 'Nothing to roll out: 0 replicas are wanted';
  return `Nothing to roll out: ${plural(replicas, 'the one pod is', `all ${counted(replicas, 'pod')} are`)} up to date`;
}
