/** Upstream: the lists of replica sets of pkg/controller/deployment/util/deployment_util.go (v1.36.4). */
import { semanticEqual } from '../../../api/schema/semanticEqual';
import { DEFAULT_REPLICAS } from '../../../../model/defaults';
import type { Deployment, PodTemplateSpec, ReplicaSet } from '../../../../model/apiTypes';
import { ageDifference } from '../../../../model/meta';
import { POD_TEMPLATE_HASH_LABEL } from '../../../../model/wellKnown';
import { jsonEqual } from '../../../kernel/jsonEqual';

type MaybeReplicaSets = readonly (ReplicaSet | undefined)[];

function sum(replicaSets: MaybeReplicaSets, count: (replicaSet: ReplicaSet) => number): number {
  let total = 0;
  for (const replicaSet of replicaSets) if (replicaSet !== undefined) total += count(replicaSet);
  return total;
}

function replicasOf({ spec }: ReplicaSet): number {
  return spec.replicas ?? DEFAULT_REPLICAS;
}

function actualReplicasOf({ status }: ReplicaSet): number {
  return status?.replicas ?? 0;
}

function readyReplicasOf({ status }: ReplicaSet): number {
  return status?.readyReplicas ?? 0;
}

/** The pods asked for. */
export function getReplicaCountForReplicaSets(replicaSets: MaybeReplicaSets): number {
  return sum(replicaSets, replicasOf);
}

/** The pods there are. */
export function getActualReplicaCountForReplicaSets(replicaSets: MaybeReplicaSets): number {
  return sum(replicaSets, actualReplicasOf);
}

export function getReadyReplicaCountForReplicaSets(replicaSets: MaybeReplicaSets): number {
  return sum(replicaSets, readyReplicasOf);
}

export function getAvailableReplicaCountForReplicaSets(replicaSets: MaybeReplicaSets): number {
  return sum(replicaSets, availableReplicasOf);
}

export function availableReplicasOf(replicaSet: ReplicaSet): number {
  return replicaSet.status?.availableReplicas ?? 0;
}

/** Undefined while a replica set that was synced before has not said how many of its pods are terminating. */
export function getTerminatingReplicaCountForReplicaSets(replicaSets: MaybeReplicaSets): number | undefined {
  let total = 0;
  for (const replicaSet of replicaSets) {
    if (replicaSet === undefined) continue;
    const terminating = replicaSet.status?.terminatingReplicas;
    if (terminating !== undefined) total += terminating;
    else if ((replicaSet.status?.observedGeneration ?? 0) !== 0) return undefined;
  }
  return total;
}

export function filterActiveReplicaSets(replicaSets: MaybeReplicaSets): ReplicaSet[] {
  return replicaSets.filter((replicaSet): replicaSet is ReplicaSet => replicaSet !== undefined && isActive(replicaSet));
}

/** Older first, as a list of its own only where there is something to sort. */
export function olderFirst(replicaSets: readonly ReplicaSet[]): readonly ReplicaSet[] {
  return replicaSets.length > 1 ? replicaSets.toSorted(byCreationTimestamp) : replicaSets;
}

export function isActive({ spec }: ReplicaSet): boolean {
  return (spec.replicas ?? DEFAULT_REPLICAS) > 0;
}

/** Older first; of the same second, by name. */
export function byCreationTimestamp(a: ReplicaSet, b: ReplicaSet): number {
  const difference = ageDifference(a, b);
  if (difference !== 0) return difference;
  if (a.metadata.name === b.metadata.name) return 0;
  return a.metadata.name < b.metadata.name ? -1 : 1;
}

export function newestFirst(a: ReplicaSet, b: ReplicaSet): number {
  return byCreationTimestamp(b, a);
}

/** Larger first; of the same size, the older first. */
export function bySizeOlder(a: ReplicaSet, b: ReplicaSet): number {
  return (b.spec.replicas ?? DEFAULT_REPLICAS) - (a.spec.replicas ?? DEFAULT_REPLICAS) || byCreationTimestamp(a, b);
}

/** Larger first; of the same size, the newer first. */
export function bySizeNewer(a: ReplicaSet, b: ReplicaSet): number {
  return (b.spec.replicas ?? DEFAULT_REPLICAS) - (a.spec.replicas ?? DEFAULT_REPLICAS) || byCreationTimestamp(b, a);
}

/** The comparisons of each template: replica sets are compared again and again with templates that have not changed. */
const comparisons = new WeakMap<PodTemplateSpec, WeakMap<PodTemplateSpec, boolean>>();

/** Whether two templates make the same pods; the hash label, which only replica sets have, does not count. */
export function equalIgnoreHash(a: PodTemplateSpec, b: PodTemplateSpec): boolean {
  let known = comparisons.get(b);
  if (known === undefined) comparisons.set(b, (known = new WeakMap<PodTemplateSpec, boolean>()));
  let equal = known.get(a);
  if (equal === undefined) {
    equal = semanticEqual('PodSpec', a.spec, b.spec) && jsonEqual(metadataWithoutHash(a), metadataWithoutHash(b));
    known.set(a, equal);
  }
  return equal;
}

function metadataWithoutHash(template: PodTemplateSpec): unknown {
  const { labels, annotations, creationTimestamp: _unset, ...rest } = template.metadata ?? {};
  return { ...rest, labels: { ...labels, [POD_TEMPLATE_HASH_LABEL]: undefined }, annotations: annotations ?? {} };
}

/** The replica set with the Deployment's present template; should there be several, the oldest. */
export function findNewReplicaSet(deployment: Deployment, replicaSets: readonly ReplicaSet[]): ReplicaSet | undefined {
  const { template } = deployment.spec;
  let found: ReplicaSet | undefined;
  for (const replicaSet of replicaSets) {
    if (found !== undefined && byCreationTimestamp(found, replicaSet) < 0) continue;
    if (equalIgnoreHash(template, replicaSet.spec.template)) found = replicaSet;
  }
  return found;
}

/** All but the new one, older first. */
export function findOldReplicaSets(newRS: ReplicaSet | undefined, replicaSets: readonly ReplicaSet[]): ReplicaSet[] {
  const uid = newRS?.metadata.uid;
  const old = uid === undefined ? [...replicaSets] : replicaSets.filter(({ metadata }) => metadata.uid !== uid);
  return old.length > 1 ? old.sort(byCreationTimestamp) : old;
}

/** The only active replica set; without any the new or else the newest; undefined when there are several. */
export function findActiveOrLatest(newRS: ReplicaSet | undefined, oldRSs: readonly ReplicaSet[]): ReplicaSet | undefined {
  const sorted = oldRSs.toSorted(newestFirst);
  const active = filterActiveReplicaSets([...sorted, newRS]);
  if (active.length > 1) return undefined;
  return active[0] ?? newRS ?? sorted[0];
}
