/** Ours: for functions that count in bytes, a text with one character per byte. */
import { stringToBytes } from '../../goTemplate/bytes';
import { bytesToString } from '../../../model/utf8';

// eslint-disable-next-line no-control-regex -- ASCII is what it says.
const ASCII = /^[\x00-\x7f]*$/;

/** With U+FFFD for every half of a pair that stands alone, among them bytes that are no UTF-8. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\ufffd');
}

/** The bytes of a text as characters U+0000–00FF. */
export function toBinary(text: string): string {
  return ASCII.test(text) ? text : binaryOf(stringToBytes(text));
}

function binaryOf(bytes: Iterable<number>): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return binary;
}

export function fromBinary(binary: string): string {
  return ASCII.test(binary) ? binary : bytesToString(Uint8Array.from(binary, (char) => char.charCodeAt(0)));
}
