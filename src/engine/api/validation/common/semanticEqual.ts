import { fieldsOf, type Field, type Kind } from '../../schema/fields';
import { nanosOf } from './quantities';

type Json = Readonly<Record<string, unknown>>;

/** Equality as the server means it: quantities by value, nothing the same as empty. */
export function semanticallyEqual(type: string, a: object, b: object): boolean {
  if (a === b) return true;
  const [left, right] = [a as Json, b as Json];
  for (const field of fieldsOf(type).values()) {
    if (!equalValues(field.kind, valueOf(field, left), valueOf(field, right))) return false;
  }
  return true;
}

/** What is absent is zero where the field is no pointer: a header without a value and one with an empty value are the same. */
function valueOf({ kind, name, pointer }: Field, object: Json): unknown {
  const value = object[name];
  if (value !== undefined || pointer || kind.is !== 'scalar') return value;
  if (kind.code === 'q') return '0';
  return kind.code === 's' ? '' : kind.code === 'b' ? false : 0;
}

function equalValues(kind: Kind, a: unknown, b: unknown): boolean {
  if (a === b) return true;
  switch (kind.is) {
    case 'struct':
      return a !== undefined && b !== undefined && semanticallyEqual(kind.type, a as object, b as object);
    case 'list':
      return equalLists(kind.of, (a ?? []) as readonly unknown[], (b ?? []) as readonly unknown[]);
    case 'map':
      return equalMaps(kind.of, (a ?? {}) as Json, (b ?? {}) as Json);
    default:
      return kind.code === 'q' && typeof a === 'string' && typeof b === 'string' && nanosOf(a) === nanosOf(b);
  }
}

function equalLists(of: Kind, a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((item, index) => equalValues(of, item, b[index]));
}

function equalMaps(of: Kind, a: Json, b: Json): boolean {
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && equalValues(of, a[key], b[key]));
}
