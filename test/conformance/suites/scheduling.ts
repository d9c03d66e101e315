import type { Node, Pod } from '../../../src/model/apiTypes';
import { decodeTimes } from '../../../src/model/time';
import { isSchedulerObjectKind, type ClusterObjectKind } from '../../../src/engine/cluster/scheduler/clusterObjects';
import { ClusterSnapshot } from '../../../src/engine/cluster/scheduler/clusterSnapshot';
import { kubeletAdmit } from '../kubeletAdmit';
import { preparePod } from '../../../src/engine/cluster/scheduler/preparePod';
import { schedule, type ScheduleResult } from '../../../src/engine/cluster/scheduler/scheduleOne';
import type { Status } from '../../../src/engine/cluster/scheduler/frameworkStatus';
import { compareValues } from '../compare';
import type { ConformanceSuite } from '../suite';

interface SchedulingInput {
  readonly nodes?: readonly Node[];
  readonly pods?: readonly Pod[];
  readonly pod: Pod;
  readonly [objects: string]: unknown;
}

interface SchedulingRecord {
  readonly case: string;
  readonly class: string;
  readonly fn: 'schedule' | 'kubeletAdmit';
  readonly in: SchedulingInput;
  readonly out: Readonly<Record<string, unknown>>;
}

/** Names of the lists in the recorded input, and of their kinds. */
const LISTS: Readonly<Record<string, string>> = {
  namespaces: 'Namespace',
  persistentVolumes: 'PersistentVolume',
  persistentVolumeClaims: 'PersistentVolumeClaim',
  storageClasses: 'StorageClass',
  csiNodes: 'CSINode',
  replicaSets: 'ReplicaSet',
  services: 'Service',
};

function isSchedulingRecord(record: unknown): record is SchedulingRecord {
  const { fn, in: input } = record as Partial<SchedulingRecord>;
  return (fn === 'schedule' || fn === 'kubeletAdmit') && typeof input === 'object';
}

/** In recorded objects null means missing. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, item]) => item !== null)
      .map(([key, item]) => [key, withoutNulls(item)]),
  );
}

function snapshotOf(input: SchedulingInput): ClusterSnapshot {
  const cluster = new ClusterSnapshot();
  for (const node of input.nodes ?? []) cluster.addNode(node);
  for (const pod of input.pods ?? []) cluster.addPod(preparePod(pod));
  for (const [list, kind] of Object.entries(LISTS)) {
    for (const object of (input[list] ?? []) as never[]) if (isSchedulerObjectKind(kind)) setObject(cluster, kind, object);
  }
  return cluster;
}

function setObject(cluster: ClusterSnapshot, kind: ClusterObjectKind, object: never): void {
  cluster.objects.set(kind, object);
}

/** The recorded form of a result. */
function recordedResult(result: ScheduleResult, nodes: readonly Node[]): unknown {
  if (result.kind === 'gated') return { gated: result.gates };
  const { nodeStatuses } = result.kind === 'node' ? (result.explanation ?? { nodeStatuses: undefined }) : result;
  if (nodeStatuses === undefined) throw new Error('an explanation was asked for');
  const feasible = result.kind === 'node' ? (result.explanation?.feasible ?? []) : [];
  if (result.kind === 'unschedulable' && result.preFilter !== undefined) {
    return { feasible, preFilter: result.preFilter, message: result.message };
  }
  const infeasible: Record<string, Status> = {};
  for (const { metadata } of nodes) {
    if (!feasible.includes(metadata.name))
      infeasible[metadata.name] = nodeStatuses.statuses.get(metadata.name) ?? nodeStatuses.absent;
  }
  if (result.kind === 'unschedulable') {
    return { feasible, infeasible, message: result.message, preempts: result.preemption !== undefined };
  }
  const { scores, top } = result.explanation ?? {};
  return { feasible, infeasible, scores: scores && Object.fromEntries(scores), top };
}

function replaySchedule(input: SchedulingInput): unknown {
  return recordedResult(
    schedule(preparePod(input.pod), snapshotOf(input), () => 0, { explain: true }),
    input.nodes ?? [],
  );
}

function replayAdmission({ pod, nodes = [], pods = [] }: SchedulingInput): unknown {
  const [node] = nodes;
  if (node === undefined) throw new Error('a case of the kubelet has a node');
  const rejection = kubeletAdmit(preparePod(pod), node, pods.map(preparePod));
  if (rejection === undefined) return { admit: true };
  return { admit: false, reason: rejection.reason, message: rejection.message, allFailures: rejection.failures };
}

export const schedulingSuite: ConformanceSuite = {
  name: 'cluster/scheduling',
  accepts: isSchedulingRecord,
  label: (record) => (record as unknown as SchedulingRecord).case,
  replay(record) {
    const { fn, in: recorded, out } = record as unknown as SchedulingRecord;
    const input = decodeTimes<SchedulingInput>(withoutNulls(recorded));
    const actual = fn === 'schedule' ? replaySchedule(input) : replayAdmission(input);
    return compareValues(out, actual, { emptyIsMissing: true });
  },
};
