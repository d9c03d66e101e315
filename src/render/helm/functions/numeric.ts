/** Upstream: Masterminds/sprig numeric.go, functions.go: numbers. */
import { formatValue } from '../../goTemplate/format';
import { parseInteger } from '../../goTemplate/numbers';
import {
  FLOAT64,
  GoError,
  INT,
  INT64,
  INTERFACE,
  LimitError,
  List,
  listOf,
  makeInt,
  STRING,
  type Func,
  type Int,
  type Value,
} from '../../goTemplate/value';
import { toFloat64, toInt64 } from './cast';
import { add, decimalOf, divide, multiply, numberOf, subtract, type Decimal } from './decimal';
import { aliases, fn, variadic, type NamedFuncs } from './define';

const ONE = [INTERFACE];
const TWO = [INTERFACE, INTERFACE];
const INTS = listOf(INT);
/** So many numbers, and nobody wants to see more. */
const MAX_NUMBERS = 200_000;

const int64 = (value: bigint): Int => makeInt(value, INT64);

function decimals(operation: (a: Decimal, b: Decimal) => Decimal): Func {
  return variadic(TWO, FLOAT64, (first: Value, ...others: Value[]) => calculate(first, others, operation));
}

function calculate(first: Value, others: readonly Value[], operation: (a: Decimal, b: Decimal) => Decimal): number {
  const start = decimalOf(toFloat64(first));
  return numberOf(others.reduce<Decimal>((sum, value) => operation(sum, decimalOf(toFloat64(value))), start));
}

function extreme(isBetter: (a: bigint, b: bigint) => boolean): Func {
  return variadic(TWO, INT64, (...values: Value[]) =>
    int64(values.map(toInt64).reduce((best, value) => (isBetter(value, best) ? value : best))),
  );
}

function integers(operation: (a: bigint, b: bigint) => bigint): Func {
  return fn(TWO, INT64, (a: Value, b: Value) => int64(operation(toInt64(a), toInt64(b))));
}

function floats(operation: (...numbers: number[]) => number): Func {
  return variadic(TWO, FLOAT64, (...values: Value[]) => values.map(toFloat64).reduce((a, b) => operation(a, b)));
}

export const NUMERIC_FUNCTIONS: NamedFuncs = [
  ['atoi', fn([STRING], INT, atoi)],
  ['int64', fn(ONE, INT64, (value: Value) => int64(toInt64(value)))],
  ['int', fn(ONE, INT, (value: Value) => makeInt(toInt64(value)))],
  ['float64', fn(ONE, FLOAT64, toFloat64)],
  ['seq', { ...variadic([INT], STRING, seq), cost: seqCost }],
  ['toDecimal', fn(ONE, INT64, toDecimal)],
  ['until', fn([INT], INTS, (count: Int) => numbers(0n, count.value, count.value < 0n ? -1n : 1n))],
  ['untilStep', fn([INT, INT, INT], INTS, (start: Int, stop: Int, step: Int) => numbers(start.value, stop.value, step.value))],
  ['add1', fn(ONE, INT64, (value: Value) => int64(toInt64(value) + 1n))],
  ['add', variadic(ONE, INT64, (...values: Value[]) => int64(values.reduce((sum, value) => sum + toInt64(value), 0n)))],
  ['sub', integers((a, b) => a - b)],
  ['div', integers((a, b) => a / divisor(b))],
  ['mod', integers((a, b) => a % divisor(b))],
  ['mul', variadic(TWO, INT64, product)],
  ['add1f', fn(ONE, FLOAT64, (value: Value) => calculate(value, [1], add))],
  ['addf', variadic(ONE, FLOAT64, (...values: Value[]) => calculate(0, values, add))],
  ['subf', decimals(subtract)],
  ['divf', decimals(divide)],
  ['mulf', decimals(multiply)],
  ...aliases(
    ['biggest', 'max'],
    extreme((a, b) => a > b),
  ),
  ['min', extreme((a, b) => a < b)],
  ['maxf', floats(Math.max)],
  ['minf', floats(Math.min)],
  ['ceil', fn(ONE, FLOAT64, (value: Value) => Math.ceil(toFloat64(value)))],
  ['floor', fn(ONE, FLOAT64, (value: Value) => Math.floor(toFloat64(value)))],
  ['round', variadic([INTERFACE, INT, FLOAT64], FLOAT64, round)],
];

/** QUIRK: what is too large is the largest number, not 0. */
function atoi(text: string): Value {
  if (!/^[+-]?[0-9]+$/.test(text) || text.length > 1000) return makeInt(0);
  const number = BigInt(text.replace('+', ''));
  if (number > 2n ** 63n - 1n) return makeInt(2n ** 63n - 1n);
  return makeInt(number < -(2n ** 63n) ? -(2n ** 63n) : number);
}

function divisor(number: bigint): bigint {
  if (number === 0n) throw new GoError('runtime error: integer divide by zero');
  return number;
}

function product(...values: Value[]): Int {
  return int64(values.reduce((result, value) => BigInt.asIntN(64, result * toInt64(value)), 1n));
}

/** The number that octal digits make. */
function toDecimal(value: Value): Value {
  const text = formatValue(value);
  if (!/^[+-]?[0-7]+$/.test(text) || text.length > 30) return int64(0n);
  const number = parseInteger(text.replace(/^([+-]?)/, '$10o')) ?? 0n;
  return int64(BigInt.asIntN(64, number) === number ? number : 0n);
}

function numbers(start: bigint, stop: bigint, step: bigint): List {
  const items: Int[] = [];
  const goesDown = stop < start;
  if (goesDown ? step >= 0n : step <= 0n) return new List(items, INTS);
  if ((stop - start) / step > MAX_NUMBERS) throw new LimitError(`more than ${MAX_NUMBERS} numbers in a list`);
  for (let i = start; goesDown ? i > stop : i < stop; i += step) items.push(makeInt(i));
  return new List(items, INTS);
}

function seq(...params: Int[]): string {
  const [first = 0n, second = 0n, third = 0n] = params.map((param) => param.value);
  if (params.length === 1) return sequence(1n, first, first < 1n ? -1n : 1n);
  if (params.length === 2) return sequence(first, second, second < first ? -1n : 1n);
  if (params.length !== 3 || (third < first && second > 0n)) return '';
  return printed(numbers(first, third + (third < first ? -1n : 1n), second));
}

/** Each number is made and written. */
function seqCost(args: readonly Value[]): number {
  const [first = 0n, second, third] = args.map((arg) => (arg as Int).value);
  const [from, to] = second === undefined ? [1n, first] : [first, third ?? second];
  const step = third === undefined || second === undefined || second === 0n ? 1n : second;
  const count = (to - from) / step;
  return 4 * Math.min(Number(count < 0n ? -count : count), MAX_NUMBERS);
}

function sequence(start: bigint, end: bigint, step: bigint): string {
  return printed(numbers(start, end + step, step));
}

function printed(list: List): string {
  return list.items.map(formatValue).join(' ');
}

function round(value: Value, places: Int, ...options: number[]): number {
  const [roundOn = 0.5] = options;
  const digits = Number(places.value);
  const power = digits < 0 ? 1 / 10 ** -digits : 10 ** digits;
  const scaled = power * toFloat64(value);
  const fraction = scaled - Math.trunc(scaled);
  return (fraction >= roundOn ? Math.ceil(scaled) : Math.floor(scaled)) / power;
}
