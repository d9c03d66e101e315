/** Upstream: staging/src/k8s.io/apimachinery/pkg/util/strategicpatch/patch.go (v1.36.4). */
import { diffAdditions, diffDeletions } from './diff';
import type { Json } from './patchJson';
import { mergePatches } from './merge';

/**
 * The patch that `kubectl apply` sends: what the new manifest adds to or changes in the live object, and what it no longer has of
 * the manifest applied before. Fields that only the server or others have set are left alone.
 */
export function createThreeWayMergePatch(type: string, original: Json, modified: Json, live: Json): Json {
  const schema = { type };
  const additions = diffAdditions(live, modified, schema);
  const deletions = diffDeletions(original, modified, schema);
  return mergePatches(deletions, additions, schema);
}
