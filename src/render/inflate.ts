/** Ours: gzip (RFC 1952) and deflate (RFC 1951), which the platform unpacks only for those who can wait. */

const LENGTH_BASE = [
  3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258,
];
const LENGTH_EXTRA = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0];
const DISTANCE_BASE = [
  1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289,
  16385, 24577,
];
const ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
const MAX_BITS = 15;
/** No chart is larger; a small archive could hold anything. */
const MAX_SIZE = 32_000_000;

export class InflateError extends Error {}

/** Throws `InflateError`. */
export function gunzip(bytes: Uint8Array): Uint8Array {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b || bytes[2] !== 8) throw new InflateError('not gzip');
  const flags = bytes[3] ?? 0;
  let at = 10;
  if ((flags & 4) !== 0) at += 2 + (bytes[at] ?? 0) + 256 * (bytes[at + 1] ?? 0);
  for (const flag of [8, 16]) {
    if ((flags & flag) === 0) continue;
    while (at < bytes.length && bytes[at] !== 0) at += 1;
    at += 1;
  }
  if ((flags & 2) !== 0) at += 2;
  return new Inflater(bytes, at).run();
}

/** A canonical Huffman code: how many codes of each length, and the symbols in their order. */
interface Code {
  readonly counts: Uint16Array;
  readonly symbols: Uint16Array;
}

function codeOf(lengths: readonly number[]): Code {
  const counts = new Uint16Array(MAX_BITS + 1);
  for (const length of lengths) counts[length] = (counts[length] ?? 0) + 1;
  counts[0] = 0;
  const offsets = new Uint16Array(MAX_BITS + 2);
  for (let length = 1; length <= MAX_BITS; length++) offsets[length + 1] = (offsets[length] ?? 0) + (counts[length] ?? 0);
  const symbols = new Uint16Array(lengths.length);
  lengths.forEach((length, symbol) => {
    if (length === 0) return;
    const at = offsets[length] ?? 0;
    symbols[at] = symbol;
    offsets[length] = at + 1;
  });
  return { counts, symbols };
}

const FIXED_LITERALS = codeOf(Array.from({ length: 288 }, (_, i) => (i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8)));
const FIXED_DISTANCES = codeOf(Array.from({ length: 30 }, () => 5));

class Inflater {
  readonly #in: Uint8Array;
  #at: number;
  #bits = 0;
  #count = 0;
  #out = new Uint8Array(65_536);
  #size = 0;

  constructor(bytes: Uint8Array, at: number) {
    this.#in = bytes;
    this.#at = at;
  }

  run(): Uint8Array {
    let isLast = false;
    while (!isLast) {
      isLast = this.#take(1) === 1;
      const type = this.#take(2);
      if (type === 0) this.#stored();
      else if (type === 1) this.#block(FIXED_LITERALS, FIXED_DISTANCES);
      else if (type === 2) this.#block(...this.#dynamicCodes());
      else throw new InflateError('a block of an unknown kind');
    }
    return this.#out.subarray(0, this.#size);
  }

  #take(wanted: number): number {
    while (this.#count < wanted) {
      const byte = this.#in[this.#at++];
      if (byte === undefined) throw new InflateError('it ends too early');
      this.#bits |= byte << this.#count;
      this.#count += 8;
    }
    const value = this.#bits & ((1 << wanted) - 1);
    this.#bits >>>= wanted;
    this.#count -= wanted;
    return value;
  }

  #put(byte: number): void {
    if (this.#size === this.#out.length) {
      if (this.#size >= MAX_SIZE) throw new InflateError('it is larger than any chart');
      const larger = new Uint8Array(this.#size * 2);
      larger.set(this.#out);
      this.#out = larger;
    }
    this.#out[this.#size++] = byte;
  }

  #stored(): void {
    this.#bits = 0;
    this.#count = 0;
    const length = this.#take(8) | (this.#take(8) << 8);
    this.#take(16);
    for (let index = 0; index < length; index++) this.#put(this.#take(8));
  }

  #decode({ counts, symbols }: Code): number {
    let code = 0;
    let first = 0;
    let index = 0;
    for (let length = 1; length <= MAX_BITS; length++) {
      code |= this.#take(1);
      const count = counts[length] ?? 0;
      if (code - count < first) return symbols[index + code - first] ?? 0;
      index += count;
      first = (first + count) << 1;
      code <<= 1;
    }
    throw new InflateError('a code that is none');
  }

  #block(literals: Code, distances: Code): void {
    for (;;) {
      const symbol = this.#decode(literals);
      if (symbol === 256) return;
      if (symbol < 256) this.#put(symbol);
      else this.#copy(symbol - 257, this.#decodeDistance, distances);
    }
  }

  readonly #decodeDistance = (distances: Code): number => {
    const symbol = this.#decode(distances);
    const base = DISTANCE_BASE[symbol];
    if (base === undefined) throw new InflateError('a distance that is none');
    return base + this.#take(symbol < 2 ? 0 : (symbol >> 1) - 1);
  };

  #copy(symbol: number, distanceOf: (distances: Code) => number, distances: Code): void {
    const base = LENGTH_BASE[symbol];
    if (base === undefined) throw new InflateError('a length that is none');
    const length = base + this.#take(LENGTH_EXTRA[symbol] ?? 0);
    const distance = distanceOf(distances);
    if (distance > this.#size) throw new InflateError('it refers to what is not there');
    for (let index = 0; index < length; index++) this.#put(this.#out[this.#size - distance] ?? 0);
  }

  #dynamicCodes(): [literals: Code, distances: Code] {
    const literalCount = this.#take(5) + 257;
    const distanceCount = this.#take(5) + 1;
    const orderCount = this.#take(4) + 4;
    const lengths = Array.from({ length: 19 }, () => 0);
    for (let index = 0; index < orderCount; index++) lengths[ORDER[index] ?? 0] = this.#take(3);
    const code = codeOf(lengths);
    const all: number[] = [];
    while (all.length < literalCount + distanceCount) {
      const symbol = this.#decode(code);
      if (symbol < 16) all.push(symbol);
      else if (symbol === 16) this.#repeat(all, all.at(-1) ?? 0, 3 + this.#take(2));
      else this.#repeat(all, 0, symbol === 17 ? 3 + this.#take(3) : 11 + this.#take(7));
    }
    return [codeOf(all.slice(0, literalCount)), codeOf(all.slice(literalCount, literalCount + distanceCount))];
  }

  #repeat(all: number[], value: number, count: number): void {
    for (let index = 0; index < count; index++) all.push(value);
  }
}
