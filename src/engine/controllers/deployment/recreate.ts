/** Upstream: pkg/controller/deployment/recreate.go (v1.36.4). */
import { DEFAULT_REPLICAS } from '../../../model/defaults';
import type { Pod, ReplicaSet } from '../../../model/apiTypes';
import { isPodTerminal } from '../../../model/podConditions';
import type { DeploymentSync } from './deploymentSync';
import { deploymentComplete } from './deploymentUtil/conditions';
import { filterActiveReplicaSets, getActualReplicaCountForReplicaSets } from './deploymentUtil/replicaSets';
import { getAllReplicaSetsAndSyncRevision, getOrCreateAllReplicaSets } from './newReplicaSet';
import { syncRolloutStatus } from './progress';
import { scaledSubject, scaleReplicaSetAndRecordEvent } from './scale';
import { cleanupDeployment } from './sync';

/** Pods by the uid of their replica set. */
export type PodMap = ReadonlyMap<string, Iterable<Pod>>;

/** First all old pods go, then the new ones come. */
export function rolloutRecreate(sync: DeploymentSync, rsList: readonly ReplicaSet[], podMap: PodMap): void {
  // The new replica set is not created yet: nothing may come up before the old has gone.
  const before = getAllReplicaSetsAndSyncRevision(sync, rsList, false);
  const scaledDown = scaleDownOldReplicaSetsForRecreate(sync, filterActiveReplicaSets(before.oldRSs));
  if (scaledDown || isWaitingForOldPods(sync, before.newRS, before.oldRSs, podMap)) {
    syncRolloutStatus(sync, [...before.oldRSs, before.newRS], before.newRS);
    return;
  }
  const { newRS, oldRSs } =
    before.newRS === undefined ? getOrCreateAllReplicaSets(sync, rsList) : { newRS: before.newRS, oldRSs: before.oldRSs };
  scaleUpNewReplicaSetForRecreate(sync, newRS);
  if (deploymentComplete(sync.deployment, sync.deployment.status)) cleanupDeployment(sync, oldRSs);
  syncRolloutStatus(sync, [...oldRSs, newRS], newRS);
}

function scaleDownOldReplicaSetsForRecreate(sync: DeploymentSync, activeOldRSs: readonly ReplicaSet[]): boolean {
  for (const replicaSet of activeOldRSs) scaleReplicaSetAndRecordEvent(sync, replicaSet, 0);
  if (activeOldRSs.length === 0) return false;
  sync.decide({
    step: 'scaleDownOldReplicaSetsForRecreate',
    inputs: { activeOldReplicaSets: activeOldRSs.length },
    outcome: 0,
    verdict: 'scaledDown',
    subjects: activeOldRSs.map((replicaSet) => scaledSubject(replicaSet, 0)),
  });
  return true;
}

function isWaitingForOldPods(
  sync: DeploymentSync,
  newRS: ReplicaSet | undefined,
  oldRSs: readonly ReplicaSet[],
  podMap: PodMap,
): boolean {
  const waiting = oldPodsRunning(newRS, oldRSs, podMap);
  const oldPods = Math.max(getActualReplicaCountForReplicaSets(oldRSs), countOldPods(newRS, podMap));
  if (waiting) sync.decide({ step: 'oldPodsRunning', inputs: { oldPods }, outcome: true, verdict: 'waiting' });
  return waiting;
}

/** Pods of other replica sets than the new one that have not ended: what a waiting rollout waits for. */
function countOldPods(newRS: ReplicaSet | undefined, podMap: PodMap): number {
  let count = 0;
  for (const [uid, pods] of podMap) {
    if (newRS !== undefined && newRS.metadata.uid === uid) continue;
    for (const pod of pods) if (!isPodTerminal(pod)) count++;
  }
  return count;
}

/** Whether an old replica set reports pods, or a pod of another than the new one has not ended (terminating ones count). */
export function oldPodsRunning(newRS: ReplicaSet | undefined, oldRSs: readonly ReplicaSet[], podMap: PodMap): boolean {
  if (getActualReplicaCountForReplicaSets(oldRSs) > 0) return true;
  for (const [uid, pods] of podMap) {
    if (newRS !== undefined && newRS.metadata.uid === uid) continue;
    for (const pod of pods) if (!isPodTerminal(pod)) return true;
  }
  return false;
}

function scaleUpNewReplicaSetForRecreate(sync: DeploymentSync, newRS: ReplicaSet): void {
  const replicas = sync.deployment.spec.replicas ?? DEFAULT_REPLICAS;
  const from = newRS.spec.replicas ?? DEFAULT_REPLICAS;
  if (from !== replicas) {
    sync.decide({
      step: 'scaleUpNewReplicaSetForRecreate',
      formula: 'newReplicas = replicas',
      inputs: { newReplicas: from, replicas },
      outcome: replicas,
      verdict: from < replicas ? 'scaledUp' : 'scaledDown',
      subjects: [scaledSubject(newRS, replicas)],
    });
  }
  scaleReplicaSetAndRecordEvent(sync, newRS, replicas);
}
