/** Upstream: text/template/exec.go and reflect (Go 1.26): what may be given where, and what counts as true. */
import {
  Complex,
  INT_SIZES,
  Int,
  List,
  makeInt,
  Struct,
  TypedMap,
  type Func,
  type GoType,
  type IntKind,
  type Kind,
  type Value,
} from './value';

/** A value, or Go's invalid reflect.Value: of a key that is missing or nil, once a pipeline is done with it. */
export type Result = Value | undefined;

/** Parameters of builtins that take whatever comes, even nothing. */
export const REFLECT_VALUE: GoType = { name: 'reflect.Value', kind: 'struct' };

/** A function of text/template itself: it tells nil from nothing. */
export interface Builtin extends Omit<Func, 'call'> {
  call(args: readonly Result[]): Result;
}

export function isIntKind(kind: Kind): kind is IntKind {
  return kind in INT_SIZES;
}

export function isAssignable(from: GoType, to: GoType): boolean {
  if (from === to || to.kind === 'interface') return true;
  if (from.kind !== to.kind) return false;
  if (from.name === to.name) return true;
  const isComposite = from.kind === 'map' || from.kind === 'slice';
  return isComposite && !(from.isNamed === true && to.isNamed === true) && from.elem?.name === to.elem?.name;
}

export function canBeNil(type: GoType): boolean {
  return (
    type === REFLECT_VALUE || type.kind === 'interface' || type.kind === 'map' || type.kind === 'slice' || type.kind === 'ptr'
  );
}

/** What a key that is missing gives. */
export function zeroOf(type: GoType | undefined): Value {
  switch (type?.kind) {
    case 'string':
      return '';
    case 'bool':
      return false;
    case 'float64':
      return 0;
    case 'slice':
      return new List([], type, true);
    case 'map':
      return new TypedMap(type, null, true);
    default:
      return type !== undefined && isIntKind(type.kind) ? makeInt(0, type) : null;
  }
}

export function isTrue(value: Result): boolean {
  if (value === undefined || value === null) return false;
  if (typeof value === 'object') {
    if (value instanceof Map) return value.size > 0;
    if (value instanceof List) return value.items.length > 0;
    if (value instanceof Int) return value.value !== 0n;
    if (value instanceof Complex) return value.re !== 0 || value.im !== 0;
    return true;
  }
  // NaN is not zero.
  return typeof value === 'number' ? value !== 0 : Boolean(value);
}

/** A field of a struct, or of one that is embedded in it. */
export function fieldOf(struct: Struct, name: string): { readonly value: Value; readonly type: GoType } | undefined {
  const fields = struct.type.fields ?? struct.type.elem?.fields ?? [];
  for (const field of fields) if (field.name === name) return { value: struct.fields.get(name) ?? null, type: field.type };
  for (const field of fields) {
    const inside = field.isEmbedded === true ? struct.fields.get(field.name) : undefined;
    const found = inside instanceof Struct ? fieldOf(inside, name) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}
