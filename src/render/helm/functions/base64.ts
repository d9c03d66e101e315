/** Upstream: golang/go src/encoding/{base64,base32}: standard alphabets, with padding; line breaks are passed over. */
import { stringToBytes } from '../../goTemplate/bytes';
import { bytesToString } from '../../../model/utf8';
import { GoError, STRING } from '../../goTemplate/value';
import { boundText, fn, type NamedFuncs } from './define';

interface Alphabet {
  readonly name: string;
  readonly letters: string;
  readonly bits: number;
  /** Letters in a full group. */
  readonly group: number;
  /** How many letters may stand before the padding. */
  readonly partial: readonly number[];
}

const BASE64: Alphabet = {
  name: 'base64',
  letters: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/',
  bits: 6,
  group: 4,
  partial: [2, 3],
};
const BASE32: Alphabet = {
  name: 'base32',
  letters: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567',
  bits: 5,
  group: 8,
  partial: [2, 4, 5, 7],
};

export function toBase64(bytes: Iterable<number>): string {
  return encode(bytes, BASE64);
}

function encode(bytes: Iterable<number>, { letters, bits, group }: Alphabet): string {
  let text = '';
  let buffer = 0;
  let held = 0;
  for (const byte of bytes) {
    buffer = ((buffer << 8) | byte) & 0xffff;
    held += 8;
    while (held >= bits) {
      held -= bits;
      text += letters.charAt((buffer >> held) & ((1 << bits) - 1));
    }
  }
  if (held > 0) text += letters.charAt((buffer << (bits - held)) & ((1 << bits) - 1));
  return text.padEnd(Math.ceil(text.length / group) * group, '=');
}

/** Throws a GoError that says at which byte it went wrong. */
export function fromBase64(text: string): Uint8Array {
  return decode(text, BASE64);
}

/** Upstream: decodeQuantum. */
function decode(text: string, alphabet: Alphabet): Uint8Array {
  const { letters, bits, group, partial, name } = alphabet;
  const fail = (at: number): never => {
    throw new GoError(`illegal ${name} data at input byte ${at}`);
  };
  const bytes: number[] = [];
  const input = stringToBytes(text);
  const isBreak = (at: number): boolean => input[at] === 10 || input[at] === 13;
  let buffer = 0;
  let held = 0;
  let inGroup = 0;
  for (let at = 0; at < input.length; at += 1) {
    if (isBreak(at)) continue;
    const value = letters.indexOf(String.fromCharCode(input[at] ?? 0));
    if (value < 0) {
      if (input[at] !== 61 || !partial.includes(inGroup)) fail(at);
      return endOfPadding({ input, at, missing: group - inGroup, isBreak, fail, bytes });
    }
    buffer = ((buffer << bits) | value) & 0xffff;
    held += bits;
    inGroup = (inGroup + 1) % group;
    if (held >= 8) {
      held -= 8;
      bytes.push((buffer >> held) & 0xff);
    }
  }
  if (inGroup > 0) fail(alphabet === BASE64 ? input.length - inGroup : input.length);
  return Uint8Array.from(bytes);
}

interface Padding {
  readonly input: Uint8Array;
  readonly at: number;
  readonly missing: number;
  readonly isBreak: (at: number) => boolean;
  readonly fail: (at: number) => never;
  readonly bytes: readonly number[];
}

/** All of the padding must be there, and nothing behind it. */
function endOfPadding({ input, at, missing, isBreak, fail, bytes }: Padding): Uint8Array {
  let next = at;
  for (let i = 0; i < missing; i += 1, next += 1) {
    while (isBreak(next)) next += 1;
    if (next >= input.length) fail(input.length);
    if (input[next] !== 61) fail(next);
  }
  while (isBreak(next)) next += 1;
  if (next < input.length) fail(next);
  return Uint8Array.from(bytes);
}

/** What cannot be decoded gives the words of the error. */
function decoded(alphabet: Alphabet): (text: string) => string {
  return (text) => {
    try {
      return bytesToString(decode(text, alphabet));
    } catch (error) {
      if (error instanceof GoError) return error.message;
      throw error;
    }
  };
}

function encoded(alphabet: Alphabet): (text: string) => string {
  return (text) => {
    boundText(2 * text.length);
    return encode(stringToBytes(text), alphabet);
  };
}

export const ENCODING_FUNCTIONS: NamedFuncs = [
  ['b64enc', fn([STRING], STRING, encoded(BASE64))],
  ['b64dec', fn([STRING], STRING, decoded(BASE64))],
  ['b32enc', fn([STRING], STRING, encoded(BASE32))],
  ['b32dec', fn([STRING], STRING, decoded(BASE32))],
];
