import type { ContainerStatus, Pod, PodCondition, PodPhase } from '../../../src/model/apiTypes';
import { createObject, editObject } from '../userEdits';
import type { Kind } from '../../../src/engine/api/kinds';
import { EngineError } from '../../../src/engine/kernel/engineError';
import type { DeploymentReplay } from './deploymentReplay';

/** One op of a trajectory; which fields it has depends on its kind (FORMAT.md, section 2.2). */
export interface Op {
  readonly op: string;
  readonly name?: string;
  readonly patch?: unknown;
  readonly object?: unknown;
  readonly resource?: string;
  readonly count?: number;
  readonly seconds?: number;
  readonly propagation?: 'foreground' | 'background';
  readonly pods?: readonly string[];
  readonly nodes?: Readonly<Record<string, string>>;
  readonly n?: number | null;
  readonly after?: number;
  readonly on?: boolean;
}

type OpHandler = (replay: DeploymentReplay, op: Op) => void;

const RESOURCE_KINDS: Readonly<Record<string, Kind>> = { deployments: 'Deployment', replicasets: 'ReplicaSet', pods: 'Pod' };

function keyOf({ name = '' }: Op): string {
  return `default/${name}`;
}

/** Applies a change to each pod of the op, in name order, one write each. */
function forPods(replay: DeploymentReplay, { pods = [] }: Op, change: (pod: Pod) => Pod): void {
  for (const name of pods.toSorted()) replay.store.patch('Pod', `default/${name}`, change, 'whole');
}

function withReady(replay: DeploymentReplay, pod: Pod, ready: boolean): Pod {
  const status = ready ? 'True' : 'False';
  const conditions = pod.status?.conditions ?? [];
  const current = conditions.find(({ type }) => type === 'Ready');
  if (current?.status === status) return pod;
  const next: PodCondition = { type: 'Ready', status, lastTransitionTime: replay.clock.now };
  return { ...pod, status: { ...pod.status, conditions: [...conditions.filter(({ type }) => type !== 'Ready'), next] } };
}

function withPhase(pod: Pod, phase: PodPhase): Pod {
  return { ...pod, status: { ...pod.status, phase } };
}

/** Running, with a container status; restarted so many times more. */
function running(pod: Pod, moreRestarts = 0): Pod {
  const present: ContainerStatus = pod.status?.containerStatuses?.[0] ?? { name: 'c', restartCount: 0 };
  const restartCount = (present.restartCount ?? 0) + moreRestarts;
  return { ...pod, status: { ...pod.status, phase: 'Running', containerStatuses: [{ ...present, restartCount }] } };
}

function bound(pod: Pod, nodeName: string | undefined): Pod {
  return { ...pod, spec: { ...pod.spec, nodeName } };
}

function finished(phase: PodPhase): OpHandler {
  return (replay, op) => {
    forPods(replay, op, (pod) => withReady(replay, withPhase(pod, phase), false));
  };
}

const HANDLERS: Readonly<Record<string, OpHandler>> = {
  'sync-deployment': (replay) => {
    replay.syncDeployment('default/web');
  },
  'sync-replicaset': (replay, op) => {
    replay.syncReplicaSet(keyOf(op));
  },
  deliver: (replay, { resource, count }) => {
    const kind = resource === undefined ? undefined : RESOURCE_KINDS[resource];
    replay.informers.deliver({ ...(kind && { kinds: [kind] }), ...(count !== undefined && { max: count }) });
  },
  advance: () => undefined,
  'edit-deployment': (replay, op) => {
    editObject(replay.store, 'Deployment', 'default/web', op.patch);
  },
  'edit-replicaset': (replay, op) => {
    editObject(replay.store, 'ReplicaSet', keyOf(op), op.patch);
  },
  'edit-pod': (replay, op) => {
    editObject(replay.store, 'Pod', keyOf(op), op.patch);
  },
  'create-replicaset': (replay, op) => {
    createObject(replay.store, 'ReplicaSet', op.object);
  },
  'create-pod': (replay, op) => {
    createObject(replay.store, 'Pod', op.object);
  },
  'delete-deployment': (replay, { propagation }) => {
    replay.store.delete('Deployment', 'default/web', { propagation: propagation === 'foreground' ? 'Foreground' : 'Background' });
  },
  'delete-replicaset': (replay, op) => {
    replay.store.delete('ReplicaSet', keyOf(op));
  },
  gc: (replay) => {
    for (const { metadata } of replay.orphanedPods()) replay.store.delete('Pod', `default/${metadata.name}`);
  },
  'delete-pod': (replay, { pods = [] }) => {
    for (const name of pods.toSorted()) replay.store.delete('Pod', `default/${name}`);
  },
  'pod-bind': (replay, { nodes = {} }) => {
    forPods(replay, { op: '', pods: Object.keys(nodes) }, (pod) => bound(pod, nodes[pod.metadata.name]));
  },
  'pod-start': (replay, { nodes = {} }) => {
    forPods(replay, { op: '', pods: Object.keys(nodes) }, (pod) =>
      withReady(replay, running(bound(pod, nodes[pod.metadata.name])), true),
    );
  },
  'pod-running': (replay, op) => {
    forPods(replay, op, (pod) => withReady(replay, running(pod), false));
  },
  'pod-ready': (replay, op) => {
    forPods(replay, op, (pod) => withReady(replay, pod, true));
  },
  'pod-unready': (replay, op) => {
    forPods(replay, op, (pod) => withReady(replay, pod, false));
  },
  'pod-crash': (replay, op) => {
    forPods(replay, op, (pod) => withReady(replay, running(pod, 1), false));
  },
  'pod-failed': finished('Failed'),
  'pod-succeeded': finished('Succeeded'),
  'pod-unknown': finished('Unknown'),
  'pod-gone': (replay, { pods = [] }) => {
    for (const name of pods.toSorted()) replay.store.remove('Pod', `default/${name}`);
  },
  'create-fails-next': ({ faults }, { n, after }) => {
    faults.createsBeforeFailures = after ?? 0;
    faults.failingCreates = n ?? 0;
  },
  'pod-quota': ({ faults }, { n }) => {
    faults.podQuota = n ?? undefined;
  },
  'delete-fails-next': ({ faults }, { n }) => {
    faults.failingDeletes = n ?? 0;
  },
  'replicaset-create-fails-next': ({ faults }, { n }) => {
    faults.failingReplicaSetCreates = n ?? 0;
  },
  'namespace-terminating': ({ faults }, { on }) => {
    faults.namespaceTerminating = on ?? false;
  },
};

/** Applies an op; what the API or a sync refuses is thrown. */
export function applyOp(replay: DeploymentReplay, op: Op): void {
  const handler = HANDLERS[op.op];
  if (handler === undefined) throw new EngineError('UnknownOperation', `op ${op.op}`, 'is not one of the documented ops');
  handler(replay, op);
}
