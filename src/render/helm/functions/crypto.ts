/** Upstream: Masterminds/sprig crypto.go: digests and passwords; chance is handed in. */
import { stringToBytes, utf8Length } from '../../goTemplate/bytes';
import { bytesToString } from '../../../model/utf8';
import { GoError, INT, LimitError, makeInt, STRING, UINT32, type Int, type Value } from '../../goTemplate/value';
import { decryptCbc, encryptCbc } from './aes';
import { fromBase64, toBase64 } from './base64';
import { boundText, fn, type NamedFuncs } from './define';
import { adler32, hmacSha256, joined, sha1, sha256, sha512 } from '../../hashes';
import { scrypt } from './scrypt';

/** The next number from 0 to below 1. */
export type Random = () => number;

const TEXT = [STRING];
const TWO_TEXTS = [STRING, STRING];

function hex(digest: (bytes: Uint8Array) => Uint8Array): (text: string) => string {
  return (text) => Array.from(digest(stringToBytes(text)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const LETTERS = LOWER.toUpperCase() + LOWER;
const DIGITS = '0123456789';
const ASCII = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)).join('');
const BCRYPT_LETTERS = `./${LETTERS}${DIGITS}`;
const BCRYPT_LENGTH = 53;
const BLOCK = 16;
/** The key of one user takes a fifth of a second or more; all sites and counters are served by it. */
const MAX_KEYS = 1;

export function cryptoFunctions(random: Random): NamedFuncs {
  const below = (limit: number): number => Math.floor(random() * limit);
  const drawn = (letters: string, count: number): string => {
    boundText(count);
    return Array.from({ length: Math.max(count, 0) }, () => letters.charAt(below(letters.length))).join('');
  };
  const drawing = (letters: string) => fn([INT], STRING, (count: Int) => drawn(letters, Number(count.value)));
  const bytes = (count: number): Uint8Array => Uint8Array.from({ length: count }, () => below(256));
  const bcrypt = (password: string): string =>
    utf8Length(password) > 72
      ? 'failed to encrypt string with bcrypt: bcrypt: password length exceeds 72 bytes'
      : `$2a$10$${drawn(BCRYPT_LETTERS, BCRYPT_LENGTH)}`;
  const keys = new Map<string, Uint8Array>();
  const derive = (counter: Int, kind: string, ...[password = '', user = '', site = '']: string[]): string => {
    if (!TEMPLATES.has(kind)) return `cannot find password template ${kind}`;
    const name = JSON.stringify([password, user]);
    const known = keys.get(name);
    if (known === undefined && keys.size >= MAX_KEYS) throw new LimitError('passwords of more than one user are derived');
    const key = known ?? userKey(password, user);
    keys.set(name, key);
    return derivePassword(Number(counter.value), kind, key, site);
  };
  return [
    ['sha1sum', fn(TEXT, STRING, hex(sha1))],
    ['sha256sum', fn(TEXT, STRING, hex(sha256))],
    ['sha512sum', fn(TEXT, STRING, hex(sha512))],
    ['adler32sum', fn(TEXT, STRING, (text: string) => String(adler32(stringToBytes(text))))],
    ['bcrypt', fn(TEXT, STRING, bcrypt)],
    [
      'htpasswd',
      fn(TWO_TEXTS, STRING, (user: string, password: string) =>
        user.includes(':') ? `invalid username: ${user}` : `${user}:${bcrypt(password)}`,
      ),
    ],
    ['derivePassword', fn([UINT32, STRING, STRING, STRING, STRING], STRING, derive)],
    ['encryptAES', fn(TWO_TEXTS, STRING, (password: string, text: string) => encrypt(password, text, bytes(BLOCK)))],
    ['decryptAES', fn(TWO_TEXTS, STRING, decrypt)],
    ['randAlphaNum', drawing(LETTERS + DIGITS)],
    ['randAlpha', drawing(LETTERS)],
    ['randNumeric', drawing(DIGITS)],
    ['randAscii', drawing(ASCII)],
    ['randBytes', fn([INT], STRING, (count: Int) => toBase64(bytes(byteCount(count))))],
    ['randInt', fn([INT, INT], INT, (from: Int, to: Int) => between(from, to, random))],
    ['shuffle', fn(TEXT, STRING, (text: string) => shuffled(text, below))],
    ['uuidv4', fn([], STRING, () => uuid(bytes(BLOCK)))],
  ];
}

function byteCount({ value }: Int): number {
  if (value < 0n) throw new GoError('runtime error: makeslice: len out of range');
  boundText(Number(value));
  return Number(value);
}

function between(from: Int, to: Int, random: Random): Value {
  const range = to.value - from.value;
  if (range <= 0n) throw new GoError('invalid argument to Intn');
  return makeInt(from.value + BigInt(Math.floor(random() * Number(range))));
}

function shuffled(text: string, below: (limit: number) => number): string {
  const chars = Array.from(text);
  for (let i = chars.length - 1; i > 0; i -= 1) {
    const j = below(i + 1);
    [chars[i], chars[j]] = [chars[j] ?? '', chars[i] ?? ''];
  }
  return chars.join('');
}

function uuid(bytes: Uint8Array): string {
  const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  const variant = (8 + ((bytes[8] ?? 0) % 4)).toString(16);
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(13, 16)}-${variant}${digits.slice(17, 20)}-${digits.slice(20)}`;
}

/** A password of any length as a key of 32 bytes. */
function keyOf(password: string): Uint8Array {
  const key = new Uint8Array(32);
  key.set(stringToBytes(password).subarray(0, 32));
  return key;
}

function encrypt(password: string, text: string, iv: Uint8Array): string {
  if (text === '') return '';
  const content = stringToBytes(text);
  const padding = BLOCK - (content.length % BLOCK);
  const blocks = joined(content, new Uint8Array(padding).fill(padding));
  return toBase64(joined(iv, encryptCbc(keyOf(password), iv, blocks)));
}

function decrypt(password: string, encrypted: string): string {
  if (encrypted === '') return '';
  const bytes = fromBase64(encrypted);
  if (bytes.length < BLOCK)
    throw new GoError(`runtime error: slice bounds out of range [:${BLOCK}] with capacity ${bytes.length}`);
  if (bytes.length % BLOCK !== 0) throw new GoError('crypto/cipher: input not full blocks');
  const content = decryptCbc(keyOf(password), bytes.subarray(0, BLOCK), bytes.subarray(BLOCK));
  const last = content.at(-1);
  if (last === undefined) throw new GoError('runtime error: index out of range [-1]');
  if (last > content.length) throw new GoError(`runtime error: slice bounds out of range [:${content.length - last}]`);
  return bytesToString(content.subarray(0, content.length - last));
}

/** Upstream: the templates of Master Password, for each kind of password. */
const TEMPLATES: ReadonlyMap<string, readonly string[]> = new Map([
  ['maximum', ['anoxxxxxxxxxxxxxxxxx', 'axxxxxxxxxxxxxxxxxno']],
  [
    'long',
    (
      'CvcvnoCvcvCvcv CvcvCvcvnoCvcv CvcvCvcvCvcvno CvccnoCvcvCvcv CvccCvcvnoCvcv CvccCvcvCvcvno CvcvnoCvccCvcv ' +
      'CvcvCvccnoCvcv CvcvCvccCvcvno CvcvnoCvcvCvcc CvcvCvcvnoCvcc CvcvCvcvCvccno CvccnoCvccCvcv CvccCvccnoCvcv ' +
      'CvccCvccCvcvno CvcvnoCvccCvcc CvcvCvccnoCvcc CvcvCvccCvccno CvccnoCvcvCvcc CvccCvcvnoCvcc CvccCvcvCvccno'
    ).split(' '),
  ],
  ['medium', ['CvcnoCvc', 'CvcCvcno']],
  ['short', ['Cvcn']],
  ['basic', ['aaanaaan', 'aannaaan', 'aaannaaa']],
  ['pin', ['nnnn']],
]);

const VOWELS = 'aeiou';
const CONSONANTS = 'bcdfghjklmnpqrstvwxyz';
const ANY_LETTER = VOWELS.toUpperCase() + VOWELS + CONSONANTS.toUpperCase() + CONSONANTS;
const CHARACTERS: Readonly<Record<string, string>> = {
  V: VOWELS.toUpperCase(),
  C: CONSONANTS.toUpperCase(),
  v: VOWELS,
  c: CONSONANTS,
  A: VOWELS.toUpperCase() + CONSONANTS.toUpperCase(),
  a: ANY_LETTER,
  n: DIGITS,
  o: "@&%?,=[]_:-+*$#!'^~;()/.",
  x: `${ANY_LETTER}${DIGITS}!@#$%^&*()`,
};
const SEED = stringToBytes('com.lyndir.masterpassword');

function withLength(text: string): Uint8Array {
  const bytes = stringToBytes(text);
  return joined(uint32(bytes.length), bytes);
}

function uint32(value: number): Uint8Array {
  return Uint8Array.of(value >>> 24, value >>> 16, value >>> 8, value);
}

function userKey(password: string, user: string): Uint8Array {
  return scrypt(stringToBytes(password), joined(SEED, withLength(user)), 32_768, 8, 2);
}

function derivePassword(counter: number, kind: string, key: Uint8Array, site: string): string {
  const seed = hmacSha256(key, joined(SEED, withLength(site), uint32(counter)));
  const templates = TEMPLATES.get(kind) ?? [];
  const template = templates[(seed[0] ?? 0) % templates.length] ?? '';
  return Array.from(template, (letter, i) => {
    const characters = CHARACTERS[letter] ?? '';
    return characters.charAt((seed[i + 1] ?? 0) % characters.length);
  }).join('');
}
