/** Upstream: pkg/controller/deployment/sync.go (v1.36.4); scaling and the new replica set have files of their own. */
import type { Draft } from '../../../model/copies';
import { DEFAULT_REPLICAS } from '../../../model/defaults';
import { objectKey } from '../../../model/meta';
import type { Deployment, DeploymentStatus, ReplicaSet } from '../../../model/apiTypes';
import { isApiError } from '../../api/apiError';
import { jsonEqual } from '../../kernel/jsonEqual';
import type { DeploymentSync } from './deploymentSync';
import {
  getDeploymentCondition,
  hasProgressDeadline,
  hasRevisionHistoryLimit,
  newDeploymentCondition,
  REASONS,
  setDeploymentCondition,
} from './deploymentUtil/conditions';
import { maxUnavailable } from './deploymentUtil/fenceposts';
import {
  getActualReplicaCountForReplicaSets,
  getAvailableReplicaCountForReplicaSets,
  getReadyReplicaCountForReplicaSets,
  getReplicaCountForReplicaSets,
  getTerminatingReplicaCountForReplicaSets,
  newestFirst,
} from './deploymentUtil/replicaSets';
import { sortByRevision } from './deploymentUtil/revisions';
import { getAllReplicaSetsAndSyncRevision } from './newReplicaSet';
import { getRollbackTo } from './rollback';
import { scale, wasScaled } from './scale';

type MaybeReplicaSets = readonly (ReplicaSet | undefined)[];

/** While a Deployment is being deleted only its status is kept up to date. */
export function syncStatusOnly(sync: DeploymentSync, rsList: readonly ReplicaSet[]): void {
  const { newRS, oldRSs } = getAllReplicaSetsAndSyncRevision(sync, rsList, false);
  sync.decide({ step: 'syncDeployment', inputs: { deleting: true }, outcome: 'syncStatusOnly', verdict: 'statusOnly' });
  syncDeploymentStatus(sync, [...oldRSs, newRS], newRS);
}

/** Sizes the replica sets of a Deployment that was scaled or is paused; no rollout takes place. */
export function syncScale(sync: DeploymentSync, rsList: readonly ReplicaSet[]): void {
  const { newRS, oldRSs } = getAllReplicaSetsAndSyncRevision(sync, rsList, false);
  scale(sync, newRS, oldRSs);
  // While paused the history is cleaned up here; not with a rollback under way, which may need what would go.
  if (sync.deployment.spec.paused === true && getRollbackTo(sync.deployment) === undefined) {
    cleanupDeployment(sync, oldRSs.toSorted(newestFirst));
  }
  syncDeploymentStatus(sync, [...oldRSs, newRS], newRS);
}

/** Whether the Deployment was scaled since its replica sets were last sized. */
export function isScalingEvent(sync: DeploymentSync, rsList: readonly ReplicaSet[]): boolean {
  const { newRS, oldRSs } = getAllReplicaSetsAndSyncRevision(sync, rsList, false);
  return wasScaled(sync, oldRSs) || wasScaled(sync, newRS && [newRS]);
}

/**
 * Says in the Progressing condition that the Deployment was paused or resumed, so that the time it stood still does not
 * count against its deadline. One that has missed its deadline already keeps saying so.
 */
export function checkPausedConditions(sync: DeploymentSync): void {
  const { deployment } = sync;
  if (!hasProgressDeadline(deployment)) return;
  const reason = getDeploymentCondition(deployment.status, 'Progressing')?.reason;
  if (reason === REASONS.timedOut) return;
  const paused = deployment.spec.paused === true;
  const saysPaused = reason === REASONS.paused;
  if (paused === saysPaused) return;
  const newReason = paused ? REASONS.paused : REASONS.resumed;
  const message = paused ? 'Deployment is paused' : 'Deployment is resumed';
  sync.setCondition(newDeploymentCondition('Progressing', 'Unknown', newReason, message, sync.now));
  sync.decide({
    step: 'checkPausedConditions',
    inputs: { paused },
    outcome: newReason,
    verdict: paused ? 'paused' : 'resumed',
  });
  sync.updateStatus();
}

/** Writes the status if it differs; nothing is judged about progress. */
function syncDeploymentStatus(sync: DeploymentSync, allRSs: MaybeReplicaSets, newRS: ReplicaSet | undefined): void {
  const newStatus = calculateStatus(allRSs, newRS, sync.deployment, sync.now);
  if (statusEqual(sync.deployment.status, newStatus)) return;
  sync.replaceStatus(newStatus);
  sync.updateStatus();
}

/** The counts as the replica sets report them, and whether enough pods are available. */
export function calculateStatus(
  allRSs: MaybeReplicaSets,
  newRS: ReplicaSet | undefined,
  deployment: Deployment,
  now: number,
): Draft<DeploymentStatus> {
  const availableReplicas = getAvailableReplicaCountForReplicaSets(allRSs);
  const enough = availableReplicas >= (deployment.spec.replicas ?? DEFAULT_REPLICAS) - maxUnavailable(deployment);
  const available = enough
    ? newDeploymentCondition('Available', 'True', REASONS.minimumReplicasAvailable, 'Deployment has minimum availability.', now)
    : newDeploymentCondition(
        'Available',
        'False',
        REASONS.minimumReplicasUnavailable,
        'Deployment does not have minimum availability.',
        now,
      );
  return {
    observedGeneration: deployment.metadata.generation,
    replicas: getActualReplicaCountForReplicaSets(allRSs),
    updatedReplicas: newRS?.status?.replicas ?? 0,
    readyReplicas: getReadyReplicaCountForReplicaSets(allRSs),
    availableReplicas,
    // While scaling down there may be more available pods than asked for.
    unavailableReplicas: Math.max(getReplicaCountForReplicaSets(allRSs) - availableReplicas, 0),
    terminatingReplicas: getTerminatingReplicaCountForReplicaSets(allRSs),
    collisionCount: deployment.status?.collisionCount,
    conditions: setDeploymentCondition(deployment.status?.conditions, available),
  };
}

/** Counts that are 0 or missing are the same, but for the two where the API tells them apart. */
export function statusEqual(a: DeploymentStatus | undefined, b: DeploymentStatus): boolean {
  return (
    (a?.observedGeneration ?? 0) === (b.observedGeneration ?? 0) &&
    (a?.replicas ?? 0) === (b.replicas ?? 0) &&
    (a?.updatedReplicas ?? 0) === (b.updatedReplicas ?? 0) &&
    (a?.readyReplicas ?? 0) === (b.readyReplicas ?? 0) &&
    (a?.availableReplicas ?? 0) === (b.availableReplicas ?? 0) &&
    (a?.unavailableReplicas ?? 0) === (b.unavailableReplicas ?? 0) &&
    a?.terminatingReplicas === b.terminatingReplicas &&
    a?.collisionCount === b.collisionCount &&
    jsonEqual(a?.conditions ?? [], b.conditions ?? [])
  );
}

/** Deletes old replica sets beyond the history limit, lowest revision first, if they are empty and known to be. */
export function cleanupDeployment(sync: DeploymentSync, oldRSs: readonly ReplicaSet[]): void {
  const { deployment } = sync;
  if (!hasRevisionHistoryLimit(deployment)) return;
  const cleanable = oldRSs.filter(({ metadata }) => metadata.deletionTimestamp === undefined);
  const revisionHistoryLimit = deployment.spec.revisionHistoryLimit ?? 0;
  const excess = cleanable.length - revisionHistoryLimit;
  if (excess <= 0) return;
  const removable = sortByRevision(cleanable).slice(0, excess).filter(isCleanable);
  for (const replicaSet of removable) deleteReplicaSet(sync, replicaSet);
  sync.decide({
    step: 'cleanupDeployment',
    formula: 'excess = oldReplicaSets − revisionHistoryLimit',
    inputs: { oldReplicaSets: cleanable.length, revisionHistoryLimit },
    outcome: excess,
    verdict: removable.length > 0 ? 'cleanedUp' : 'waiting',
    subjects: removable.map(({ metadata }) => ({ kind: 'ReplicaSet', name: metadata.name, role: 'deleted' })),
  });
}

function isCleanable({ metadata, spec, status }: ReplicaSet): boolean {
  const unobserved = (metadata.generation ?? 0) > (status?.observedGeneration ?? 0);
  return (status?.replicas ?? 0) === 0 && (spec.replicas ?? DEFAULT_REPLICAS) === 0 && !unobserved;
}

function deleteReplicaSet(sync: DeploymentSync, replicaSet: ReplicaSet): void {
  try {
    sync.context.store.delete('ReplicaSet', objectKey(replicaSet));
  } catch (error) {
    if (!isApiError(error, 'NotFound')) throw error;
  }
}
