/**
 * Upstream: staging/src/k8s.io/apimachinery/pkg/util/strategicpatch/patch.go (v1.36.4);
 * each step returns its part of the patch.
 */
import { jsonEqual } from '../../kernel/jsonEqual';
import {
  DELETE_FROM_PRIMITIVE_LIST,
  PATCH_DIRECTIVE,
  RETAIN_KEYS,
  SET_ELEMENT_ORDER,
  isList,
  isMap,
  keyText,
  mergeValue,
  type Json,
  type List,
} from './patchJson';
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
    } else Object.assign(patch, diffValue(key, original[key], value, patchField(schema, key), below));
  }
  if (!options.ignoreDeletions) {
    for (const key of Object.keys(original)) if (!Object.hasOwn(modified, key)) patch[key] = null;
  }
  const kept = options.retainKeys ? Object.keys(modified).sort() : [];
  const hasMore = Object.keys(original).some((key) => !Object.hasOwn(modified, key));
  if (kept.length > 0 && (Object.keys(patch).length > 0 || hasMore)) patch[RETAIN_KEYS] = kept;
  return patch;
}

/** What the patch says of one key; nothing where nothing differs. */
function diffValue(key: string, original: unknown, modified: unknown, field: PatchField, options: DiffOptions): Json {
  if (isMap(original) && isMap(modified)) {
    const difference = diffMaps(original, modified, field.below, { ...options, retainKeys: field.retainKeys });
    return Object.keys(difference).length > 0 ? { [key]: difference } : {};
  }
  if (isList(original) && isList(modified) && field.mergeKey !== undefined) {
    return diffLists(key, original, modified, field, { ...options, retainKeys: field.retainKeys });
  }
  return options.ignoreChanges || jsonEqual(original, modified) ? {} : { [key]: modified };
}

function diffLists(key: string, original: List, modified: List, field: PatchField, options: DiffOptions): Json {
  if (original.length === 0) return modified.length > 0 && !options.ignoreChanges ? { [key]: modified } : {};
  return original.some(isMap) || modified.some(isMap)
    ? diffListsOfMaps(key, original, modified, field, options)
    : diffListsOfScalars(key, original, modified, options);
}

function diffListsOfMaps(key: string, original: List, modified: List, field: PatchField, options: DiffOptions): Json {
  const { below, mergeKey = '' } = field;
  const { pairs, added, gone } = pairUp(original, modified, mergeKey);
  const changes = pairs.flatMap(([before, item]): List => {
    if (!isMap(before) || !isMap(item)) return options.ignoreChanges ? [] : [item];
    const difference = diffMaps(before, item, below, options);
    return Object.keys(difference).length > 0 ? [{ ...difference, [mergeKey]: item[mergeKey] }] : [];
  });
  if (!options.ignoreChanges) changes.push(...added);
  const deletions = (options.ignoreDeletions ? [] : gone).map((item) => ({
    [mergeKey]: mergeValue(item, mergeKey),
    [PATCH_DIRECTIVE]: 'delete',
  }));
  const list = [...sortByOrder(changes, modified, mergeKey), ...deletions];
  const reordered = !options.ignoreChanges && !sameOrder(original, modified, mergeKey);
  if (list.length === 0 && !reordered) return {};
  const order = modified.map((item) => ({ [mergeKey]: mergeValue(item, mergeKey) }));
  return { ...(list.length > 0 ? { [key]: list } : {}), [`${SET_ELEMENT_ORDER}${key}`]: order };
}

interface Paired {
  readonly pairs: readonly (readonly [unknown, unknown])[];
  readonly added: List;
  readonly gone: List;
}

/**
 * Both lists in the order of their keys, one item after the other: of several with one key, as a port for TCP and for UDP, the
 * first goes with the first, and the second with the second.
 */
function pairUp(original: List, modified: List, mergeKey: string): Paired {
  const [old, now] = [sortedByKey(original, mergeKey), sortedByKey(modified, mergeKey)];
  const pairs: (readonly [unknown, unknown])[] = [];
  const added: List = [];
  const gone: List = [];
  for (let at = 0, next = 0; at < old.length || next < now.length;) {
    const [before, after] = [old[at], now[next]];
    if (before !== undefined && after !== undefined && before.name === after.name) {
      pairs.push([before.item, after.item]);
      at++;
      next++;
    } else if (after !== undefined && (before === undefined || after.name < before.name)) {
      added.push(after.item);
      next++;
    } else {
      gone.push(before?.item);
      at++;
    }
  }
  return { pairs, added, gone };
}

interface Named {
  readonly name: string;
  readonly item: unknown;
}

function sortedByKey(list: List, mergeKey: string): Named[] {
  const named = list.map((item) => ({ name: keyText(mergeValue(item, mergeKey)), item }));
  return named.sort((a, b) => (a.name === b.name ? 0 : a.name < b.name ? -1 : 1));
}

function sameOrder(a: List, b: List, mergeKey: string): boolean {
  return (
    a.length === b.length &&
    a.every((item, index) => keyText(mergeValue(item, mergeKey)) === keyText(mergeValue(b[index], mergeKey)))
  );
}

function diffListsOfScalars(key: string, original: List, modified: List, options: DiffOptions): Json {
  const added = options.ignoreChanges ? [] : modified.filter((item) => !original.includes(item));
  const removed = options.ignoreDeletions ? [] : original.filter((item) => !modified.includes(item)).sort();
  // QUIRK: the order is compared with the original after it was sorted, so that an unsorted list is sent even if nothing changed.
  const isOrdered = removed.length > 0 || (!options.ignoreChanges && !jsonEqual([...original].sort(), modified));
  return {
    ...(added.length > 0 ? { [key]: added } : {}),
    ...(removed.length > 0 ? { [`${DELETE_FROM_PRIMITIVE_LIST}${key}`]: removed } : {}),
    ...(isOrdered ? { [`${SET_ELEMENT_ORDER}${key}`]: modified } : {}),
  };
}
