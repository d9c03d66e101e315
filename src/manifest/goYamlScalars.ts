import type { GoYamlCursor } from './goYamlCursor';

const ESCAPES = '0abt\tnvfre "\'\\N_LP/';
const HEX_LENGTHS: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 };

/** Passes over a scalar in quotes, the first of which is at the cursor. */
export function skipQuoted(cursor: GoYamlCursor): void {
  const quote = cursor.at();
  cursor.advance();
  for (;;) {
    if (cursor.isAnyDocumentIndicator()) cursor.fail('found unexpected document indicator');
    if (cursor.isEnd()) cursor.fail('found unexpected end of stream');
    while (!cursor.isBlankOrEnd()) if (skipQuotedCharacter(cursor, quote)) return;
    while (cursor.isBlank() || cursor.isBreak()) {
      if (cursor.isBreak()) cursor.skipBreak();
      else cursor.advance();
    }
  }
}

/** Whether the closing quote was passed. */
function skipQuotedCharacter(cursor: GoYamlCursor, quote: string): boolean {
  if (quote === "'" && cursor.at() === "'" && cursor.at(1) === "'") cursor.advance(2);
  else if (cursor.at() === quote) {
    cursor.advance();
    return true;
  } else if (quote === '"' && cursor.at() === '\\') skipEscape(cursor);
  else cursor.advance();
  return false;
}

function skipEscape(cursor: GoYamlCursor): void {
  if (cursor.isBreak(1)) {
    cursor.advance();
    cursor.skipBreak();
    return;
  }
  const length = HEX_LENGTHS[cursor.at(1)];
  if (length === undefined && (cursor.at(1) === '' || !ESCAPES.includes(cursor.at(1)))) {
    cursor.fail('found unknown escape character');
  }
  cursor.advance(2);
  if (length === undefined) return;
  const digits = cursor.next(length);
  if (!/^[0-9a-fA-F]*$/.test(digits) || digits.length < length) cursor.fail('did not find expected hexdecimal number');
  const code = Number.parseInt(digits, 16);
  if ((code >= 0xd800 && code <= 0xdfff) || code > 0x10ffff) cursor.fail('found invalid Unicode character escape code');
  cursor.advance(length);
}

/** Passes over a literal or folded scalar inside a block that is indented by `parentIndent`. */
export function skipBlockScalar(cursor: GoYamlCursor, parentIndent: number): void {
  cursor.advance();
  const increment = skipBlockHeader(cursor);
  if (cursor.isBreak()) cursor.skipBreak();
  const given = increment === undefined ? 0 : Math.max(parentIndent, 0) + increment;
  const indent = skipBlockBreaks(cursor, given, parentIndent);
  while (cursor.column === indent && !cursor.isEnd()) {
    cursor.skipLine();
    if (cursor.isBreak()) cursor.skipBreak();
    skipBlockBreaks(cursor, indent, parentIndent);
  }
}

function skipBlockHeader(cursor: GoYamlCursor): number | undefined {
  let increment: number | undefined;
  for (let count = 0; count < 2; count++) {
    if (/[+-]/.test(cursor.at())) cursor.advance();
    else if (/\d/.test(cursor.at())) {
      if (cursor.at() === '0') cursor.fail('found an indentation indicator equal to 0');
      increment = Number(cursor.at());
      cursor.advance();
    }
  }
  while (cursor.isBlank()) cursor.advance();
  if (cursor.at() === '#') cursor.skipLine();
  if (!cursor.isEnd() && !cursor.isBreak()) cursor.fail('did not find expected comment or line break');
  return increment;
}

/** Skips indentation and empty lines; 0 means that the indentation is still to be found. */
function skipBlockBreaks(cursor: GoYamlCursor, indent: number, parentIndent: number): number {
  let widest = 0;
  const inside = (): boolean => indent === 0 || cursor.column < indent;
  for (;;) {
    while (inside() && cursor.at() === ' ') cursor.advance();
    widest = Math.max(widest, cursor.column);
    if (inside() && cursor.at() === '\t') cursor.fail('found a tab character where an indentation space is expected');
    if (!cursor.isBreak()) break;
    cursor.skipBreak();
  }
  return indent === 0 ? Math.max(widest, parentIndent + 1, 1) : indent;
}

/** Passes over a scalar without quotes; whether it ended with a line break. */
export function skipPlain(cursor: GoYamlCursor, indent: number, inFlow: boolean): boolean {
  let leadingBlanks = false;
  while (!cursor.isAnyDocumentIndicator() && cursor.at() !== '#') {
    while (!cursor.isBlankOrEnd() && !endsPlain(cursor, inFlow)) {
      leadingBlanks = false;
      cursor.advance();
    }
    if (!cursor.isBlank() && !cursor.isBreak()) break;
    leadingBlanks = skipPlainSpace(cursor, indent, leadingBlanks);
    if (!inFlow && cursor.column < indent) break;
  }
  return leadingBlanks;
}

function endsPlain(cursor: GoYamlCursor, inFlow: boolean): boolean {
  if (cursor.at() === ':' && (cursor.isBlankOrEnd(1) || (inFlow && ',[]{}'.includes(cursor.at(1))))) return true;
  return inFlow && (',[]{}'.includes(cursor.at()) || (cursor.at() === '?' && cursor.isBlankOrEnd(1)));
}

function skipPlainSpace(cursor: GoYamlCursor, indent: number, wasLeading: boolean): boolean {
  let leading = wasLeading;
  while (cursor.isBlank() || cursor.isBreak()) {
    if (cursor.isBreak()) {
      cursor.skipBreak();
      leading = true;
    } else {
      if (leading && cursor.column < indent && cursor.at() === '\t')
        cursor.fail('found a tab character that violates indentation');
      cursor.advance();
    }
  }
  return leading;
}
