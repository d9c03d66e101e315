/** Upstream: shopspring/decimal (1.4): decimal arithmetic, as far as addf, subf, mulf and divf need it. */
import { GoError } from '../../goTemplate/value';

/** value × 10^exponent. */
export interface Decimal {
  readonly value: bigint;
  readonly exponent: number;
}

/** Digits behind the point that a division keeps. */
const PRECISION = 16;

/** The shortest decimal that reads as this number. */
export function decimalOf(number: number): Decimal {
  if (!Number.isFinite(number)) {
    const name = Number.isNaN(number) ? 'NaN' : number > 0 ? '+Inf' : '-Inf';
    throw new GoError(`Cannot create a Decimal from ${name}`);
  }
  const [mantissa = '', exponent = ''] = number.toExponential().split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  return { value: BigInt(whole + fraction), exponent: Number(exponent) - fraction.length };
}

export function numberOf({ value, exponent }: Decimal): number {
  return Number(`${value}e${exponent}`);
}

export function add(a: Decimal, b: Decimal): Decimal {
  const exponent = Math.min(a.exponent, b.exponent);
  return { value: scaled(a, exponent) + scaled(b, exponent), exponent };
}

function scaled({ value, exponent }: Decimal, to: number): bigint {
  return value * 10n ** BigInt(exponent - to);
}

export function subtract(a: Decimal, b: Decimal): Decimal {
  return add(a, { value: -b.value, exponent: b.exponent });
}

export function multiply(a: Decimal, b: Decimal): Decimal {
  return { value: a.value * b.value, exponent: a.exponent + b.exponent };
}

export function divide(a: Decimal, b: Decimal): Decimal {
  if (b.value === 0n) throw new GoError('decimal division by 0');
  const shift = a.exponent - b.exponent + PRECISION;
  const numerator = a.value * 10n ** BigInt(Math.max(shift, 0));
  const denominator = b.value * 10n ** BigInt(Math.max(-shift, 0));
  const quotient = numerator / denominator;
  const isHalf = 2n * magnitude(numerator % denominator) >= magnitude(denominator);
  const sign = numerator < 0n === denominator < 0n ? 1n : -1n;
  return { value: isHalf ? quotient + sign : quotient, exponent: -PRECISION };
}

function magnitude(value: bigint): bigint {
  return value < 0n ? -value : value;
}
