/** What differs between two objects of the API, field by field. */
import type { JsonPath } from '../engine/api/decoding/decode';
import { equalInField } from '../engine/api/schema/semanticEqual';
import { fieldsOf, type Field } from '../engine/api/schema/fields';

type Json = Readonly<Record<string, unknown>>;

/** One step into an object; an item of a list is told by its key (`name` of a container), which stays when others move. */
export type ChangeStep = string | { readonly key: string };

export interface FieldChange {
  /** Where it stands in the newer version; what was removed has its place in the older one only. */
  readonly path: JsonPath;
  readonly steps: readonly ChangeStep[];
  readonly how: 'added' | 'removed' | 'changed' | 'reordered';
  readonly before?: unknown;
  readonly after?: unknown;
}

/** In the order of the types' fields, as the API server compares: quantities by value, absent as empty. */
export function fieldChanges(type: string, before: object, after: object, skipped?: ReadonlySet<string>): FieldChange[] {
  return [...inStruct(type, before, after, { path: [], steps: [] }, skipped)];
}

interface Place {
  readonly path: JsonPath;
  readonly steps: readonly ChangeStep[];
}

type Found = Generator<FieldChange, void>;

function* inStruct(type: string, before: object, after: object, at: Place, skipped?: ReadonlySet<string>): Found {
  for (const field of fieldsOf(type).values()) {
    if (skipped?.has(field.name) === true) continue;
    const [a, b] = [(before as Json)[field.name], (after as Json)[field.name]];
    if (!equalInField(field, a, b)) yield* inField(field, a, b, below(at, field.name));
  }
}

function below({ path, steps }: Place, name: string): Place {
  return { path: [...path, name], steps: [...steps, name] };
}

function* inField({ kind, mergeKey }: Field, a: unknown, b: unknown, at: Place): Found {
  if (kind.is === 'map') yield* inMap(toObject(a), toObject(b), at);
  else if (kind.is === 'list' && kind.of.is === 'struct' && mergeKey !== undefined)
    yield* inKeyedList({ type: kind.of.type, mergeKey }, toList(a), toList(b), at);
  else if (kind.is === 'struct' && isObject(a) && isObject(b)) yield* inStruct(kind.type, a, b, at);
  else yield changeOf(a, b, at);
}

function* inMap(a: Json, b: Json, at: Place): Found {
  for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
    const [left, right] = [own(a, key), own(b, key)];
    if (left !== right) yield changeOf(left, right, below(at, key));
  }
}

interface Keyed {
  readonly type: string;
  readonly mergeKey: string;
}

/** Containers, variables, volumes, ports: by their name, wherever they stand. */
function* inKeyedList({ type, mergeKey }: Keyed, a: readonly Json[], b: readonly Json[], at: Place): Found {
  const keyOf = (item: Json): string => String(item[mergeKey]);
  const placeOf = (item: Json, index: number): Place => ({
    path: [...at.path, index],
    steps: [...at.steps, { key: keyOf(item) }],
  });
  const [keys, keysNow] = [a, b].map((list) => numbered(list.map(keyOf))) as [string[], string[]];
  const old = new Map(a.map((item, index) => [keys[index], item]));
  let isSame = true;
  for (const [index, item] of b.entries()) {
    const known = old.get(keysNow[index]);
    const place = placeOf(item, index);
    for (const change of known === undefined ? [changeOf(undefined, item, place)] : inStruct(type, known, item, place)) {
      isSame = false;
      yield change;
    }
  }
  const kept = new Set(keysNow);
  for (const [index, item] of a.entries()) {
    if (kept.has(keys[index] ?? '')) continue;
    isSame = false;
    yield changeOf(item, undefined, placeOf(item, index));
  }
  if (isSame) yield { ...at, how: 'reordered', before: a, after: b };
}

/** The second with a key is another one than the first: a port for UDP beside that for TCP. */
function numbered(keys: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return keys.map((key) => {
    const count = (seen.get(key) ?? 0) + 1;
    seen.set(key, count);
    return count === 1 ? key : `${key} ${count}`;
  });
}

function changeOf(before: unknown, after: unknown, at: Place): FieldChange {
  if (isNothing(before)) return { ...at, how: 'added', after };
  if (isNothing(after)) return { ...at, how: 'removed', before };
  return { ...at, how: 'changed', before, after };
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null;
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null;
}

function toObject(value: unknown): Json {
  return isObject(value) ? value : {};
}

function toList(value: unknown): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}

function own(map: Json, key: string): unknown {
  return Object.hasOwn(map, key) ? map[key] : undefined;
}
