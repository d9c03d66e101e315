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
const WORD = /[\w/]/;
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

/** Behind a scalar in a flow collection. A colon between letters is text, as in `nginx:1.27`; others are for others to tell. */
export function flowScalarEnd(text: string, from: number): number {
  const code = text.charCodeAt(from);
  if (code === QUOTE || code === APOSTROPHE) return quotedEnd(text, from);
  if (INDICATORS.has(code) || isBlank(code)) return -1;
  if (code === DASH && (isBlank(text.charCodeAt(from + 1)) || FLOW_SIGNS.has(text.charCodeAt(from + 1)))) return -1;
  let end = from;
  for (let at = from; ; at += 1) {
    const next = text.charCodeAt(at);
    if (isEnd(next) || next === HASH || next === QUESTION) return -1;
    if (next === COLON && text.charCodeAt(at + 1) === SPACE) return end;
    if (next === COLON && !WORD.test(text.charAt(at + 1))) return -1;
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

/** Behind the lines that go on with a plain text, each deeper than `indent`; -1: one of them looks like a key. */
export function plainLinesEnd(text: string, firstEnd: number, indent: number): number {
  let end = firstEnd;
  while (isEnd(text.charCodeAt(skipSpaces(text, end)))) {
    const at = nextLine(text, end, indent);
    if (at < 0 || text.charCodeAt(at) === HASH) return end;
    for (let sign = at; !isEnd(text.charCodeAt(sign)); sign += 1) {
      const code = text.charCodeAt(sign);
      if (code === COLON && isBlank(text.charCodeAt(sign + 1))) return -1;
      if (code !== SPACE) end = sign + 1;
      else if (text.charCodeAt(sign + 1) === HASH) return end;
    }
  }
  return end;
}

/** Where the text of the next line with any begins; -1: there is none that is deeper than `indent`. */
function nextLine(text: string, from: number, indent: number): number {
  for (let line = text.indexOf('\n', from) + 1; line > 0; line = text.indexOf('\n', line) + 1) {
    const at = skipSpaces(text, line);
    if (at >= text.length) return -1;
    if (text.charCodeAt(at) !== NEWLINE) return at - line > indent ? at : -1;
  }
  return -1;
}

/** Behind a quoted text, each further line of which is deeper than `indent`; -1: it is not that simple. */
export function quotedLinesEnd(text: string, from: number, indent: number): number {
  const quote = text.charCodeAt(from);
  for (let at = from + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === NEWLINE) {
      at = nextLine(text, at, indent) - 1;
      if (at < 0) return -1;
    } else if (code === BACKSLASH && quote === QUOTE) {
      at += 1;
      // An escaped blank at the end of its line stays, a line break goes.
      if (isEnd(text.charCodeAt(skipSpaces(text, at)))) return -1;
    } else if (code === quote) {
      if (quote === QUOTE || text.charCodeAt(at + 1) !== quote) return at + 1;
      at += 1;
    }
  }
  return -1;
}

/** Line breaks within plain and quoted texts: one is a space, each further one stays. */
export function foldLines(text: string): string {
  if (!text.includes('\n')) return text;
  const [first = '', ...further] = text.split('\n');
  let folded = first.slice(0, spacesBefore(first));
  let breaks = 0;
  further.forEach((line, index) => {
    const isLast = index === further.length - 1;
    const words = line.slice(skipSpaces(line, 0), isLast ? undefined : spacesBefore(line));
    breaks += 1;
    if (words === '' && !isLast) return;
    folded += (breaks > 1 ? '\n'.repeat(breaks - 1) : ' ') + words;
    breaks = 0;
  });
  return folded;
}

/** Where the spaces at the end of a line begin. */
function spacesBefore(line: string): number {
  let end = line.length;
  while (line.charCodeAt(end - 1) === SPACE) end -= 1;
  return end;
}

/** The escapes that JSON has as well, and that of a space. Halves of a character are for others to refuse. */
const SIMPLE_ESCAPES = /^(?:[^\\]|\\["\\bfnrt ]|\\u(?![dD][89a-fA-F])[\da-fA-F]{4})*$/;

/** Of what is quoted; undefined: it has escapes of other sorts. */
export function quotedText(text: string, start: number, end: number): string | undefined {
  const inner = foldLines(text.slice(start + 1, end - 1));
  if (text.charCodeAt(start) === APOSTROPHE) return inner.includes("'") ? inner.replaceAll("''", "'") : inner;
  if (!inner.includes('\\')) return inner;
  if (!SIMPLE_ESCAPES.test(inner)) return undefined;
  const json = inner.replace(/\\.|\n/gs, (part) => (part === '\\ ' ? ' ' : part === '\n' ? '\\n' : part));
  return JSON.parse(`"${json}"`) as string;
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
