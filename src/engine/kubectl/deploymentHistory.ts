/**
 * Upstream: staging/src/k8s.io/kubectl/pkg/util/deployment/deployment.go,
 * staging/src/k8s.io/kubectl/pkg/polymorphichelpers/history.go (v1.36.4). Which ReplicaSets a Deployment's history
 * consists of.
 */
import { matchesSelector } from '../../model/labelSelector';
import { isControlledBy, namespaceOf } from '../../model/meta';
import type { Deployment, ReplicaSet } from '../../model/apiTypes';
import { compareText } from './labels';
import { equalIgnoreHash } from './podTemplates';

/** The Deployment's ReplicaSets from the oldest to the newest, but the one with the current template at the end. */
export function getAllReplicaSets(deployment: Deployment, replicaSets: readonly ReplicaSet[]): ReplicaSet[] {
  const owned = replicaSets
    .filter((item) => namespaceOf(item) === namespaceOf(deployment))
    .filter((item) => matchesSelector(deployment.spec.selector, item.metadata.labels))
    .filter((item) => isControlledBy(item, deployment.metadata.uid))
    .sort(compareByCreationTimestamp);
  const newReplicaSet = owned.find((item) => equalIgnoreHash(item.spec.template, deployment.spec.template));
  if (newReplicaSet === undefined) return owned;
  return [...owned.filter((item) => item !== newReplicaSet), newReplicaSet];
}

function compareByCreationTimestamp(a: ReplicaSet, b: ReplicaSet): number {
  const [since, until] = [a.metadata.creationTimestamp ?? 0, b.metadata.creationTimestamp ?? 0];
  return since === until ? compareText(a.metadata.name, b.metadata.name) : since - until;
}
