/** Upstream: GetReplicaSetProportion and IsSaturated of pkg/controller/deployment/util/deployment_util.go (v1.36.4). */
import { DEFAULT_REPLICAS } from '../../../../model/defaults';
import type { Deployment, ReplicaSet } from '../../../../model/apiTypes';
import { DESIRED_REPLICAS_ANNOTATION } from '../../../../model/wellKnown';
import { getMaxReplicasAnnotation } from './annotations';
import { maxSurge } from './fenceposts';
import { parseInt64 } from '../../../../model/integers';
import { availableReplicasOf } from './replicaSets';

/** Whether the new replica set has all pods that the Deployment wants, available, and knows that they are wanted. */
export function isSaturated(deployment: Deployment, newRS: ReplicaSet | undefined): boolean {
  if (newRS === undefined) return false;
  const desired = parseInt64(newRS.metadata.annotations?.[DESIRED_REPLICAS_ANNOTATION] ?? '');
  const replicas = deployment.spec.replicas ?? DEFAULT_REPLICAS;
  return (
    (newRS.spec.replicas ?? DEFAULT_REPLICAS) === replicas &&
    desired !== undefined &&
    Number(BigInt.asIntN(32, desired)) === replicas &&
    availableReplicasOf(newRS) === replicas
  );
}

/**
 * How many pods of those to add (or, negative, to remove) fall to this replica set when a Deployment is scaled in the
 * middle of a rollout; never more than is left over.
 */
export function getReplicaSetProportion(
  replicaSet: ReplicaSet | undefined,
  deployment: Deployment,
  replicasToAdd: number,
  replicasAdded: number,
): number {
  if (replicaSet === undefined || (replicaSet.spec.replicas ?? DEFAULT_REPLICAS) === 0) return 0;
  if (replicasToAdd === 0 || replicasToAdd === replicasAdded) return 0;
  const fraction = getReplicaSetFraction(replicaSet, deployment);
  const allowed = replicasToAdd - replicasAdded;
  return replicasToAdd > 0 ? Math.min(fraction, allowed) : Math.max(fraction, allowed);
}

/**
 * The change that keeps the replica set's share. A set of 8 in a Deployment that went from 10 + 3 to 20 + 5 grows to
 * round(8 × 25 / 13) = 15, that is by 7.
 */
function getReplicaSetFraction(replicaSet: ReplicaSet, deployment: Deployment): number {
  const size = replicaSet.spec.replicas ?? DEFAULT_REPLICAS;
  const { replicas = DEFAULT_REPLICAS } = deployment.spec;
  if (replicas === 0) return -size;
  const maxReplicas = replicas + maxSurge(deployment);
  const maxReplicasBefore = getMaxReplicasAnnotation(replicaSet) ?? 0;
  // Without the annotation the present number of pods has to do; without that too there is no share to speak of.
  const base = maxReplicasBefore === 0 ? (deployment.status?.replicas ?? 0) : maxReplicasBefore;
  if (base === 0) return 0;
  // QUIRK: the product is one of 32 bits and wraps around for absurd sizes.
  return Math.trunc(roundHalfAwayFromZero(Math.imul(size, maxReplicas) / base)) - size;
}

function roundHalfAwayFromZero(value: number): number {
  return Math.sign(value) * Math.round(Math.abs(value));
}
