/** Upstream: text/template/funcs.go (Go 1.26): the functions that every template has. */
import { byteSlice, stringToBytes, utf8Length } from './bytes';
import { compareLess, equal } from './comparison';
import { escapeHtml, escapeJs, escapeQuery } from './escapers';
import { sprint, sprintf, sprintln } from './printf';
import { isTrue, REFLECT_VALUE, zeroOf, type Builtin, type Result } from './types';
import {
  BOOL,
  GoError,
  INT,
  Int,
  INTERFACE,
  List,
  makeInt,
  MAP,
  STRING,
  typeName,
  TypedMap,
  typeOf,
  UINT8,
  type GoType,
  type Value,
} from './value';

const variadic = (result: GoType, call: (args: readonly Value[]) => Value): Builtin => ({
  params: [INTERFACE],
  isVariadic: true,
  result,
  weight: 1,
  call: (args) => call(args.map((arg) => arg ?? null)),
});

const ofValues = (params: number, result: GoType, call: (args: readonly Result[]) => Result): Builtin => ({
  params: Array.from({ length: params }, () => REFLECT_VALUE),
  result,
  call,
});

const ofMore = (params: number, call: (args: readonly Result[]) => Result): Builtin => ({
  ...ofValues(params + 1, INTERFACE, call),
  isVariadic: true,
});

export const BUILTINS: ReadonlyMap<string, Builtin> = new Map<string, Builtin>([
  // These two evaluate their arguments themselves: evaluator.ts.
  ['and', ofMore(1, () => undefined)],
  ['or', ofMore(1, () => undefined)],
  ['call', ofMore(1, call)],
  ['index', ofMore(1, index)],
  ['slice', ofMore(1, slice)],
  ['len', ofValues(1, INT, ([item]) => length(item))],
  ['not', ofValues(1, BOOL, ([arg]) => !isTrue(arg))],
  ['eq', { ...ofMore(1, ([first, ...others]) => equal(first, others)), result: BOOL }],
  ['ne', ofValues(2, BOOL, ([a, b]) => !equal(a, [b]))],
  ['lt', ofValues(2, BOOL, ([a, b]) => compareLess(a, b))],
  ['le', ofValues(2, BOOL, ([a, b]) => compareLess(a, b) || equal(a, [b]))],
  ['gt', ofValues(2, BOOL, ([a, b]) => !(compareLess(a, b) || equal(a, [b])))],
  ['ge', ofValues(2, BOOL, ([a, b]) => !compareLess(a, b))],
  ['print', variadic(STRING, sprint)],
  ['println', variadic(STRING, sprintln)],
  [
    'printf',
    {
      params: [STRING, INTERFACE],
      isVariadic: true,
      result: STRING,
      weight: 1,
      call: ([format, ...args]) => sprintf(format as string, args as Value[]),
    },
  ],
  ['html', variadic(STRING, (args) => escapeHtml(evalArgs(args)))],
  ['js', variadic(STRING, (args) => escapeJs(evalArgs(args)))],
  ['urlquery', variadic(STRING, (args) => escapeQuery(evalArgs(args)))],
]);

function evalArgs(args: readonly Value[]): string {
  // nil prints as an action does.
  return sprint(args.map((arg) => arg ?? '<no value>'));
}

/** Templates see no functions as values. */
function call([name, func]: readonly Result[]): Result {
  if (func === undefined || func === null) throw new GoError('call of nil');
  throw new GoError(`non-function ${name as string} of type ${typeName(func)}`);
}

function index([first, ...indexes]: readonly Result[]): Result {
  if (first === undefined || first === null) throw new GoError('index of untyped nil');
  let item: Value = first;
  for (const at of indexes) {
    if (item === null) throw new GoError('index of nil pointer');
    if (item instanceof Map) {
      const elem: GoType | undefined = item instanceof TypedMap ? item.type.elem : MAP.elem;
      item = item.get(mapKey(at)) ?? zeroOf(elem);
    } else if (item instanceof List) item = elementAt(item.items.length, at, (position) => (item as List).items[position]);
    else if (typeof item === 'string') {
      const bytes = stringToBytes(item);
      item = elementAt(bytes.length, at, (position) => makeInt(bytes[position] ?? 0, UINT8));
    } else throw new GoError(`can't index item of type ${typeName(item)}`);
  }
  return item;
}

function mapKey(at: Result): string {
  if (typeof at === 'string') return at;
  if (at === undefined || at === null) throw new GoError('value is nil; should be of type string');
  throw new GoError(`value has type ${typeName(at)}; should be string`);
}

function elementAt(size: number, at: Result, get: (position: number) => Value | undefined): Value {
  const position = indexArg(at, size);
  if (position >= size) throw new GoError('reflect: slice index out of range');
  return get(position) ?? null;
}

function indexArg(at: Result, most: number): number {
  if (at === undefined || at === null) throw new GoError('cannot index slice/array with nil');
  if (!(at instanceof Int)) throw new GoError(`cannot index slice/array with type ${typeName(at)}`);
  if (at.value < 0n || at.value > BigInt(most)) throw new GoError(`index out of range: ${at.value}`);
  return Number(at.value);
}

function slice([item, ...indexes]: readonly Result[]): Result {
  if (item === undefined || item === null) throw new GoError('slice of untyped nil');
  if (indexes.length > 3) throw new GoError(`too many slice indexes: ${indexes.length}`);
  if (typeof item !== 'string' && !(item instanceof List)) throw new GoError(`can't slice item of type ${typeName(item)}`);
  if (typeof item === 'string' && indexes.length === 3) throw new GoError('cannot 3-index slice a string');
  const size = typeof item === 'string' ? utf8Length(item) : item.items.length;
  const [from = 0, to = size] = indexes.map((at) => indexArg(at, size));
  if (from > to) throw new GoError(`invalid slice index: ${from} > ${to}`);
  return typeof item === 'string' ? byteSlice(item, from, to) : new List(item.items.slice(from, to), item.type);
}

function length(item: Result): Result {
  if (item === undefined) throw new GoError('reflect: call of reflect.Value.Type on zero Value');
  if (item === null) throw new GoError('len of nil pointer');
  if (typeof item === 'string') return makeInt(utf8Length(item));
  if (item instanceof Map) return makeInt(item.size);
  if (item instanceof List) return makeInt(item.items.length);
  const type = typeOf(item);
  throw new GoError(`len of type ${(type?.kind === 'ptr' ? type.elem : type)?.name ?? ''}`);
}
