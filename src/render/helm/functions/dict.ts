/** Upstream: Masterminds/sprig dict.go: maps. They are references: `set` and `merge` change what others see. */
import {
  BOOL,
  GoError,
  INTERFACE,
  LIST,
  List,
  MAP,
  STRING,
  STRINGS,
  TypedMap,
  typeName,
  type GoMap,
  type Value,
} from '../../goTemplate/value';
import { countCopies, deepCopy } from './deep';
import { aliases, fn, variadic, type NamedFuncs } from './define';
import { countMerged, mergeMaps } from './mergo';
import { stringOf } from './texts';

const KEYED = [MAP, STRING];

/** nil stands for an empty map, but it cannot be written to. */
type MaybeMap = GoMap | null;

export const DICT_FUNCTIONS: NamedFuncs = [
  ['dict', variadic([INTERFACE], MAP, dict)],
  ['get', fn(KEYED, INTERFACE, (map: MaybeMap, key: string) => (map?.has(key) === true ? (map.get(key) ?? null) : ''))],
  ['set', fn([MAP, STRING, INTERFACE], MAP, set)],
  ['unset', fn(KEYED, MAP, unset)],
  ['hasKey', fn(KEYED, BOOL, (map: MaybeMap, key: string) => map?.has(key) ?? false)],
  ['pluck', variadic([STRING, MAP], LIST, pluck)],
  ['keys', variadic([MAP], STRINGS, keys)],
  ['values', fn([MAP], LIST, (map: MaybeMap) => new List([...(map?.values() ?? [])]))],
  ['pick', variadic(KEYED, MAP, pick)],
  ['omit', variadic(KEYED, MAP, omit)],
  ...aliases(['merge', 'mustMerge'], { ...variadic([MAP, MAP], INTERFACE, merger(false)), cost: mergeCost }),
  ...aliases(['mergeOverwrite', 'mustMergeOverwrite'], { ...variadic([MAP, MAP], INTERFACE, merger(true)), cost: mergeCost }),
  ...aliases(['deepCopy', 'mustDeepCopy'], {
    ...fn([INTERFACE], INTERFACE, copied),
    cost: ([value = null], limit) => 2 * countCopies(value, limit),
  }),
  ['dig', variadic([INTERFACE], INTERFACE, dig)],
];

function dict(...values: Value[]): GoMap {
  const map: GoMap = new Map();
  for (let i = 0; i < values.length; i += 2) {
    map.set(stringOf(values[i] ?? null), i + 1 < values.length ? (values[i + 1] ?? null) : '');
  }
  return map;
}

function copied(value: Value): Value {
  if (value === null) throw new GoError('reflect: call of reflect.Value.Type on zero Value');
  return deepCopy(value);
}

function isNil(map: MaybeMap): map is null {
  return map === null || (map instanceof TypedMap && map.isNil);
}

function set(map: MaybeMap, key: string, value: Value): GoMap {
  if (isNil(map)) throw new GoError('assignment to entry in nil map');
  map.set(key, value);
  return map;
}

function unset(map: MaybeMap, key: string): Value {
  map?.delete(key);
  return map ?? new TypedMap(MAP, null, true);
}

function pluck(key: string, ...maps: MaybeMap[]): List {
  return new List(maps.flatMap((map) => (map?.has(key) === true ? [map.get(key) ?? null] : [])));
}

function keys(...maps: MaybeMap[]): List {
  return new List(
    maps.flatMap((map) => [...(map?.keys() ?? [])]),
    STRINGS,
  );
}

function pick(map: MaybeMap, ...wanted: string[]): GoMap {
  const picked: GoMap = new Map();
  for (const key of wanted) if (map?.has(key) === true) picked.set(key, map.get(key) ?? null);
  return picked;
}

function omit(map: MaybeMap, ...unwanted: string[]): GoMap {
  const omitted = new Set(unwanted);
  return new Map([...(map ?? [])].filter(([key]) => !omitted.has(key)));
}

function mergeCost([target, ...sources]: readonly Value[], limit: number): number {
  let cost = 0;
  for (const source of sources)
    if (source instanceof Map) cost += 2 * countMerged(target instanceof Map ? target : new Map<string, Value>(), source, limit);
  return cost;
}

function merger(overwrite: boolean): (target: MaybeMap, ...sources: MaybeMap[]) => Value {
  return (target, ...sources) => {
    const merged: GoMap = isNil(target) ? new Map<string, Value>() : target;
    for (const source of sources) if (source !== null) mergeMaps(merged, source, overwrite);
    return merged;
  };
}

/** The last argument is the map, the one before it what is given where a key is missing. */
function dig(...params: Value[]): Value {
  if (params.length < 3) throw new GoError('dig needs at least three arguments');
  let current = asMap(params.at(-1) ?? null);
  const path = params.slice(0, -2).map((key) => {
    if (typeof key === 'string') return key;
    throw conversion(key, 'string');
  });
  const fallback = params.at(-2) ?? null;
  for (const [i, key] of path.entries()) {
    const step = current.get(key);
    if (step === undefined) return fallback;
    if (i === path.length - 1) return step;
    current = asMap(step);
  }
  return fallback;
}

/** A type assertion takes the very type only. */
function asMap(value: Value): GoMap {
  if (value instanceof Map && typeName(value) === MAP.name) return value;
  throw conversion(value, MAP.name);
}

function conversion(value: Value, wanted: string): GoError {
  return new GoError(`interface conversion: interface {} is ${value === null ? 'nil' : typeName(value)}, not ${wanted}`);
}
