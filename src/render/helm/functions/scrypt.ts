/** Upstream: RFC 7914: scrypt, for derivePassword alone. It is meant to be slow and to take memory. */
import { hmacSha256, joined } from '../../hashes';

function pbkdf2(password: Uint8Array, salt: Uint8Array, length: number): Uint8Array {
  const blocks: Uint8Array[] = [];
  for (let i = 1; blocks.length * 32 < length; i += 1) {
    blocks.push(hmacSha256(password, joined(salt, Uint8Array.of(0, 0, 0, i))));
  }
  return joined(...blocks).subarray(0, length);
}

const BLOCK_WORDS = 16;

/** One pass with N = `cost`, a power of two. */
export function scrypt(password: Uint8Array, salt: Uint8Array, cost: number, blocks: number, parallel: number): Uint8Array {
  const size = 128 * blocks;
  const bytes = new Uint8Array(pbkdf2(password, salt, parallel * size));
  const view = new DataView(bytes.buffer);
  const memory = new Int32Array((cost * size) / 4);
  for (let lane = 0; lane < parallel; lane += 1) {
    const words = Int32Array.from({ length: size / 4 }, (_, i) => view.getInt32(lane * size + 4 * i, true));
    mixed(words, memory, cost).forEach((word, i) => {
      view.setInt32(lane * size + 4 * i, word, true);
    });
  }
  return pbkdf2(password, bytes, 64);
}

function mixed(words: Int32Array, memory: Int32Array, cost: number): Int32Array {
  const { length } = words;
  let current = words;
  let other: Int32Array = new Int32Array(length);
  const step = (): void => {
    blockMix(current, other);
    [current, other] = [other, current];
  };
  for (let i = 0; i < cost; i += 1) {
    memory.set(current, i * length);
    step();
  }
  for (let i = 0; i < cost; i += 1) {
    const from = ((current[length - BLOCK_WORDS] ?? 0) & (cost - 1)) * length;
    for (let k = 0; k < length; k += 1) current[k] = (current[k] ?? 0) ^ (memory[from + k] ?? 0);
    step();
  }
  return current;
}

const block = new Int32Array(BLOCK_WORDS);
const work = new Int32Array(BLOCK_WORDS);

/** Even blocks go to the first half, odd ones to the second. */
function blockMix(input: Int32Array, output: Int32Array): void {
  const half = input.length / 2;
  block.set(input.subarray(input.length - BLOCK_WORDS));
  for (let start = 0, i = 0; start < input.length; start += BLOCK_WORDS, i += 1) {
    for (let k = 0; k < BLOCK_WORDS; k += 1) block[k] = (block[k] ?? 0) ^ (input[start + k] ?? 0);
    salsa();
    output.set(block, (i % 2) * half + (i >> 1) * BLOCK_WORDS);
  }
}

/** Salsa20/8 of the block. */
function salsa(): void {
  work.set(block);
  for (let round = 0; round < 8; round += 2) {
    quarter(0, 4, 8, 12);
    quarter(5, 9, 13, 1);
    quarter(10, 14, 2, 6);
    quarter(15, 3, 7, 11);
    quarter(0, 1, 2, 3);
    quarter(5, 6, 7, 4);
    quarter(10, 11, 8, 9);
    quarter(15, 12, 13, 14);
  }
  for (let i = 0; i < BLOCK_WORDS; i += 1) block[i] = (block[i] ?? 0) + (work[i] ?? 0);
}

function quarter(first: number, second: number, third: number, fourth: number): void {
  let a = work[first] ?? 0;
  let b = work[second] ?? 0;
  let c = work[third] ?? 0;
  let d = work[fourth] ?? 0;
  let sum = (a + d) | 0;
  b ^= (sum << 7) | (sum >>> 25);
  sum = (b + a) | 0;
  c ^= (sum << 9) | (sum >>> 23);
  sum = (c + b) | 0;
  d ^= (sum << 13) | (sum >>> 19);
  sum = (d + c) | 0;
  a ^= (sum << 18) | (sum >>> 14);
  work[first] = a;
  work[second] = b;
  work[third] = c;
  work[fourth] = d;
}
