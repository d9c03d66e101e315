import { hashText, type RandomStream } from '../../kernel/random';

/** The letters and digits that Kubernetes uses in generated names: no vowels, nothing that reads like a word. */
const ALPHABET = 'bcdfghjklmnpqrstvwxz2456789';

/** A text made of name-safe characters, one for one. */
function safeEncode(text: string): string {
  let encoded = '';
  for (let index = 0; index < text.length; index++) encoded += ALPHABET.charAt(text.charCodeAt(index) % ALPHABET.length);
  return encoded;
}

const CODES = Array.from(ALPHABET, (letter) => letter.charCodeAt(0));

/** `web-5d8f7c` → `web-5d8f7c-x2kqp`. */
export function randomSuffix(random: RandomStream): string {
  const next = (): number => CODES[Math.floor(random() * CODES.length)] as number;
  // Of five letters: in one piece, for every pod gets one.
  return String.fromCharCode(next(), next(), next(), next(), next());
}

/** Templates are never changed, and many runs share them: the hash of each without a collision. */
const hashes = new WeakMap<object, string>();

/** A hash of a pod template in the form of Kubernetes' own (not its value, which depends on Go's memory layout). */
export function templateHash(template: object, collisionCount: number | undefined): string {
  if (collisionCount !== undefined) return hashOf(template, collisionCount);
  let hash = hashes.get(template);
  if (hash === undefined) hashes.set(template, (hash = hashOf(template, '')));
  return hash;
}

function hashOf(template: object, collisions: number | ''): string {
  return safeEncode(String(hashText(`${JSON.stringify(template)}${collisions}`)));
}

/** As random as real ones, for ties are broken by them; the ordinal keeps them apart. */
export function randomUid(random: RandomStream, ordinal: number): string {
  const digits = Math.floor(random() * 0x1_0000_0000);
  return `${fourHexDigits(digits >>> 16)}${fourHexDigits(digits & 0xffff)}-${twelveHexDigits(ordinal)}`;
}

/** Of each byte, written once: every pod gets some. */
const HEX_DIGITS = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

function twelveHexDigits(number: number): string {
  return number > 0xffff ? number.toString(16).padStart(12, '0') : `00000000${fourHexDigits(number)}`;
}

function fourHexDigits(number: number): string {
  return `${HEX_DIGITS[number >>> 8] as string}${HEX_DIGITS[number & 0xff] as string}`;
}
