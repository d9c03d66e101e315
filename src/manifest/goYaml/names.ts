/** Upstream: vendor/go.yaml.in/yaml/v2/scannerc.go (v1.36.4): anchors, aliases, tags and directives. */
import { isBlank, isBreakOrEnd, isNameChar, isSpaceOrEnd } from './characters';
import type { Mark } from './mark';
import type { Reader } from './reader';

/** Reads the name behind `&` or `*`. */
export function readAnchorName(reader: Reader): string {
  const start = reader.mark;
  reader.skip();
  const name = readName(reader);
  if (name === '' || !(isSpaceOrEnd(reader.peek()) || '?:,]}%@`'.includes(reader.peek()))) {
    reader.fail('did not find expected alphabetic or numeric character', start);
  }
  return name;
}

function readName(reader: Reader): string {
  let name = '';
  while (isNameChar(reader.peek())) {
    name += reader.peek();
    reader.skip();
  }
  return name;
}

/** Reads a tag; its handle is returned: `!`, `!!`, `!x!`, or nothing for `!<…>`. */
export function readTag(reader: Reader): string {
  const start = reader.mark;
  const handle = reader.peek(1) === '<' ? readVerbatimTag(reader, start) : readShortTag(reader, start);
  if (!isSpaceOrEnd(reader.peek())) reader.fail('did not find expected whitespace or line break', start);
  return handle;
}

function readVerbatimTag(reader: Reader, start: Mark): string {
  reader.skip(2);
  readUri(reader, start, '');
  if (reader.peek() !== '>') reader.fail("did not find the expected '>'", start);
  reader.skip();
  return '';
}

function readShortTag(reader: Reader, start: Mark): string {
  reader.skip();
  const name = readName(reader);
  if (reader.peek() === '!') {
    reader.skip();
    readUri(reader, start, '');
    return `!${name}!`;
  }
  readUri(reader, start, name === '' ? '!' : name);
  return '!';
}

const URI_CHARS = ";/?:@&=+$,.!~*'()[]%";

function readUri(reader: Reader, start: Mark, head: string): void {
  let length = head.length;
  while (isNameChar(reader.peek()) || URI_CHARS.includes(reader.peek())) {
    if (reader.peek() === '%') {
      if (!/^[0-9A-Fa-f]{2}$/.test(reader.peek(1) + reader.peek(2))) reader.fail('did not find URI escaped octet', start);
      reader.skip(2);
    }
    reader.skip();
    length += 1;
  }
  if (length === 0) reader.fail('did not find expected tag URI', start);
}

export interface Directive {
  readonly type: 'versionDirective' | 'tagDirective';
  readonly text: string;
}

/** Reads a `%YAML` or `%TAG` line. */
export function readDirective(reader: Reader): Directive {
  const start = reader.mark;
  reader.skip();
  const name = readName(reader);
  if (name === '') reader.fail('could not find expected directive name', start);
  if (!isSpaceOrEnd(reader.peek())) reader.fail('found unexpected non-alphabetical character', start);
  if (name !== 'YAML' && name !== 'TAG') reader.fail('found unknown directive name', start);
  reader.skipBlanks();
  const directive: Directive =
    name === 'YAML'
      ? { type: 'versionDirective', text: readVersion(reader, start) }
      : { type: 'tagDirective', text: readTagDirective(reader, start) };
  reader.skipBlanks();
  if (reader.peek() === '#') reader.skipToBreak();
  if (!isBreakOrEnd(reader.peek())) reader.fail('did not find expected comment or line break', start);
  reader.skipLine();
  return directive;
}

function readVersion(reader: Reader, start: Mark): string {
  const major = readNumber(reader, start);
  if (reader.peek() !== '.') reader.fail("did not find expected digit or '.' character", start);
  reader.skip();
  return `${major}.${readNumber(reader, start)}`;
}

function readNumber(reader: Reader, start: Mark): number {
  let digits = '';
  while (/^[0-9]$/.test(reader.peek())) {
    digits += reader.peek();
    if (digits.length > 2) reader.fail('found extremely long version number', start);
    reader.skip();
  }
  if (digits === '') reader.fail('did not find expected version number', start);
  return Number(digits);
}

function readTagDirective(reader: Reader, start: Mark): string {
  if (reader.peek() !== '!') reader.fail("did not find expected '!'", start);
  reader.skip();
  const name = readName(reader);
  const closed = reader.peek() === '!';
  if (closed) reader.skip();
  else if (name !== '') reader.fail("did not find expected '!'", start);
  if (!isBlank(reader.peek())) reader.fail('did not find expected whitespace', start);
  reader.skipBlanks();
  readUri(reader, start, '');
  if (!isSpaceOrEnd(reader.peek())) reader.fail('did not find expected whitespace or line break', start);
  return closed ? `!${name}!` : '!';
}
