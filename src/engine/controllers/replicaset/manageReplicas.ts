/** Upstream: manageReplicas of pkg/controller/replicaset/replica_set.go (v1.36.4). */
import { withFields } from '../../../model/copies';
import { DEFAULT_REPLICAS } from '../../../model/defaults';
import { objectKey } from '../../../model/meta';
import type { Pod } from '../../../model/apiTypes';
import { hasStatusCause, isApiError } from '../../api/apiError';
import { isOwnMistake, violated } from '../../kernel/engineError';
import { newControllerRef } from '../controllerRefManager';
import type { DecisionSubject, StepOf } from '../decisions';
import { NAMESPACE_TERMINATING_CAUSE } from '../podControl';
import { slowStartBatch } from '../slowStart';
import { byPodName, type ClaimedPods } from './ownedPods';
import { choosePodsToDelete, decidingRules, hasListDecided, type RankedPod } from './podRanking';
import type { ReplicaSetSync } from './replicaSetSync';

const SLOW_START_INITIAL_BATCH_SIZE = 1;

/** Creates the pods that are missing or deletes those that are too many. Returns the first error, if any. */
export function manageReplicas(sync: ReplicaSetSync, activePods: ClaimedPods): unknown {
  const difference = activePods.count - (sync.replicaSet.spec.replicas ?? DEFAULT_REPLICAS);
  if (difference < 0) return createMissing(sync, -difference, activePods.count);
  if (difference > 0) return deleteExcess(sync, difference, activePods);
  return undefined;
}

function createMissing(sync: ReplicaSetSync, missing: number, active: number): unknown {
  const { replicaSet, key } = sync;
  const { podControl, expectations, consistency, decisions, burstReplicas } = sync.context;
  const count = Math.min(missing, burstReplicas);
  const owner = newControllerRef('ReplicaSet', replicaSet);
  const created: string[] = [];
  // Expected before they are made: their watch events must never come first.
  expectations.expectCreations(key, count);
  const { successes, error } = slowStartBatch(
    count,
    SLOW_START_INITIAL_BATCH_SIZE,
    () => {
      try {
        const pod = podControl.createPod('ReplicaSet', replicaSet, replicaSet.spec.template, owner);
        consistency.wroteAt(key, 'Pod', pod.metadata.resourceVersion);
        if (decisions.enabled) created.push(pod.metadata.name);
      } catch (refusal) {
        // In a namespace that is going away every creation fails: nothing to report, nothing to retry.
        if (!hasStatusCause(refusal, NAMESPACE_TERMINATING_CAUSE)) throw refusal;
      }
    },
    sync.context.isKeptWaiting,
  );
  // What was skipped or failed will not be seen by the informer.
  const skipped = count - successes;
  if (skipped > 0) expectations.lowerExpectations(key, skipped, 0);
  if (decisions.enabled) {
    const step = managed(sync, active, error === undefined ? 'creating' : 'failed', count);
    decisions.record(withFields(step, { subjects: created.map((name) => ({ kind: 'Pod', name, role: 'created' })) }));
  }
  return error;
}

function deleteExcess(sync: ReplicaSetSync, excess: number, activePods: ClaimedPods): unknown {
  const { replicaSet, key, now } = sync;
  const { ownedPods, podControl, expectations, decisions, burstReplicas } = sync.context;
  const count = Math.min(excess, burstReplicas);
  const all = count >= activePods.count;
  const ranked = activePods.ranked();
  const podsOnNode = all ? new Map<string, number>() : ownedPods.relatedPodsByNode(replicaSet);
  // Which go first does not matter when all go; upstream's order is random then.
  const podsToDelete = all ? ranked.map(({ pod }) => pod).sort(byPodName) : choose(sync, activePods, ranked, podsOnNode, count);
  if (podsToDelete.length !== count) violated(key, 'chooses another number of pods than it has to delete');
  const podKeys = podsToDelete.map(objectKey);
  expectations.expectDeletions(key, podKeys);
  let firstError: unknown;
  for (const podKey of podKeys) {
    try {
      podControl.deletePod('ReplicaSet', replicaSet, podKey);
    } catch (error) {
      if (isOwnMistake(error)) throw error;
      // Not deleted by this call: the informer will not see it happen. That it was gone already is no failure.
      expectations.deletionObserved(key, podKey);
      if (!isApiError(error, 'NotFound')) firstError ??= error;
    }
  }
  if (decisions.enabled) {
    const verdict = firstError === undefined ? 'deleting' : 'failed';
    const subjects = deletedSubjects(podsToDelete, ranked, podsOnNode, now);
    decisions.record(withFields(managed(sync, activePods.count, verdict, count), { subjects }));
  }
  return firstError;
}

/** An order is drawn only where it decides. */
function choose(
  { now, context: { listOrder } }: ReplicaSetSync,
  activePods: ClaimedPods,
  ranked: readonly RankedPod[],
  podsOnNode: ReadonlyMap<string, number>,
  count: number,
): readonly Pod[] {
  const chosen = choosePodsToDelete(ranked, podsOnNode, count, now, listOrder !== undefined);
  if (listOrder === undefined || !hasListDecided(ranked, chosen, podsOnNode, now)) return chosen;
  return choosePodsToDelete(activePods.ranked(listOrder), podsOnNode, count, now, true);
}

function managed(
  { context, replicaSet }: ReplicaSetSync,
  activePods: number,
  verdict: 'creating' | 'deleting' | 'failed',
  outcome: number,
): StepOf<'manageReplicas', typeof verdict> {
  const replicas = replicaSet.spec.replicas ?? DEFAULT_REPLICAS;
  const formula =
    replicas > activePods
      ? 'toCreate = min(replicas − activePods, burstReplicas)'
      : 'toDelete = min(activePods − replicas, burstReplicas)';
  const inputs = { replicas, activePods, burstReplicas: context.burstReplicas };
  return { step: 'manageReplicas', formula, inputs, outcome, verdict };
}

/** Each deleted pod with the rule that put it before one of those that stay. */
function deletedSubjects(
  deleted: readonly Pod[],
  activePods: readonly RankedPod[],
  podsOnNode: ReadonlyMap<string, number>,
  now: number,
): DecisionSubject[] {
  const gone = new Set(deleted);
  const survivor = activePods.find(({ pod }) => !gone.has(pod))?.pod;
  const rules = survivor === undefined ? [] : decidingRules(deleted, survivor, podsOnNode, now);
  return deleted.map(({ metadata }, index) => {
    const rule = rules[index];
    const facts = { position: index + 1, ...(rule === undefined ? {} : { rule }) };
    return { kind: 'Pod', name: metadata.name, role: 'deleted', facts };
  });
}
