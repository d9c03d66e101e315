/**
 * Upstream: vendor/go.yaml.in/yaml/v2/{encode,emitterc,resolve,sorter}.go (v1.36.4): what a text needs so that it is read as
 * the same text again, and in which order keys are written.
 */
import { isTimestamp, resolvePlainScalar } from '../../manifest/dialect';

export type ScalarStyle = 'plain' | 'single' | 'double' | 'literal';

/** What nearly all texts look like: nothing in them can mean anything. */
const HARMLESS = /^[A-Za-z/_][\w./-]*(?::[\w./-]+)*$/;
const MAYBE_WORD = /^[yYnNtTfFoO~.<]/;
const BASE_60 = /^[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?$/;

/** Go's `unicode.IsPrint` has no part in this: the emitter has its own idea, by bytes of UTF-8. */
const UNPRINTABLE = /[^\n\x20-\x7e\u00a0-\ud7ff\ue000-\ufefe\uff00-\ufffd]/;
const LINE_BREAK = /[\n\r\u0085\u2028\u2029]/;
const BLOCK_INDICATOR_FIRST = /^[#,[\]{}&*!|>'"%@`]/;
const BLOCK_INDICATOR = /^(?:---|\.\.\.|[-?:](?:[ \t]|$))|:(?=[ \t]|$)|(?<=[ \t\n\r\u0085\u2028\u2029])#/;

/** Whether a plain text would be read as a number, a boolean, a date or nothing. */
function resolvesToOther(text: string): boolean {
  if (text === '') return true;
  if (typeof resolvePlainScalar(text) !== 'string') return true;
  const first = text.charCodeAt(0);
  if (!((first >= 0x30 && first <= 0x39) || first === 0x2b || first === 0x2d)) return false;
  return (text.includes(':') && BASE_60.test(text)) || isTimestamp(text);
}

/** How the emitter writes a text; `isKey` for a key that stands on one line with its value. */
export function styleOf(text: string, isKey: boolean): ScalarStyle {
  if (HARMLESS.test(text) && !MAYBE_WORD.test(text)) return 'plain';
  const isMultiline = text.includes('\n');
  const wanted = isMultiline ? 'literal' : resolvesToOther(text) ? 'double' : 'plain';
  if (wanted === 'double' || UNPRINTABLE.test(text) || / [\n\r\u2028\u2029]/.test(text)) return 'double';
  const breakBeforeSpace = /[\n\r\u2028\u2029] /.test(text);
  if (wanted === 'literal') return isKey || text.endsWith(' ') ? 'double' : 'literal';
  const plainAllowed = !/^ | $/.test(text) && !LINE_BREAK.test(text) && !hasBlockIndicator(text);
  if (plainAllowed) return 'plain';
  return breakBeforeSpace || (isKey && LINE_BREAK.test(text)) ? 'double' : 'single';
}

function hasBlockIndicator(text: string): boolean {
  return BLOCK_INDICATOR_FIRST.test(text) || BLOCK_INDICATOR.test(text);
}

export function isMultiline(text: string): boolean {
  return LINE_BREAK.test(text);
}

export function isPrintable(char: string): boolean {
  return !UNPRINTABLE.test(char);
}

const LETTER = /\p{L}/u;
const DIGIT = /\p{Nd}/u;

/** The "natural" order of keys: letters after others, runs of digits by their number. */
export function compareKeys(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  let at = 0;
  while (at < length && a.charCodeAt(at) === b.charCodeAt(at)) at += 1;
  if (at === length) return a.length - b.length;
  const aCode = a.charCodeAt(at);
  const bCode = b.charCodeAt(at);
  if (isAsciiLetter(aCode) && isAsciiLetter(bCode)) return aCode - bCode;
  return compareRunes(Array.from(a), Array.from(b));
}

function isAsciiLetter(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a);
}

function compareRunes(a: readonly string[], b: readonly string[]): number {
  const at = a.findIndex((char, index) => char !== b[index]);
  const aChar = a[at] ?? '';
  const bChar = b[at] ?? '';
  if (aChar === '' || bChar === '') return a.length - b.length;
  const aLetter = LETTER.test(aChar);
  const bLetter = LETTER.test(bChar);
  if (aLetter !== bLetter) return aLetter ? 1 : -1;
  const byCode = (aChar.codePointAt(0) ?? 0) - (bChar.codePointAt(0) ?? 0);
  if (aLetter) return byCode;
  const aRun = digitRun(a, at);
  const bRun = digitRun(b, at);
  const lead = (aChar === '0' || bChar === '0') && followsNonZero(a, at) ? 1n : 0n;
  const aNumber = runNumber(lead, aRun);
  const bNumber = runNumber(lead, bRun);
  if (aNumber !== bNumber) return aNumber < bNumber ? -1 : 1;
  return aRun.length === bRun.length ? byCode : aRun.length - bRun.length;
}

function digitRun(chars: readonly string[], from: number): readonly string[] {
  let end = from;
  while (end < chars.length && DIGIT.test(chars[end] ?? '')) end += 1;
  return chars.slice(from, end);
}

/** 64 bits, as Go counts; what overflows wraps around. */
function runNumber(lead: bigint, digits: readonly string[]): bigint {
  let value = lead;
  for (const digit of digits) value = BigInt.asIntN(64, value * 10n + BigInt((digit.codePointAt(0) ?? 0) - 0x30));
  return value;
}

function followsNonZero(chars: readonly string[], at: number): boolean {
  for (let i = at - 1; i >= 0 && DIGIT.test(chars[i] ?? ''); i -= 1) if (chars[i] !== '0') return true;
  return false;
}
