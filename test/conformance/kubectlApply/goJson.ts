/** Reads JSON values one after the other and says of what is none what Go's encoding/json says. */
export interface GoJsonValue {
  /** Where the value ends; the end of the text when there was only space left. */
  readonly end: number;
  /** `json: offset 2: invalid character '{' looking for …` without its beginning; absent where the value is fine. */
  readonly error?: string;
  /** The byte, counted from 1 over the whole text, at which reading stopped; absent where the text ended too early. */
  readonly offset?: number;
}

class GoJsonError extends Error {}

const SPACE = /[ \t\r\n]*/y;
/** All but quotes, backslashes and control characters. */
const STRING_PART = /[ !#-[\]-\uffff]*/y;
const DIGITS = /\d*/y;
const LITERALS: Readonly<Record<string, string>> = { t: 'true', f: 'false', n: 'null' };
const UNEXPECTED_END = 'unexpected EOF';

/** Passes over the value that begins at or after `start`. */
export function skipGoJson(text: string, start: number): GoJsonValue {
  const scanner = new GoJsonScanner(text, start);
  try {
    scanner.skipValue();
    return { end: scanner.index };
  } catch (error) {
    if (!(error instanceof GoJsonError)) throw error;
    const ended = error.message === UNEXPECTED_END;
    return { end: start, error: error.message, ...(ended ? {} : { offset: byteLength(text.slice(0, scanner.index)) + 1 }) };
  }
}

class GoJsonScanner {
  index: number;
  readonly #text: string;

  constructor(text: string, start: number) {
    this.#text = text;
    this.index = start;
  }

  /** One value, without recursion: `open` holds the brackets that are still to be closed. */
  skipValue(): void {
    const open: ('{' | '[')[] = [];
    do {
      const first = this.#atText();
      if (first === '{' || first === '[') {
        this.index++;
        if (this.#atText() === (first === '{' ? '}' : ']')) this.index++;
        else {
          open.push(first);
          if (first === '{') this.#skipKey();
          continue;
        }
      } else this.#skipScalar(first);
      this.#closeOrGoOn(open);
    } while (open.length > 0);
  }

  #closeOrGoOn(open: ('{' | '[')[]): void {
    for (let inside = open.at(-1); inside !== undefined; inside = open.at(-1)) {
      const next = this.#atText();
      if (next !== ',' && next !== (inside === '{' ? '}' : ']')) {
        this.#fail(inside === '{' ? 'after object key:value pair' : 'after array element');
      }
      this.index++;
      if (next === ',') {
        if (inside === '{') this.#skipKey();
        return;
      }
      open.pop();
    }
  }

  #skipKey(): void {
    if (this.#atText() !== '"') this.#fail('looking for beginning of object key string');
    this.#skipString();
    if (this.#atText() !== ':') this.#fail('after object key');
    this.index++;
  }

  #skipScalar(first: string): void {
    const literal = LITERALS[first];
    if (literal !== undefined) this.#skipLiteral(literal);
    else if (first === '"') this.#skipString();
    else if (first === '-' || /\d/.test(first)) this.#skipNumber();
    else this.#fail('looking for beginning of value');
  }

  #skipLiteral(literal: string): void {
    for (const expected of literal) {
      if (this.#at() !== expected) this.#fail(`in literal ${literal} (expecting '${expected}')`);
      this.index++;
    }
  }

  #skipString(): void {
    this.index++;
    for (;;) {
      this.#pass(STRING_PART);
      const next = this.#at();
      if (next !== '"' && next !== '\\') this.#fail('in string literal');
      this.index++;
      if (next === '"') return;
      if (!'bfnrt\\/"u'.includes(this.#at())) this.#fail('in string escape code');
      const isCode = this.#at() === 'u';
      this.index++;
      for (let digit = 0; isCode && digit < 4; digit++) {
        if (!/[0-9a-fA-F]/.test(this.#at())) this.#fail('in \\u hexadecimal character escape');
        this.index++;
      }
    }
  }

  #skipNumber(): void {
    if (this.#at() === '-') this.index++;
    if (this.#text.charAt(this.index) === '0') this.index++;
    else this.#skipDigits('in numeric literal');
    if (this.#text.charAt(this.index) === '.') {
      this.index++;
      this.#skipDigits('after decimal point in numeric literal');
    }
    if (!/[eE]/.test(this.#text.charAt(this.index))) return;
    this.index++;
    if (/[+-]/.test(this.#text.charAt(this.index))) this.index++;
    this.#skipDigits('in exponent of numeric literal');
  }

  #skipDigits(context: string): void {
    if (!/\d/.test(this.#at())) this.#fail(context);
    this.#pass(DIGITS);
  }

  #pass(allowed: RegExp): void {
    allowed.lastIndex = this.index;
    allowed.test(this.#text);
    this.index = allowed.lastIndex;
  }

  /** The character here; there has to be one. */
  #at(): string {
    if (this.index >= this.#text.length) throw new GoJsonError(UNEXPECTED_END);
    return this.#text.charAt(this.index);
  }

  #atText(): string {
    this.#pass(SPACE);
    return this.#at();
  }

  #fail(context: string): never {
    throw new GoJsonError(`invalid character ${quoted(this.#text.codePointAt(this.index) ?? 0)} ${context}`);
  }
}

/** Go looks at bytes: of a character that takes several the first is shown, as if it were a character. */
function quoted(code: number): string {
  if (code === 0x27) return "'\\''";
  if (code === 0x22) return "'\"'";
  const shown = String.fromCodePoint(firstByte(code));
  return `'${JSON.stringify(shown).slice(1, -1)}'`;
}

function firstByte(code: number): number {
  if (code < 0x80) return code;
  if (code < 0x800) return 0xc0 | (code >> 6);
  return code < 0x10000 ? 0xe0 | (code >> 12) : 0xf0 | (code >> 18);
}

function byteLength(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}
