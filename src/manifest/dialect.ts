import { decodeBase64 } from '../model/base64';
import { bytesToString } from '../model/utf8';
import type { ScalarValue } from './source';

/**
 * How Kubernetes reads a plain scalar (go.yaml.in/yaml/v2, resolve.go): YAML 1.1's booleans and octals, Go's number literals with
 * underscores anywhere, no base 60. `010` is 8, `08` is 8 too (not octal, so a float), `yes` is true, `1:30` is a text.
 */
export function resolvePlainScalar(text: string): ScalarValue {
  const word = WORDS.get(text);
  if (word !== undefined) return word;
  return NUMBER_START.test(text) ? resolveNumber(text) : text;
}

const WORDS: ReadonlyMap<string, ScalarValue> = new Map<string, ScalarValue>([
  ...['', '~', 'null', 'Null', 'NULL'].map((text) => [text, null] as const),
  ...['y', 'Y', 'yes', 'Yes', 'YES', 'true', 'True', 'TRUE', 'on', 'On', 'ON'].map((text) => [text, true] as const),
  ...['n', 'N', 'no', 'No', 'NO', 'false', 'False', 'FALSE', 'off', 'Off', 'OFF'].map((text) => [text, false] as const),
  ...['.nan', '.NaN', '.NAN'].map((text) => [text, Number.NaN] as const),
  ...['.inf', '.Inf', '.INF', '+.inf', '+.Inf', '+.INF'].map((text) => [text, Number.POSITIVE_INFINITY] as const),
  ...['-.inf', '-.Inf', '-.INF'].map((text) => [text, Number.NEGATIVE_INFINITY] as const),
]);

export const NULL_TEXT = /^(?:~|null|Null|NULL)?$/;
export const BOOLEAN_TEXT = /^(?:[yY]|[nN]|[yY]es|YES|[nN]o|NO|[tT]rue|TRUE|[fF]alse|FALSE|[oO]n|ON|[oO]ff|OFF)$/;
/** What may be a number: the resolver decides. */
export const NUMBER_START = /^[-+.0-9]/;

/** What Go reads as an integer once the underscores are out; `08` is none. */
const INTEGER = /^[-+]?(?:0[xX][0-9a-fA-F]+|0[bB][01]+|0[oO]?[0-7]+|0|[1-9][0-9]*)$/;
const FLOAT = /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/;
const MIN_INTEGER = -(1n << 63n);
const MAX_INTEGER = (1n << 64n) - 1n;

/** The library's name for what a plain text stands for. A timestamp is a text. */
export function tagOfPlain(text: string): string {
  if (text === '<<') return '!!merge';
  const value = resolvePlainScalar(text);
  switch (typeof value) {
    case 'boolean':
      return '!!bool';
    case 'number':
      return isInteger(text) ? '!!int' : '!!float';
    case 'string':
      return '!!str';
    default:
      return '!!null';
  }
}

function isInteger(text: string): boolean {
  const plain = text.replaceAll('_', '');
  if (text.startsWith('.') || !INTEGER.test(plain)) return false;
  const value = parseGoInteger(plain);
  return value >= MIN_INTEGER && value <= MAX_INTEGER;
}

const CORE = 'tag:yaml.org,2002:';

/** `!!int` for `tag:yaml.org,2002:int`, as people write it. */
export function shortTag(tag: string): string {
  return tag.startsWith(CORE) ? `!!${tag.slice(CORE.length)}` : tag;
}

/** A value, or what the library says where the text is not what its tag says. */
export interface TaggedValue {
  readonly value: ScalarValue;
  readonly problem?: string;
}

/**
 * How Kubernetes reads a scalar with a tag, quoted or not (decode.go, `scalar`). QUIRK: a timestamp stays the text that it is,
 * and so does everything with a tag that the library does not know, `! 5` too.
 */
export function resolveTaggedScalar(tag: string, text: string): TaggedValue {
  const wanted = shortTag(tag);
  if (wanted === '!!binary') {
    const value = binaryText(text);
    return value === undefined ? { value: text, problem: INVALID_BASE64 } : { value };
  }
  if (!RESOLVED.has(wanted)) return { value: text };
  const found = wanted === '!!timestamp' && isTimestamp(text) ? '!!timestamp' : tagOfPlain(text);
  if (found !== wanted && !(found === '!!int' && wanted === '!!float'))
    return { value: text, problem: `cannot decode ${found} \`${text}\` as a ${wanted}` };
  return { value: wanted === '!!timestamp' ? text : resolvePlainScalar(text) };
}

/** What others say is a text (resolve.go, `resolvableTag`). */
const RESOLVED: ReadonlySet<string> = new Set(['!!null', '!!bool', '!!int', '!!float', '!!timestamp']);
export const INVALID_BASE64 = '!!binary value contains invalid base64 data';

/** The text of `!!binary`, undefined where it is no base64. Line breaks count for nothing; what is no UTF-8 is replaced. */
export function binaryText(text: string): string | undefined {
  const digits = text.replace(/[\r\n]/g, '');
  const bytes = digits.length % 4 === 0 ? decodeBase64(digits) : undefined;
  return bytes && bytesToString(bytes).replace(/\p{Surrogate}/gu, '\uFFFD');
}

const TIMESTAMP = /^(\d{4})-(\d\d?)-(\d\d?)(?:[Tt ](\d\d?):(\d\d?):(\d\d?)(?:[.,]\d+)?(Z|[+-]\d\d:\d\d)?)?$/;

export function isTimestamp(text: string): boolean {
  const match = TIMESTAMP.exec(text);
  if (match === null) return false;
  const [, year, month, day, hour, minute, second, zone] = match;
  if (!isDay(Number(year), Number(month), Number(day))) return false;
  if (hour === undefined) return true;
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return false;
  return text.includes(' ') ? zone === undefined : zone !== undefined;
}

function isDay(year: number, month: number, day: number): boolean {
  if (month < 1 || month > 12 || day < 1) return false;
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const days = month === 2 ? (leap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
  return day <= days;
}

function resolveNumber(text: string): ScalarValue {
  // A leading dot is read without dropping underscores, as Go's ParseFloat refuses them.
  const plain = text.startsWith('.') ? text : text.replaceAll('_', '');
  if (INTEGER.test(plain)) {
    const value = parseGoInteger(plain);
    if (value >= MIN_INTEGER && value <= MAX_INTEGER) return Number(value);
  }
  if (!FLOAT.test(plain)) return text;
  const value = Number(plain);
  return Number.isFinite(value) ? value : text;
}

export function parseGoInteger(text: string): bigint {
  const negative = text.startsWith('-');
  const digits = /^[-+]/.test(text) ? text.slice(1) : text;
  const octal = /^0[0-7]/.test(digits) ? `0o${digits.slice(1)}` : digits;
  const value = BigInt(octal.toLowerCase());
  return negative ? -value : value;
}
