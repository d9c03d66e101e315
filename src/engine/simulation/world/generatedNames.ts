import { hashText, type RandomStream } from '../../kernel/random';

/** The letters and digits that Kubernetes uses in generated names: no vowels, nothing that reads like a word. */
const ALPHABET = 'bcdfghjklmnpqrstvwxz2456789';
const SUFFIX_LENGTH = 5;

/** A text made of name-safe characters, one for one. */
function safeEncode(text: string): string {
  let encoded = '';
  for (let index = 0; index < text.length; index++) encoded += ALPHABET.charAt(text.charCodeAt(index) % ALPHABET.length);
  return encoded;
}

/** `web-5d8f7c` → `web-5d8f7c-x2kqp`. */
export function randomSuffix(random: RandomStream): string {
  let suffix = '';
  for (let index = 0; index < SUFFIX_LENGTH; index++) suffix += ALPHABET.charAt(Math.floor(random() * ALPHABET.length));
  return suffix;
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
  return `${hexDigits(Math.floor(random() * 0x1_0000_0000), 8)}-${hexDigits(ordinal, 12)}`;
}

function hexDigits(number: number, digits: number): string {
  return number.toString(16).padStart(digits, '0');
}
