/** Upstream: pkg/controller/deployment/rolling.go (v1.36.4). */
import { DEFAULT_REPLICAS } from '../../../model/defaults';
import type { ReplicaSet } from '../../../model/apiTypes';
import { AnswerError } from '../../kernel/answerError';
import { isOwnMistake, violated } from '../../kernel/engineError';
import { errorText } from '../aggregateError';
import type { DecisionSubject } from '../decisions';
import type { DeploymentSync } from './deploymentSync';
import { deploymentComplete } from './deploymentUtil/conditions';
import { minAvailable as minAvailableOf, newRSNewReplicas } from './deploymentUtil/fenceposts';
import {
  availableReplicasOf,
  olderFirst,
  filterActiveReplicaSets,
  getAvailableReplicaCountForReplicaSets,
  getReplicaCountForReplicaSets,
} from './deploymentUtil/replicaSets';
import { getOrCreateAllReplicaSets } from './newReplicaSet';
import { syncRolloutStatus } from './progress';
import { scaledSubject, scaleReplicaSetAndRecordEvent } from './scale';
import { noteSettled } from './settledSyncs';
import { cleanupDeployment } from './sync';

/** One step of a rolling update per sync: up if that is possible, else down, else tidying up. */
export function rolloutRolling(sync: DeploymentSync, rsList: readonly ReplicaSet[]): void {
  const { newRS, oldRSs } = getOrCreateAllReplicaSets(sync, rsList);
  const allRSs = [...oldRSs, newRS];
  const scaled =
    reconcileNewReplicaSet(sync, allRSs, newRS) || reconcileOldReplicaSets(sync, allRSs, filterActiveReplicaSets(oldRSs), newRS);
  if (!scaled && deploymentComplete(sync.deployment, sync.deployment.status)) cleanupDeployment(sync, oldRSs);
  noteSettled(sync, syncRolloutStatus(sync, allRSs, newRS));
}

/** Brings the new replica set to the Deployment's size, as far as the surge allows. True if it was resized. */
export function reconcileNewReplicaSet(sync: DeploymentSync, allRSs: readonly ReplicaSet[], newRS: ReplicaSet): boolean {
  const desired = sync.deployment.spec.replicas ?? DEFAULT_REPLICAS;
  const current = newRS.spec.replicas ?? DEFAULT_REPLICAS;
  if (current === desired) return false;
  if (current > desired) {
    sync.decide({
      step: 'reconcileNewReplicaSet',
      formula: 'newReplicas = replicas',
      inputs: { newReplicas: current, replicas: desired },
      outcome: desired,
      verdict: 'scaledDown',
      subjects: [scaledSubject(newRS, desired)],
    });
    return scaleReplicaSetAndRecordEvent(sync, newRS, desired).scaled;
  }
  const { replicas, maxTotalPods, currentPodCount, scaleUpCount } = newRSNewReplicas(sync.deployment, allRSs, newRS);
  if (sync.isTold)
    sync.decide({
      step: 'reconcileNewReplicaSet',
      formula: 'scaleUpCount = min(maxTotalPods − currentPodCount, replicas − newReplicas)',
      inputs: { maxTotalPods, currentPodCount, replicas: desired, newReplicas: current },
      outcome: scaleUpCount,
      verdict: replicas > current ? 'scaledUp' : 'atMaximum',
      ...(replicas > current ? { subjects: [scaledSubject(newRS, replicas)] } : {}),
    });
  return scaleReplicaSetAndRecordEvent(sync, newRS, replicas).scaled;
}

/**
 * Takes pods away from the old replica sets, as far as availability allows. True if any were.
 *
 * 10 replicas, surge 3, unavailable 2, so at least 8 must be available. Old 10, new 3 (none available yet):
 * 13 − 8 − 3 = 2 may go. Old 8, new 5 (none available): 13 − 8 − 5 = 0, even if one of the old has died. Rolled back, so
 * that the 8 are the new ones (one of them unavailable) and the 5 the old: 13 − 8 − 1 = 4 of the broken ones may go.
 */
export function reconcileOldReplicaSets(
  sync: DeploymentSync,
  allRSs: readonly ReplicaSet[],
  oldRSs: readonly ReplicaSet[],
  newRS: ReplicaSet,
): boolean {
  const { deployment } = sync;
  if (getReplicaCountForReplicaSets(oldRSs) === 0) return false;
  const allPods = getReplicaCountForReplicaSets(allRSs);
  const minAvailable = minAvailableOf(deployment);
  const newRSUnavailable = (newRS.spec.replicas ?? DEFAULT_REPLICAS) - availableReplicasOf(newRS);
  const maxScaledDown = allPods - minAvailable - newRSUnavailable;
  if (sync.isTold)
    sync.decide({
      step: 'reconcileOldReplicaSets',
      formula: 'maxScaledDown = allPods − minAvailable − newRSUnavailable',
      inputs: { allPods, minAvailable, newRSUnavailable },
      outcome: maxScaledDown,
      verdict: maxScaledDown > 0 ? 'scaledDown' : 'waiting',
    });
  if (maxScaledDown <= 0) return false;
  try {
    const cleanup = cleanupUnhealthyReplicas(sync, oldRSs, maxScaledDown);
    const scaledDown = scaleDownOldReplicaSetsForRollingUpdate(sync, [...cleanup.oldRSs, newRS], cleanup.oldRSs);
    return cleanup.count + scaledDown > 0;
  } catch (error) {
    if (isOwnMistake(error)) throw error;
    sync.version = NaN;
    // QUIRK: an error here is swallowed; the sync goes on as if nothing had been scaled, and nothing is retried for it.
    const outcome = errorText(error);
    sync.decide({ step: 'reconcileOldReplicaSets', inputs: { maxScaledDown }, outcome, verdict: 'swallowedError' });
    return false;
  }
}

export interface CleanupResult {
  /** The replica sets passed, older first, those resized in their new state. */
  readonly oldRSs: readonly ReplicaSet[];
  readonly count: number;
}

/** First go the pods that are not available anyway, from the oldest replica set on: losing them costs no availability. */
export function cleanupUnhealthyReplicas(
  sync: DeploymentSync,
  oldRSs: readonly ReplicaSet[],
  maxCleanupCount: number,
): CleanupResult {
  let count = 0;
  const subjects: DecisionSubject[] = [];
  const cleaned = olderFirst(oldRSs).map((target) => {
    const { replicas = DEFAULT_REPLICAS } = target.spec;
    const unhealthy = replicas - availableReplicasOf(target);
    if (count >= maxCleanupCount || replicas === 0 || unhealthy === 0) return target;
    const scaledDownCount = Math.min(maxCleanupCount - count, unhealthy);
    const newReplicasCount = replicas - scaledDownCount;
    if (newReplicasCount > replicas) throw invalidScaleDown('when cleaning up unhealthy replicas', target, newReplicasCount);
    const { replicaSet } = scaleReplicaSetAndRecordEvent(sync, target, newReplicasCount);
    count += scaledDownCount;
    subjects.push(scaledSubject(target, newReplicasCount));
    return replicaSet;
  });
  if (!(count <= maxCleanupCount)) violated(sync.key, 'takes away more unhealthy pods than it may');
  if (count > 0) {
    const inputs = { maxCleanupCount };
    sync.decide({ step: 'cleanupUnhealthyReplicas', inputs, outcome: count, verdict: 'scaledDown', subjects });
  }
  return { oldRSs: cleaned, count };
}

/** Then available ones, as long as more are available than must be. Returns how many. */
export function scaleDownOldReplicaSetsForRollingUpdate(
  sync: DeploymentSync,
  allRSs: readonly ReplicaSet[],
  oldRSs: readonly ReplicaSet[],
): number {
  const { deployment } = sync;
  const minAvailable = minAvailableOf(deployment);
  const available = getAvailableReplicaCountForReplicaSets(allRSs);
  const allowed = available - minAvailable;
  let count = 0;
  const subjects: DecisionSubject[] = [];
  for (const target of olderFirst(oldRSs)) {
    if (count >= allowed) break;
    const { replicas = DEFAULT_REPLICAS } = target.spec;
    if (replicas === 0) continue;
    const scaleDownCount = Math.min(replicas, allowed - count);
    const newReplicasCount = replicas - scaleDownCount;
    if (newReplicasCount > replicas) throw invalidScaleDown('when scaling down old RS', target, newReplicasCount);
    scaleReplicaSetAndRecordEvent(sync, target, newReplicasCount);
    count += scaleDownCount;
    subjects.push(scaledSubject(target, newReplicasCount));
  }
  if (sync.isTold)
    sync.decide({
      step: 'scaleDownOldReplicaSetsForRollingUpdate',
      formula: 'totalScaleDownCount = available − minAvailable',
      inputs: { available, minAvailable },
      outcome: allowed,
      verdict: count > 0 ? 'scaledDown' : 'atMinimum',
      subjects,
    });
  return count;
}

function invalidScaleDown(when: string, { metadata, spec }: ReplicaSet, newReplicasCount: number): Error {
  const name = `${metadata.namespace ?? ''}/${metadata.name}`;
  return new AnswerError(`${when}, got invalid request to scale down ${name} ${spec.replicas ?? 1} -> ${newReplicasCount}`);
}
