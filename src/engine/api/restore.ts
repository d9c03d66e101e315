/** Ours: a store that begins with what another API server held. */
import type { KubernetesObject } from '../../model/apiTypes';
import { decodeTimes } from '../../model/time';
import { KINDS } from './kinds';
import type { ObjectStore } from './objectStore';

/**
 * Puts objects as kubectl prints them into a store, as they are: nobody is asked whether they may come, nothing is defaulted, and
 * uids, generations, times and deletions stay. The older ones come first, as they once did; versions are counted afresh.
 */
export function restoreObjects(store: ObjectStore, printed: readonly KubernetesObject[]): void {
  const objects = printed.map((object) => decodeTimes<KubernetesObject>(object));
  const { admission } = store;
  store.admission = {};
  try {
    for (const kind of KINDS)
      for (const object of objects.filter((candidate) => candidate.kind === kind).sort(byAge)) store.create(kind, object);
  } finally {
    store.admission = admission;
  }
}

/** What came in one second came in the order of the uids where they are counted, and in any order otherwise. */
function byAge(a: KubernetesObject, b: KubernetesObject): number {
  const difference = (a.metadata.creationTimestamp ?? 0) - (b.metadata.creationTimestamp ?? 0);
  if (difference !== 0) return difference;
  return (a.metadata.uid ?? '') < (b.metadata.uid ?? '') ? -1 : 1;
}
