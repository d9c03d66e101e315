/** Ours: what is stored of one kind has one shape, so that whoever reads many objects reads them fast. */
import type { ObjectMeta } from '../../model/apiTypes';
import { draftOf } from '../../model/copies';
import { API_VERSIONS, type Kind, type KindMap } from './kinds';

/** Kinds that are metadata, spec and status. */
const IN_THREE_PARTS: ReadonlySet<Kind> = new Set<Kind>(['Deployment', 'ReplicaSet', 'DaemonSet', 'Pod', 'Node']);

/** The object with other metadata, of which kind it may or may not say. */
export function copyOf<K extends Kind>(kind: K, object: KindMap[K], metadata: ObjectMeta): KindMap[K] {
  const apiVersion = API_VERSIONS[kind];
  if (!IN_THREE_PARTS.has(kind)) return { ...object, apiVersion, kind, metadata };
  const copy = draftOf(object);
  copy.apiVersion = apiVersion;
  copy.kind = kind;
  copy.metadata = metadata;
  return copy as unknown as KindMap[K];
}
