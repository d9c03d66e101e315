/** Upstream: strconv/{atoi,atof,ftoa}.go (Go 1.26): numbers read and written as Go does. */

const DIGITS_OF: Readonly<Record<number, RegExp>> = { 2: /^[01]+$/, 8: /^[0-7]+$/, 10: /^[0-9]+$/, 16: /^[0-9a-f]+$/i };

/** An integer literal with sign, prefix and underscores (base 0); undefined if it is none. */
export function parseInteger(text: string): bigint | undefined {
  const match = /^([+-]?)(.*)$/s.exec(text);
  const body = match?.[2] ?? '';
  if (body.includes('_') && !underscoreOk(body)) return undefined;
  const plain = body.replaceAll('_', '');
  const prefix = /^0([xXoObB]?)(?=.)/.exec(plain);
  const letter = prefix?.[1]?.toLowerCase();
  const base = prefix === null ? 10 : letter === 'x' ? 16 : letter === 'b' ? 2 : 8;
  const digits = plain.slice(prefix?.[0].length ?? 0);
  if (DIGITS_OF[base]?.test(digits) !== true) return undefined;
  const value = BigInt(base === 10 ? digits : `${base === 16 ? '0x' : base === 8 ? '0o' : '0b'}${digits}`);
  return match?.[1] === '-' ? -value : value;
}

/** Underscores stand between digits, or between the prefix and a digit. */
function underscoreOk(text: string): boolean {
  const body = /^0[xob]/i.test(text) ? `0${text.slice(2)}` : text;
  return /^0x/i.test(text) ? !/(^|[^0-9a-f])_|_($|[^0-9a-f])/i.test(body) : !/(^|\D)_|_($|\D)/.test(body);
}

/** A number as `strconv.ParseFloat` takes it; undefined if it is none, or too large. */
export function parseFloat64(text: string): number | undefined {
  const body = text.replace(/^[+-]/, '');
  if (/^(inf|infinity)$/i.test(body)) return text.startsWith('-') ? -Infinity : Infinity;
  if (/^nan$/i.test(text)) return NaN;
  if (body.includes('_') && !underscoreOk(body)) return undefined;
  const plain = body.replaceAll('_', '');
  const value = /^0x/i.test(plain)
    ? parseHexFloat(plain)
    : /^(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i.test(plain)
      ? Number(plain)
      : NaN;
  return Number.isFinite(value) ? (text.startsWith('-') ? -value : value) : undefined;
}

function parseHexFloat(text: string): number {
  const match = /^0x([0-9a-f]*)(?:\.([0-9a-f]*))?p([+-]?\d+)$/i.exec(text);
  const digits = `${match?.[1] ?? ''}${match?.[2] ?? ''}`;
  if (match === null || digits === '') return NaN;
  return Number(BigInt(`0x${digits}`)) * 2 ** (Number(match[3]) - 4 * (match[2] ?? '').length);
}

/** Digits without leading or trailing zeros, and where the point is: 0.digits × 10^point. */
interface Decimal {
  readonly digits: string;
  readonly point: number;
}

function trimZeros(digits: string): string {
  let end = digits.length;
  while (end > 0 && digits[end - 1] === '0') end--;
  return digits.slice(0, end);
}

/** The shortest digits that are read as this number again. */
function shortest(value: number): Decimal {
  if (Number.isSafeInteger(value)) {
    const whole = String(value);
    return value === 0 ? { digits: '', point: 0 } : { digits: trimZeros(whole), point: whole.length };
  }
  const [mantissa = '', exponent = '0'] = value.toExponential().split('e');
  const digits = trimZeros(mantissa.replace('.', ''));
  return digits === '' ? { digits: '', point: 0 } : { digits, point: Number(exponent) + 1 };
}

const MANTISSA_BITS = 52;

/** All digits of the number, exactly: a float is an integer times a power of two. */
function exact(value: number): Decimal {
  if (value === 0) return { digits: '', point: 0 };
  const bits = new DataView(new ArrayBuffer(8));
  bits.setFloat64(0, value);
  const raw = bits.getBigUint64(0);
  const exponent = Number((raw >> 52n) & 0x7ffn);
  const fraction = raw & ((1n << 52n) - 1n);
  const mantissa = exponent === 0 ? fraction : fraction | (1n << 52n);
  const power = Math.max(exponent, 1) - 1023 - MANTISSA_BITS;
  const text = (power >= 0 ? mantissa << BigInt(power) : mantissa * 5n ** BigInt(-power)).toString();
  const point = power >= 0 ? text.length : text.length + power;
  return { digits: trimZeros(text), point };
}

/** Rounds half to even, as all of the digits are known. */
function roundTo({ digits, point }: Decimal, count: number): Decimal {
  if (count >= digits.length) return { digits, point };
  if (count < 0) return { digits: '', point: 0 };
  const next = digits.charCodeAt(count) - 48;
  const isHalf = next === 5 && count + 1 === digits.length;
  const isOdd = count > 0 && (digits.charCodeAt(count - 1) - 48) % 2 === 1;
  const isUp = isHalf ? isOdd : next >= 5;
  const kept = digits.slice(0, count);
  if (!isUp) return { digits: trimZeros(kept), point };
  const raised = (BigInt(kept === '' ? '0' : kept) + 1n).toString();
  return { digits: trimZeros(raised), point: raised.length > count ? point + 1 : point };
}

export type FloatFormat = 'e' | 'f' | 'g' | 'E' | 'F' | 'G';

/** `strconv.FormatFloat(value, format, precision, 64)`; a precision of -1 asks for the shortest digits. */
export function formatFloat(value: number, format: FloatFormat, precision: number): string {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? '+Inf' : '-Inf';
  const sign = value < 0 || Object.is(value, -0) ? '-' : '';
  const size = Math.abs(value);
  const kind = format.toLowerCase();
  const decimal = precision < 0 ? shortest(size) : exact(size);
  const letter = format === kind ? 'e' : 'E';
  if (kind === 'f') return sign + fixed(decimal, precision);
  if (kind === 'e') return sign + exponential(decimal, precision, letter);
  const digits = precision === 0 ? 1 : precision;
  const rounded = precision < 0 ? decimal : roundTo(decimal, digits);
  // With the shortest digits 6 decides; that 21 does is JSON's way.
  const most =
    precision < 0 ? 6 : digits > rounded.digits.length && rounded.digits.length >= rounded.point ? rounded.digits.length : digits;
  const exponent = rounded.digits === '' ? 0 : rounded.point - 1;
  if (exponent < -4 || exponent >= most) return sign + exponential(rounded, Math.max(rounded.digits.length - 1, 0), letter);
  return sign + fixed(rounded, Math.max(rounded.digits.length - rounded.point, 0));
}

function fixed(decimal: Decimal, precision: number): string {
  const places = precision < 0 ? Math.max(decimal.digits.length - decimal.point, 0) : precision;
  const { digits, point } = roundTo(decimal, decimal.point + places);
  const all = point > 0 ? digits.padEnd(point, '0') : '0'.repeat(Math.min(-point, places) + 1) + digits;
  const whole = point > 0 ? point : 1;
  const fraction = all.slice(whole).padEnd(places, '0');
  return places > 0 ? `${all.slice(0, whole)}.${fraction.slice(0, places)}` : all.slice(0, whole);
}

function exponential(decimal: Decimal, precision: number, letter: string): string {
  const { digits, point } = precision < 0 ? decimal : roundTo(decimal, precision + 1);
  const places = precision < 0 ? Math.max(digits.length - 1, 0) : precision;
  const exponent = digits === '' ? 0 : point - 1;
  const fraction = digits.slice(1).padEnd(places, '0');
  const size = String(Math.abs(exponent)).padStart(2, '0');
  return `${digits[0] ?? '0'}${places > 0 ? `.${fraction}` : ''}${letter}${exponent < 0 ? '-' : '+'}${size}`;
}
