/** Upstream: api/hasher/hasher.go (kustomize v5.8.1), and SHA-256 (FIPS 180-4), which the platform has as promises only. */
import { stringToBytes } from '../goTemplate/bytes';
import { compareBytes, getField, isMissingOrNull, type RNode } from './rnode';
import { toJson, type Json } from './toJson';

/** The suffix of a generated object's name, made of its data. */
export function hashOf(node: RNode): string {
  const isSecret = getField(node, 'kind')?.value === 'Secret';
  const paths = isSecret ? ['data', 'stringData', 'type'] : ['binaryData', 'data'];
  const values: Record<string, Json> = { kind: isSecret ? 'Secret' : 'ConfigMap', name: '' };
  for (const path of paths) {
    const value = hashedValue(node, path);
    const isOptional = path === 'binaryData' || path === 'stringData';
    if (!isOptional || (typeof value === 'object' && value !== null)) values[path] = value;
  }
  const hex = sha256(goJson(values)).slice(0, 10);
  return hex.replace(/[013ae]/g, (digit) => ({ '0': 'g', '1': 'h', '3': 'k', a: 'm' })[digit] ?? 't');
}

function hashedValue(node: RNode, path: string): Json {
  const value = getField(node, path);
  if (value === undefined) return '';
  return value.kind === 'scalar' ? (isMissingOrNull(value) ? (value as RNode).value : value.value) : toJson(value);
}

/** Go's `json.Marshal`: keys in their order, and what HTML could take for its own escaped. */
function goJson(value: Json): string {
  if (Array.isArray(value)) return `[${(value as readonly Json[]).map(goJson).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const map = value as Readonly<Record<string, Json>>;
    const keys = Object.keys(map).sort(compareBytes);
    return `{${keys.map((key) => `${goText(key)}:${goJson(map[key] ?? null)}`).join(',')}}`;
  }
  return typeof value === 'string' ? goText(value) : String(value);
}

function goText(text: string): string {
  const escaped = JSON.stringify(text).replace(/[<>&\u2028\u2029\x7f]/g, (char) =>
    char === '\x7f' ? char : `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return escaped;
}

const ROUND_CONSTANTS = firstPrimes(64).map((prime) => fraction(Math.cbrt(prime)));
const INITIAL = firstPrimes(8).map((prime) => fraction(Math.sqrt(prime)));

function firstPrimes(count: number): readonly number[] {
  const primes: number[] = [];
  for (let n = 2; primes.length < count; n += 1) if (primes.every((prime) => n % prime !== 0)) primes.push(n);
  return primes;
}

function fraction(value: number): number {
  return Math.floor((value - Math.floor(value)) * 2 ** 32) | 0;
}

function sha256(text: string): string {
  const words = paddedWords(stringToBytes(text));
  const state = Int32Array.from(INITIAL);
  const schedule = new Int32Array(64);
  for (let at = 0; at < words.length; at += 16) {
    schedule.set(words.subarray(at, at + 16));
    for (let i = 16; i < 64; i += 1) {
      const a = schedule[i - 15] ?? 0;
      const b = schedule[i - 2] ?? 0;
      const s0 = rotate(a, 7) ^ rotate(a, 18) ^ (a >>> 3);
      const s1 = rotate(b, 17) ^ rotate(b, 19) ^ (b >>> 10);
      schedule[i] = ((schedule[i - 16] ?? 0) + s0 + (schedule[i - 7] ?? 0) + s1) | 0;
    }
    compress(state, schedule);
  }
  return [...state].map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
}

function paddedWords(bytes: Uint8Array): Int32Array {
  const words = new Int32Array((((bytes.length + 8) >> 6) + 1) * 16);
  for (const [index, byte] of bytes.entries()) words[index >> 2] = (words[index >> 2] ?? 0) | (byte << (24 - (index % 4) * 8));
  const end = bytes.length;
  words[end >> 2] = (words[end >> 2] ?? 0) | (0x80 << (24 - (end % 4) * 8));
  words[words.length - 2] = Math.floor(end / 2 ** 29);
  words[words.length - 1] = (end << 3) | 0;
  return words;
}

function rotate(value: number, by: number): number {
  return (value >>> by) | (value << (32 - by));
}

function compress(state: Int32Array, schedule: Int32Array): void {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let i = 0; i < 64; i += 1) {
    const s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + (ROUND_CONSTANTS[i] ?? 0) + (schedule[i] ?? 0)) | 0;
    const s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
  }
  for (const [index, word] of [a, b, c, d, e, f, g, h].entries()) state[index] = ((state[index] ?? 0) + word) | 0;
}
