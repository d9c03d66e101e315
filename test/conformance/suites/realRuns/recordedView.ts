import type { Course } from './course';
import type { RecordedPod, Recording, Row } from './recording';
import { DEPLOYMENT_STATUS, distinct, EMPTY_REPLICA_SET, isCompared, policyText, revisionLabels, type RunView } from './view';

export function recordedView(recording: Recording): RunView {
  const { status, events, conditions, pods, end } = recording;
  const isDaemon = recording.scenario.workload.after.kind === 'DaemonSet';
  return {
    courses: isDaemon ? new Map([['DaemonSet', courseOf(status, daemonState)]]) : replicaSetCourses(recording),
    finalStatus: isDaemon ? daemonFinal(status) : deploymentFinal(status),
    podsPerNode: recording.podsPerNode,
    eventReasons: distinct(events.filter((event) => isOfTheRun(event, recording)).map(({ reason }) => reason)),
    conditions: distinct(
      (conditions ?? []).filter(([t]) => t >= 0).map(([, type, is, reason]) => `${type} ${is} ${reason}`.trim()),
    ),
    rolloutStatus: recording.rolloutStatus.text.trim(),
    policies: policiesOf(recording),
    schedulingMessages: distinct(pods.flatMap((pod) => pendingMessage(pod, end))),
  };
}

/** The nodes that were made for the recording are still being registered when it begins. */
function isOfTheRun({ t, reason, name }: Recording['events'][number], { nodes }: Recording): boolean {
  if (t < 0 || !isCompared(reason)) return false;
  return reason !== 'RegisteredNode' || !nodes.some(([at, node]) => at < 0 && node === name);
}

function replicaSetCourses({ revisions }: Recording): ReadonlyMap<string, Course> {
  const labels = revisionLabels(revisions.map(({ image, created }) => ({ image, at: created })));
  return new Map(
    revisions.map(({ rows }, index) => [labels[index] ?? '', courseOf([[-2, 0, 0, 0, 0, 0], ...rows], replicaSetState)]),
  );
}

function courseOf(rows: readonly Row[], state: (values: readonly (number | string)[]) => string): Course {
  return { times: rows.map(([t]) => t), states: rows.map(([, ...values]) => state(values)) };
}

function replicaSetState(values: readonly (number | string)[]): string {
  return typeof values[0] === 'string' ? EMPTY_REPLICA_SET : values.join(' ');
}

/** Without observedGeneration and what follows from the others. */
function daemonState([, desired, current, updated, ready, available, , misscheduled]: readonly (number | string)[]): string {
  return [desired, current, updated, ready, available, misscheduled].join(' ');
}

function deploymentFinal(rows: readonly Row[]): RunView['finalStatus'] {
  const [, , ...values] = rows.at(-1) as Row;
  const final = Object.fromEntries(DEPLOYMENT_STATUS.map((column, index) => [column, Number(values[index] ?? 0)]));
  const { desired, replicas, updated, available } = final;
  return { ...final, complete: updated === desired && replicas === desired && available === desired };
}

function daemonFinal(rows: readonly Row[]): RunView['finalStatus'] {
  const [, , desired = 0, replicas = 0, updated = 0, ready = 0, available = 0, , misscheduled = 0] = (rows.at(-1) as Row).map(
    Number,
  );
  return { desired, replicas, updated, ready, available, misscheduled, complete: updated === desired && available === desired };
}

/** The last row of each. */
function policiesOf({ budgets, quotas, end }: Recording): readonly string[] {
  const last = new Map<string, string>();
  for (const [t, name, , wanted, healthy, allowed] of budgets ?? [])
    if (t <= end) last.set(name, policyText(name, [healthy, wanted, allowed]));
  for (const [t, name, used] of quotas ?? []) if (t <= end) last.set(name, policyText(name, Object.entries(used).flat()));
  return distinct(last.values());
}

function pendingMessage({ steps, conds = [] }: RecordedPod, end: number): readonly string[] {
  const [, state] = steps.findLast(([t]) => t <= end) ?? [];
  const [, , status, , message = ''] = conds.findLast(([, type]) => type === 'PodScheduled') ?? [];
  return state === 'Unscheduled' && status === 'False' ? [message] : [];
}
