/** Upstream: staging/src/k8s.io/apimachinery/pkg/util/strategicpatch/patch.go (v1.36.4). */
import {
  DELETE_FROM_PRIMITIVE_LIST,
  PATCH_DIRECTIVE,
  RETAIN_KEYS,
  SET_ELEMENT_ORDER,
  indexOfItem,
  isList,
  isMap,
  typeOf,
  type Json,
  type List,
} from './patchJson';
import { normalizeElementOrder } from './order';
import { patchField, type PatchField, type PatchSchema } from './patchSchema';

interface MergeOptions {
  /** Whether directives are carried out (on an object) or kept (two patches become one). */
  readonly apply: boolean;
}

/** Two patches as one. */
export function mergePatches(first: Json, second: Json, schema: PatchSchema): Json {
  return mergeMap(first, second, schema, { apply: false });
}

/** The object that the API server makes of the live one with a strategic merge patch. */
export function applyStrategicPatch(live: Json, patch: Json, schema: PatchSchema): Json {
  return mergeMap(live, patch, schema, { apply: true });
}

function mergeMap(original: Json, patch: Json, schema: PatchSchema, options: MergeOptions): Json {
  const directive = patch[PATCH_DIRECTIVE];
  if (directive === 'delete') return {};
  if (directive === 'replace') return without(patch, [PATCH_DIRECTIVE]);
  const result = retainKeys(original, patch, options);
  const done = new Set([RETAIN_KEYS, PATCH_DIRECTIVE]);
  for (const [key, order] of Object.entries(patch)) {
    if (!key.startsWith(SET_ELEMENT_ORDER)) continue;
    const name = key.slice(SET_ELEMENT_ORDER.length);
    const merged = mergeOrderedList(result[name], patch[name], order as List, patchField(schema, name), options);
    if (merged !== undefined) result[name] = merged;
    if (!options.apply) result[key] = order;
    done.add(key).add(name);
  }
  for (const [key, value] of Object.entries(patch)) if (!done.has(key)) mergeValue(key, value, result, schema, options);
  return result;
}

function without(map: Json, keys: readonly string[]): Json {
  return Object.fromEntries(Object.entries(map).filter(([key]) => !keys.includes(key)));
}

function retainKeys(original: Json, patch: Json, options: MergeOptions): Json {
  const kept = patch[RETAIN_KEYS];
  if (!isList(kept)) return { ...original };
  if (!options.apply) return { ...original, [RETAIN_KEYS]: kept };
  return Object.fromEntries(Object.entries(original).filter(([key]) => kept.includes(key)));
}

function mergeValue(key: string, value: unknown, result: Json, schema: PatchSchema, options: MergeOptions): void {
  if (options.apply && key.startsWith(DELETE_FROM_PRIMITIVE_LIST)) {
    const name = key.slice(DELETE_FROM_PRIMITIVE_LIST.length);
    const list = result[name];
    if (isList(list) && isList(value)) result[name] = list.filter((item) => !value.includes(item));
    return;
  }
  if (value === null && options.apply) {
    Reflect.deleteProperty(result, key);
    return;
  }
  const before = result[key];
  const field = patchField(schema, key);
  if (!Object.hasOwn(result, key) || typeOf(before) !== typeOf(value)) result[key] = options.apply ? cleaned(value) : value;
  else if (isMap(before) && isMap(value)) result[key] = mergeMap(before, value, field.below, options);
  else if (isList(before) && isList(value) && field.mergeKey !== undefined) {
    const merged = mergeLists(before, value, field, options);
    const [own, servers] = partition(merged, value, field.mergeKey);
    result[key] = normalizeElementOrder(own, servers, value, before, field.mergeKey);
  } else result[key] = value;
}

/** A value that is new to the object: without directives, and without keys that are to be removed. */
function cleaned(value: unknown): unknown {
  if (isList(value)) return value.filter((item) => !isDeletion(item)).map(cleaned);
  if (!isMap(value)) return value;
  const entries = Object.entries(value).filter(([key, item]) => item !== null && !key.startsWith('$'));
  return Object.fromEntries(entries.map(([key, item]) => [key, cleaned(item)]));
}

function isDeletion(item: unknown): boolean {
  return isMap(item) && item[PATCH_DIRECTIVE] === 'delete';
}

/** A list whose order is given: items of the patch in that order, items of the server between them as they were. */
function mergeOrderedList(
  before: unknown,
  value: unknown,
  order: List,
  field: PatchField,
  options: MergeOptions,
): List | undefined {
  if (!isList(before) && !isList(value)) return undefined;
  const mergeKey = field.mergeKey ?? '=';
  let merged: List;
  if (isList(before)) merged = isList(value) ? mergeLists(before, value, field, options) : before;
  else merged = options.apply ? (cleaned(value) as List) : (value as List);
  const [own, servers] = partition(merged, order, mergeKey);
  return normalizeElementOrder(own, servers, order, isList(before) ? before : [], mergeKey);
}

function partition(items: List, present: List, mergeKey: string): [own: List, others: List] {
  const own: List = [];
  const others: List = [];
  for (const item of items) (indexOfItem(present, item, mergeKey) >= 0 ? own : others).push(item);
  return [own, others];
}

function mergeLists(before: List, value: List, field: PatchField, options: MergeOptions): List {
  const mergeKey = field.mergeKey ?? '=';
  const result = [...before];
  for (const item of value) {
    const index = indexOfItem(result, item, mergeKey);
    const known = result[index];
    if (options.apply && isDeletion(item)) {
      if (index >= 0) result.splice(index, 1);
    } else if (index < 0) result.push(options.apply ? cleaned(item) : item);
    else if (isMap(known) && isMap(item)) result[index] = mergeMap(known, item, field.below, options);
  }
  return result;
}
