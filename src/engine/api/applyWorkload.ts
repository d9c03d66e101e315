/** Ours: the way of a workload into the store, through all that the API server does with it. */
import { withFields } from '../../model/copies';
import type { DaemonSet, Deployment } from '../../model/apiTypes';
import { bareName, objectKey } from '../../model/meta';
import { decodeTimes, encodeTimes } from '../../model/time';
import {
  applyDefaults,
  encodeWorkload,
  prepareForCreate,
  prepareForUpdate,
  validateCreate,
  validateUpdate,
} from './admission/admission';
import { decodeWorkload, type WorkloadKind, type WorkloadOf } from './admission/decodeWorkload';
import { ApiError, notFound } from './apiError';
import { RESOURCES } from './kinds';
import type { ObjectStore } from './objectStore';
import { refuse } from './refusal';
import { checkRollbackTo } from './rollbackTo';

/** What a user applies, and what the controllers here roll out. */
export type Workload = Deployment | DaemonSet;

/** What the API server stores of a new workload: defaults, validation, generation 1, no status. Throws its refusal. */
export function admitCreation(workload: Workload): Workload {
  const kind = kindOf(workload);
  const prepared = prepareForCreate(kind, completed(kind, workload));
  refuse(kind, workload.metadata.name, validateCreate(kind, prepared));
  return asStored(kind, workload, prepared);
}

/** Replaces a workload: defaults, validation, generations. Throws the API server's refusal. */
export function updateWorkload(store: ObjectStore, workload: Workload): Workload {
  const kind = kindOf(workload);
  return store.update(kind, admitUpdate(workload, current(store, kind, objectKey(workload))));
}

function current(store: ObjectStore, kind: WorkloadKind, key: string): Workload {
  const found = store.get(kind, key);
  if (found === undefined) throw notFound(RESOURCES[kind], bareName(key));
  return found;
}

function kindOf(workload: Workload): WorkloadKind {
  return workload.kind === 'DaemonSet' ? 'DaemonSet' : 'Deployment';
}

/** Prepares and checks what is to take the place of `before`; gives the object as it will be stored. */
export function admitUpdate(next: Workload, before: Workload): Workload {
  const kind = kindOf(next);
  // What is stored has been decoded; the API's types differ from the model's in their times only.
  const old = encodeTimes(before) as WorkloadOf[WorkloadKind];
  const prepared = prepareForUpdate(kind, completed(kind, next), old);
  refuse(kind, next.metadata.name, validateUpdate(kind, prepared, old));
  return asStored(kind, next, prepared);
}

function completed(kind: WorkloadKind, workload: Workload): WorkloadOf[WorkloadKind] {
  return applyDefaults(kind, decoded(kind, workload));
}

function decoded(kind: WorkloadKind, workload: Workload): WorkloadOf[WorkloadKind] {
  if (kind === 'Deployment') checkRollbackTo(workload.metadata);
  const { object, decodeError } = decodeWorkload(kind, encodeTimes(workload));
  if (object === undefined) throw new ApiError('BadRequest', decodeError?.message ?? 'cannot be decoded');
  return object;
}

function asStored(kind: WorkloadKind, { metadata }: Workload, prepared: WorkloadOf[WorkloadKind]): Workload {
  const stored = decodeTimes<Workload>(encodeWorkload(kind, prepared));
  const { uid, resourceVersion } = metadata;
  return { ...stored, metadata: withFields(stored.metadata, { uid, resourceVersion }) };
}
