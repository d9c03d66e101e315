/** Ours: numbers as Go’s strconv reads them. */
const MAX_INT64 = (1n << 63n) - 1n;
const INTEGER = /^[+-]?\d+$/;

const DIGITS: ReadonlyMap<string, bigint> = new Map(Array.from('0123456789', (digit) => [digit, BigInt(digit)]));

/** A decimal integer of 64 bits, as annotations hold them; undefined when the text is none. */
export function parseInt64(text: string | undefined): bigint | undefined {
  // Most revisions have one digit, and are read in each sync.
  if (text?.length === 1) return DIGITS.get(text);
  if (text === undefined || !INTEGER.test(text)) return undefined;
  const value = BigInt(text.startsWith('+') ? text.slice(1) : text);
  return value > MAX_INT64 || value < -MAX_INT64 - 1n ? undefined : value;
}
