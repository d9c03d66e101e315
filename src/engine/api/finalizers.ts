/** Upstream: the finalizers of staging/src/k8s.io/apiserver/pkg/registry/generic/registry/store.go (v1.36.4). */
import type { ObjectMeta } from '../../model/apiTypes';
import { FOREGROUND_FINALIZER, ORPHAN_FINALIZER } from '../../model/wellKnown';

export type Propagation = 'Background' | 'Foreground' | 'Orphan';

/** What will hold the object: its own finalizers, and for what it owns the one that the request asks for, if it says anything. */
export function finalizersAfterDelete({ finalizers = [] }: ObjectMeta, propagation: Propagation | undefined): readonly string[] {
  if (propagation === undefined) return finalizers;
  const others = finalizers.filter((finalizer) => finalizer !== FOREGROUND_FINALIZER && finalizer !== ORPHAN_FINALIZER);
  if (propagation === 'Background') return others;
  return [...others, propagation === 'Foreground' ? FOREGROUND_FINALIZER : ORPHAN_FINALIZER];
}

export function hasFinalizers({ finalizers }: ObjectMeta): boolean {
  return finalizers !== undefined && finalizers.length > 0;
}

/** Deleted, and nothing holds it any more. */
export function isReleased(metadata: ObjectMeta): boolean {
  return metadata.deletionTimestamp !== undefined && !hasFinalizers(metadata);
}
