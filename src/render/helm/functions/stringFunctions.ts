/** Upstream: Masterminds/sprig strings.go, functions.go: texts. Lengths and places are bytes. */
import { byteSlice, utf8Length } from '../../goTemplate/bytes';
import { formatValue } from '../../goTemplate/format';
import { goQuote } from '../../../model/goQuote';
import {
  BOOL,
  GoError,
  INT,
  INTERFACE,
  List,
  STRING,
  STRING_MAP,
  STRINGS,
  TypedMap,
  type Func,
  type Int,
  type Value,
} from '../../goTemplate/value';
import { mapCharacters, titleCase, toLower, toUpper, trimSpace, trimWhere } from './characters';
import { aliases, boundText, fn, variadic, type NamedFuncs } from './define';
import { abbreviate, deleteWhiteSpace, initials, swapCase, uncapitalize, wrap } from './goutils';
import { stringOf, stringsOf } from './texts';
import { pascalCase, separatedCase } from './xstrings';

const TWO_TEXTS = [STRING, STRING];

/** A function of one text. */
function ofText(body: (text: string) => Value): Func {
  return fn([STRING], STRING, body);
}

/** A function of a number and a text. */
function ofCount(body: (count: number, text: string) => Value): Func {
  return fn([INT, STRING], STRING, (count: Int, text: string) => body(Number(count.value), text));
}

function ofParts(result: typeof BOOL, body: (part: string, text: string) => Value): Func {
  return fn(TWO_TEXTS, result, body);
}

export const STRING_FUNCTIONS: NamedFuncs = [
  ['hello', fn([], STRING, () => 'Hello!')],
  ['abbrev', ofCount((width, text) => (width < 4 ? text : abbreviate(text, 0, width)))],
  ['abbrevboth', fn([INT, INT, STRING], STRING, abbrevBoth)],
  ['trunc', ofCount(trunc)],
  ['trim', ofText(trimSpace)],
  ['upper', ofText((text) => mapCharacters(text, toUpper))],
  ['lower', ofText((text) => mapCharacters(text, toLower))],
  ['title', ofText(titleCase)],
  ['untitle', ofText(uncapitalize)],
  ['substr', fn([INT, INT, STRING], STRING, substring)],
  ['repeat', ofCount(repeat)],
  ...aliases(['trimall', 'trimAll'], ofParts(STRING, trimAll)),
  ['trimSuffix', ofParts(STRING, (end, text) => (text.endsWith(end) ? text.slice(0, text.length - end.length) : text))],
  ['trimPrefix', ofParts(STRING, (start, text) => (text.startsWith(start) ? text.slice(start.length) : text))],
  ['nospace', ofText(deleteWhiteSpace)],
  ['initials', ofText(initials)],
  ['swapcase', ofText(swapCase)],
  ['snakecase', ofText((text) => separatedCase(text, '_'))],
  ['camelcase', ofText(pascalCase)],
  ['kebabcase', ofText((text) => separatedCase(text, '-'))],
  ['wrap', ofCount((width, text) => wrap(text, width, '', false))],
  [
    'wrapWith',
    fn([INT, STRING, STRING], STRING, (width: Int, by: string, text: string) => wrap(text, Number(width.value), by, true)),
  ],
  ['contains', ofParts(BOOL, (part, text) => text.includes(part))],
  ['hasPrefix', ofParts(BOOL, (start, text) => text.startsWith(start))],
  ['hasSuffix', ofParts(BOOL, (end, text) => text.endsWith(end))],
  ['quote', joined((value) => goQuote(stringOf(value)))],
  ['squote', joined((value) => `'${formatValue(value)}'`)],
  ['cat', variadic([INTERFACE], STRING, cat)],
  ['indent', ofCount(indent)],
  ['nindent', ofCount((spaces, text) => `\n${indent(spaces, text)}`)],
  ['replace', fn([STRING, STRING, STRING], STRING, replace)],
  ['plural', fn([STRING, STRING, INT], STRING, (one: string, many: string, count: Int) => (count.value === 1n ? one : many))],
  ['toString', fn([INTERFACE], STRING, stringOf)],
  ['toStrings', fn([INTERFACE], STRINGS, (value: Value) => new List(stringsOf(value), STRINGS))],
  ['join', fn([STRING, INTERFACE], STRING, join)],
  ['split', fn(TWO_TEXTS, STRING_MAP, (separator: string, text: string) => numbered(splitText(text, separator)))],
  ['splitList', fn(TWO_TEXTS, STRINGS, (separator: string, text: string) => new List(splitText(text, separator), STRINGS))],
  ['splitn', fn([STRING, INT, STRING], STRING_MAP, splitN)],
];

function trimAll(cut: string, text: string): string {
  const characters = new Set(cut);
  return trimWhere(text, (char) => characters.has(char));
}

function abbrevBoth(left: Int, right: Int, text: string): string {
  if (right.value < 4n || (left.value > 0n && right.value < 7n)) return text;
  return abbreviate(text, Number(left.value), Number(right.value));
}

function trunc(count: number, text: string): string {
  const length = utf8Length(text);
  if (count < 0 && length + count > 0) return byteSlice(text, length + count, length);
  return count >= 0 && length > count ? byteSlice(text, 0, count) : text;
}

function substring(start: Int, end: Int, text: string): string {
  const length = utf8Length(text);
  const from = Number(start.value);
  const to = Number(end.value);
  if (from < 0) return bounded(text, 0, to, length);
  return bounded(text, from, to < 0 || to > length ? length : to, length);
}

/** A slice, or Go's panic. */
function bounded(text: string, from: number, to: number, length: number): string {
  if (to < 0) throw new GoError(`runtime error: slice bounds out of range [:${to}]`);
  if (to > length) throw new GoError(`runtime error: slice bounds out of range [:${to}] with length ${length}`);
  if (from > to) throw new GoError(`runtime error: slice bounds out of range [${from}:${to}]`);
  return byteSlice(text, from, to);
}

function repeat(count: number, text: string): string {
  if (count < 0) throw new GoError('strings: negative Repeat count');
  boundText(text.length * count);
  return text.repeat(count);
}

function joined(print: (value: Value) => string): Func {
  return variadic([INTERFACE], STRING, (...values: Value[]) =>
    values
      .filter((value) => value !== null)
      .map(print)
      .join(' '),
  );
}

function cat(...values: Value[]): string {
  return values
    .filter((value) => value !== null)
    .map(formatValue)
    .join(' ');
}

function indent(spaces: number, text: string): string {
  if (spaces < 0) throw new GoError('strings: negative Repeat count');
  const lines = text.split('\n');
  boundText(text.length + lines.length * spaces);
  const pad = ' '.repeat(spaces);
  return pad + lines.join(`\n${pad}`);
}

/** An empty text is found before every character and at the end. */
function replace(old: string, replacement: string, text: string): string {
  const pieces = old === '' ? ['', ...Array.from(text), ''] : text.split(old);
  boundText(text.length + pieces.length * replacement.length);
  return pieces.join(replacement);
}

/** strings.Split: by nothing means by character. */
function splitText(text: string, separator: string): string[] {
  return separator === '' ? Array.from(text) : text.split(separator);
}

function splitN(separator: string, count: Int, text: string): Value {
  const limit = Number(count.value);
  const parts = limit === 0 ? [] : splitText(text, separator);
  if (limit < 0 || parts.length <= limit) return numbered(parts);
  return numbered([...parts.slice(0, limit - 1), parts.slice(limit - 1).join(separator)]);
}

function numbered(parts: readonly string[]): Value {
  return new TypedMap(
    STRING_MAP,
    parts.map((part, i) => [`_${i}`, part]),
  );
}

function join(separator: string, value: Value): string {
  const parts = stringsOf(value);
  boundText(separator.length * parts.length);
  return parts.join(separator);
}
