/** Upstream: staging/src/k8s.io/apimachinery/pkg/api/equality/semantic.go (v1.36.4); the types come from a table. */
import { compareQuantities, parseQuantity } from '../../../model/quantity';
import { fieldsOf, type Field, type Kind } from './fields';

type Json = Readonly<Record<string, unknown>>;

/**
 * Equality as the API server means it, of two objects of a type of the field table: quantities by value however they are written,
 * nothing the same as null, zero and empty unless the field is a pointer. For equality of JSON see kernel/jsonEqual.ts.
 */
export function semanticEqual(type: string, a: object, b: object): boolean {
  if (a === b) return true;
  for (const field of fieldsOf(type).values()) {
    if (!equalInField(field, (a as Json)[field.name], (b as Json)[field.name])) return false;
  }
  return true;
}

/** The same of two values of one field. */
export function equalInField(field: Field, a: unknown, b: unknown): boolean {
  return a === b || equalValues(field.kind, valueOf(field, a), valueOf(field, b));
}

/** What is absent is zero where the field is no pointer: a header without a value and one with an empty value are the same. */
function valueOf({ kind, pointer }: Field, value: unknown): unknown {
  if (value !== undefined && value !== null) return value;
  if (pointer) return undefined;
  if (kind.is === 'struct') return {};
  if (kind.is !== 'scalar') return undefined;
  if (kind.code === 'q') return '0';
  return kind.code === 's' ? '' : kind.code === 'b' ? false : 0;
}

function equalValues(kind: Kind, a: unknown, b: unknown): boolean {
  if (a === b) return true;
  switch (kind.is) {
    case 'struct':
      return isObject(a) && isObject(b) && semanticEqual(kind.type, a, b);
    case 'list':
      return equalLists(kind.of, (a ?? []) as readonly unknown[], (b ?? []) as readonly unknown[]);
    case 'map':
      return equalMaps(kind.of, (a ?? {}) as Json, (b ?? {}) as Json);
    default:
      return kind.code === 'q' && typeof a === 'string' && typeof b === 'string' && equalQuantities(a, b);
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function equalLists(of: Kind, a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((item, index) => equalValues(of, item, b[index]));
}

function equalMaps(of: Kind, a: Json, b: Json): boolean {
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && equalValues(of, a[key], b[key]));
}

function equalQuantities(a: string, b: string): boolean {
  const [left, right] = [parseQuantity(a), parseQuantity(b)];
  return left !== undefined && right !== undefined && compareQuantities(left, right) === 0;
}
