/** Upstream: staging/src/k8s.io/apimachinery/pkg/util/strategicpatch/patch.go (v1.36.4). */
export type Json = Record<string, unknown>;
export type List = unknown[];

export const SET_ELEMENT_ORDER = '$setElementOrder/';
export const DELETE_FROM_PRIMITIVE_LIST = '$deleteFromPrimitiveList/';
export const RETAIN_KEYS = '$retainKeys';
export const PATCH_DIRECTIVE = '$patch';

export function isMap(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isList(value: unknown): value is List {
  return Array.isArray(value);
}

/** Map, list, or what Go would call the type of a scalar. */
export function typeOf(value: unknown): string {
  if (isList(value)) return 'list';
  return value === null ? 'null' : typeof value;
}

/** The value of an item's merge key. */
export function mergeValue(item: unknown, mergeKey: string): unknown {
  return isMap(item) ? item[mergeKey] : item;
}

/** As Go's `%v` prints it, which is what items are compared and sorted by. */
export function keyText(value: unknown): string {
  if (value === undefined || value === null) return '<nil>';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

export function indexOfItem(list: List, item: unknown, mergeKey: string): number {
  const wanted = keyText(mergeValue(item, mergeKey));
  return list.findIndex((other) => keyText(mergeValue(other, mergeKey)) === wanted);
}
