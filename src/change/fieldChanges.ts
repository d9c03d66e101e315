/** What differs between two objects of the API, field by field. */
import type { JsonPath } from '../engine/api/decoding/decode';
import { equalInField } from '../engine/api/schema/semanticEqual';
import { fieldsOf, type Field, type Kind } from '../engine/api/schema/fields';

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
export function fieldChanges(type: string, before: object, after: object, skipped: ReadonlySet<string> = NONE): FieldChange[] {
  const found: FieldChange[] = [];
  inStruct(type, before, after, { path: [], steps: [] }, found, skipped);
  return found;
}

const NONE: ReadonlySet<string> = new Set();

interface Place {
  readonly path: JsonPath;
  readonly steps: readonly ChangeStep[];
}

function inStruct(type: string, before: object, after: object, at: Place, found: FieldChange[], skipped = NONE): void {
  for (const field of fieldsOf(type).values()) {
    if (skipped.has(field.name)) continue;
    const [a, b] = [(before as Json)[field.name], (after as Json)[field.name]];
    if (!equalInField(field, a, b)) inField(field, a, b, below(at, field.name), found);
  }
}

function below({ path, steps }: Place, name: string): Place {
  return { path: [...path, name], steps: [...steps, name] };
}

function inField({ kind, mergeKey }: Field, a: unknown, b: unknown, at: Place, found: FieldChange[]): void {
  if (kind.is === 'map') inMap(toObject(a), toObject(b), at, found);
  else if (kind.is === 'list' && mergeKey !== undefined && mergeKey !== '=')
    inKeyedList(kind.of, mergeKey, toList(a), toList(b), at, found);
  else if (kind.is === 'struct' && isObject(a) && isObject(b)) inStruct(kind.type, a, b, at, found);
  else found.push(changeOf(a, b, at));
}

function inMap(a: Json, b: Json, at: Place, found: FieldChange[]): void {
  for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
    const [left, right] = [own(a, key), own(b, key)];
    if (left !== right) found.push(changeOf(left, right, below(at, key)));
  }
}

/** Containers, variables, volumes, ports: by their name, wherever they stand. */
function inKeyedList(of: Kind, mergeKey: string, a: readonly Json[], b: readonly Json[], at: Place, found: FieldChange[]): void {
  const keyOf = (item: Json): string => String(item[mergeKey]);
  const old = new Map(a.map((item, index) => [keyOf(item), { item, index }]));
  const length = found.length;
  const placeOf = (item: Json, index: number): Place => ({
    path: [...at.path, index],
    steps: [...at.steps, { key: keyOf(item) }],
  });
  b.forEach((item, index) => {
    const known = old.get(keyOf(item));
    if (known === undefined) found.push(changeOf(undefined, item, placeOf(item, index)));
    else if (of.is === 'struct') inStruct(of.type, known.item, item, placeOf(item, index), found);
  });
  const kept = new Set(b.map(keyOf));
  for (const [key, { item, index }] of old) {
    if (!kept.has(key)) found.push(changeOf(item, undefined, placeOf(item, index)));
  }
  if (found.length === length) found.push({ ...at, how: 'reordered', before: a, after: b });
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
