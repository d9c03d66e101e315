/** Upstream: the scaling half of pkg/controller/deployment/sync.go (v1.36.4). */
import { draftOf, draftOfMeta } from '../../../model/copies';
import { DEFAULT_REPLICAS } from '../../../model/defaults';
import type { ReplicaSet } from '../../../model/apiTypes';
import { violated } from '../../kernel/engineError';
import type { DecisionSubject } from '../decisions';
import type { DeploymentSync } from './deploymentSync';
import { getDesiredReplicasAnnotation, setReplicasAnnotations } from './deploymentUtil/annotations';
import { isRollingUpdate, maxSurge } from './deploymentUtil/fenceposts';
import { getReplicaSetProportion, isSaturated } from './deploymentUtil/proportions';
import {
  bySizeNewer,
  bySizeOlder,
  filterActiveReplicaSets,
  findActiveOrLatest,
  getReplicaCountForReplicaSets,
  isActive,
  newestFirst,
} from './deploymentUtil/replicaSets';

export interface ScaleResult {
  readonly scaled: boolean;
  /** The replica set as it is after the write. */
  readonly replicaSet: ReplicaSet;
}

/** Sizes a replica set unless it has that size already. */
export function scaleReplicaSetAndRecordEvent(sync: DeploymentSync, replicaSet: ReplicaSet, newScale: number): ScaleResult {
  if ((replicaSet.spec.replicas ?? DEFAULT_REPLICAS) === newScale) return { scaled: false, replicaSet };
  return scaleReplicaSet(sync, replicaSet, newScale);
}

/** Sizes a replica set and marks on it the Deployment's size; either alone is reason enough to write. */
function scaleReplicaSet(sync: DeploymentSync, replicaSet: ReplicaSet, newScale: number): ScaleResult {
  const { deployment } = sync;
  const oldScale = replicaSet.spec.replicas ?? DEFAULT_REPLICAS;
  if (!(newScale >= 0)) violated(replicaSet.metadata.name, 'is to have fewer than no pods');
  const desired = deployment.spec.replicas ?? DEFAULT_REPLICAS;
  const sized = setReplicasAnnotations(replicaSet.metadata.annotations ?? {}, desired, desired + maxSurge(deployment));
  if (oldScale === newScale && !sized.changed) return { scaled: false, replicaSet };
  const next = draftOf(replicaSet);
  if (sized.changed) {
    const metadata = draftOfMeta(replicaSet.metadata);
    metadata.annotations = sized.annotations;
    next.metadata = metadata;
  }
  const { minReadySeconds, selector, template } = replicaSet.spec;
  next.spec = { replicas: newScale, minReadySeconds, selector, template };
  const updated = sync.context.store.update('ReplicaSet', next);
  if (oldScale === newScale) return { scaled: false, replicaSet: updated };
  const operation = oldScale < newScale ? 'up' : 'down';
  const message = `Scaled ${operation} replica set ${replicaSet.metadata.name} from ${oldScale} to ${newScale}`;
  sync.event('Normal', 'ScalingReplicaSet', message);
  return { scaled: true, replicaSet: updated };
}

/** What a decision says of a replica set that was or will be resized. */
export function scaledSubject(replicaSet: ReplicaSet, to: number): DecisionSubject {
  return {
    kind: 'ReplicaSet',
    name: replicaSet.metadata.name,
    role: 'scaled',
    facts: { from: replicaSet.spec.replicas ?? DEFAULT_REPLICAS, to },
  };
}

/** Whether some active replica set was last sized for another number of replicas than the Deployment has now. */
export function wasScaled(sync: DeploymentSync, replicaSets: readonly ReplicaSet[] = []): boolean {
  const replicas = sync.deployment.spec.replicas ?? DEFAULT_REPLICAS;
  for (const replicaSet of replicaSets) {
    if (!isActive(replicaSet)) continue;
    const desired = getDesiredReplicasAnnotation(replicaSet);
    if (desired === undefined || desired === replicas) continue;
    sync.decide({
      step: 'isScalingEvent',
      formula: 'desiredReplicasAnnotation ≠ replicas',
      inputs: { replicaSet: replicaSet.metadata.name, desiredReplicasAnnotation: desired, replicas },
      outcome: true,
      verdict: 'scalingEvent',
    });
    return true;
  }
  return false;
}

/**
 * Sizes the replica sets outside a rollout's own steps: after the Deployment was scaled, or while it is paused. One
 * active replica set takes the whole size; beside a saturated new one the old ones go; else all keep their proportions.
 */
export function scale(sync: DeploymentSync, newRS: ReplicaSet | undefined, oldRSs: readonly ReplicaSet[]): void {
  const { deployment } = sync;
  const replicas = deployment.spec.replicas ?? DEFAULT_REPLICAS;
  const activeOrLatest = findActiveOrLatest(newRS, oldRSs);
  if (activeOrLatest !== undefined) {
    scaleTheOnlyOne(sync, activeOrLatest, replicas);
  } else if (isSaturated(deployment, newRS)) {
    const active = filterActiveReplicaSets(oldRSs).toSorted(newestFirst);
    for (const old of active) scaleReplicaSetAndRecordEvent(sync, old, 0);
    const subjects = active.map((old) => scaledSubject(old, 0));
    sync.decide({ step: 'scale', inputs: { replicas, saturated: true }, outcome: 0, verdict: 'scaledDown', subjects });
  } else if (isRollingUpdate(deployment)) {
    scaleProportionally(sync, [...oldRSs.toSorted(newestFirst), newRS]);
  }
}

function scaleTheOnlyOne(sync: DeploymentSync, replicaSet: ReplicaSet, replicas: number): void {
  const from = replicaSet.spec.replicas ?? DEFAULT_REPLICAS;
  scaleReplicaSetAndRecordEvent(sync, replicaSet, replicas);
  sync.decide({
    step: 'scale',
    formula: 'size = replicas',
    inputs: { size: from, replicas },
    outcome: replicas,
    verdict: from === replicas ? 'nothingToDo' : from < replicas ? 'scaledUp' : 'scaledDown',
    ...(from === replicas ? {} : { subjects: [scaledSubject(replicaSet, replicas)] }),
  });
}

/**
 * 10 replicas + surge 3 in the middle of a rollout, old 8 and new 5, are scaled to 20 + 5: 25 − 13 = 12 to add, to the old
 * round(8 × 25 / 13) − 8 = 7, to the new round(5 × 25 / 13) − 5 = 5. What rounding leaves over goes to the largest.
 */
function scaleProportionally(sync: DeploymentSync, replicaSets: readonly (ReplicaSet | undefined)[]): void {
  const { deployment } = sync;
  const active = filterActiveReplicaSets(replicaSets);
  const allRSsReplicas = getReplicaCountForReplicaSets(active);
  const { replicas = DEFAULT_REPLICAS } = deployment.spec;
  const allowedSize = replicas > 0 ? replicas + maxSurge(deployment) : 0;
  const toAdd = allowedSize - allRSsReplicas;
  // Growing favors the newer of two equal sizes, shrinking the older.
  const sorted = toAdd === 0 ? active : active.toSorted(toAdd > 0 ? bySizeNewer : bySizeOlder);
  let added = 0;
  const sizes = sorted.map((replicaSet) => {
    const proportion = getReplicaSetProportion(replicaSet, deployment, toAdd, added);
    added += proportion;
    return (replicaSet.spec.replicas ?? DEFAULT_REPLICAS) + proportion;
  });
  if (toAdd !== 0) sizes[0] = Math.max((sizes[0] ?? 0) + toAdd - added, 0);
  sync.decide({
    step: 'scale',
    formula: 'replicasToAdd = allowedSize − allReplicas',
    inputs: { allowedSize, allReplicas: allRSsReplicas, leftover: toAdd - added },
    outcome: toAdd,
    verdict: toAdd > 0 ? 'scaledUp' : toAdd < 0 ? 'scaledDown' : 'nothingToDo',
    subjects: sorted.map((replicaSet, index) => scaledSubject(replicaSet, sizes[index] ?? 0)),
  });
  for (const [index, replicaSet] of sorted.entries()) scaleReplicaSet(sync, replicaSet, sizes[index] ?? 0);
}
