/** Upstream: the conditions of pkg/controller/deployment/util/deployment_util.go (v1.36.4). */
import { draftOfDeploymentCondition } from '../../../../model/copies';
import { DEFAULT_REPLICAS } from '../../../../model/defaults';
import type { ConditionStatus, Deployment, DeploymentStatus, DeploymentCondition } from '../../../../model/apiTypes';
import type { Time } from '../../../../model/time';

export type DeploymentConditionType = 'Available' | 'Progressing' | 'ReplicaFailure';

/** Why a condition is as it is: the reasons that the Deployment controller gives. */
export const REASONS = {
  replicaSetUpdated: 'ReplicaSetUpdated',
  failedRSCreate: 'ReplicaSetCreateError',
  newReplicaSet: 'NewReplicaSetCreated',
  foundNewRS: 'FoundNewReplicaSet',
  newRSAvailable: 'NewReplicaSetAvailable',
  timedOut: 'ProgressDeadlineExceeded',
  paused: 'DeploymentPaused',
  resumed: 'DeploymentResumed',
  minimumReplicasAvailable: 'MinimumReplicasAvailable',
  minimumReplicasUnavailable: 'MinimumReplicasUnavailable',
} as const;

const MAX_INT32 = 2 ** 31 - 1;
type Conditions = readonly DeploymentCondition[] | undefined;

export function newDeploymentCondition(
  type: DeploymentConditionType,
  status: ConditionStatus,
  reason: string,
  message: string,
  now: Time,
): DeploymentCondition {
  return { type, status, lastUpdateTime: now, lastTransitionTime: now, reason, message };
}

export function getDeploymentCondition(
  status: DeploymentStatus | undefined,
  type: DeploymentConditionType,
): DeploymentCondition | undefined {
  return conditionOf(status?.conditions, type);
}

/** Asked of every status several times: no closure. */
function conditionOf(conditions: Conditions, type: string): DeploymentCondition | undefined {
  if (conditions !== undefined) for (const condition of conditions) if (condition.type === type) return condition;
  return undefined;
}

/**
 * Puts a condition at the end, in place of the one of its type; one of the same status and reason stays as it is. The
 * transition time only moves when the status does.
 */
export function setDeploymentCondition(conditions: Conditions, condition: DeploymentCondition): readonly DeploymentCondition[] {
  const current = conditionOf(conditions, condition.type);
  if (current === undefined || current.status !== condition.status) return withCondition(conditions, condition);
  if (current.reason === condition.reason) return conditions ?? [];
  return withCondition(conditions, notTransitioned(condition, current));
}

/** At the end, in place of the one of its type. */
export function withCondition(conditions: Conditions = [], last: DeploymentCondition): readonly DeploymentCondition[] {
  const result: DeploymentCondition[] = [];
  for (const condition of conditions) if (condition.type !== last.type) result.push(condition);
  result.push(last);
  return result;
}

/** The condition as it goes on from one of the same status. */
export function notTransitioned(condition: DeploymentCondition, current: DeploymentCondition): DeploymentCondition {
  const next = draftOfDeploymentCondition(condition);
  next.lastTransitionTime = current.lastTransitionTime;
  return next;
}

export function removeCondition(conditions: Conditions = [], type: string): readonly DeploymentCondition[] {
  return conditionOf(conditions, type) === undefined ? conditions : conditions.filter((condition) => condition.type !== type);
}

/** A replica set's condition as the Deployment shows it. */
export function replicaSetToDeploymentCondition(condition: DeploymentCondition): DeploymentCondition {
  const shown = draftOfDeploymentCondition(condition);
  shown.lastUpdateTime = condition.lastTransitionTime;
  return shown;
}

/** The largest deadline means none. */
export function hasProgressDeadline(deployment: Deployment): boolean {
  const { progressDeadlineSeconds } = deployment.spec;
  return progressDeadlineSeconds !== undefined && progressDeadlineSeconds !== MAX_INT32;
}

/** The largest limit means none. */
export function hasRevisionHistoryLimit(deployment: Deployment): boolean {
  const { revisionHistoryLimit } = deployment.spec;
  return revisionHistoryLimit !== undefined && revisionHistoryLimit !== MAX_INT32;
}

/** All pods new, all there, all available, and the status speaks of the present spec. */
export function deploymentComplete(deployment: Deployment, newStatus: DeploymentStatus | undefined): boolean {
  const replicas = deployment.spec.replicas ?? DEFAULT_REPLICAS;
  return (
    (newStatus?.updatedReplicas ?? 0) === replicas &&
    (newStatus?.replicas ?? 0) === replicas &&
    (newStatus?.availableReplicas ?? 0) === replicas &&
    (newStatus?.observedGeneration ?? 0) >= (deployment.metadata.generation ?? 0)
  );
}

/** More new pods, fewer old ones, more ready or more available ones than the last status said. */
export function deploymentProgressing(deployment: Deployment, newStatus: DeploymentStatus): boolean {
  const oldStatus = deployment.status ?? {};
  const updated = (status: DeploymentStatus): number => status.updatedReplicas ?? 0;
  const old = (status: DeploymentStatus): number => (status.replicas ?? 0) - updated(status);
  return (
    updated(newStatus) > updated(oldStatus) ||
    old(newStatus) < old(oldStatus) ||
    (newStatus.readyReplicas ?? 0) > (oldStatus.readyReplicas ?? 0) ||
    (newStatus.availableReplicas ?? 0) > (oldStatus.availableReplicas ?? 0)
  );
}

/** Whether the deadline has passed since the last sign of progress that the Progressing condition tells of. */
export function deploymentTimedOut(deployment: Deployment, newStatus: DeploymentStatus, now: Time): boolean {
  if (!hasProgressDeadline(deployment)) return false;
  const condition = getDeploymentCondition(newStatus, 'Progressing');
  if (condition === undefined || condition.reason === REASONS.newRSAvailable) return false;
  if (condition.reason === REASONS.timedOut) return true;
  return (condition.lastUpdateTime ?? 0) + (deployment.spec.progressDeadlineSeconds ?? 0) * 1000 < now;
}
