/** Ours: a store that begins with what another API server held. */
import type { ControllerRevision, KubernetesObject } from '../../model/apiTypes';
import { ageDifference } from '../../model/meta';
import { decodeTimes } from '../../model/time';
import { withSortedKeys } from '../kernel/sortedKeys';
import { KINDS } from './kinds';
import type { ObjectStore } from './objectStore';

/**
 * Puts objects as kubectl prints them into a store, as they are: nobody is asked whether they may come, nothing is defaulted, and
 * uids, generations, times and deletions stay. The older ones come first, as they once did; versions are counted afresh.
 */
export function restoreObjects(store: ObjectStore, printed: readonly KubernetesObject[]): void {
  const objects = printed.map((object) => asStored(decodeTimes<KubernetesObject>(object)));
  const { admission } = store;
  store.admission = {};
  try {
    for (const kind of KINDS)
      for (const object of objects.filter((candidate) => candidate.kind === kind).sort(byAge)) store.create(kind, object);
  } finally {
    store.admission = admission;
  }
}

/** What a revision keeps is compared as a text: it has the order in which Go wrote it. */
function asStored(object: KubernetesObject): KubernetesObject {
  return object.kind === 'ControllerRevision'
    ? ({ ...object, data: withSortedKeys((object as ControllerRevision).data) } as KubernetesObject)
    : object;
}

/** What came in one second came in the order of the uids where they are counted, and in any order otherwise. */
function byAge(a: KubernetesObject, b: KubernetesObject): number {
  const difference = ageDifference(a, b);
  if (difference !== 0) return difference;
  return (a.metadata.uid ?? '') < (b.metadata.uid ?? '') ? -1 : 1;
}
