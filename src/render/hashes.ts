/** Upstream: FIPS 180-4, RFC 1950: digests of bytes. The platform's own are asynchronous, a template cannot wait. */

const rotate = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

/** The message with its length behind it, in blocks. */
function padded(bytes: Uint8Array, block: number, lengthBytes: number): DataView {
  const size = Math.ceil((bytes.length + 1 + lengthBytes) / block) * block;
  const message = new Uint8Array(size);
  message.set(bytes);
  message[bytes.length] = 0x80;
  const view = new DataView(message.buffer);
  view.setUint32(size - 8, Math.floor((bytes.length * 8) / 2 ** 32));
  view.setUint32(size - 4, (bytes.length * 8) >>> 0);
  return view;
}

export function sha1(bytes: Uint8Array): Uint8Array {
  const state = Uint32Array.of(0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0);
  const view = padded(bytes, 64, 8);
  const words = new Uint32Array(80);
  for (let start = 0; start < view.byteLength; start += 64) {
    for (let i = 0; i < 80; i += 1) {
      words[i] =
        i < 16
          ? view.getUint32(start + 4 * i)
          : rotate(at(words, i - 3) ^ at(words, i - 8) ^ at(words, i - 14) ^ at(words, i - 16), 31);
    }
    let [a = 0, b = 0, c = 0, d = 0, e = 0] = state;
    for (let i = 0; i < 80; i += 1) {
      const next = (rotate(a, 27) + mix(i, b, c, d) + e + at(words, i)) | 0;
      [e, d, c, b, a] = [d, c, rotate(b, 2), a, next];
    }
    [a, b, c, d, e].forEach((word, i) => (state[i] = at(state, i) + word));
  }
  return bigEndian(state);
}

function at(words: Uint32Array, index: number): number {
  return words[index] ?? 0;
}

function mix(round: number, b: number, c: number, d: number): number {
  if (round < 20) return ((b & c) | (~b & d)) + 0x5a827999;
  if (round < 40) return (b ^ c ^ d) + 0x6ed9eba1;
  if (round < 60) return ((b & c) | (b & d) | (c & d)) + 0x8f1bbcdc;
  return (b ^ c ^ d) + 0xca62c1d6;
}

function bigEndian(words: Uint32Array): Uint8Array {
  const view = new DataView(new ArrayBuffer(words.length * 4));
  words.forEach((word, i) => {
    view.setUint32(4 * i, word);
  });
  return new Uint8Array(view.buffer);
}

/** The first 64 bits of the fractions of a root of each of the first primes: the constants of SHA-2. */
function rootFractions(count: number, root: 2 | 3): bigint[] {
  const fractions: bigint[] = [];
  for (let candidate = 2; fractions.length < count; candidate += 1) {
    if (isPrime(candidate)) fractions.push(BigInt.asUintN(64, integerRoot(BigInt(candidate) << BigInt(64 * root), root)));
  }
  return fractions;
}

function isPrime(number: number): boolean {
  for (let factor = 2; factor * factor <= number; factor += 1) if (number % factor === 0) return false;
  return true;
}

/** The largest number whose power is not above. */
function integerRoot(value: bigint, root: 2 | 3): bigint {
  let low = 0n;
  let high = 1n << 72n;
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    if (middle ** BigInt(root) <= value) low = middle;
    else high = middle;
  }
  return low;
}

class Sha2Constants {
  readonly rounds = rootFractions(80, 3);
  readonly start = rootFractions(8, 2);
  readonly rounds32 = Uint32Array.from(this.rounds.slice(0, 64), (word) => Number(word >> 32n));
  readonly rounds64 = halves(this.rounds);
  readonly start64 = halves(this.start);
  readonly start32 = Uint32Array.from(this.start, (word) => Number(word >> 32n));
}

function halves(words: readonly bigint[]): Uint32Array {
  return Uint32Array.from(words.flatMap((word) => [Number(word >> 32n), Number(word & 0xffffffffn)]));
}

let constants: Sha2Constants | undefined;

export function sha256(bytes: Uint8Array): Uint8Array {
  constants ??= new Sha2Constants();
  const { rounds32, start32 } = constants;
  const state = Uint32Array.from(start32);
  const view = padded(bytes, 64, 8);
  const words = new Uint32Array(64);
  for (let start = 0; start < view.byteLength; start += 64) {
    for (let i = 0; i < 16; i += 1) words[i] = view.getUint32(start + 4 * i);
    for (let i = 16; i < 64; i += 1) {
      const x = at(words, i - 15);
      const y = at(words, i - 2);
      const small = rotate(x, 7) ^ rotate(x, 18) ^ (x >>> 3);
      words[i] = at(words, i - 16) + small + at(words, i - 7) + (rotate(y, 17) ^ rotate(y, 19) ^ (y >>> 10));
    }
    compress256(state, words, rounds32);
  }
  return bigEndian(state);
}

function compress256(state: Uint32Array, words: Uint32Array, rounds: Uint32Array): void {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let i = 0; i < 64; i += 1) {
    const first = h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + ((e & f) ^ (~e & g)) + at(rounds, i) + at(words, i);
    const second = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + second) | 0;
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => (state[i] = at(state, i) + word));
}

/** The upper half of a word of 64 bits that is rotated by less than 32; with its halves exchanged, the lower one. */
const half = (upper: number, lower: number, by: number): number => (upper >>> by) | (lower << (32 - by));

/** Words of 64 bits are two of 32 here, the upper one first: bigints take thirty times as long. */
export function sha512(bytes: Uint8Array): Uint8Array {
  constants ??= new Sha2Constants();
  const { rounds64, start64 } = constants;
  const state = Uint32Array.from(start64);
  const view = padded(bytes, 128, 16);
  const words = new Uint32Array(160);
  const work = new Uint32Array(176);
  for (let start = 0; start < view.byteLength; start += 128) {
    for (let i = 0; i < 32; i += 1) words[i] = view.getUint32(start + 4 * i);
    for (let i = 32; i < 160; i += 2) extend512(words, i);
    work.set(state, 160);
    for (let i = 0; i < 160; i += 2)
      round512(work, 160 - i, at(words, i) + at(rounds64, i), at(words, i + 1) + at(rounds64, i + 1));
    for (let i = 0; i < 16; i += 2) put(state, i, at(state, i) + at(work, i), at(state, i + 1) + at(work, i + 1));
  }
  return bigEndian(state);
}

/** What the lower half has too much is carried into the upper one. */
function put(words: Uint32Array, index: number, upper: number, lower: number): void {
  words[index] = upper + Math.floor(lower / 2 ** 32);
  words[index + 1] = lower;
}

function extend512(words: Uint32Array, i: number): void {
  const [xh, xl, yh, yl] = [at(words, i - 30), at(words, i - 29), at(words, i - 4), at(words, i - 3)];
  const smallUpper = half(xh, xl, 1) ^ half(xh, xl, 8) ^ (xh >>> 7);
  const smallLower = half(xl, xh, 1) ^ half(xl, xh, 8) ^ half(xl, xh, 7);
  const largeUpper = half(yh, yl, 19) ^ half(yl, yh, 29) ^ (yh >>> 6);
  const largeLower = half(yl, yh, 19) ^ half(yh, yl, 29) ^ half(yl, yh, 6);
  const upper = at(words, i - 32) + (smallUpper >>> 0) + at(words, i - 14) + (largeUpper >>> 0);
  put(words, i, upper, at(words, i - 31) + (smallLower >>> 0) + at(words, i - 13) + (largeLower >>> 0));
}

/** The eight words of the round are behind `p`; those of the next one begin two before it. */
function round512(work: Uint32Array, p: number, upper: number, lower: number): void {
  const [ah, al, bh, bl, ch, cl] = [at(work, p), at(work, p + 1), at(work, p + 2), at(work, p + 3), at(work, p + 4), at(work, p + 5)]; // prettier-ignore
  const [eh, el] = [at(work, p + 8), at(work, p + 9)];
  const choiceUpper = (eh & at(work, p + 10)) ^ (~eh & at(work, p + 12));
  const choiceLower = (el & at(work, p + 11)) ^ (~el & at(work, p + 13));
  const largeUpper = half(eh, el, 14) ^ half(eh, el, 18) ^ half(el, eh, 9);
  const largeLower = half(el, eh, 14) ^ half(el, eh, 18) ^ half(eh, el, 9);
  const firstUpper = at(work, p + 14) + (largeUpper >>> 0) + (choiceUpper >>> 0) + upper;
  const firstLower = at(work, p + 15) + (largeLower >>> 0) + (choiceLower >>> 0) + lower;
  const secondUpper = half(ah, al, 28) ^ half(al, ah, 2) ^ half(al, ah, 7);
  const secondLower = half(al, ah, 28) ^ half(ah, al, 2) ^ half(ah, al, 7);
  const mostUpper = (ah & bh) ^ (ah & ch) ^ (bh & ch);
  const mostLower = (al & bl) ^ (al & cl) ^ (bl & cl);
  put(work, p + 6, at(work, p + 6) + firstUpper, at(work, p + 7) + firstLower);
  put(work, p - 2, firstUpper + (secondUpper >>> 0) + (mostUpper >>> 0), firstLower + (secondLower >>> 0) + (mostLower >>> 0));
}

export function adler32(bytes: Uint8Array): number {
  let low = 1;
  let high = 0;
  for (const byte of bytes) {
    low = (low + byte) % 65_521;
    high = (high + low) % 65_521;
  }
  return high * 65_536 + low;
}

export function hmacSha256(key: Uint8Array, message: Uint8Array): Uint8Array {
  const block = new Uint8Array(64);
  block.set(key.length > 64 ? sha256(key) : key);
  const inner = sha256(
    joined(
      block.map((byte) => byte ^ 0x36),
      message,
    ),
  );
  return sha256(
    joined(
      block.map((byte) => byte ^ 0x5c),
      inner,
    ),
  );
}

export function joined(...parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let end = 0;
  for (const part of parts) {
    bytes.set(part, end);
    end += part.length;
  }
  return bytes;
}
