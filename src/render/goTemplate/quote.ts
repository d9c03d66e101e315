/** Upstream: strconv/quote.go (Go 1.26): texts out of quotes. */
import { stringToBytes } from './bytes';
import { bytesToString } from '../../model/utf8';
import { GoError } from './value';

/** What stands in a literal between quotes or backquotes. */
export function unquote(literal: string): string {
  const mark = literal[0];
  const inside = literal.slice(1, -1);
  if (mark === '`') return inside.replaceAll('\r', '');
  if (!inside.includes('\\')) return inside;
  let text = '';
  for (let rest = inside; rest !== '';) {
    const { character, length } = unquoteChar(rest, '"');
    text += character;
    rest = rest.slice(length);
  }
  // Bytes written one by one may make up characters.
  return bytesToString(stringToBytes(text));
}

export interface UnquotedChar {
  readonly character: string;
  /** As a number: of `\xff` the byte. */
  readonly code: number;
  /** How much of the literal it took. */
  readonly length: number;
}

const ESCAPED: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
};
const DIGITS: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 };

/** The first character of a literal between marks of that kind. */
export function unquoteChar(text: string, mark: string): UnquotedChar {
  const first = text.codePointAt(0);
  if (first === undefined || text[0] === mark) throw new GoError('invalid syntax');
  const character = String.fromCodePoint(first);
  if (character !== '\\') return { character, code: first, length: character.length };
  const letter = text[1] ?? '';
  const plain = letter === mark ? letter : ESCAPED[letter];
  if (plain !== undefined) return { character: plain, code: plain.charCodeAt(0), length: 2 };
  return numericEscape(text, letter);
}

function numericEscape(text: string, letter: string): UnquotedChar {
  const width = DIGITS[letter];
  if (width !== undefined) {
    const digits = text.slice(2, 2 + width);
    if (digits.length < width || !/^[0-9a-fA-F]+$/.test(digits)) throw new GoError('invalid syntax');
    const code = parseInt(digits, 16);
    if (letter === 'x') return { character: byteCharacter(code), code, length: 4 };
    if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) throw new GoError('invalid syntax');
    return { character: String.fromCodePoint(code), code, length: 2 + width };
  }
  const octal = text.slice(1, 4);
  const code = parseInt(octal, 8);
  if (!/^[0-7]{3}$/.test(octal) || code > 255) throw new GoError('invalid syntax');
  return { character: byteCharacter(code), code, length: 4 };
}

function byteCharacter(byte: number): string {
  return String.fromCharCode(byte < 0x80 ? byte : 0xdc00 | byte);
}
