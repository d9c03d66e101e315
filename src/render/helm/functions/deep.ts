/** Upstream: reflect.DeepEqual and mitchellh/copystructure: values compared and copied to the bottom. */
import { Complex, Int, LimitError, List, Struct, TypedMap, typeName, type GoMap, type Value } from '../../goTemplate/value';

/** Values may hold themselves. */
const MAX_DEPTH = 500;

/** Equal if of the same type and equal within. */
export function deepEqual(a: Value, b: Value, depth = 0): boolean {
  if (a === b) return true;
  if (a === null || b === null || typeof a !== 'object' || typeof b !== 'object' || typeName(a) !== typeName(b)) return false;
  if (depth > MAX_DEPTH) throw new LimitError('values are nested too deeply to be compared');
  if (a instanceof Int && b instanceof Int) return a.value === b.value;
  if (a instanceof Map && b instanceof Map) return isNilMap(a) === isNilMap(b) && equalMaps(a, b, depth);
  if (a instanceof List && b instanceof List) {
    if (a.isNil !== b.isNil || a.items.length !== b.items.length) return false;
    return a.items.every((item, i) => deepEqual(item, b.items[i] ?? null, depth + 1));
  }
  if (a instanceof Struct && b instanceof Struct) return equalMaps(a.fields, b.fields, depth);
  return a instanceof Complex && b instanceof Complex && a.re === b.re && a.im === b.im;
}

function equalMaps(a: ReadonlyMap<string, Value>, b: ReadonlyMap<string, Value>, depth: number): boolean {
  if (a.size !== b.size) return false;
  for (const [key, value] of a) {
    const other = b.get(key);
    if (other === undefined || !deepEqual(value, other, depth + 1)) return false;
  }
  return true;
}

function isNilMap(map: GoMap): boolean {
  return map instanceof TypedMap && map.isNil;
}

/** So many values may one copy have; a map may be reached in many ways and is copied for each. */
const MAX_COPIES = 300_000;

/** New maps all the way down; what cannot be changed stays the same. `spend` is told how many values were copied. */
export function deepCopy(value: Value, spend: (copies: number) => void = () => undefined): Value {
  let left = MAX_COPIES;
  const copy = (original: Value, depth: number): Value => {
    left -= 1;
    if (depth > MAX_DEPTH || left < 0) throw new LimitError('a value is too large or too deep to be copied');
    if (original instanceof List) {
      return new List(
        original.items.map((item) => copy(item, depth + 1)),
        original.type,
        original.isNil,
        original.capacity,
      );
    }
    if (!(original instanceof Map) || (original instanceof TypedMap && original.isFixed)) return original;
    const isTyped = original instanceof TypedMap;
    const copied: GoMap = isTyped ? new TypedMap(original.type, null, original.isNil) : new Map<string, Value>();
    for (const [key, item] of original) copied.set(key, copy(item, depth + 1));
    return copied;
  };
  const copied = copy(value, 0);
  spend(MAX_COPIES - left);
  return copied;
}

/** How many values `deepCopy` makes, if they are not more than the limit. */
export function countCopies(value: Value, limit: number): number {
  let count = 0;
  const left: Value[] = [value];
  for (let next = left.pop(); next !== undefined && count <= limit; next = left.pop()) {
    count += 1;
    if (next instanceof List) for (const item of next.items) left.push(item);
    else if (next instanceof Map && !(next instanceof TypedMap && next.isFixed))
      for (const item of next.values()) left.push(item);
  }
  return count;
}
