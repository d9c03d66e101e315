import {
  DELETE_FROM_PRIMITIVE_LIST,
  PATCH_DIRECTIVE,
  RETAIN_KEYS,
  SET_ELEMENT_ORDER,
  deepEqual,
  isList,
  isMap,
  keyText,
  mergeValue,
  typeOf,
  type Json,
  type List,
} from './json';
import { sortByOrder } from './order';
import { patchField, type PatchField, type PatchSchema } from './patchSchema';

interface DiffOptions {
  readonly ignoreDeletions: boolean;
  readonly ignoreChanges: boolean;
  /** Whether the patch must name all keys that stay. */
  readonly retainKeys: boolean;
}

/** What of `modified` is new or changed against `live`. */
export function diffAdditions(live: Json, modified: Json, schema: PatchSchema): Json {
  return diffMaps(live, modified, schema, { ignoreDeletions: true, ignoreChanges: false, retainKeys: false });
}

/** What of `original` is no longer in `modified`. */
export function diffDeletions(original: Json, modified: Json, schema: PatchSchema): Json {
  return diffMaps(original, modified, schema, { ignoreDeletions: false, ignoreChanges: true, retainKeys: false });
}

function diffMaps(original: Json, modified: Json, schema: PatchSchema, options: DiffOptions): Json {
  const patch: Json = {};
  const below = { ...options, retainKeys: false };
  for (const [key, value] of Object.entries(modified)) {
    if (!Object.hasOwn(original, key)) {
      if (!options.ignoreChanges) patch[key] = value;
    } else diffValue(key, original[key], value, patch, schema, below);
  }
  if (!options.ignoreDeletions) {
    for (const key of Object.keys(original)) if (!Object.hasOwn(modified, key)) patch[key] = null;
  }
  const kept = options.retainKeys ? Object.keys(modified).sort() : [];
  const hasMore = Object.keys(original).some((key) => !Object.hasOwn(modified, key));
  if (kept.length > 0 && (Object.keys(patch).length > 0 || hasMore)) patch[RETAIN_KEYS] = kept;
  return patch;
}

function diffValue(
  key: string,
  original: unknown,
  modified: unknown,
  patch: Json,
  schema: PatchSchema,
  options: DiffOptions,
): void {
  const field = patchField(schema, key);
  if (isMap(original) && isMap(modified)) {
    const difference = diffMaps(original, modified, field.below, { ...options, retainKeys: field.retainKeys });
    if (Object.keys(difference).length > 0) patch[key] = difference;
  } else if (isList(original) && isList(modified) && field.mergeKey !== undefined) {
    diffLists(key, original, modified, patch, field, { ...options, retainKeys: field.retainKeys });
  } else if (!options.ignoreChanges && (typeOf(original) !== typeOf(modified) || !deepEqual(original, modified))) {
    patch[key] = modified;
  }
}

function diffLists(key: string, original: List, modified: List, patch: Json, field: PatchField, options: DiffOptions): void {
  if (original.length === 0) {
    if (modified.length > 0 && !options.ignoreChanges) patch[key] = modified;
    return;
  }
  if (original.some(isMap) || modified.some(isMap)) {
    diffListsOfMaps(key, original, modified, patch, field.below, field.mergeKey ?? '', options);
  } else diffListsOfScalars(key, original, modified, patch, options);
}

function diffListsOfMaps(
  key: string,
  original: List,
  modified: List,
  patch: Json,
  schema: PatchSchema,
  mergeKey: string,
  options: DiffOptions,
): void {
  const byKey = new Map(original.map((item) => [keyText(mergeValue(item, mergeKey)), item]));
  const changes: List = [];
  for (const item of modified) {
    const name = keyText(mergeValue(item, mergeKey));
    const before = byKey.get(name);
    byKey.delete(name);
    if (isMap(before) && isMap(item)) {
      const difference = diffMaps(before, item, schema, options);
      if (Object.keys(difference).length > 0) changes.push({ ...difference, [mergeKey]: item[mergeKey] });
    } else if (!options.ignoreChanges) changes.push(item);
  }
  const gone = options.ignoreDeletions ? [] : sortedByKey([...byKey.values()], mergeKey);
  const deletions = gone.map((item) => ({ [mergeKey]: mergeValue(item, mergeKey), [PATCH_DIRECTIVE]: 'delete' }));
  const list = [...sortByOrder(changes, modified, mergeKey), ...deletions];
  if (list.length > 0) patch[key] = list;
  const reordered = !options.ignoreChanges && !sameOrder(original, modified, mergeKey);
  if (list.length > 0 || reordered) {
    patch[`${SET_ELEMENT_ORDER}${key}`] = modified.map((item) => ({ [mergeKey]: mergeValue(item, mergeKey) }));
  }
}

function sortedByKey(list: List, mergeKey: string): List {
  const text = (item: unknown): string => keyText(mergeValue(item, mergeKey));
  return list.sort((a, b) => (text(a) < text(b) ? -1 : 1));
}

function sameOrder(a: List, b: List, mergeKey: string): boolean {
  return (
    a.length === b.length &&
    a.every((item, index) => keyText(mergeValue(item, mergeKey)) === keyText(mergeValue(b[index], mergeKey)))
  );
}

function diffListsOfScalars(key: string, original: List, modified: List, patch: Json, options: DiffOptions): void {
  const added = options.ignoreChanges ? [] : modified.filter((item) => !original.includes(item));
  const removed = options.ignoreDeletions ? [] : original.filter((item) => !modified.includes(item)).sort();
  if (added.length > 0) patch[key] = added;
  if (removed.length > 0) patch[`${DELETE_FROM_PRIMITIVE_LIST}${key}`] = removed;
  // QUIRK: the order is compared with the original after it was sorted, so that an unsorted list is sent even if nothing changed.
  if (removed.length > 0 || (!options.ignoreChanges && !deepEqual([...original].sort(), modified))) {
    patch[`${SET_ELEMENT_ORDER}${key}`] = modified;
  }
}
