/**
 * Kubernetes quantities: `100m`, `1.5Gi`, `2e3`. Kept exactly, as a count of 10⁻⁹ units (the finest that Kubernetes
 * keeps; what is finer is rounded away from zero, as it does).
 */
export interface Quantity {
  readonly nanos: bigint;
  readonly format: QuantityFormat;
}
export type QuantityFormat = 'DecimalSI' | 'BinarySI' | 'DecimalExponent';

const NANO = 1_000_000_000n;
const NUMBER = /^([+-]?)(\d+(?:\.\d*)?|\.\d+)(\D.*)?$/;
const DECIMAL_EXPONENT = /^[eE]([+-]?\d+)$/;
const DECIMAL_SUFFIXES: ReadonlyMap<string, number> = new Map([
  ['n', -9],
  ['u', -6],
  ['m', -3],
  ['', 0],
  ['k', 3],
  ['M', 6],
  ['G', 9],
  ['T', 12],
  ['P', 15],
  ['E', 18],
]);
const BINARY_SUFFIXES: ReadonlyMap<string, bigint> = new Map([
  ['Ki', 10n],
  ['Mi', 20n],
  ['Gi', 30n],
  ['Ti', 40n],
  ['Pi', 50n],
  ['Ei', 60n],
]);
/** Texts longer than this are refused rather than computed with. */
const MAX_TEXT = 64;
const MAX_EXPONENT = 64;
/** Kubernetes caps what it cannot hold in 64 bits. */
const MAX_NANOS = ((1n << 63n) - 1n) * NANO;

/** The quantity that a text or number stands for; undefined when Kubernetes could not read it. */
export function parseQuantity(value: string | number): Quantity | undefined {
  const text = String(value);
  if (text.length > MAX_TEXT) return undefined;
  const match = NUMBER.exec(text);
  if (match === null) return undefined;
  const [, sign, digits = '', suffix = ''] = match;
  const scale = suffixScale(suffix);
  if (scale === undefined) return undefined;
  const [whole = '', fraction = ''] = digits.split('.');
  const nanos = scaleToNanos(BigInt(`${whole}${fraction}` || '0'), scale, fraction.length);
  const capped = nanos > MAX_NANOS ? MAX_NANOS : nanos;
  return { nanos: sign === '-' ? -capped : capped, format: scale.format };
}

interface Scale {
  readonly format: QuantityFormat;
  readonly power10: number;
  readonly power2: bigint;
}

function suffixScale(suffix: string): Scale | undefined {
  const decimal = DECIMAL_SUFFIXES.get(suffix);
  if (decimal !== undefined) return { format: 'DecimalSI', power10: decimal, power2: 0n };
  const binary = BINARY_SUFFIXES.get(suffix);
  if (binary !== undefined) return { format: 'BinarySI', power10: 0, power2: binary };
  const exponent = DECIMAL_EXPONENT.exec(suffix);
  if (exponent === null) return undefined;
  const power10 = Number(exponent[1]);
  return Math.abs(power10) > MAX_EXPONENT ? undefined : { format: 'DecimalExponent', power10, power2: 0n };
}

/** digits × 10^(power10 − fractionDigits + 9) × 2^power2, rounded up. */
function scaleToNanos(digits: bigint, scale: Scale, fractionDigits: number): bigint {
  const shifted = digits << scale.power2;
  const exponent = scale.power10 - fractionDigits + 9;
  if (exponent >= 0) return shifted * 10n ** BigInt(exponent);
  const divisor = 10n ** BigInt(-exponent);
  return (shifted + divisor - 1n) / divisor;
}

/** The canonical text: no precision lost, no fraction, the largest suffix possible. */
export function formatQuantity(quantity: Quantity): string {
  const negative = quantity.nanos < 0n;
  const nanos = negative ? -quantity.nanos : quantity.nanos;
  if (nanos === 0n) return '0';
  const text = canonicalText(nanos, quantity.format);
  return negative ? `-${text}` : text;
}

function canonicalText(nanos: bigint, format: QuantityFormat): string {
  if (format === 'BinarySI' && nanos >= 1024n * NANO && nanos % NANO === 0n) return binaryText(nanos / NANO);
  let exponent = -9;
  let mantissa = nanos;
  while (mantissa % 1000n === 0n && exponent < 18) {
    mantissa /= 1000n;
    exponent += 3;
  }
  if (format === 'DecimalExponent') return exponent === 0 ? String(mantissa) : `${mantissa}e${exponent}`;
  return `${mantissa}${decimalSuffix(exponent)}`;
}

function binaryText(value: bigint): string {
  let mantissa = value;
  let suffix = '';
  for (const next of BINARY_SUFFIXES.keys()) {
    if (mantissa % 1024n !== 0n) break;
    mantissa /= 1024n;
    suffix = next;
  }
  return `${mantissa}${suffix}`;
}

function decimalSuffix(exponent: number): string {
  for (const [suffix, power] of DECIMAL_SUFFIXES) if (power === exponent) return suffix;
  return '';
}

/** The canonical form of a quantity's text, or the text itself where it is none. */
export function canonicalQuantity(text: string | number): string {
  const quantity = parseQuantity(text);
  return quantity === undefined ? String(text) : formatQuantity(quantity);
}

export function addQuantities(a: Quantity, b: Quantity): Quantity {
  return { nanos: a.nanos + b.nanos, format: a.nanos === 0n ? b.format : a.format };
}

export function compareQuantities(a: Quantity, b: Quantity): -1 | 0 | 1 {
  if (a.nanos === b.nanos) return 0;
  return a.nanos < b.nanos ? -1 : 1;
}

/** The value in whole units, rounded up. */
export function quantityValue(quantity: Quantity): number {
  return Number(divideUp(quantity.nanos, NANO));
}

/** The value in thousandths, rounded up: how CPU is counted. */
export function quantityMilliValue(quantity: Quantity): number {
  return Number(divideUp(quantity.nanos, 1_000_000n));
}

function divideUp(value: bigint, divisor: bigint): bigint {
  const quotient = value / divisor;
  return value > 0n && value % divisor !== 0n ? quotient + 1n : quotient;
}
