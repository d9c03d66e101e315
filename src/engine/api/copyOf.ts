/** Ours: what is stored of one kind has one shape, so that whoever reads many objects reads them fast. */
import type { ObjectMeta } from '../../model/apiTypes';
import { withFields } from '../../model/copies';
import { API_VERSIONS, type Kind, type KindMap } from './kinds';

/** Kinds that are metadata, spec and status. */
const IN_THREE_PARTS: ReadonlySet<Kind> = new Set<Kind>(['Deployment', 'ReplicaSet', 'DaemonSet', 'Pod', 'Node']);

/** What a client sends, of whatever shape, as it is stored first. The other function then meets one shape only. */
export function firstCopyOf<K extends Kind>(kind: K, object: KindMap[K], metadata: ObjectMeta): KindMap[K] {
  const apiVersion = API_VERSIONS[kind];
  if (!IN_THREE_PARTS.has(kind)) return withFields<KindMap[Kind]>(object, { apiVersion, kind, metadata }) as KindMap[K];
  const { spec, status } = object as { readonly spec?: unknown; readonly status?: unknown };
  return { apiVersion, kind, metadata, spec, status } as unknown as KindMap[K];
}

/** A stored object, or one made from it, with other metadata. */
export function copyOf<K extends Kind>(kind: K, object: KindMap[K], metadata: ObjectMeta): KindMap[K] {
  const apiVersion = API_VERSIONS[kind];
  if (!IN_THREE_PARTS.has(kind)) return withFields<KindMap[Kind]>(object, { apiVersion, kind, metadata }) as KindMap[K];
  const { spec, status } = object as { readonly spec?: unknown; readonly status?: unknown };
  return { apiVersion, kind, metadata, spec, status } as unknown as KindMap[K];
}
