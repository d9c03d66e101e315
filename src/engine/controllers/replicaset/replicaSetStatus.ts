/** Upstream: pkg/controller/replicaset/replica_set_utils.go (v1.36.4). */
import { DEFAULT_REPLICAS } from '../../../model/defaults';
import type { Pod, PodTemplateSpec, ReplicaSet, ReplicaSetCondition, ReplicaSetStatus, StringMap } from '../../../model/apiTypes';
import { draftOf, type Draft } from '../../../model/copies';
import { isPodAvailable, isPodReady } from '../../../model/podConditions';
import { bareName } from '../../../model/meta';
import type { Time } from '../../../model/time';
import { notFound } from '../../api/apiError';
import { RESOURCES } from '../../api/kinds';
import type { ObjectStore } from '../../api/objectStore';
import { jsonEqual } from '../../kernel/jsonEqual';
import { errorText } from '../aggregateError';
import { remembering, type Matches } from '../podIndex';

const REPLICA_FAILURE = 'ReplicaFailure';
/** A refused status update is tried once more on the newest version. */
const STATUS_UPDATE_RETRIES = 1;

/** What of the active pods the status tells. */
export interface PodCounts {
  readonly active: number;
  readonly fullyLabeled: number;
  readonly ready: number;
  readonly available: number;
}

export function countPods({ spec }: ReplicaSet, activePods: Iterable<Pod>, now: Time): PodCounts {
  const { minReadySeconds = 0, template } = spec;
  const isFullyLabeled = fullyLabeledBy(template);
  const counts = { active: 0, fullyLabeled: 0, ready: 0, available: 0 };
  for (const pod of activePods) {
    counts.active++;
    if (isFullyLabeled(pod.metadata.labels)) counts.fullyLabeled++;
    if (!isPodReady(pod)) continue;
    counts.ready++;
    if (minReadySeconds === 0 || isPodAvailable(pod, minReadySeconds, now)) counts.available++;
  }
  return counts;
}

/** The status for pods that have been counted already. */
export function statusOf(
  replicaSet: ReplicaSet,
  counts: PodCounts,
  terminatingPods: number,
  manageReplicasError: unknown,
  now: Time,
): Draft<ReplicaSetStatus> {
  return {
    observedGeneration: replicaSet.status?.observedGeneration,
    replicas: counts.active,
    fullyLabeledReplicas: counts.fullyLabeled,
    readyReplicas: counts.ready,
    availableReplicas: counts.available,
    terminatingReplicas: terminatingPods,
    conditions: failureConditions(replicaSet, counts.active, manageReplicasError, now),
  };
}

/** Templates are never changed, and each sync asks the same of them. */
const labelers = new WeakMap<PodTemplateSpec, Matches>();

/** Whether labels are at least those of the template; remembers the last ones. */
export function fullyLabeledBy(template: PodTemplateSpec): Matches {
  let isFully = labelers.get(template);
  if (isFully === undefined) {
    const wanted = template.metadata?.labels ?? {};
    labelers.set(template, (isFully = remembering((labels) => hasLabels(labels, wanted))));
  }
  return isFully;
}

function hasLabels(labels: StringMap | undefined, wanted: StringMap): boolean {
  for (const key in wanted) if (labels?.[key] !== wanted[key]) return false;
  return true;
}

/** A first failure is noted, the reason by which way it went wrong; a later one leaves it; a success removes it. */
function failureConditions(
  { spec, status }: ReplicaSet,
  pods: number,
  error: unknown,
  now: Time,
): readonly ReplicaSetCondition[] {
  const conditions = status?.conditions ?? NO_CONDITIONS;
  const hasFailed = conditions.some(({ type }) => type === REPLICA_FAILURE);
  if (error === undefined) return hasFailed ? conditions.filter(({ type }) => type !== REPLICA_FAILURE) : conditions;
  if (hasFailed) return conditions;
  const difference = pods - (spec.replicas ?? DEFAULT_REPLICAS);
  const reason = difference < 0 ? 'FailedCreate' : difference > 0 ? 'FailedDelete' : '';
  const message = errorText(error);
  return [...conditions, { type: REPLICA_FAILURE, status: 'True', lastTransitionTime: now, reason, message }];
}

const NO_CONDITIONS: readonly ReplicaSetCondition[] = [];

/** Writes the status unless there is nothing new in it. Returns the replica set as it is then stored. */
export function updateReplicaSetStatus(
  store: ObjectStore,
  key: string,
  replicaSet: ReplicaSet,
  newStatus: Draft<ReplicaSetStatus>,
): ReplicaSet {
  if (isCurrent(replicaSet, newStatus)) return replicaSet;
  // The generation acted upon: a retry must not claim to have seen a later one.
  newStatus.observedGeneration = replicaSet.metadata.generation;
  let latest = replicaSet;
  for (let attempt = 0; ; attempt++) {
    try {
      const next = draftOf(latest);
      next.status = newStatus;
      return store.updateStatus('ReplicaSet', next, key);
    } catch (error) {
      if (attempt >= STATUS_UPDATE_RETRIES) throw error;
      latest = getFresh(store, key);
    }
  }
}

function getFresh(store: ObjectStore, key: string): ReplicaSet {
  const fresh = store.get('ReplicaSet', key);
  if (fresh === undefined) throw notFound(RESOURCES.ReplicaSet, bareName(key));
  return fresh;
}

function isCurrent({ metadata, status }: ReplicaSet, next: ReplicaSetStatus): boolean {
  return (
    (status?.replicas ?? 0) === (next.replicas ?? 0) &&
    (status?.fullyLabeledReplicas ?? 0) === (next.fullyLabeledReplicas ?? 0) &&
    (status?.readyReplicas ?? 0) === (next.readyReplicas ?? 0) &&
    (status?.availableReplicas ?? 0) === (next.availableReplicas ?? 0) &&
    status?.terminatingReplicas === next.terminatingReplicas &&
    (metadata.generation ?? 0) === (status?.observedGeneration ?? 0) &&
    jsonEqual(status?.conditions ?? NO_CONDITIONS, next.conditions ?? NO_CONDITIONS)
  );
}
