/** Upstream: Masterminds/sprig defaults.go, reflect.go: what is empty, and what a value is. */
import { isTrue } from '../../goTemplate/types';
import { BOOL, INTERFACE, kindOf, STRING, typeName, type Value } from '../../goTemplate/value';
import { deepEqual } from './deep';
import { fn, variadic, type NamedFuncs } from './define';

const ONE = [INTERFACE];
const TWO = [INTERFACE, INTERFACE];
const NAMED = [STRING, INTERFACE];

export const DEFAULT_FUNCTIONS: NamedFuncs = [
  ['default', variadic(TWO, INTERFACE, (fallback: Value, given: Value = null) => (isTrue(given) ? given : fallback))],
  ['empty', fn(ONE, BOOL, (value: Value) => !isTrue(value))],
  ['coalesce', variadic(ONE, INTERFACE, (...values: Value[]) => values.find(isTrue) ?? null)],
  ['all', variadic(ONE, BOOL, (...values: Value[]) => values.every(isTrue))],
  ['any', variadic(ONE, BOOL, (...values: Value[]) => values.some(isTrue))],
  ['ternary', fn([INTERFACE, INTERFACE, BOOL], INTERFACE, (yes: Value, no: Value, condition: boolean) => (condition ? yes : no))],
  ['typeOf', fn(ONE, STRING, typeName)],
  ['typeIs', fn(NAMED, BOOL, (name: string, value: Value) => name === typeName(value))],
  ['typeIsLike', fn(NAMED, BOOL, (name: string, value: Value) => name === typeName(value) || `*${name}` === typeName(value))],
  ['kindOf', fn(ONE, STRING, kindOf)],
  ['kindIs', fn(NAMED, BOOL, (name: string, value: Value) => name === kindOf(value))],
  ['deepEqual', fn(TWO, BOOL, (a: Value, b: Value) => deepEqual(a, b))],
];
