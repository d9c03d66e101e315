/** Upstream: FIPS 197, golang/go src/crypto/cipher/cbc.go: AES-256 in chains of blocks, as encryptAES and decryptAES use it. */

const BLOCK = 16;
const ROUNDS = 14;

function double(byte: number): number {
  return ((byte << 1) ^ (byte & 0x80 ? 0x1b : 0)) & 0xff;
}

function times(a: number, b: number): number {
  let result = 0;
  for (let left = b, power = a; left > 0; left >>= 1, power = double(power)) if (left & 1) result ^= power;
  return result;
}

class Tables {
  readonly forward = new Uint8Array(256);
  readonly backward = new Uint8Array(256);

  constructor() {
    for (let byte = 0; byte < 256; byte += 1) {
      const inverse = inverseOf(byte);
      let mixed = 0x63;
      for (let i = 0; i < 5; i += 1) mixed ^= ((inverse << i) | (inverse >> (8 - i))) & 0xff;
      this.forward[byte] = mixed;
      this.backward[mixed] = byte;
    }
  }
}

function inverseOf(byte: number): number {
  for (let candidate = 1; candidate < 256; candidate += 1) if (times(byte, candidate) === 1) return candidate;
  return 0;
}

let tables: Tables | undefined;

/** Round keys of a key with 32 bytes. */
function expandKey(key: Uint8Array, { forward }: Tables): Uint8Array {
  const keys = new Uint8Array(BLOCK * (ROUNDS + 1));
  keys.set(key);
  let constant = 1;
  for (let at = 32; at < keys.length; at += 4) {
    let word = Array.from(keys.subarray(at - 4, at));
    const position = (at / 4) % 8;
    if (position === 0) {
      word = [...word.slice(1), ...word.slice(0, 1)];
    }
    if (position === 0 || position === 4) word = word.map((byte) => forward[byte] ?? 0);
    if (position === 0) {
      word[0] = (word[0] ?? 0) ^ constant;
      constant = double(constant);
    }
    for (let i = 0; i < 4; i += 1) keys[at + i] = (keys[at - 32 + i] ?? 0) ^ (word[i] ?? 0);
  }
  return keys;
}

function addKey(block: Uint8Array, keys: Uint8Array, round: number): void {
  for (let i = 0; i < BLOCK; i += 1) block[i] = (block[i] ?? 0) ^ (keys[round * BLOCK + i] ?? 0);
}

/** Each row is turned by its number, each byte exchanged. */
function substitute(block: Uint8Array, table: Uint8Array, direction: 1 | -1): void {
  const before = block.slice();
  for (let column = 0; column < 4; column += 1) {
    for (let row = 0; row < 4; row += 1) {
      const from = (((column + direction * row + 4) % 4) * 4 + row) % BLOCK;
      block[column * 4 + row] = table[before[from] ?? 0] ?? 0;
    }
  }
}

function mixColumns(block: Uint8Array, factors: readonly number[]): void {
  for (let column = 0; column < BLOCK; column += 4) {
    const before = Array.from(block.subarray(column, column + 4));
    for (let row = 0; row < 4; row += 1) {
      block[column + row] = before.reduce((sum, byte, i) => sum ^ times(byte, factors[(i - row + 4) % 4] ?? 0), 0);
    }
  }
}

/** `iv` and `content` in whole blocks. */
export function encryptCbc(key: Uint8Array, iv: Uint8Array, content: Uint8Array): Uint8Array {
  tables ??= new Tables();
  const keys = expandKey(key, tables);
  const result = new Uint8Array(content.length);
  let previous = iv;
  for (let start = 0; start < content.length; start += BLOCK) {
    const block = content.slice(start, start + BLOCK).map((byte, i) => byte ^ (previous[i] ?? 0));
    addKey(block, keys, 0);
    for (let round = 1; round <= ROUNDS; round += 1) {
      substitute(block, tables.forward, 1);
      if (round < ROUNDS) mixColumns(block, [2, 3, 1, 1]);
      addKey(block, keys, round);
    }
    result.set(block, start);
    previous = block;
  }
  return result;
}

export function decryptCbc(key: Uint8Array, iv: Uint8Array, content: Uint8Array): Uint8Array {
  tables ??= new Tables();
  const keys = expandKey(key, tables);
  const result = new Uint8Array(content.length);
  let previous = iv;
  for (let start = 0; start < content.length; start += BLOCK) {
    const encrypted = content.slice(start, start + BLOCK);
    const block = encrypted.slice();
    for (let round = ROUNDS; round >= 1; round -= 1) {
      addKey(block, keys, round);
      if (round < ROUNDS) mixColumns(block, [14, 11, 13, 9]);
      substitute(block, tables.backward, -1);
    }
    addKey(block, keys, 0);
    result.set(
      block.map((byte, i) => byte ^ (previous[i] ?? 0)),
      start,
    );
    previous = encrypted;
  }
  return result;
}
