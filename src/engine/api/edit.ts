/** Ours: what a user sends while the simulation runs; the rollback is checked as pkg/apis/apps/v1/conversion.go does. */
import type { KubernetesObject, ReplicaSet } from '../../model/apiTypes';
import { decodeTimes } from '../../model/time';
import { ApiError, notFound } from './apiError';
import { completeReplicaSet, patchWorkload, submitWorkload, type Workload } from './applyWorkload';
import { RESOURCES, type Kind, type KindMap } from './kinds';
import { mergePatch } from './mergePatch';
import type { ObjectStore } from './objectStore';

const DEPRECATED_ROLLBACK_TO = 'deprecated.deployment.rollback.to';
const INTEGER = /^[+-]?\d+$/;

/**
 * A user's change: a JSON merge patch (RFC 7386) on the main resource. Workloads are decoded, completed and checked as the
 * API server does; other kinds are taken as they come. Throws the API server's refusal, and then nothing has changed.
 */
export function editObject<K extends Kind>(store: ObjectStore, kind: K, key: string, patch: unknown): KindMap[K] {
  const current = store.get(kind, key);
  if (current === undefined) throw notFound(RESOURCES[kind], key.slice(key.indexOf('/') + 1));
  const patched = mergePatch(current, decodeTimes(patch)) as KindMap[K];
  if (kind !== 'Deployment' && kind !== 'DaemonSet') return store.update(kind, patched);
  checkRollbackTo(kind, patched);
  return patchWorkload(store, kind, key, patch) as KindMap[K];
}

/** A user's new object, as the API's JSON has it. */
export function createObject<K extends Kind>(store: ObjectStore, kind: K, json: unknown): KindMap[K] {
  const object = decodeTimes<KindMap[K]>(json);
  if (kind === 'Pod') return store.create(kind, { ...object, status: { phase: 'Pending' } });
  if (kind === 'ReplicaSet') return store.create('ReplicaSet', completeReplicaSet(object as ReplicaSet)) as KindMap[K];
  if (kind !== 'Deployment' && kind !== 'DaemonSet') return store.create(kind, object);
  checkRollbackTo(kind, object);
  return submitWorkload(store, { ...object, kind } as Workload) as KindMap[K];
}

/**
 * The annotation is a field of the internal Deployment (`spec.rollbackTo`), so the server reads it at once and refuses
 * what it cannot read, before any other check.
 */
function checkRollbackTo(kind: Kind, { metadata }: KubernetesObject): void {
  const text = kind === 'Deployment' ? metadata.annotations?.[DEPRECATED_ROLLBACK_TO] : undefined;
  if (text === undefined || text === '') return;
  const problem = integerProblem(text);
  if (problem !== undefined) {
    const parsing = `strconv.ParseInt: parsing ${JSON.stringify(text)}: ${problem}`;
    throw new ApiError('BadRequest', `failed to parse annotation[${DEPRECATED_ROLLBACK_TO}]=${text} as int64: ${parsing}`);
  }
  const revision = BigInt(text.replace('+', ''));
  if (revision >= 0n) return;
  const refusal = `spec.rollback.version: Invalid value: ${revision}: must be greater than or equal to 0`;
  throw new ApiError('Invalid', `Deployment.apps "${metadata.name}" is invalid: ${refusal}`);
}

function integerProblem(text: string): string | undefined {
  if (!INTEGER.test(text)) return 'invalid syntax';
  const value = BigInt(text.replace('+', ''));
  return BigInt.asIntN(64, value) === value ? undefined : 'value out of range';
}
