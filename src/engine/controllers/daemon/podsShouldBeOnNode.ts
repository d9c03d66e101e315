/** Upstream: podsShouldBeOnNode of pkg/controller/daemon/daemon_controller.go (v1.36.4). */
import type { Pod } from '../../../model/apiTypes';
import { ageDifference } from '../../../model/meta';
import { isPodAvailable, isPodReady } from '../../../model/podConditions';
import type { Time } from '../../../model/time';
import { CONTROLLER_REVISION_HASH_LABEL } from '../../../model/wellKnown';
import type { DaemonRevision } from './daemonRevision';
import type { Placement } from './nodeShouldRunDaemonPod';

/** Why a pod of a node has to go. */
export type DeletionReason = 'failed' | 'succeeded' | 'excess' | 'oldNotReady' | 'newAvailable' | 'mustLeave';

export interface PodDeletion {
  readonly pod: Pod;
  readonly why: DeletionReason;
}

/** What has to happen on a node: a pod to be created there, pods to be deleted. */
export interface NodePlan {
  readonly needsPod: boolean;
  readonly podsToDelete: readonly PodDeletion[];
}

/** Asked for each finished pod that nobody deletes yet: may it be deleted now, or is it held back? */
export type FinishedPodGate = (pod: Pod, phase: 'Failed' | 'Succeeded') => boolean;

const NOTHING_TO_DO: NodePlan = { needsPod: false, podsToDelete: [] };

/**
 * What has to happen on one node, given its pods. An empty list of pods means that the node has none, not even one on its
 * way out.
 */
export function podsShouldBeOnNode(
  placement: Placement,
  pods: readonly Pod[],
  revision: DaemonRevision,
  now: Time,
  mayDeleteFinished: FinishedPodGate,
): NodePlan {
  const exists = pods.length > 0;
  if (placement.shouldRun && !exists) return { needsPod: true, podsToDelete: [] };
  if (!exists) return NOTHING_TO_DO;
  if (!placement.shouldContinueRunning) {
    const leaving = pods.filter((pod) => pod.metadata.deletionTimestamp === undefined);
    return { needsPod: false, podsToDelete: leaving.map((pod) => ({ pod, why: 'mustLeave' })) };
  }
  const podsToDelete: PodDeletion[] = [];
  const running = separateFinished(pods, mayDeleteFinished, podsToDelete);
  if (running.length > 1) podsToDelete.push(...excessPods(running, revision, now));
  // While surging, a node must not be left to pods on their way out alone.
  const needsPod = revision.allowsSurge && running.length === 0 && placement.shouldRun;
  return needsPod || podsToDelete.length > 0 ? { needsPod, podsToDelete } : NOTHING_TO_DO;
}

/** Finished pods go if they may; those still at work come back. */
function separateFinished(pods: readonly Pod[], mayDelete: FinishedPodGate, podsToDelete: PodDeletion[]): Pod[] {
  const running: Pod[] = [];
  for (const pod of pods) {
    if (pod.metadata.deletionTimestamp !== undefined) continue;
    const phase = pod.status?.phase;
    if (phase !== 'Failed' && phase !== 'Succeeded') running.push(pod);
    else if (mayDelete(pod, phase)) podsToDelete.push({ pod, why: phase === 'Failed' ? 'failed' : 'succeeded' });
  }
  return running;
}

/** Of several pods at work, those that are too many. */
function excessPods(running: readonly Pod[], revision: DaemonRevision, now: Time): PodDeletion[] {
  const oldestFirst = running.toSorted(comparePodsByAge);
  if (!revision.allowsSurge) return oldestFirst.slice(1).map((pod) => ({ pod, why: 'excess' }));
  return excessWhileSurging(oldestFirst, revision, now);
}

/** The oldest pod of the current revision and the oldest of any other may both stay, until the first can take over. */
function excessWhileSurging(oldestFirst: readonly Pod[], revision: DaemonRevision, now: Time): PodDeletion[] {
  const isCurrent = (pod: Pod): boolean => (pod.metadata.labels?.[CONTROLLER_REVISION_HASH_LABEL] ?? '') === revision.hash;
  const oldestNew = oldestFirst.find(isCurrent);
  const oldestOld = oldestFirst.find((pod) => !isCurrent(pod));
  const excess = oldestFirst.filter((pod) => pod !== oldestNew && pod !== oldestOld);
  const deletions: PodDeletion[] = excess.map((pod) => ({ pod, why: 'excess' }));
  if (oldestNew === undefined || oldestOld === undefined) return deletions;
  if (!isPodReady(oldestOld)) deletions.push({ pod: oldestOld, why: 'oldNotReady' });
  else if (isPodAvailable(oldestNew, revision.minReadySeconds, now)) deletions.push({ pod: oldestOld, why: 'newAvailable' });
  return deletions;
}

/** Scheduled pods first, then the older ones, then by name. */
export function comparePodsByAge(a: Pod, b: Pod): number {
  const scheduled = Number(isScheduled(b)) - Number(isScheduled(a));
  if (scheduled !== 0) return scheduled;
  const age = ageDifference(a, b);
  if (age !== 0) return age;
  return a.metadata.name < b.metadata.name ? -1 : 1;
}

export function isScheduled(pod: Pod): boolean {
  return (pod.spec.nodeName ?? '') !== '';
}
