import {
  daemonSetRolloutStatus,
  deploymentRolloutStatus,
  type RolloutStatus,
} from '../../../../src/engine/kubectl/rolloutStatus';
import { isDaemonSet } from '../../../../src/engine/simulation/scenario/workloadKind';
import type { Scenario } from '../../../../src/engine/simulation/scenario/scenario';
import { simulate } from '../../../../src/engine/simulation/simulate';
import type { Timeline } from '../../../../src/engine/simulation/timeline/timeline';
import type { Series } from '../../../../src/engine/simulation/timeline/series';
import { podStateAt, valuesAt } from '../../../../src/engine/simulation/timeline/timelineQueries';
import type { Deployment } from '../../../../src/model/apiTypes';
import type { Course } from './course';
import {
  DAEMON_SET_STATE,
  DEPLOYMENT_STATUS,
  distinct,
  EMPTY_REPLICA_SET,
  isCompared,
  policyText,
  REPLICA_SET_STATE,
  revisionLabels,
  type RunView,
} from './view';

/** Plays the scenario and looks at it as the recorder did, up to second `end`. */
export function replayedView(scenario: Scenario, end: number): RunView {
  const timeline = simulate(scenario);
  const isDaemon = timeline.workload.kind === 'DaemonSet';
  const status = valuesAt(timeline.status, end);
  const columns = isDaemon ? DAEMON_SET_STATE : DEPLOYMENT_STATUS;
  const final = Object.fromEntries(columns.map((column) => [column, status?.[column] ?? 0]));
  const { desired, replicas, updated, available } = final;
  const isWhole = updated === desired && available === desired && (isDaemon || replicas === desired);
  return {
    courses: isDaemon ? new Map([['DaemonSet', courseOf(timeline.status, DAEMON_SET_STATE)]]) : replicaSetCourses(timeline),
    finalStatus: { ...final, complete: isWhole },
    podsPerNode: podsPerNode(timeline, end),
    eventReasons: distinct(
      timeline.events.filter(({ t, reason }) => t >= 0 && t <= end && isCompared(reason)).map(({ reason }) => reason),
    ),
    conditions: distinct(
      timeline.conditions
        .filter(({ t }) => t >= 0 && t <= end)
        .map(({ type, status: is, reason }) => (is === 'Removed' ? `${type} Removed` : `${type} ${is} ${reason}`)),
    ),
    rolloutStatus: wordsOf(rolloutStatus(timeline, scenario, end)),
    policies: policiesOf(timeline, end),
    schedulingMessages: schedulingMessages(timeline, end),
  };
}

function courseOf<C extends string>(series: Series<C>, columns: readonly C[]): Course {
  const width = series.columns.length;
  const places = columns.map((column) => series.columns.indexOf(column));
  const times = [...series.times];
  return { times, states: times.map((_, row) => places.map((place) => series.values[row * width + place]).join(' ')) };
}

function replicaSetCourses({ revisions, revisionCounts }: Timeline): ReadonlyMap<string, Course> {
  const labels = revisionLabels(revisions.map(({ image, createdAt }) => ({ image, at: createdAt })));
  return new Map(
    revisionCounts.map((series, index) => {
      const { times, states } = courseOf(series, REPLICA_SET_STATE);
      return [labels[index] ?? '', { times: [-2, ...times], states: [EMPTY_REPLICA_SET, ...states] }];
    }),
  );
}

function podsPerNode({ pods, nodes }: Timeline, end: number): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (let pod = 0; pod < pods.count; pod++) {
    const state = podStateAt(pods, pod, end);
    if (state === undefined || state === 'Gone') continue;
    const node = nodes[pods.node[pod] ?? -1]?.name ?? '';
    counts[node] = (counts[node] ?? 0) + 1;
  }
  return counts;
}

function policiesOf({ budgets = [], quotas = [] }: Timeline, end: number): readonly string[] {
  return distinct([
    ...budgets.map(({ name, series }) => {
      const row = valuesAt(series, end);
      return policyText(name, [row?.healthy, row?.wanted, row?.allowed]);
    }),
    ...quotas.map(({ name, rows }) => policyText(name, Object.entries(rows.findLast(({ t }) => t <= end)?.used ?? {}).flat())),
  ]);
}

function schedulingMessages({ pods, events }: Timeline, end: number): readonly string[] {
  const messages = new Map<number, string>();
  for (const { t, reason, pod, message } of events)
    if (reason === 'FailedScheduling' && pod !== undefined && t <= end) messages.set(pod, message);
  return distinct([...messages].filter(([pod]) => podStateAt(pods, pod, end) === 'Unscheduled').map(([, message]) => message));
}

/** The workload at `end` as far as `kubectl rollout status` looks at it. */
function rolloutStatus({ status, conditions }: Timeline, { workload: { after } }: Scenario, end: number): RolloutStatus {
  const row = valuesAt(status, end);
  const metadata = { name: after.metadata.name, generation: 1 };
  const observedGeneration = row?.generationObserved ?? 0;
  if (isDaemonSet(after)) {
    const spec = { ...after.spec, updateStrategy: after.spec.updateStrategy ?? { type: 'RollingUpdate' } };
    const counts = {
      desiredNumberScheduled: row?.desired ?? 0,
      updatedNumberScheduled: row?.updated ?? 0,
      numberAvailable: row?.available ?? 0,
    };
    return daemonSetRolloutStatus({ ...after, metadata, spec, status: { ...counts, observedGeneration } });
  }
  const progressing = conditions.findLast(({ t, type }) => type === 'Progressing' && t <= end);
  const counts = {
    replicas: row?.replicas ?? 0,
    updatedReplicas: row?.updated ?? 0,
    availableReplicas: row?.available ?? 0,
  };
  const spec = { ...after.spec, replicas: row?.desired ?? 0 };
  const found = { ...counts, observedGeneration, conditions: progressing === undefined ? [] : [progressing] };
  return deploymentRolloutStatus({ ...after, metadata, spec, status: found } as Deployment);
}

function wordsOf({ text, error }: RolloutStatus): string {
  return error === '' ? text.trim() : `error: ${error}`;
}

/** The nodes of the pods of the version before, in the order of the pods' creation. */
export function nodesBefore(scenario: Scenario): readonly string[] {
  const { pods, nodes } = simulate({ ...scenario, actions: [], horizonSeconds: 1 });
  const indexes = Array.from({ length: pods.count }, (_, pod) => pod).filter((pod) => (pods.createdAt[pod] ?? 0) < 0);
  return indexes.map((pod) => nodes[pods.node[pod] ?? -1]?.name ?? '');
}
