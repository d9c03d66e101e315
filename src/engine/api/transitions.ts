/** Upstream: ValidateObjectMetaAccessorUpdate of staging/src/k8s.io/apimachinery/pkg/api/validation/objectmeta.go (v1.36.4). */
import type { KubernetesObject, ObjectMeta } from '../../model/apiTypes';
import { draftOfMeta } from '../../model/copies';
import { violated } from '../kernel/engineError';
import { jsonEqual } from '../kernel/jsonEqual';
import type { Kind } from './kinds';

/** What an update neither changes nor loses, whatever the client sent. */
export function keepIdentity(next: ObjectMeta, current: ObjectMeta): ObjectMeta {
  const { uid, resourceVersion, creationTimestamp, deletionTimestamp, deletionGracePeriodSeconds } = current;
  const isLost = deletionTimestamp !== undefined && next.deletionTimestamp === undefined;
  if (!isLost && next.resourceVersion === resourceVersion && next.uid === uid && next.creationTimestamp === creationTimestamp)
    return next;
  const kept = draftOfMeta(next);
  kept.uid = uid;
  kept.resourceVersion = resourceVersion;
  kept.creationTimestamp = creationTimestamp;
  if (!isLost) return kept;
  kept.deletionTimestamp = deletionTimestamp;
  kept.deletionGracePeriodSeconds = deletionGracePeriodSeconds;
  return kept;
}

/** What holds of every write, whoever asked for it. */
export function checkTransition(kind: Kind, key: string, next: ObjectMeta, previous: ObjectMeta): void {
  const broken = brokenRule(next, previous);
  if (broken !== undefined) violated(`${kind} ${key}`, broken);
}

function brokenRule(next: ObjectMeta, previous: ObjectMeta): string | undefined {
  if (next.uid !== previous.uid) return 'a write cannot change the uid';
  if (next.creationTimestamp !== previous.creationTimestamp) return 'a write cannot change the time of creation';
  if ((next.generation ?? 0) < (previous.generation ?? 0)) return 'the generation cannot shrink';
  if (previous.deletionTimestamp !== undefined && next.deletionTimestamp === undefined) return 'a deletion cannot be taken back';
  return undefined;
}

/** From here on a change throws. What is frozen already came from the store. */
export function freeze(value: object): void {
  if (Object.isFrozen(value)) return;
  Object.freeze(value);
  for (const part of Object.values(value) as unknown[]) if (typeof part === 'object' && part !== null) freeze(part);
}

interface Parts extends KubernetesObject {
  readonly spec?: unknown;
  readonly status?: unknown;
}

/** What changes is mostly the status, or the spec: they are asked first. */
export function isUnchanged(next: Parts, current: Parts): boolean {
  return jsonEqual(next.status, current.status) && jsonEqual(next.spec, current.spec) && jsonEqual(next, current);
}
