/** Upstream: Masterminds/sprig list.go: lists. They are never written to; every function makes a new one. */
import { compareStrings } from '../../goTemplate/bytes';
import { isTrue } from '../../goTemplate/types';
import {
  BOOL,
  GoError,
  INT,
  INTERFACE,
  kindOf,
  LimitError,
  LIST,
  List,
  listOf,
  STRINGS,
  type Func,
  type GoType,
  type Int,
  type Value,
} from '../../goTemplate/value';
import { toInt64 } from './cast';
import { deepEqual } from './deep';
import { aliases, fn, NIL_DEREFERENCE, variadic, type NamedFuncs } from './define';
import { stringOf, stringsOf } from './texts';

const ONE = [INTERFACE];
const TWO = [INTERFACE, INTERFACE];
const LISTS = listOf(LIST);
const OUT_OF_RANGE = 'runtime error: makeslice: len out of range';
/** A list against a list: more comparisons than a rendering has time for. */
const MAX_COMPARISONS = 2_000_000;

/** A function and its form that returns errors; here both throw. */
function both(name: string, must: string, func: Func): [string, Func][] {
  return aliases([name, must], func);
}

/** A function of one list. */
function ofList(what: string, result: GoType, body: (list: List) => Value): Func {
  return fn(ONE, result, (value: Value) => body(listIn(value, `Cannot find ${what} on type`)));
}

export const LIST_FUNCTIONS: NamedFuncs = [
  ...aliases(
    ['list', 'tuple'],
    variadic(ONE, LIST, (...values: Value[]) => new List(values)),
  ),
  ...aliases(['append', 'push', 'mustAppend', 'mustPush'], fn(TWO, LIST, push)),
  ...both('prepend', 'mustPrepend', fn(TWO, LIST, prepend)),
  ...both(
    'first',
    'mustFirst',
    ofList('first', INTERFACE, ({ items }) => items[0] ?? null),
  ),
  ...both(
    'last',
    'mustLast',
    ofList('last', INTERFACE, ({ items }) => items.at(-1) ?? null),
  ),
  ...both(
    'rest',
    'mustRest',
    ofList('rest', LIST, ({ items }) => new List(items.slice(1), LIST, items.length === 0)),
  ),
  ...both(
    'initial',
    'mustInitial',
    ofList('initial', LIST, ({ items }) => new List(items.slice(0, -1), LIST, items.length === 0)),
  ),
  ...both(
    'reverse',
    'mustReverse',
    ofList('reverse', LIST, ({ items }) => new List([...items].reverse())),
  ),
  ...both('uniq', 'mustUniq', ofList('uniq', LIST, uniq)),
  ...both('compact', 'mustCompact', fn(ONE, LIST, compact)),
  ...both('without', 'mustWithout', variadic(TWO, LIST, without)),
  ...both('has', 'mustHas', fn(TWO, BOOL, has)),
  ...both('slice', 'mustSlice', variadic(TWO, INTERFACE, slice)),
  ...both('chunk', 'mustChunk', fn([INT, INTERFACE], LISTS, chunk)),
  ['concat', variadic(ONE, INTERFACE, concat)],
  ['sortAlpha', fn(ONE, STRINGS, sortAlpha)],
];

function listIn(value: Value, problem: string): List {
  if (value instanceof List) return value;
  throw new GoError(value === null ? NIL_DEREFERENCE : `${problem} ${kindOf(value)}`);
}

function push(list: Value, value: Value): List {
  return new List([...listIn(list, 'Cannot push on type').items, value]);
}

function prepend(list: Value, value: Value): List {
  return new List([value, ...listIn(list, 'Cannot prepend on type').items]);
}

function compact(list: Value): List {
  return new List(listIn(list, 'Cannot compact on type').items.filter(isTrue));
}

function boundComparisons(left: number, right: number): void {
  if (left * right > MAX_COMPARISONS) throw new LimitError('lists are too long to be compared item by item');
}

/** Plain values are told apart by themselves, the others by what is in them. */
function uniq({ items }: List): List {
  const plain = new Set<Value>();
  const others: Value[] = [];
  return new List(
    items.filter((item) => {
      if (item === null || (typeof item !== 'object' && !Number.isNaN(item))) {
        if (plain.has(item)) return false;
        plain.add(item);
        return true;
      }
      boundComparisons(others.length, items.length);
      if (others.some((other) => deepEqual(item, other))) return false;
      others.push(item);
      return true;
    }),
  );
}

function without(list: Value, ...omitted: Value[]): List {
  const { items } = listIn(list, 'Cannot find without on type');
  boundComparisons(items.length, omitted.length);
  return new List(items.filter((item) => !omitted.some((other) => deepEqual(item, other))));
}

function has(needle: Value, haystack: Value): boolean {
  if (haystack === null) return false;
  return listIn(haystack, 'Cannot find has on type').items.some((item) => deepEqual(needle, item));
}

function slice(value: Value, ...indices: Value[]): Value {
  const { items, type, capacity } = listIn(value, 'list should be type of slice or array but');
  if (items.length === 0) return null;
  const [from = null, to] = indices;
  const start = toInt64(from);
  const end = to === undefined ? BigInt(items.length) : toInt64(to);
  if (start < 0n || end < start || end > BigInt(capacity)) {
    throw new GoError('reflect.Value.Slice: slice index out of bounds');
  }
  const cut = Array.from({ length: Number(end - start) }, (_, i) => items[Number(start) + i] ?? null);
  return new List(cut, type, false, capacity - Number(start));
}

function chunk(size: Int, list: Value): List {
  const { items } = listIn(list, 'Cannot chunk type');
  const width = Number(size.value);
  const count = Math.floor((items.length - 1) / width) + 1;
  if (!(count >= 0 && Number.isFinite(count)) || (count > 0 && width < 0)) throw new GoError(OUT_OF_RANGE);
  const chunks = Array.from({ length: count }, (_, i) => new List(items.slice(i * width, (i + 1) * width)));
  return new List(chunks, LISTS);
}

function concat(...lists: Value[]): List {
  const items = lists.flatMap((list) => {
    if (list instanceof List) return list.items;
    throw new GoError(list === null ? NIL_DEREFERENCE : `Cannot concat type ${kindOf(list)} as list`);
  });
  return new List(items, LIST, items.length === 0);
}

function sortAlpha(value: Value): List {
  const texts = value instanceof List ? stringsOf(value).sort(compareStrings) : [stringOf(value)];
  return new List(texts, STRINGS);
}
