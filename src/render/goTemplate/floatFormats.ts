/** Upstream: strconv/ftoa.go, fmt/format.go (Go 1.26): floats in binary and hexadecimal, and what `#` adds to them. */

interface Parts {
  readonly mantissa: bigint;
  /** The number is mantissa × 2^power. */
  readonly power: number;
}

function partsOf(value: number): Parts {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, Math.abs(value));
  const bits = view.getBigUint64(0);
  const exponent = Number(bits >> 52n);
  const fraction = bits & ((1n << 52n) - 1n);
  return { mantissa: exponent === 0 ? fraction : fraction | (1n << 52n), power: Math.max(exponent, 1) - 1075 };
}

/** `%b`: the mantissa and the power of two. */
export function binaryFloat(value: number): string {
  const { mantissa, power } = partsOf(value);
  return `${isNegative(value) ? '-' : ''}${mantissa}p${power < 0 ? '-' : '+'}${Math.abs(power)}`;
}

/** `%x`: one digit before the point; -1 asks for as many behind it as there are. */
export function hexFloat(value: number, precision: number): string {
  const sign = isNegative(value) ? '-' : '';
  const { mantissa, power } = partsOf(value);
  let bits = mantissa;
  let exponent = bits === 0n ? 0 : power + 52;
  while (bits !== 0n && bits >> 52n === 0n) {
    bits <<= 1n;
    exponent--;
  }
  if (precision >= 0 && precision < 13) {
    const dropped = BigInt(4 * (13 - precision));
    const half = 1n << (dropped - 1n);
    const rest = bits & ((1n << dropped) - 1n);
    bits >>= dropped;
    if (rest > half || (rest === half && (bits & 1n) === 1n)) bits += 1n;
    bits <<= dropped;
    if (bits >> 53n !== 0n) {
      bits >>= 1n;
      exponent++;
    }
  }
  const digits = (bits & ((1n << 52n) - 1n)).toString(16).padStart(13, '0');
  const fraction = precision < 0 ? trimmed(digits) : digits.slice(0, precision).padEnd(precision, '0');
  const size = String(Math.abs(exponent)).padStart(2, '0');
  return `${sign}0x${bits >> 52n}${fraction === '' ? '' : `.${fraction}`}p${exponent < 0 ? '-' : '+'}${size}`;
}

function trimmed(digits: string): string {
  let end = digits.length;
  while (end > 0 && digits[end - 1] === '0') end--;
  return digits.slice(0, end);
}

function isNegative(value: number): boolean {
  return value < 0 || Object.is(value, -0);
}

/** With `#` there is always a point, and zeros up to as many digits; `number` has no sign. */
export function withPoint(number: string, digits: number): string {
  const [, body = '', tail = ''] = /^([0-9.]*)(.*)$/s.exec(number) ?? [];
  const significant = body.replace('.', '').replace(/^0+/, '').length;
  const hasPoint = body.includes('.');
  const missing = digits - significant - (!hasPoint && body === '0' ? 1 : 0);
  return `${body}${hasPoint ? '' : '.'}${'0'.repeat(Math.max(missing, 0))}${tail}`;
}
