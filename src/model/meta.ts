import type { KubernetesObject, OwnerReference } from './apiTypes';

/** `namespace/name`, or the bare name of a cluster-scoped object: the key of caches and work queues. */
export function objectKey(object: KubernetesObject): string {
  const { namespace, name } = object.metadata;
  return namespace === undefined || namespace === '' ? name : `${namespace}/${name}`;
}

/** The name in a key. */
export function bareName(key: string): string {
  return key.slice(key.indexOf('/') + 1);
}

/** Where an object is when nothing is said: what kubectl writes into it. */
export const DEFAULT_NAMESPACE = 'default';

/** The namespace of an object of a namespaced kind. */
export function namespaceOf({ metadata }: KubernetesObject): string {
  return metadata.namespace ?? DEFAULT_NAMESPACE;
}

/** The key of an object of a namespaced kind that may not say its namespace. */
export function namespacedName({ metadata }: KubernetesObject): string {
  return `${metadata.namespace ?? DEFAULT_NAMESPACE}/${metadata.name}`;
}

/** Below 0 if the first one is older. */
export function ageDifference(a: KubernetesObject, b: KubernetesObject): number {
  return (a.metadata.creationTimestamp ?? 0) - (b.metadata.creationTimestamp ?? 0);
}

/** The owner reference that says `controller: true`, if any. */
export function getControllerOf(object: KubernetesObject): OwnerReference | undefined {
  const references = object.metadata.ownerReferences;
  // Asked of every pod by everybody who hears of it: no closure.
  if (references !== undefined) for (const reference of references) if (reference.controller === true) return reference;
  return undefined;
}

export function isControlledBy(object: KubernetesObject, ownerUid: string | undefined): boolean {
  return ownerUid !== undefined && getControllerOf(object)?.uid === ownerUid;
}
