/** Upstream: manageReplicas of pkg/controller/replicaset/replica_set.go (v1.36.4). */
import { objectKey, type OwnerReference } from '../../../model/meta';
import type { Pod } from '../../../model/pod';
import type { ReplicaSet } from '../../../model/workloads';
import { hasStatusCause, isApiError } from '../../api/apiError';
import type { Clock } from '../../kernel/eventLoop';
import type { ConsistencyStore } from '../consistency';
import type { DecisionRecorder, DecisionSubject, StepOf } from '../decisions';
import type { ControllerExpectations } from '../expectations';
import { NAMESPACE_TERMINATING_CAUSE, type PodControl } from '../podControl';
import { slowStartBatch } from '../slowStart';
import { choosePodsToDelete, decidingRules, type RankedPod } from './podRanking';

/** So many pods are created or deleted in one sync; the rest waits until their watch events have come back. */
export const BURST_REPLICAS = 500;
const SLOW_START_INITIAL_BATCH_SIZE = 1;

export interface ManageReplicasContext {
  readonly clock: Clock;
  readonly podControl: PodControl;
  readonly expectations: ControllerExpectations;
  readonly consistency: ConsistencyStore;
  readonly decisions: DecisionRecorder;
  readonly burstReplicas: number;
  /** How many active pods each node has, of all replica sets with the same owner. */
  readonly relatedPodsByNode: (replicaSet: ReplicaSet) => ReadonlyMap<string, number>;
}

/** The active pods of a replica set; listed only when they have to be looked at one by one. */
export interface ActivePods {
  readonly count: number;
  list(): readonly Pod[];
  /** The same pods with what decides which of them would go first. */
  ranked(): readonly RankedPod[];
}

export function replicaSetControllerRef({ metadata }: ReplicaSet): OwnerReference {
  const { name, uid = '' } = metadata;
  return { apiVersion: 'apps/v1', kind: 'ReplicaSet', name, uid, controller: true, blockOwnerDeletion: true };
}

/** Creates the pods that are missing or deletes those that are too many. Returns the first error, if any. */
export function manageReplicas(context: ManageReplicasContext, replicaSet: ReplicaSet, activePods: ActivePods): unknown {
  const difference = activePods.count - (replicaSet.spec.replicas ?? 1);
  if (difference < 0) return createMissing(context, replicaSet, -difference, activePods.count);
  if (difference > 0) return deleteExcess(context, replicaSet, difference, activePods);
  return undefined;
}

function createMissing(context: ManageReplicasContext, replicaSet: ReplicaSet, missing: number, active: number): unknown {
  const { podControl, expectations, consistency, decisions, burstReplicas } = context;
  const key = objectKey(replicaSet);
  const count = Math.min(missing, burstReplicas);
  const owner = replicaSetControllerRef(replicaSet);
  const created: string[] = [];
  // Expected before they are made: their watch events must never come first.
  expectations.expectCreations(key, count);
  const { successes, error } = slowStartBatch(count, SLOW_START_INITIAL_BATCH_SIZE, () => {
    try {
      const pod = podControl.createPod('ReplicaSet', replicaSet, replicaSet.spec.template, owner);
      consistency.wroteAt(key, 'Pod', pod.metadata.resourceVersion);
      if (decisions.enabled) created.push(pod.metadata.name);
    } catch (refusal) {
      // In a namespace that is going away every creation fails: nothing to report, nothing to retry.
      if (!hasStatusCause(refusal, NAMESPACE_TERMINATING_CAUSE)) throw refusal;
    }
  });
  // What was skipped or failed will not be seen by the informer.
  const skipped = count - successes;
  if (skipped > 0) expectations.lowerExpectations(key, skipped, 0);
  if (decisions.enabled) {
    const step = managed(replicaSet, active, burstReplicas, error === undefined ? 'creating' : 'failed', count);
    decisions.record({ ...step, subjects: created.map((name) => ({ kind: 'Pod', name, role: 'created' })) });
  }
  return error;
}

function deleteExcess(context: ManageReplicasContext, replicaSet: ReplicaSet, excess: number, activePods: ActivePods): unknown {
  const { clock, podControl, expectations, decisions, burstReplicas } = context;
  const key = objectKey(replicaSet);
  const count = Math.min(excess, burstReplicas);
  const all = count >= activePods.count;
  const podsOnNode = all ? new Map<string, number>() : context.relatedPodsByNode(replicaSet);
  // Which go first does not matter when all go; upstream's order is random then.
  const podsToDelete = all
    ? activePods.list().toSorted(byPodName)
    : choosePodsToDelete(activePods.ranked(), podsOnNode, count, clock.now);
  expectations.expectDeletions(key, podsToDelete.map(objectKey));
  let firstError: unknown;
  for (const pod of podsToDelete) {
    const podKey = objectKey(pod);
    try {
      podControl.deletePod('ReplicaSet', replicaSet, podKey);
    } catch (error) {
      // Not deleted by this call: the informer will not see it happen. That it was gone already is no failure.
      expectations.deletionObserved(key, podKey);
      if (!isApiError(error, 'NotFound')) firstError ??= error;
    }
  }
  if (decisions.enabled) {
    const verdict = firstError === undefined ? 'deleting' : 'failed';
    const subjects = deletedSubjects(podsToDelete, activePods.list(), podsOnNode, clock.now);
    decisions.record({ ...managed(replicaSet, activePods.count, burstReplicas, verdict, count), subjects });
  }
  return firstError;
}

function managed(
  replicaSet: ReplicaSet,
  activePods: number,
  burstReplicas: number,
  verdict: 'creating' | 'deleting' | 'failed',
  outcome: number,
): StepOf<'manageReplicas', typeof verdict> {
  const replicas = replicaSet.spec.replicas ?? 1;
  const formula =
    replicas > activePods
      ? 'toCreate = min(replicas − activePods, burstReplicas)'
      : 'toDelete = min(activePods − replicas, burstReplicas)';
  const inputs = { replicas, activePods, burstReplicas };
  return { step: 'manageReplicas', formula, inputs, outcome, verdict };
}

export function byPodName(a: Pod, b: Pod): number {
  return a.metadata.name < b.metadata.name ? -1 : 1;
}

/** Each deleted pod with the rule that put it before one of those that stay. */
function deletedSubjects(
  deleted: readonly Pod[],
  activePods: readonly Pod[],
  podsOnNode: ReadonlyMap<string, number>,
  now: number,
): DecisionSubject[] {
  const gone = new Set(deleted);
  const survivor = activePods.find((pod) => !gone.has(pod));
  const rules = survivor === undefined ? [] : decidingRules(deleted, survivor, podsOnNode, now);
  return deleted.map(({ metadata }, index) => {
    const rule = rules[index];
    const facts = { position: index + 1, ...(rule === undefined ? {} : { rule }) };
    return { kind: 'Pod', name: metadata.name, role: 'deleted', facts };
  });
}
