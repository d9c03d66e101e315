/**
 * Upstream: the bodies of the loops over nodes of pkg/controller/daemon/daemon_controller.go and
 * pkg/controller/daemon/update.go (v1.36.4), each node judged by itself (ADR 5).
 */
import type { Pod } from '../../../model/apiTypes';
import { getPodCondition, isPodAvailable, isPodReady, isPodTerminal } from '../../../model/podConditions';
import type { Time } from '../../../model/time';
import type { DaemonRevision } from './daemonRevision';
import { isPodUpdated } from './daemonUtil';
import type { Placement } from './nodeShouldRunDaemonPod';
import { comparePodsByAge, podsShouldBeOnNode } from './podsShouldBeOnNode';

/** How `manage` sees a node: nothing to do, only a pod to create, or to be looked at in each sync. */
export type ManageRole = 'quiet' | 'needsPod' | 'busy';

/**
 * How `rollingUpdate` sees a node by its one new and its one old pod (those on their way out do not count):
 * `excess` has more of one sort, `vacant` has neither, `both…` has one of each. `old…` is subdivided by the node: one that
 * should run the pod, one that should not (`leaving…`), one that does not exist (`lost…`). `absent` is not looked at.
 */
export type RollRole =
  | 'absent'
  | 'excess'
  | 'vacant'
  | 'bothWaiting'
  | 'bothAvailable'
  | 'newUnavailable'
  | 'newAvailable'
  | 'oldUnavailable'
  | 'oldAvailable'
  | 'leavingUnavailable'
  | 'leavingAvailable'
  | 'lostUnavailable'
  | 'lostAvailable';

/** All that a sync needs to know of a node; the same until the node, its pods or the DaemonSet change, or `until`. */
export interface NodeJudgment {
  readonly manage: ManageRole;
  readonly roll: RollRole;
  readonly newPod: Pod | undefined;
  readonly oldPod: Pod | undefined;
  /** Whether the node counts as available while surging: by its old pod, or by the new one when there is no old one. */
  readonly surgeAvailable: boolean;
  /** What the node adds to the status. */
  readonly status: NodeStatusShare;
  /** When time alone may change the judgment. */
  readonly until: Time;
}

/** The numbers of a DaemonSet's status, of one node or of all. */
export interface NodeStatusShare {
  readonly desired: number;
  readonly current: number;
  readonly misscheduled: number;
  readonly ready: number;
  readonly updated: number;
  readonly available: number;
}

const NO_SHARE: NodeStatusShare = { desired: 0, current: 0, misscheduled: 0, ready: 0, updated: 0, available: 0 };
const MISSING: NodeStatusShare = { ...NO_SHARE, desired: 1 };
const MISSCHEDULED: NodeStatusShare = { ...NO_SHARE, misscheduled: 1 };

/**
 * Judges a node by its pods in name order. `placement` is undefined for a node that does not exist. A finished pod that
 * is being deleted no longer counts: nothing is left to be done about it.
 */
export function judgeNode(
  placement: Placement | undefined,
  claimedPods: readonly Pod[],
  revision: DaemonRevision,
  now: Time,
): NodeJudgment {
  const pods = claimedPods.some(isDeletedTerminal) ? claimedPods.filter((pod) => !isDeletedTerminal(pod)) : claimedPods;
  const found = findUpdatedPodsOnNode(pods, revision);
  const { roll, surgeAvailable } = rollRole(placement, pods, found, revision, now);
  return {
    manage: placement === undefined ? 'quiet' : manageRole(placement, pods, revision, now),
    roll,
    surgeAvailable,
    newPod: found?.newPod,
    oldPod: found?.oldPod,
    status: placement === undefined ? NO_SHARE : statusShare(placement, pods, revision, now),
    until: nextAvailability(pods, revision, now),
  };
}

/** Finished and deleted: a finalizer, the kubelet or the pod garbage collector will see to the rest. */
export function isDeletedTerminal(pod: Pod): boolean {
  return pod.metadata.deletionTimestamp !== undefined && isPodTerminal(pod);
}

function manageRole(placement: Placement, pods: readonly Pod[], revision: DaemonRevision, now: Time): ManageRole {
  let finished = 0;
  const plan = podsShouldBeOnNode(placement, pods, revision, now, () => {
    finished++;
    return false;
  });
  if (finished + plan.podsToDelete.length > 0) return 'busy';
  return plan.needsPod ? 'needsPod' : 'quiet';
}

interface UpdatedPods {
  readonly newPod: Pod | undefined;
  readonly oldPod: Pod | undefined;
}

/** The new and the old pod of a node, those on their way out left aside; undefined when there are several of one sort. */
export function findUpdatedPodsOnNode(
  pods: readonly Pod[],
  { hash, templateGeneration }: Pick<DaemonRevision, 'hash' | 'templateGeneration'>,
): UpdatedPods | undefined {
  let newPod: Pod | undefined;
  let oldPod: Pod | undefined;
  for (const pod of pods) {
    if (pod.metadata.deletionTimestamp !== undefined) continue;
    if (isPodUpdated(pod.metadata.labels, hash, templateGeneration)) {
      if (newPod !== undefined) return undefined;
      newPod = pod;
    } else {
      if (oldPod !== undefined) return undefined;
      oldPod = pod;
    }
  }
  return { newPod, oldPod };
}

function rollRole(
  placement: Placement | undefined,
  pods: readonly Pod[],
  found: UpdatedPods | undefined,
  { minReadySeconds }: DaemonRevision,
  now: Time,
): Pick<NodeJudgment, 'roll' | 'surgeAvailable'> {
  if (pods.length === 0 && placement?.shouldRun !== true) return { roll: 'absent', surgeAvailable: false };
  if (found === undefined) return { roll: 'excess', surgeAvailable: false };
  const { newPod, oldPod } = found;
  const newAvailable = newPod !== undefined && isPodAvailable(newPod, minReadySeconds, now);
  if (oldPod === undefined) {
    if (newPod === undefined) return { roll: 'vacant', surgeAvailable: false };
    return { roll: newAvailable ? 'newAvailable' : 'newUnavailable', surgeAvailable: newAvailable };
  }
  const oldAvailable = isPodAvailable(oldPod, minReadySeconds, now);
  if (newPod !== undefined) return { roll: newAvailable ? 'bothAvailable' : 'bothWaiting', surgeAvailable: oldAvailable };
  return { roll: oldRole(placement, oldAvailable), surgeAvailable: oldAvailable };
}

function oldRole(placement: Placement | undefined, available: boolean): RollRole {
  if (placement === undefined) return available ? 'lostAvailable' : 'lostUnavailable';
  if (!placement.shouldRun) return available ? 'leavingAvailable' : 'leavingUnavailable';
  return available ? 'oldAvailable' : 'oldUnavailable';
}

/** Of several pods the oldest stands for the node. */
function statusShare(placement: Placement, pods: readonly Pod[], revision: DaemonRevision, now: Time): NodeStatusShare {
  if (!placement.shouldRun) return pods.length > 0 ? MISSCHEDULED : NO_SHARE;
  const [pod] = pods.length > 1 ? pods.toSorted(comparePodsByAge) : pods;
  if (pod === undefined) return MISSING;
  return {
    desired: 1,
    current: 1,
    misscheduled: 0,
    ready: Number(isPodReady(pod)),
    updated: Number(isPodUpdated(pod.metadata.labels, revision.hash, revision.templateGeneration)),
    available: Number(isPodAvailable(pod, revision.minReadySeconds, now)),
  };
}

/** When the next ready pod will have been ready for long enough. */
function nextAvailability(pods: readonly Pod[], { minReadySeconds }: DaemonRevision, now: Time): Time {
  if (minReadySeconds === 0) return Infinity;
  let next = Infinity;
  for (const pod of pods) {
    const ready = getPodCondition(pod, 'Ready');
    const since = ready?.status === 'True' ? ready.lastTransitionTime : undefined;
    if (since === undefined) continue;
    const availableAt = since + minReadySeconds * 1000;
    if (availableAt > now) next = Math.min(next, availableAt);
  }
  return next;
}
