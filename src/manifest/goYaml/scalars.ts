/** Upstream: vendor/go.yaml.in/yaml/v2/scannerc.go (v1.36.4): scalars, passed over; what they say is not kept. */
import { isBlank, isBreak, isBreakOrEnd, isEnd, isSpaceOrEnd } from './characters';
import type { Mark } from './mark';
import type { Reader } from './reader';

/** Whether a plain scalar begins here, where nothing else does. */
export function startsPlainScalar(reader: Reader, inFlow: boolean): boolean {
  const char = reader.peek();
  if (!isSpaceOrEnd(char) && !'-?:,[]{}#&*!|>\'"%@`'.includes(char)) return true;
  const next = reader.peek(1);
  // QUIRK: a dash before a line break would do, but such a dash has been taken for a block entry already.
  if (char === '-') return next !== ' ' && next !== '\t';
  return !inFlow && (char === '?' || char === ':') && !isSpaceOrEnd(next);
}

/** Moves behind a plain scalar; says whether it ended behind a line break. */
export function skipPlainScalar(reader: Reader, blockIndent: number, inFlow: boolean): boolean {
  const start = reader.mark;
  const indent = blockIndent + 1;
  let afterBreak = false;
  while (!reader.isAnyDocumentIndicator() && reader.peek() !== '#') {
    while (!isSpaceOrEnd(reader.peek()) && !endsPlain(reader, inFlow)) {
      reader.skip();
      afterBreak = false;
    }
    if (!isBlank(reader.peek()) && !isBreak(reader.peek())) break;
    while (isBlank(reader.peek()) || isBreak(reader.peek())) {
      if (isBreak(reader.peek())) {
        reader.skipLine();
        afterBreak = true;
      } else {
        if (afterBreak && reader.column < indent && reader.peek() === '\t') {
          reader.fail('found a tab character that violates indentation', start);
        }
        reader.skip();
      }
    }
    if (!inFlow && reader.column < indent) break;
  }
  return afterBreak;
}

function endsPlain(reader: Reader, inFlow: boolean): boolean {
  const char = reader.peek();
  return (char === ':' && isSpaceOrEnd(reader.peek(1))) || (inFlow && ',?[]{}'.includes(char));
}

/** Moves behind a quoted scalar. */
export function skipQuotedScalar(reader: Reader, quote: '"' | "'"): void {
  const start = reader.mark;
  reader.skip();
  for (;;) {
    if (reader.isAnyDocumentIndicator()) reader.fail('found unexpected document indicator', start);
    if (isEnd(reader.peek())) reader.fail('found unexpected end of stream', start);
    skipQuotedWord(reader, quote, start);
    if (reader.peek() === quote) break;
    while (isBlank(reader.peek()) || isBreak(reader.peek())) {
      if (isBlank(reader.peek())) reader.skip();
      else reader.skipLine();
    }
  }
  reader.skip();
}

function skipQuotedWord(reader: Reader, quote: '"' | "'", start: Mark): void {
  while (!isSpaceOrEnd(reader.peek())) {
    if (quote === "'" && reader.peek() === "'" && reader.peek(1) === "'") reader.skip(2);
    else if (reader.peek() === quote) return;
    else if (quote === '"' && reader.peek() === '\\') {
      if (isBreak(reader.peek(1))) {
        reader.skip();
        reader.skipLine();
        return;
      }
      skipEscape(reader, start);
    } else reader.skip();
  }
}

const CODE_LENGTHS: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 };

function skipEscape(reader: Reader, start: Mark): void {
  const char = reader.peek(1);
  const length = CODE_LENGTHS[char] ?? 0;
  if (length === 0 && !'0abt\tnvfre "\'\\N_LP'.includes(char)) reader.fail('found unknown escape character', start);
  reader.skip(2);
  let code = 0;
  for (let i = 0; i < length; i += 1) {
    const digit = reader.peek(i);
    if (!/^[0-9A-Fa-f]$/.test(digit)) reader.fail('did not find expected hexdecimal number', start);
    code = code * 16 + Number.parseInt(digit, 16);
  }
  if ((code >= 0xd800 && code <= 0xdfff) || code > 0x10ffff) reader.fail('found invalid Unicode character escape code', start);
  reader.skip(length);
}

/** Moves behind a block scalar. */
export function skipBlockScalar(reader: Reader, blockIndent: number): void {
  const start = reader.mark;
  reader.skip();
  const increment = skipBlockHeader(reader, start);
  let indent = increment === 0 ? 0 : Math.max(blockIndent, 0) + increment;
  indent = skipIndentation(reader, indent, blockIndent, start);
  while (reader.column === indent && !isEnd(reader.peek())) {
    reader.skipToBreak();
    reader.skipLine();
    indent = skipIndentation(reader, indent, blockIndent, start);
  }
}

/** Chomping and indentation indicators in either order; the latter is returned. */
function skipBlockHeader(reader: Reader, start: Mark): number {
  let increment = 0;
  const chomping = (): boolean => reader.peek() === '+' || reader.peek() === '-';
  const digit = (): void => {
    if (!/^[0-9]$/.test(reader.peek())) return;
    if (reader.peek() === '0') reader.fail('found an indentation indicator equal to 0', start);
    increment = Number(reader.peek());
    reader.skip();
  };
  if (chomping()) {
    reader.skip();
    digit();
  } else {
    digit();
    if (increment > 0 && chomping()) reader.skip();
  }
  reader.skipBlanks();
  if (reader.peek() === '#') reader.skipToBreak();
  if (!isBreakOrEnd(reader.peek())) reader.fail('did not find expected comment or line break', start);
  reader.skipLine();
  return increment;
}

/** Moves to the next line with content; finds out the indentation when it is still 0. */
function skipIndentation(reader: Reader, indent: number, blockIndent: number, start: Mark): number {
  let deepest = 0;
  for (;;) {
    while ((indent === 0 || reader.column < indent) && reader.peek() === ' ') reader.skip();
    deepest = Math.max(deepest, reader.column);
    if ((indent === 0 || reader.column < indent) && reader.peek() === '\t') {
      reader.fail('found a tab character where an indentation space is expected', start);
    }
    if (!isBreak(reader.peek())) break;
    reader.skipLine();
  }
  return indent === 0 ? Math.max(deepest, blockIndent + 1, 1) : indent;
}
