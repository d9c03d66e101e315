import type { Deployment, ReplicaSet } from '../../src/model/apiTypes';
import { applyDefaults, encodeWorkload } from '../../src/engine/api/admission/admission';
import { decodeWorkload, type WorkloadKind } from '../../src/engine/api/admission/decodeWorkload';
import { notFound } from '../../src/engine/api/apiError';
import { admitCreation, updateWorkload, type Workload } from '../../src/engine/api/applyWorkload';
import { RESOURCES, type Kind, type KindMap } from '../../src/engine/api/kinds';
import { mergePatch } from '../../src/engine/api/mergePatch';
import type { ObjectStore } from '../../src/engine/api/objectStore';
import { decodeTimes, encodeTimes } from '../../src/model/time';

/**
 * A user's change: a JSON merge patch (RFC 7386) on the main resource. Workloads are decoded, completed and checked as the
 * API server does; other kinds are taken as they come. Throws the API server's refusal, and then nothing has changed.
 */
export function editObject<K extends Kind>(store: ObjectStore, kind: K, key: string, patch: unknown): KindMap[K] {
  const current = store.get(kind, key);
  if (current === undefined) throw notFound(RESOURCES[kind], key.slice(key.indexOf('/') + 1));
  if (kind === 'Deployment' || kind === 'DaemonSet') return patchWorkload(store, kind, key, patch) as KindMap[K];
  return store.update(kind, mergePatch(current, decodeTimes(patch)) as KindMap[K]);
}

/** What `kubectl patch --type merge` does to a workload. */
export function patchWorkload(store: ObjectStore, kind: WorkloadKind, key: string, patch: unknown): Workload {
  const before = store.get(kind, key);
  if (before === undefined) throw notFound(RESOURCES[kind], key.slice(key.indexOf('/') + 1));
  const next = decodeTimes<Workload>(mergePatch(encodeTimes(before), patch));
  return updateWorkload(store, {
    ...next,
    kind,
    metadata: { ...next.metadata, resourceVersion: before.metadata.resourceVersion },
  });
}

/** A user's new object, as the API's JSON has it. */
export function createObject<K extends Kind>(store: ObjectStore, kind: K, json: unknown): KindMap[K] {
  const object = decodeTimes<KindMap[K]>(json);
  if (kind === 'Pod') return store.create(kind, { ...object, status: { phase: 'Pending' } });
  if (kind === 'ReplicaSet') return store.create('ReplicaSet', completeReplicaSet(object as ReplicaSet)) as KindMap[K];
  if (kind !== 'Deployment' && kind !== 'DaemonSet') return store.create(kind, object);
  return store.create(kind, admitCreation({ ...object, kind } as Workload) as KindMap[K]);
}

/** A replica set as the API server stores it: with the defaults of a Deployment, whose spec has all of its fields. */
function completeReplicaSet({ metadata, spec }: ReplicaSet): ReplicaSet {
  const { object } = decodeWorkload('Deployment', encodeTimes({ metadata, spec }));
  if (object === undefined) throw new Error('the ReplicaSet cannot be decoded');
  const completed = decodeTimes<Deployment>(encodeWorkload('Deployment', applyDefaults('Deployment', object)));
  const { replicas, template } = completed.spec;
  return { metadata, spec: { ...spec, replicas, template } };
}
