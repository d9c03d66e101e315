/** Upstream: golang/go src/time/{format,time}.go: `1h30m`, in nanoseconds. */
import { goQuote } from '../../../model/goQuote';
import { GoError } from '../../goTemplate/value';

const UNITS: Readonly<Record<string, bigint>> = {
  ns: 1n,
  us: 1_000n,
  µs: 1_000n,
  μs: 1_000n,
  ms: 1_000_000n,
  s: 1_000_000_000n,
  m: 60_000_000_000n,
  h: 3_600_000_000_000n,
};
const MAX = 2n ** 63n;

/** Throws a GoError in the words of time.ParseDuration. */
export function parseDuration(text: string): bigint {
  const problem = (what: string): GoError => new GoError(`time: ${what} duration ${goQuote(text)}`);
  const isNegative = text.startsWith('-');
  let rest = text.replace(/^[-+]/, '');
  if (rest === '0') return 0n;
  if (rest === '') throw problem('invalid');
  let total = 0n;
  while (rest !== '') {
    const [, whole = '', point = '', fraction = ''] = /^([0-9]*)(\.?)([0-9]*)/.exec(rest) ?? [];
    if (whole === '' && fraction === '') throw problem('invalid');
    rest = rest.slice(whole.length + point.length + fraction.length);
    const unit = /^[^.0-9]*/.exec(rest)?.[0] ?? '';
    if (unit === '') throw new GoError(`time: missing unit in duration ${goQuote(text)}`);
    const size = Object.hasOwn(UNITS, unit) ? UNITS[unit] : undefined;
    if (size === undefined) throw new GoError(`time: unknown unit ${goQuote(unit)} in duration ${goQuote(text)}`);
    rest = rest.slice(unit.length);
    if (whole.length > 19) throw problem('invalid');
    total += BigInt(whole === '' ? '0' : whole) * size;
    if (fraction !== '') total += (BigInt(fraction.slice(0, 18)) * size) / 10n ** BigInt(Math.min(fraction.length, 18));
    if (total > MAX) throw problem('invalid');
  }
  if (isNegative) return -total;
  if (total === MAX) throw problem('invalid');
  return total;
}

/** As Go prints a duration: `24h1m1s`, `1.5s`, `100ms`. */
export function durationText(nanoseconds: bigint): string {
  const size = nanoseconds < 0n ? -nanoseconds : nanoseconds;
  const sign = nanoseconds < 0n ? '-' : '';
  if (size === 0n) return '0s';
  if (size < 1_000n) return `${sign}${size}ns`;
  if (size < 1_000_000n) return sign + decimals(size, 3) + 'µs';
  if (size < 1_000_000_000n) return sign + decimals(size, 6) + 'ms';
  const seconds = `${decimals(size % 60_000_000_000n, 9)}s`;
  const minutes = size / 60_000_000_000n;
  if (minutes === 0n) return sign + seconds;
  return minutes < 60n ? `${sign}${minutes}m${seconds}` : `${sign}${minutes / 60n}h${minutes % 60n}m${seconds}`;
}

function decimals(value: bigint, digits: number): string {
  const power = 10n ** BigInt(digits);
  const fraction = (value % power)
    .toString()
    .padStart(digits, '0')
    .replace(/0{1,9}$/, '');
  return `${value / power}${fraction === '' ? '' : `.${fraction}`}`;
}
