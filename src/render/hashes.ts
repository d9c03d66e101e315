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
  readonly start32 = Uint32Array.from(this.start, (word) => Number(word >> 32n));
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

const MASK64 = (1n << 64n) - 1n;
const rotate64 = (word: bigint, by: bigint): bigint => ((word >> by) | (word << (64n - by))) & MASK64;

export function sha512(bytes: Uint8Array): Uint8Array {
  constants ??= new Sha2Constants();
  const { rounds, start: initial } = constants;
  const view = padded(bytes, 128, 16);
  let state = [...initial];
  for (let start = 0; start < view.byteLength; start += 128) {
    const words = Array.from({ length: 16 }, (_, i) => view.getBigUint64(start + 8 * i));
    for (let i = 16; i < 80; i += 1) {
      const x = words[i - 15] ?? 0n;
      const y = words[i - 2] ?? 0n;
      const small = rotate64(x, 1n) ^ rotate64(x, 8n) ^ (x >> 7n);
      const large = rotate64(y, 19n) ^ rotate64(y, 61n) ^ (y >> 6n);
      words.push(((words[i - 16] ?? 0n) + small + (words[i - 7] ?? 0n) + large) & MASK64);
    }
    state = compress512(state, words, rounds);
  }
  const digest = new DataView(new ArrayBuffer(64));
  state.forEach((word, i) => {
    digest.setBigUint64(8 * i, word);
  });
  return new Uint8Array(digest.buffer);
}

function compress512(state: readonly bigint[], words: readonly bigint[], rounds: readonly bigint[]): bigint[] {
  let [a = 0n, b = 0n, c = 0n, d = 0n, e = 0n, f = 0n, g = 0n, h = 0n] = state;
  words.forEach((word, i) => {
    const choice = (e & f) ^ (~e & MASK64 & g);
    const first = h + (rotate64(e, 14n) ^ rotate64(e, 18n) ^ rotate64(e, 41n)) + choice + (rounds[i] ?? 0n) + word;
    const second = (rotate64(a, 28n) ^ rotate64(a, 34n) ^ rotate64(a, 39n)) + ((a & b) ^ (a & c) ^ (b & c));
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) & MASK64, c, b, a, (first + second) & MASK64];
  });
  return [a, b, c, d, e, f, g, h].map((word, i) => (word + (state[i] ?? 0n)) & MASK64);
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
