import { isDaemonSet } from '../engine/simulation/scenario/workloadKind';
import type { Pod } from '../model/apiTypes';
import { matchesSelector } from '../model/labelSelector';
import { getPodCondition } from '../model/podConditions';
import { counted, inOneLine } from '../model/words';
import type { RolloutUnderWay, WorkloadName } from './rolloutUnderWay';
import type { Snapshot } from './snapshot';

/** Why the snapshot cannot have the workload. */
export function absence(snapshot: Snapshot, { kind, namespace, name }: WorkloadName, title: string): string {
  const none = `There is no ${kind} ${namespace}/${name} in ${title}`;
  if (snapshot.count(kind) > 0) return `${none}.`;
  return `${none}, nor any other ${kind}: kubectl was not asked for them. ${askFor(namespace)}`;
}

/** What has to be in a snapshot and is not, so that nobody could tell how the rollout goes on. Undefined: it is whole. */
export function whatLacks(snapshot: Snapshot, underWay: RolloutUnderWay): string | undefined {
  const { workload, revisions, pods } = underWay;
  const { kind = '', metadata } = workload;
  const what =
    ownLack(underWay) ?? (revisions.length === 0 ? undefined : podsLack(pods, underWay)) ?? roomLack(snapshot, underWay);
  if (what === undefined) return undefined;
  const { namespace = 'default', name } = metadata;
  return `How ${kind} ${namespace}/${name} goes on cannot be told from this snapshot: ${what}. ${askFor(namespace)}`;
}

function askFor(namespace: string): string {
  return `Ask for all of it, untrimmed: kubectl get deployments,replicasets,daemonsets,controllerrevisions,pods,events -n ${namespace} -o json, and nodes if you may.`;
}

/** Its pods are known by their owners, and these by its uid. */
function ownLack({ workload, revisions }: RolloutUnderWay): string | undefined {
  if (workload.metadata.uid === undefined) return 'its metadata has no uid, by which what it owns is known';
  if (workload.status === undefined) return 'it has no status';
  const hasBegun = (workload.status.observedGeneration ?? 0) > 0 || expectedPods(workload) > 0;
  if (!hasBegun || revisions.length > 0) return undefined;
  const names = isDaemonSet(workload) ? 'ControllerRevisions' : 'ReplicaSets';
  return `none of its ${names} are in it, or their ownerReferences are cut`;
}

/** What its status says of pods that exist and are not on their way out. */
function expectedPods({ status = {} }: RolloutUnderWay['workload']): number {
  const { replicas, currentNumberScheduled } = status as { replicas?: number; currentNumberScheduled?: number };
  return replicas ?? currentNumberScheduled ?? 0;
}

function podsLack(pods: readonly Pod[], { workload, revisions }: RolloutUnderWay): string | undefined {
  const expected = expectedPods(workload);
  if (expected > 0 && pods.length === 0)
    return `none of its ${counted(expected, 'pod')} is in it, or their ownerReferences are cut`;
  const isForeign = ({ metadata }: Pod): boolean =>
    !revisions.some((revision) => 'spec' in revision && matchesSelector(revision.spec.selector, metadata.labels ?? {}));
  if (!isDaemonSet(workload) && pods.some(isForeign)) return 'labels of its pods are cut';
  const [cut] = pods.filter(isCut);
  return cut === undefined ? undefined : `what the status of ${cut.metadata.name} says of its containers or conditions is cut`;
}

/** It runs, and whether it is ready, or what its containers do, is not said. */
function isCut(pod: Pod): boolean {
  const { phase, containerStatuses = [] } = pod.status ?? {};
  if (phase === undefined) return true;
  if (phase !== 'Running') return false;
  const ready = getPodCondition(pod, 'Ready')?.status;
  return ready === undefined || (ready !== 'True' && containerStatuses.length === 0);
}

/** The scheduler found no room on nodes that nobody has shown: taken to be roomy, they would have it. */
function roomLack(snapshot: Snapshot, { pods }: RolloutUnderWay): string | undefined {
  if (snapshot.count('Node') > 0) return undefined;
  const refused = pods.flatMap((pod) => {
    const { status, reason, message } = getPodCondition(pod, 'PodScheduled') ?? {};
    return status === 'False' && reason === 'Unschedulable' && pod.metadata.deletionTimestamp === undefined
      ? [message ?? '']
      : [];
  });
  if (refused.length === 0) return undefined;
  return `${counted(refused.length, 'pod')} of it found no node (the scheduler says: ${inOneLine(refused[0] ?? '')}), and no nodes are in it`;
}

/** Pods that its status speaks of and that are not there: the answer goes on without them. */
export function missingPods({ workload, pods }: RolloutUnderWay): string | undefined {
  const live = pods.filter(({ metadata, status }) => {
    const isOver = status?.phase === 'Failed' || status?.phase === 'Succeeded';
    return metadata.deletionTimestamp === undefined && !isOver;
  });
  const expected = expectedPods(workload);
  if (live.length >= expected) return undefined;
  return `Of its ${counted(expected, 'pod')} only ${live.length} are in the snapshot, which may have been taken while they changed: others are taken not to be there.`;
}
