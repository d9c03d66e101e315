/** Upstream: the bounds of pkg/controller/deployment/util/deployment_util.go (v1.36.4). */
import { DEFAULT_REPLICAS } from '../../../../model/defaults';
import { resolveBounds, type Bounds } from '../../../../model/envelope';
import { getScaledValueFromIntOrPercent } from '../../../../model/intOrPercent';
import type { Deployment, ReplicaSet } from '../../../../model/apiTypes';
import { getReplicaCountForReplicaSets } from './replicaSets';

export function isRollingUpdate(deployment: Deployment): boolean {
  return deployment.spec.strategy?.type === 'RollingUpdate';
}

/** Asked several times in each sync of a spec that hardly ever changes. */
const known = new WeakMap<Deployment['spec'], Bounds>();

/** What validation lets through always resolves; what it would not counts as 0 and 0. */
function fencepostsOf({ spec }: Deployment): Bounds {
  let bounds = known.get(spec);
  if (bounds === undefined) {
    bounds = resolveBounds('Deployment', spec.strategy?.rollingUpdate, spec.replicas ?? DEFAULT_REPLICAS) ?? UNREADABLE;
    known.set(spec, bounds);
  }
  return bounds;
}

const UNREADABLE: Bounds = { surge: 0, unavailable: 0 };

/** The pods that a rolling update may have above the wanted number. */
export function maxSurge(deployment: Deployment): number {
  return isRollingUpdate(deployment) ? fencepostsOf(deployment).surge : 0;
}

/** The pods that a rolling update may lack; never more than there should be. */
export function maxUnavailable(deployment: Deployment): number {
  const replicas = deployment.spec.replicas ?? DEFAULT_REPLICAS;
  if (!isRollingUpdate(deployment) || replicas === 0) return 0;
  return Math.min(fencepostsOf(deployment).unavailable, replicas);
}

/** The pods that stay available while a rolling update goes on: 10 replicas of which 2 may be missing keep 8. */
export function minAvailable(deployment: Deployment): number {
  if (!isRollingUpdate(deployment)) return 0;
  return (deployment.spec.replicas ?? DEFAULT_REPLICAS) - maxUnavailable(deployment);
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
  const desired = deployment.spec.replicas ?? DEFAULT_REPLICAS;
  const current = newRS.spec.replicas ?? DEFAULT_REPLICAS;
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
