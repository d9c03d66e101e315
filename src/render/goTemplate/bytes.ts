/**
 * Go's strings are bytes. Ours are JavaScript's, well-formed but for bytes that are no UTF-8 (of a character that was cut, of
 * binary data): each stands as a lone surrogate U+DC80–DCFF, so that lengths and cuts stay exact, until `writeOutput`.
 */
import { bytesToString } from '../../model/utf8';

// eslint-disable-next-line no-control-regex -- ASCII is what it says.
const ASCII = /^[\x00-\x7f]*$/;
const ESCAPED_BYTE = /[\udc80-\udcff]/u;

/** `[]rune(text)`. */
export function characters(text: string): string[] {
  return Array.from(text);
}

/** `len(text)`. */
export function utf8Length(text: string): number {
  if (ASCII.test(text)) return text.length;
  let length = 0;
  for (const character of text) length += sizeOf(character.codePointAt(0) ?? 0);
  return length;
}

function sizeOf(code: number): number {
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  if (code >= 0xdc80 && code <= 0xdcff) return 1;
  return code < 0x10000 ? 3 : 4;
}

/** `text[from:to]`; the caller keeps the bounds. */
export function byteSlice(text: string, from: number, to: number): string {
  if (ASCII.test(text)) return text.slice(from, to);
  return bytesToString(stringToBytes(text).subarray(from, to));
}

export function stringToBytes(text: string): Uint8Array {
  const bytes = new Uint8Array(utf8Length(text));
  let at = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    const size = sizeOf(code);
    if (size === 1) bytes[at] = code < 0x80 ? code : code & 0xff;
    else {
      for (let index = size - 1, rest = code; index > 0; index--, rest >>= 6) bytes[at + index] = 0x80 | (rest & 0x3f);
      bytes[at] = ((0xf00 >> size) & 0xff) | (code >> (6 * (size - 1)));
    }
    at += size;
  }
  return bytes;
}

/** What a reader of the output sees: bytes that came together again are characters, the others U+FFFD. */
export function writeOutput(text: string): string {
  return ESCAPED_BYTE.test(text) ? bytesToString(stringToBytes(text)).replace(/[\udc80-\udcff]/gu, '\ufffd') : text;
}

/** Go's order of strings: by bytes. UTF-16 differs from it only for surrogates, which come before U+E000–FFFF. */
export function compareStrings(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index++) {
    const left = a.charCodeAt(index);
    const right = b.charCodeAt(index);
    if (left === right) continue;
    const isLeftHigh = left >= 0xd800 && left <= 0xdfff;
    const isRightHigh = right >= 0xd800 && right <= 0xdfff;
    if (isLeftHigh === isRightHigh) return left - right;
    return isLeftHigh ? (right >= 0xe000 ? 1 : left - right) : left >= 0xe000 ? -1 : left - right;
  }
  return a.length - b.length;
}
