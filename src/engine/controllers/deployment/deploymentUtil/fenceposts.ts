/** Upstream: the bounds of pkg/controller/deployment/util/deployment_util.go (v1.36.4). */
import { replicasOf } from '../../../../model/defaults';
import { intOrPercentProblem, scaledValue, type IntOrString } from '../../../../model/intOrPercent';
import type { Deployment, ReplicaSet } from '../../../../model/apiTypes';
import { getReplicaCountForReplicaSets } from './replicaSets';

/** How far a rolling update may go above and below the wanted size, in pods. */
export interface Fenceposts {
  readonly surge: number;
  readonly unavailable: number;
}

/** An int-or-percent that is neither; the text is the one Kubernetes gives. */
export class IntOrStringError extends Error {
  override readonly name = 'IntOrStringError';
}

/** Percentages of up to 15 characters are exact as numbers. */
const LONGEST_EXACT_TEXT = 15;

/** The pods that an int-or-percent stands for: 25 % of 10 is 3 rounded up and 2 rounded down. */
export function getScaledValueFromIntOrPercent(value: IntOrString | undefined, total: number, roundUp: boolean): number {
  if (value === undefined) throw new IntOrStringError('nil value for IntOrString');
  const scaled = scaledValue(value, total, roundUp);
  // What cannot be read, or is too long to be sure of, is looked at more closely.
  if (scaled === undefined || (typeof value === 'string' && value.length > LONGEST_EXACT_TEXT)) {
    const problem = intOrPercentProblem(value);
    if (problem !== undefined) throw new IntOrStringError(problem);
  }
  return scaled ?? 0;
}

/**
 * Surge rounds up, unavailable rounds down. When both come to 0 nothing could ever move, so one pod may be missing:
 * 10 replicas with 1 % / 1 % are surge 1, unavailable 0; with 0 / 1 % they are surge 0, unavailable 1 (not 0).
 */
export function resolveFenceposts(
  maxSurge: IntOrString | undefined,
  maxUnavailable: IntOrString | undefined,
  desired: number,
): Fenceposts {
  const surge = getScaledValueFromIntOrPercent(maxSurge ?? 0, desired, true) | 0;
  const unavailable = getScaledValueFromIntOrPercent(maxUnavailable ?? 0, desired, false) | 0;
  return { surge, unavailable: surge === 0 && unavailable === 0 ? 1 : unavailable };
}

export function isRollingUpdate(deployment: Deployment): boolean {
  return deployment.spec.strategy?.type === 'RollingUpdate';
}

/** What validation lets through always resolves; what it would not counts as 0 and 0. */
function fencepostsOf(deployment: Deployment): Fenceposts {
  const rollingUpdate = deployment.spec.strategy?.rollingUpdate;
  try {
    return resolveFenceposts(rollingUpdate?.maxSurge, rollingUpdate?.maxUnavailable, replicasOf(deployment));
  } catch (error) {
    if (error instanceof IntOrStringError) return { surge: 0, unavailable: 0 };
    throw error;
  }
}

/** The pods that a rolling update may have above the wanted number. */
export function maxSurge(deployment: Deployment): number {
  return isRollingUpdate(deployment) ? fencepostsOf(deployment).surge : 0;
}

/** The pods that a rolling update may lack; never more than there should be. */
export function maxUnavailable(deployment: Deployment): number {
  const replicas = replicasOf(deployment);
  if (!isRollingUpdate(deployment) || replicas === 0) return 0;
  return Math.min(fencepostsOf(deployment).unavailable, replicas);
}

/** The size for the new replica set, with the numbers that led to it. */
export interface NewReplicas {
  readonly replicas: number;
  readonly maxTotalPods: number;
  readonly currentPodCount: number;
  readonly scaleUpCount: number;
}

/**
 * How large the new replica set may be now: it takes what is free up to replicas + surge, and never more than wanted.
 * 10 replicas with surge 3 beside 8 old and 3 new pods: 13 − 11 = 2 more, hence 5.
 */
export function newRSNewReplicas(
  deployment: Deployment,
  allRSs: readonly (ReplicaSet | undefined)[],
  newRS: ReplicaSet,
): NewReplicas {
  const desired = replicasOf(deployment);
  const current = replicasOf(newRS);
  const type = deployment.spec.strategy?.type;
  if (type === 'Recreate') {
    return { replicas: desired, maxTotalPods: desired, currentPodCount: current, scaleUpCount: desired - current };
  }
  if (type !== 'RollingUpdate') throw new Error(`deployment type ${type ?? ''} isn't supported`);
  const surge = getScaledValueFromIntOrPercent(deployment.spec.strategy?.rollingUpdate?.maxSurge, desired, true) | 0;
  const currentPodCount = getReplicaCountForReplicaSets(allRSs);
  const maxTotalPods = desired + surge;
  if (currentPodCount >= maxTotalPods) return { replicas: current, maxTotalPods, currentPodCount, scaleUpCount: 0 };
  const scaleUpCount = Math.min(maxTotalPods - currentPodCount, desired - current);
  return { replicas: current + scaleUpCount, maxTotalPods, currentPodCount, scaleUpCount };
}
