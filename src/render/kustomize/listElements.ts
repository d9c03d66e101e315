/** Upstream: kyaml/yaml/fns.go, ElementSetter and ElementMatcher (kustomize v5.8.1). */
import { getField, getValue, isEmptyMap, isMissingOrNull, type RNode } from './rnode';

/** The first element whose keys have these values; without a key the first plain value. */
export function elementList(list: RNode, keys: readonly string[], values: readonly string[]): RNode | undefined {
  if (list.kind !== 'sequence') return undefined;
  const [key = '', ...more] = keys;
  if (key === '' && more.length === 0) return list.content.find((item) => item.value === (values[0] ?? ''));
  if (keys.length !== values.length) return undefined;
  return list.content.find(
    (item) => item.kind === 'map' && keys.every((name, index) => getField(item, name)?.value === values[index]),
  );
}

/**
 * Puts an element in the place of those with these values, or at the end; undefined takes them out. QUIRK: nulls and empty
 * maps go, whoever they are, and a value that is missing matches whatever there is.
 */
export function setElement(list: RNode, element: RNode | undefined, keys: readonly string[], values: readonly string[]): void {
  const content: RNode[] = [];
  const isMapSetter = (keys[0] ?? '') !== '' && (values[0] ?? '') !== '';
  let isFound = false;
  for (const item of list.content) {
    if (isEmptyMap(item)) continue;
    if (item.kind !== 'map' && isMapSetter) {
      content.push(item);
      continue;
    }
    if (!isMatch(item, keys, values)) {
      if (values.length > 0) content.push(item);
      continue;
    }
    isFound = true;
    if (element !== undefined) content.push(element);
  }
  list.content = content;
  if (!isMissingOrNull(element) && !isFound) list.parts.push(element);
}

function isMatch(item: RNode, keys: readonly string[], values: readonly string[]): boolean {
  let value: RNode | undefined;
  for (const [index, key] of keys.entries()) {
    if (index < values.length) value = fieldMatch(item, key, values[index] ?? '');
    if (value === undefined) return false;
  }
  return true;
}

function fieldMatch(item: RNode, key: string, value: string): RNode | undefined {
  if (key === '') return item.kind === 'scalar' && getValue(item) === value ? item : undefined;
  const field = getField(item, key);
  return field !== undefined && (value === '' || field.value === value) ? field : undefined;
}

/** Takes the elements `$patch: VALUE` out. */
export function clearDirective(list: RNode, value: string): void {
  setElement(list, undefined, ['$patch'], [value]);
}
