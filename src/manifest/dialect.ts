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
export const INTEGER = /^[-+]?(?:0[xX][0-9a-fA-F]+|0[bB][01]+|0[oO]?[0-7]+|0|[1-9][0-9]*)$/;
const FLOAT = /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/;
const MIN_INTEGER = -(1n << 63n);
const MAX_INTEGER = (1n << 64n) - 1n;

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
