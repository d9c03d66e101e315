import type { Time } from './time';

/** Labels, annotations, node selectors. */
export type StringMap = Readonly<Record<string, string>>;

export interface OwnerReference {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
  readonly controller?: boolean | undefined;
  readonly blockOwnerDeletion?: boolean | undefined;
}

/**
 * Object metadata. Two fields differ from the API's JSON for speed: times are numbers (see time.ts) and the
 * resource version is the number behind the opaque string.
 */
export interface ObjectMeta {
  readonly name: string;
  readonly namespace?: string | undefined;
  readonly generateName?: string | undefined;
  readonly uid?: string | undefined;
  readonly resourceVersion?: number | undefined;
  readonly generation?: number | undefined;
  readonly creationTimestamp?: Time | undefined;
  readonly deletionTimestamp?: Time | undefined;
  readonly deletionGracePeriodSeconds?: number | undefined;
  readonly labels?: StringMap | undefined;
  readonly annotations?: StringMap | undefined;
  readonly ownerReferences?: readonly OwnerReference[] | undefined;
  readonly finalizers?: readonly string[] | undefined;
}

export interface TypeMeta {
  readonly apiVersion?: string | undefined;
  readonly kind?: string | undefined;
}

/** What every stored object has in common. */
export interface KubernetesObject extends TypeMeta {
  readonly metadata: ObjectMeta;
}

/** `namespace/name`, or the bare name of a cluster-scoped object: the key of caches and work queues. */
export function objectKey(object: KubernetesObject): string {
  const { namespace, name } = object.metadata;
  return namespace === undefined || namespace === '' ? name : `${namespace}/${name}`;
}

/** The owner reference that says `controller: true`, if any. */
export function getControllerOf(object: KubernetesObject): OwnerReference | undefined {
  return object.metadata.ownerReferences?.find((reference) => reference.controller === true);
}

export function isControlledBy(object: KubernetesObject, ownerUid: string | undefined): boolean {
  return ownerUid !== undefined && getControllerOf(object)?.uid === ownerUid;
}
