/** Upstream: golang/go src/unicode: kinds of characters, and their case, one character for one. */

const SPACE = /[\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/;
const LETTER_OR_DIGIT = /[\p{L}\p{Nd}]/u;

export function isSpace(char: string): boolean {
  return SPACE.test(char);
}

export const isUpper = (char: string): boolean => /\p{Lu}/u.test(char);
export const isLower = (char: string): boolean => /\p{Ll}/u.test(char);
export const isTitle = (char: string): boolean => /\p{Lt}/u.test(char);
export const isPunctuation = (char: string): boolean => /\p{P}/u.test(char);
export const isNumber = (char: string): boolean => /\p{N}/u.test(char);
export const isLetter = (char: string): boolean => /\p{L}/u.test(char);

/** Characters whose upper case would be several stay as they are. */
export function toUpper(char: string): string {
  const upper = char.toUpperCase();
  return upper.length <= char.length ? upper : char;
}

export function toLower(char: string): string {
  return char === '\u0130' ? 'i' : char.toLowerCase();
}

const TITLE_DIGRAPHS: readonly (readonly [string, string])[] = [
  ['ǅ', 'Ǆǆ'],
  ['ǈ', 'Ǉǉ'],
  ['ǋ', 'Ǌǌ'],
  ['ǲ', 'Ǳǳ'],
];

export function toTitle(char: string): string {
  return TITLE_DIGRAPHS.find(([title, others]) => char === title || others.includes(char))?.[0] ?? toUpper(char);
}

/** Character by character: JavaScript's own looks at what surrounds a sigma. */
export function mapCharacters(text: string, map: (char: string) => string): string {
  let mapped = '';
  for (const char of text) mapped += map(char);
  return mapped;
}

/** strings.Title: the first letter behind what is neither letter, digit nor underscore. */
export function titleCase(text: string): string {
  let previous = ' ';
  return mapCharacters(text, (char) => {
    const starts = isSeparator(previous);
    previous = char;
    return starts ? toTitle(char) : char;
  });
}

function isSeparator(char: string): boolean {
  if (char < '\x80') return !/[0-9A-Z_a-z]/.test(char);
  return !LETTER_OR_DIGIT.test(char) && isSpace(char);
}

/** strings.TrimSpace. */
export function trimSpace(text: string): string {
  return trimWhere(text, isSpace);
}

/** Without the characters at both ends for which that holds. */
export function trimWhere(text: string, holds: (char: string) => boolean): string {
  const chars = Array.from(text);
  let from = 0;
  let to = chars.length;
  while (from < to && holds(chars[from] ?? '')) from += 1;
  while (to > from && holds(chars[to - 1] ?? '')) to -= 1;
  return chars.slice(from, to).join('');
}
