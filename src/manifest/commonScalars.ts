/** Scalars of one line and literal blocks, as nearly all manifests have them; -1 and undefined: it is something else. */

const NEWLINE = 10;
const SPACE = 32;
const QUOTE = 34;
const HASH = 35;
const APOSTROPHE = 39;
const COMMA = 44;
const DASH = 45;
const COLON = 58;
const QUESTION = 63;
const BACKSLASH = 92;

/** What no plain text begins with; `?` and `:` may, which is rare enough. */
const INDICATORS = codesOf(',[]{}#&*!|>\'"%@`?:');
const FLOW_SIGNS = codesOf(',[]{}');

function codesOf(signs: string): ReadonlySet<number> {
  return new Set(Array.from(signs, (sign) => sign.charCodeAt(0)));
}

export function isEnd(code: number): boolean {
  return code === NEWLINE || Number.isNaN(code);
}

export function isBlank(code: number): boolean {
  return code === SPACE || isEnd(code);
}

/** A dash that begins an item. */
export function isDash(text: string, at: number): boolean {
  return text.charCodeAt(at) === DASH && isBlank(text.charCodeAt(at + 1));
}

export function skipSpaces(text: string, from: number): number {
  let at = from;
  while (text.charCodeAt(at) === SPACE) at += 1;
  return at;
}

/** Behind a scalar in a block that ends with its line, at ` #`, or before the colon of a key. */
export function scalarEnd(text: string, from: number): number {
  const code = text.charCodeAt(from);
  if (code === QUOTE || code === APOSTROPHE) return quotedEnd(text, from);
  if (INDICATORS.has(code) || isBlank(code) || isDash(text, from)) return -1;
  let end = from;
  for (let at = from; ; at += 1) {
    const next = text.charCodeAt(at);
    if (isEnd(next)) return end;
    if (next === COLON && isBlank(text.charCodeAt(at + 1))) return end;
    if (next !== SPACE) end = at + 1;
    else if (text.charCodeAt(at + 1) === HASH) return end;
  }
}

/** Behind a scalar in a flow collection. Where a colon is a sign and where it is text is for others to tell. */
export function flowScalarEnd(text: string, from: number): number {
  const code = text.charCodeAt(from);
  if (code === QUOTE || code === APOSTROPHE) return quotedEnd(text, from);
  if (INDICATORS.has(code) || isBlank(code)) return -1;
  if (code === DASH && (isBlank(text.charCodeAt(from + 1)) || FLOW_SIGNS.has(text.charCodeAt(from + 1)))) return -1;
  let end = from;
  for (let at = from; ; at += 1) {
    const next = text.charCodeAt(at);
    if (isEnd(next) || next === HASH || next === QUESTION) return -1;
    if (next === COLON) return text.charCodeAt(at + 1) === SPACE ? end : -1;
    if (FLOW_SIGNS.has(next)) return end;
    if (next !== SPACE) end = at + 1;
  }
}

function quotedEnd(text: string, from: number): number {
  const quote = text.charCodeAt(from);
  for (let at = from + 1; ; at += 1) {
    const code = text.charCodeAt(at);
    if (isEnd(code)) return -1;
    if (code === BACKSLASH && quote === QUOTE) {
      if (isEnd(text.charCodeAt(at + 1))) return -1;
      at += 1;
    } else if (code === quote) {
      if (quote === QUOTE || text.charCodeAt(at + 1) !== quote) return at + 1;
      at += 1;
    }
  }
}

/** The escapes that JSON has as well. */
const SIMPLE_ESCAPES = /^(?:[^\\]|\\["\\bfnrt])*$/;

/** Of what is quoted; undefined: it has escapes of other sorts. */
export function quotedText(text: string, start: number, end: number): string | undefined {
  const inner = text.slice(start + 1, end - 1);
  if (text.charCodeAt(start) === APOSTROPHE) return inner.includes("'") ? inner.replaceAll("''", "'") : inner;
  if (!inner.includes('\\')) return inner;
  return SIMPLE_ESCAPES.test(inner) ? (JSON.parse(`"${inner}"`) as string) : undefined;
}

export function isQuoted(text: string, start: number): boolean {
  const code = text.charCodeAt(start);
  return code === QUOTE || code === APOSTROPHE;
}

export function isComma(text: string, at: number): boolean {
  return text.charCodeAt(at) === COMMA;
}

export interface LiteralBlock {
  readonly value: string;
  readonly end: number;
}

/**
 * The lines of a literal block, from the line below its sign, each indented deeper than `indent`. Blank lines with more in front
 * of them than the first line has are for others.
 */
export function literalBlock(text: string, from: number, indent: number, chomp: string): LiteralBlock | undefined {
  let own = -1;
  let end = from;
  let lastText = from;
  for (let at = from; at < text.length;) {
    const start = skipSpaces(text, at);
    const found = start - at;
    if (start >= text.length) return undefined;
    const next = text.indexOf('\n', start);
    const behind = next < 0 ? text.length : next + 1;
    if (text.charCodeAt(start) === NEWLINE) {
      if (found > (own < 0 ? indent : own)) return undefined;
    } else {
      if (own < 0) own = found;
      if (found < own) break;
      if (own <= indent) return undefined;
      lastText = behind;
    }
    end = behind;
    at = behind;
  }
  if (own < 0) return undefined;
  const lines = text.slice(from, lastText).split('\n');
  if (lines.at(-1) === '') lines.pop();
  const value = lines.map((line) => line.slice(own)).join('\n');
  if (chomp === '-') return { value, end: lastText };
  if (chomp !== '+') return { value: `${value}\n`, end: lastText };
  const blanks = text.slice(lastText, end).split('\n').length - 1;
  return { value: value + '\n'.repeat(1 + blanks), end };
}
