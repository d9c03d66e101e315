/**
 * The values that templates work on: Go's, as far as a template can see them. Everything in src/render builds upon this file.
 *
 * - nil: `null`. bool, string, float64: primitives. Every number that comes from YAML or JSON is a float64.
 * - int, int64, uint8, rune, time.Duration …: `Int`, immutable; its type says which one. `makeInt` wraps as Go does.
 * - []interface{}, []string, []byte …: `List`, never written to once made (no template function writes into a slice).
 * - map[string]interface{}: a plain `Map`, a reference as in Go. `__proto__` and `constructor` are keys as others.
 * - map[string]string, chartutil.Values …: `TypedMap`, a `Map` that knows its type.
 * - structs and pointers to them: `Struct`, with fields by their Go names.
 * - time.Time, *semver.Version …: `Native`; its type has the methods and says how it prints.
 *
 * Go's strings are bytes: see bytes.ts. A byte that is no UTF-8 stands as a lone surrogate U+DC80–DCFF up to the output.
 *
 * Where a result came from (file, position, path in the values) is the executor's business: values carry no trace of it and
 * functions keep nothing. So maps must stay the same objects where Go hands on the same map (`get`, `default`, `merge` …).
 */

/** As `reflect.Kind` prints it. */
export type Kind =
  'invalid' | 'bool' | IntKind | 'float64' | 'complex128' | 'string' | 'slice' | 'map' | 'struct' | 'ptr' | 'interface';

export type IntKind = 'int' | 'int8' | 'int16' | 'int32' | 'int64' | 'uint' | 'uint8' | 'uint16' | 'uint32' | 'uint64';

/** A type is one object; types are the same if they are the same object, or unnamed and of the same name. */
export interface GoType {
  /** As `%T` and error messages print it: `map[string]interface {}`, `*chart.Metadata`. */
  readonly name: string;
  readonly kind: Kind;
  /** Declared by name (`chartutil.Values`, `time.Duration`), so that it is not the same as what it is made of. */
  readonly isNamed?: boolean;
  /** Of a slice, a map, a pointer. */
  readonly elem?: GoType;
  /** Of a struct, in Go's order; a pointer to one has them in `elem`. */
  readonly fields?: readonly Field[];
  readonly methods?: ReadonlyMap<string, Method>;
  /** What the method String (or Error) says, for `%v` and `%s`. */
  readonly print?: (value: Value) => string;
}

export interface Field {
  readonly name: string;
  readonly type: GoType;
  /** The name in JSON and YAML, where it has a tag; `-` is left out. */
  readonly json?: string;
  readonly omitEmpty?: boolean;
  /** A struct whose fields are taken for those of the one around it. */
  readonly isEmbedded?: boolean;
}

export type Value = null | boolean | string | number | Int | Complex | List | GoMap | Struct | Native;
export type GoMap = Map<string, Value>;

/** An entry of a function table: what the executor must know to check the arguments before it calls. */
export interface Func {
  /** Types of the parameters; INTERFACE takes anything. A parameter that can be nil in Go may get `null`. */
  readonly params: readonly GoType[];
  /** The last parameter may come any number of times; its type here is that of one of them. */
  readonly isVariadic?: boolean;
  /** The static type of the result: INTERFACE, unless Go's signature says more. */
  readonly result: GoType;
  /** Set if it looks at all that is within its arguments: as many steps for each value and each 32 characters. */
  readonly weight?: number;
  /** Set instead if it looks at less than that: the steps that a call takes, counted no further than the limit. */
  readonly cost?: (args: readonly Value[], limit: number) => number;
  /** Throws `GoError` for an error and for a panic alike. */
  call(args: readonly Value[]): Value;
}

export type FuncMap = ReadonlyMap<string, Func>;

export interface Method {
  readonly params: readonly GoType[];
  readonly isVariadic?: boolean;
  readonly result: GoType;
  call(receiver: Value, args: readonly Value[]): Value;
}

/** An error or a panic of a function: becomes `error calling NAME: MESSAGE`. */
export class GoError extends Error {}

/** A bound of ours that Go does not have; ends the rendering, whatever stands around it. */
export class LimitError extends Error {}

const intType = (name: IntKind): GoType => ({ name, kind: name });

export const INTERFACE: GoType = { name: 'interface {}', kind: 'interface' };
export const BOOL: GoType = { name: 'bool', kind: 'bool' };
export const STRING: GoType = { name: 'string', kind: 'string' };
export const FLOAT64: GoType = { name: 'float64', kind: 'float64' };
const COMPLEX128: GoType = { name: 'complex128', kind: 'complex128' };
export const INT = intType('int');
export const INT64 = intType('int64');
export const UINT8 = intType('uint8');
export const UINT32 = intType('uint32');
export const UINT64 = intType('uint64');
export const LIST = listOf(INTERFACE);
export const STRINGS = listOf(STRING);
export const MAP = mapOf(INTERFACE);
export const STRING_MAP = mapOf(STRING);

export function listOf(elem: GoType): GoType {
  return { name: `[]${elem.name}`, kind: 'slice', elem };
}

/** Maps with keys that are strings; templates see no others. */
function mapOf(elem: GoType): GoType {
  return { name: `map[string]${elem.name}`, kind: 'map', elem };
}

/** An integer of any of Go's integer types. Equal numbers need not be the same object. */
export class Int {
  readonly value: bigint;
  readonly type: GoType;

  constructor(value: bigint, type: GoType) {
    this.value = value;
    this.type = type;
  }
}

/** Cuts the number to what the type holds, as Go's conversions and arithmetic do. */
export function makeInt(value: bigint | number, type: GoType = INT): Int {
  const number = BigInt(value);
  // Most are: nothing is cut off.
  if (type === INT && Number.isSafeInteger(value)) return new Int(number, type);
  const { bits, isSigned } = INT_SIZES[type.kind as IntKind];
  return new Int(isSigned ? BigInt.asIntN(bits, number) : BigInt.asUintN(bits, number), type);
}

export const INT_SIZES: Readonly<Record<IntKind, { readonly bits: number; readonly isSigned: boolean }>> = {
  int: { bits: 64, isSigned: true },
  int8: { bits: 8, isSigned: true },
  int16: { bits: 16, isSigned: true },
  int32: { bits: 32, isSigned: true },
  int64: { bits: 64, isSigned: true },
  uint: { bits: 64, isSigned: false },
  uint8: { bits: 8, isSigned: false },
  uint16: { bits: 16, isSigned: false },
  uint32: { bits: 32, isSigned: false },
  uint64: { bits: 64, isSigned: false },
};

/** Only literals make one. */
export class Complex {
  readonly re: number;
  readonly im: number;

  constructor(re: number, im: number) {
    this.re = re;
    this.im = im;
  }
}

export class List {
  readonly items: readonly Value[];
  readonly type: GoType;
  /** Go's nil slice: prints as an empty one, but is `null` in JSON. */
  readonly isNil: boolean;
  /** Go's capacity: `slice` reaches so far, and finds nil there. */
  readonly capacity: number;

  constructor(items: readonly Value[], type: GoType = LIST, isNil = false, capacity = items.length) {
    this.items = items;
    this.type = type;
    this.isNil = isNil;
    this.capacity = capacity;
  }
}

/** Go doubles what items are appended to one by one, up to here; beyond it grows more slowly, which nobody slices for. */
const MOST_DOUBLED = 512;

/** A list as it is read from JSON or YAML. */
export function readList(items: readonly Value[]): List {
  const { length } = items;
  const isDoubled = length > 0 && length <= MOST_DOUBLED;
  return new List(items, LIST, false, isDoubled ? 2 ** Math.ceil(Math.log2(length)) : length);
}

export class TypedMap extends Map<string, Value> {
  /** Nothing in it can be changed: a copy of it is itself. */
  readonly isFixed: boolean = false;
  readonly type: GoType;
  /** Go's nil map: prints as an empty one, but is `null` in JSON. */
  readonly isNil: boolean;

  constructor(type: GoType, entries?: Iterable<readonly [string, Value]> | null, isNil = false) {
    super(entries);
    this.type = type;
    this.isNil = isNil;
  }
}

/** The same map, seen as another type: what is changed in one is changed in both. */
export class MapView extends TypedMap {
  readonly target: GoMap;

  constructor(type: GoType, target: GoMap) {
    super(type);
    this.target = target;
  }

  override get size(): number {
    return this.target.size;
  }

  override get(key: string): Value | undefined {
    return this.target.get(key);
  }

  override has(key: string): boolean {
    return this.target.has(key);
  }

  override set(key: string, value: Value): this {
    this.target.set(key, value);
    return this;
  }

  override delete(key: string): boolean {
    return this.target.delete(key);
  }

  override clear(): void {
    this.target.clear();
  }

  override keys(): MapIterator<string> {
    return this.target.keys();
  }

  override values(): MapIterator<Value> {
    return this.target.values();
  }

  override entries(): MapIterator<[string, Value]> {
    return this.target.entries();
  }

  override [Symbol.iterator](): MapIterator<[string, Value]> {
    return this.target.entries();
  }

  override forEach(each: (value: Value, key: string, map: Map<string, Value>) => void): void {
    this.target.forEach((value, key) => {
      each(value, key, this);
    });
  }
}

export class Struct {
  /** Of kind `struct`, or `ptr` if the template sees a pointer. */
  readonly type: GoType;
  readonly fields: ReadonlyMap<string, Value>;

  constructor(type: GoType, fields: ReadonlyMap<string, Value>) {
    this.type = type;
    this.fields = fields;
  }
}

export class Native<T = unknown> {
  readonly type: GoType;
  readonly data: T;

  constructor(type: GoType, data: T) {
    this.type = type;
    this.data = data;
  }
}

/** The type inside an interface{}; nil has none. */
export function typeOf(value: Value): GoType | undefined {
  switch (typeof value) {
    case 'string':
      return STRING;
    case 'number':
      return FLOAT64;
    case 'boolean':
      return BOOL;
    default:
      if (value === null) return undefined;
      if (value instanceof Map) return value instanceof TypedMap ? value.type : MAP;
      return value instanceof Complex ? COMPLEX128 : value.type;
  }
}

/** As `reflect.ValueOf(value).Kind()` prints it; nil is `invalid`. */
export function kindOf(value: Value): Kind {
  return typeOf(value)?.kind ?? 'invalid';
}

/** As `%T` prints it. */
export function typeName(value: Value): string {
  return typeOf(value)?.name ?? '<nil>';
}
