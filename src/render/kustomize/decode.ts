/** Upstream: `json.Decoder` of Go: a value of a given type, field names without regard to case. */
import { KustomizeError } from './error';
import type { FieldType } from './kustomizationFields';
import { compareBytes } from './rnode';
import type { Json } from './toJson';

type JsonFields = Readonly<Record<string, Json>>;

/**
 * `exact`: JSON as it is written, and a field that nobody knows is an error. Elsewhere YAML is read for the type, and a number
 * or a boolean is a text where one is due.
 */
export type Reading = 'exact' | 'strict' | 'loose';

export function decode(value: Json, type: FieldType, reading: Reading, path = ''): unknown {
  if (value === null) return undefined;
  if (type === 'any') return value;
  if (typeof type === 'string') return decodeScalar(value, type, reading, path);
  if ('list' in type) {
    if (!Array.isArray(value)) throw mismatch(value, path, 'a list');
    return (value as readonly Json[]).map((item) => decode(item, type.list, reading, path) ?? emptyOf(type.list));
  }
  if (typeof value !== 'object' || Array.isArray(value)) throw mismatch(value, path, 'fields');
  const fields = value as JsonFields;
  if ('map' in type) {
    const entries = Object.entries(fields).map(([key, item]) => [key, decode(item, type.map, reading, path) ?? ''] as const);
    return Object.fromEntries(entries);
  }
  return decodeFields(fields, type.fields, reading, path);
}

function emptyOf(type: FieldType): unknown {
  return type === 'string' ? '' : typeof type === 'object' && 'fields' in type ? {} : undefined;
}

function decodeFields(value: JsonFields, types: Readonly<Record<string, FieldType>>, reading: Reading, path: string): unknown {
  const result: Record<string, unknown> = {};
  for (const key of Object.keys(value).sort(compareBytes)) {
    const name = Object.hasOwn(types, key) ? key : Object.keys(types).find((known) => known.toLowerCase() === key.toLowerCase());
    const type = name === undefined ? undefined : types[name];
    if (name === undefined || type === undefined) {
      if (reading !== 'loose') throw new KustomizeError('unknown-field', `invalid Kustomization: json: unknown field "${key}"`);
      continue;
    }
    const decoded = decode(value[key] ?? null, type, reading, path === '' ? name : `${path}.${name}`);
    if (decoded !== undefined) result[name] = decoded;
  }
  return result;
}

function decodeScalar(value: Json, type: 'string' | 'bool' | 'int', reading: Reading, path: string): unknown {
  if (type === 'string' && reading !== 'exact' && (typeof value === 'number' || typeof value === 'boolean')) return String(value);
  const expected = { string: 'string', bool: 'boolean', int: 'number' }[type];
  if (typeof value === expected && (type !== 'int' || Number.isInteger(value))) return value;
  throw mismatch(value, path, type);
}

function mismatch(value: Json, path: string, type: string): KustomizeError {
  const got = Array.isArray(value) ? 'array' : typeof value === 'boolean' ? 'bool' : typeof value;
  const message = `invalid Kustomization: json: cannot unmarshal ${got} into Go struct field Kustomization.${path} of type ${type}`;
  return new KustomizeError('kustomization-malformed', message);
}
