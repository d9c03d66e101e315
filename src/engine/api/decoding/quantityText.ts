/** Upstream: staging/src/k8s.io/apimachinery/pkg/api/resource/quantity.go (v1.36.4). */
import { formatQuantity, parseQuantity } from '../../../model/quantity';

export type QuantityProblem = 'format' | 'suffix' | 'numeric';

/** What Kubernetes says about a text that is no quantity. */
export const QUANTITY_ERRORS: Readonly<Record<QuantityProblem, string>> = {
  format: "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
  suffix: "unable to parse quantity's suffix",
  numeric: 'unable to parse numeric part of quantity',
};

const QUANTITY = /^[+-]?(\d*)(?:\.(\d*))?((?:[eEinumkKMGTP]+[-+]?|[-+])\d*|)$/;
const LEADING_ZEROS = /^0+/;
const SUFFIX = /^(?:[numkMGTPE]?|[KMGTPE]i|[eE][-+]?\d+)$/;
const BINARY_POWERS: Readonly<Record<string, number>> = { Ki: 10, Mi: 20, Gi: 30, Ti: 40, Pi: 50, Ei: 60 };
const DECIMAL_POWERS: Readonly<Record<string, number>> = {
  n: -9,
  u: -6,
  m: -3,
  '': 0,
  k: 3,
  M: 6,
  G: 9,
  T: 12,
  P: 15,
  E: 18,
};
/** 18 decimal digits fit in 64 bits whatever they are. */
const MAX_DIGITS = 18;
const NANO_EXPONENT = -9;
const MILLI_EXPONENT = -3;
const NANOS_PER_MILLI = 1_000_000n;

interface Parts {
  readonly whole: string;
  readonly fraction: string;
  readonly suffix: string;
}

function split(text: string): Parts | QuantityProblem {
  const match = text === '' ? null : QUANTITY.exec(text);
  if (match === null) return 'format';
  const [, digits = '', fraction = '', suffix = ''] = match;
  const whole = digits.replace(LEADING_ZEROS, '');
  if (!SUFFIX.test(suffix)) return 'suffix';
  // The decoder keeps one zero of a number that is all zeros.
  return { whole: whole === '' ? '0' : whole, fraction, suffix };
}

/** Why Kubernetes cannot read the text as a quantity, if it cannot. */
export function quantityProblem(text: string): QuantityProblem | undefined {
  const parts = split(text);
  if (typeof parts === 'string') return parts;
  return parseQuantity(text) === undefined ? 'numeric' : undefined;
}

/**
 * The text as Kubernetes writes a quantity back. QUIRK: a text that looks canonical to the parser is kept as it is, even
 * with a sign or an exponent (`+1Gi`, `2E0`); all others get the canonical form (`0.5` is `500m`, `1024Mi` is `1Gi`).
 */
export function quantityText(text: string): string {
  const parts = split(text);
  if (typeof parts === 'string') return text;
  if (text === '0' || keepsText(parts)) return text;
  const quantity = parseQuantity(text);
  return quantity === undefined ? text : formatQuantity(quantity);
}

/** As `quantityText`, after rounding up to thousandths, which is what resource lists get: `0.0001` is `1m`. */
export function resourceQuantityText(text: string): string {
  const parts = split(text);
  if (typeof parts === 'string') return text;
  if (text === '0' || (keepsText(parts) && decimalScale(parts) >= MILLI_EXPONENT)) return text;
  const quantity = parseQuantity(text);
  if (quantity === undefined) return text;
  return formatQuantity({ nanos: roundAwayFromZero(quantity.nanos), format: quantity.format });
}

function roundAwayFromZero(nanos: bigint): bigint {
  const rest = nanos % NANOS_PER_MILLI;
  if (rest === 0n) return nanos;
  return nanos - rest + (nanos > 0n ? NANOS_PER_MILLI : -NANOS_PER_MILLI);
}

function keepsText(parts: Parts): boolean {
  const power = BINARY_POWERS[parts.suffix];
  return power === undefined ? keepsDecimal(parts) : keepsBinary(parts, power);
}

function keepsBinary({ whole, fraction }: Parts, power: number): boolean {
  if (fraction !== '') return false;
  // 1Mi (2^20) has about 6 decimal digits, so 15 digits hold what 15 − digits − power × 3/10 − 1 ≥ 0 allows.
  if (15 - whole.length - Math.trunc(Math.fround(power) * 0.3) - 1 < 0) return false;
  return (Number(whole) & 7) !== 0;
}

function keepsDecimal(parts: Parts): boolean {
  const digits = parts.whole + parts.fraction;
  const scale = decimalScale(parts);
  if (digits.length > MAX_DIGITS || scale < NANO_EXPONENT) return false;
  return scale % 3 === 0 && !digits.endsWith('000') && !digits.startsWith('0');
}

/** The power of ten of the last digit: −3 for `100m`, −1 for `0.5`, 3 for `2k`. */
function decimalScale({ fraction, suffix }: Parts): number {
  if (BINARY_POWERS[suffix] !== undefined) return 0;
  const power = DECIMAL_POWERS[suffix] ?? Number(suffix.slice(1));
  return power - fraction.length;
}
