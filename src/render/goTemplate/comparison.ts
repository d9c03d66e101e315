/** Upstream: text/template/funcs.go (Go 1.26): eq, lt and what is made of them. */
import { compareStrings } from './bytes';
import { NO_FLAGS, printArg } from './format';
import type { Result } from './types';
import { Complex, GoError, Int, INT_SIZES, List, typeName, typeOf, TypedMap, type IntKind } from './value';

type BasicKind = 'bool' | 'complex' | 'int' | 'uint' | 'float' | 'string';

function basicKind(value: Result): BasicKind | undefined {
  switch (typeof value) {
    case 'boolean':
      return 'bool';
    case 'string':
      return 'string';
    case 'number':
      return 'float';
    default:
      if (value instanceof Int) return INT_SIZES[value.type.kind as IntKind].isSigned ? 'int' : 'uint';
      return value instanceof Complex ? 'complex' : undefined;
  }
}

const isInteger = (kind: BasicKind | undefined): boolean => kind === 'int' || kind === 'uint';

function isNil(value: Result): boolean {
  return value === undefined || value === null || ((value instanceof List || value instanceof TypedMap) && value.isNil);
}

/** Whether the first is equal to one of the others. */
export function equal(first: Result, others: readonly Result[]): boolean {
  if (others.length === 0) throw new GoError('missing argument for comparison');
  return others.some((other) => isEqual(first, other));
}

function isEqual(a: Result, b: Result): boolean {
  const kind = basicKind(a);
  const other = basicKind(b);
  if (a instanceof Int && b instanceof Int) return a.value === b.value;
  if (kind !== other) {
    if (a === undefined || a === null || b === undefined || b === null) return false;
    throw new GoError(`incompatible types for comparison: ${typeName(a)} and ${typeName(b)}`);
  }
  if (kind !== undefined) return a instanceof Complex && b instanceof Complex ? a.re === b.re && a.im === b.im : a === b;
  return isEqualComposite(a, b);
}

function isEqualComposite(a: Result, b: Result): boolean {
  const kindA = a === undefined || a === null ? undefined : typeOf(a)?.kind;
  const kindB = b === undefined || b === null ? undefined : typeOf(b)?.kind;
  if (kindA !== kindB && kindA !== undefined && kindB !== undefined) {
    throw new GoError(`non-comparable types ${shown(a)}: ${typeName(a ?? null)}, ${typeName(b ?? null)}: ${shown(b, 'v')}`);
  }
  if (isNil(a) || isNil(b)) return isNil(a) === isNil(b);
  if (kindB === 'map' || kindB === 'slice') throw new GoError(`non-comparable type ${shown(b)}: ${typeName(b ?? null)}`);
  return a === b;
}

function shown(value: Result, verb = 's'): string {
  return printArg(value ?? null, verb, NO_FLAGS);
}

export function compareLess(a: Result, b: Result): boolean {
  const kind = basicKind(a);
  const other = basicKind(b);
  if (kind === undefined || other === undefined) throw new GoError('invalid type for comparison');
  if (kind !== other && !(isInteger(kind) && isInteger(other))) {
    throw new GoError(`incompatible types for comparison: ${typeName(a ?? null)} and ${typeName(b ?? null)}`);
  }
  if (typeof a === 'number' && typeof b === 'number') return a < b;
  if (typeof a === 'string' && typeof b === 'string') return compareStrings(a, b) < 0;
  if (a instanceof Int && b instanceof Int) return a.value < b.value;
  throw new GoError('invalid type for comparison');
}
