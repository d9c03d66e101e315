/** Upstream: BurntSushi/toml parse.go (1.6): numbers, booleans and dates. */
import { GoError, INT64, makeInt, type Value } from '../../goTemplate/value';
import { parseTime } from './timeParse';
import { timeValue } from './timeValue';

const DATES: readonly (readonly [RegExp, string, string])[] = [
  [/^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(?:\.\d{1,20})?(?:[Zz]|[+-]\d\d:\d\d)$/, '2006-01-02T15:04:05Z07:00', ''],
  [/^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(?:\.\d{1,20})?$/, '2006-01-02T15:04:05', 'datetime-local'],
  [/^\d{4}-\d\d-\d\d$/, '2006-01-02', 'date-local'],
  [/^\d\d:\d\d:\d\d(?:\.\d{1,20})?$/, '15:04:05', 'time-local'],
];

/** Whatever has the form of a date; undefined if there is no such day. */
export function dateOf(text: string): Value | undefined {
  const [, layout, zone] = DATES.find(([pattern]) => pattern.test(text)) ?? [];
  if (layout === undefined || zone === undefined) return undefined;
  try {
    const time = parseTime(layout, text.replace(/^(.{10})[t ]/, '$1T').replace('z', 'Z'));
    return timeValue(zone === '' ? time : { ...time, zone: { name: zone, offset: 0 } });
  } catch (error) {
    if (error instanceof GoError) return undefined;
    throw error;
  }
}

/** A word without quotes; undefined if it is no value. */
export function scalarOf(word: string): Value | undefined {
  if (word === 'true' || word === 'false') return word === 'true';
  if (/^[+-]?(?:inf|nan)$/.test(word)) return word.endsWith('nan') ? Number.NaN : word.startsWith('-') ? -Infinity : Infinity;
  if (/^_|__|_$|[^0-9A-Fa-f]_|_[^0-9A-Fa-f]/.test(word)) return undefined;
  const plain = word.replaceAll('_', '');
  if (/^(?:[+-]?(?:0|[1-9][0-9]*)|0x[0-9A-Fa-f]+|0o[0-7]+|0b[01]+)$/.test(plain)) return integerOf(plain);
  return /^[+-]?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/.test(plain) ? Number(plain) : undefined;
}

function integerOf(text: string): Value | undefined {
  const digits = text.replace(/^[+-]/, '');
  const value = text.startsWith('-') ? -BigInt(digits) : BigInt(digits);
  return BigInt.asIntN(64, value) === value ? makeInt(value, INT64) : undefined;
}
