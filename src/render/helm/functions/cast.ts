/** Upstream: spf13/cast caste.go (1.7): whatever there is as a number; 0 where it is none. */
import { parseFloat64, parseInteger } from '../../goTemplate/numbers';
import { Int, type Value } from '../../goTemplate/value';

const MIN = -(2n ** 63n);
const MAX = 2n ** 63n - 1n;

export function toInt64(value: Value): bigint {
  if (value instanceof Int) return BigInt.asIntN(64, value.value);
  if (typeof value === 'number') return floatToInt64(value);
  if (typeof value === 'boolean') return value ? 1n : 0n;
  if (typeof value !== 'string') return 0n;
  const number = parseInteger(withoutZeroFraction(value)) ?? 0n;
  return number < MIN || number > MAX ? 0n : number;
}

/** As amd64 converts: what does not fit becomes the smallest number. */
function floatToInt64(value: number): bigint {
  if (!Number.isFinite(value)) return MIN;
  const number = BigInt(Math.trunc(value));
  return number < MIN || number > MAX ? MIN : number;
}

/** `1.00` is 1, `1.50` no integer. */
function withoutZeroFraction(text: string): string {
  const point = text.lastIndexOf('.');
  return point >= 0 && /^0+$/.test(text.slice(point + 1)) ? text.slice(0, point) : text;
}

export function toFloat64(value: Value): number {
  if (typeof value === 'number') return value;
  if (value instanceof Int) return Number(value.value);
  if (typeof value === 'boolean') return value ? 1 : 0;
  return typeof value === 'string' ? (parseFloat64(value) ?? 0) : 0;
}
