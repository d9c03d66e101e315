/** Ours: what is stored of one kind has one shape, so that whoever reads many objects reads them fast. */
import type { ObjectMeta } from '../../model/apiTypes';
import { withFields } from '../../model/copies';
import { API_VERSIONS, type Kind, type KindMap } from './kinds';

/** Kinds that are metadata, spec and status. Asked at each write: no set. */
function isInThreeParts(kind: Kind): boolean {
  return kind === 'Pod' || kind === 'ReplicaSet' || kind === 'Deployment' || kind === 'DaemonSet' || kind === 'Node';
}

/** What a client sends, of whatever shape, as it is stored first. The other function then meets one shape only. */
export function firstCopyOf<K extends Kind>(kind: K, object: KindMap[K], metadata: ObjectMeta): KindMap[K] {
  const apiVersion = API_VERSIONS[kind];
  if (!isInThreeParts(kind)) return withFields<KindMap[Kind]>(object, { apiVersion, kind, metadata }) as KindMap[K];
  const { spec, status } = object as { readonly spec?: unknown; readonly status?: unknown };
  return { apiVersion, kind, metadata, spec, status } as unknown as KindMap[K];
}

/** A stored object, or one made from it, with other metadata. */
export function copyOf<K extends Kind>(kind: K, object: KindMap[K], metadata: ObjectMeta): KindMap[K] {
  const apiVersion = API_VERSIONS[kind];
  if (!isInThreeParts(kind)) return withFields<KindMap[Kind]>(object, { apiVersion, kind, metadata }) as KindMap[K];
  const { spec, status } = object as { readonly spec?: unknown; readonly status?: unknown };
  return { apiVersion, kind, metadata, spec, status } as unknown as KindMap[K];
}
