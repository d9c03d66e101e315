/** Upstream: golang/go src/encoding/json/{scanner,decode}.go: JSON read into values, with Go's words for what is wrong. */
import { goQuote } from '../../../model/goQuote';
import { GoError, List, LIST, MAP, TypedMap, type GoMap, type Value } from '../../goTemplate/value';
import { wellFormed } from './bytesOf';

/** Go's own limit is 10,000; nobody nests so deeply, and the stack does not. */
const MAX_DEPTH = 1000;
const UNEXPECTED_END = 'unexpected end of JSON input';

/** Throws a GoError. */
export function decodeJson(text: string): Value {
  const decoder = new JsonDecoder(text);
  const value = decoder.document();
  if (decoder.badNumber !== undefined) throw mismatch(`number ${decoder.badNumber}`, 'float64');
  return value;
}

function mismatch(what: string, type: string): GoError {
  return new GoError(`json: cannot unmarshal ${what} into Go value of type ${type}`);
}

/** What a value is in such a message. */
function jsonKind(value: Value): string {
  if (value instanceof List) return 'array';
  if (value instanceof Map) return 'object';
  return typeof value === 'boolean' ? 'bool' : typeof value;
}

/** As a map; `null` makes Go's nil map. */
export function asJsonMap(value: Value): GoMap {
  if (value === null) return new TypedMap(MAP, null, true);
  if (value instanceof Map) return value;
  throw mismatch(jsonKind(value), MAP.name);
}

export function asJsonList(value: Value): List {
  if (value === null) return new List([], LIST, true);
  if (value instanceof List) return value;
  throw mismatch(jsonKind(value), LIST.name);
}

/** How the error shows a character. */
function shownChar(char: string): string {
  if (char === "'") return `'\\''`;
  if (char === '"') return `'"'`;
  return `'${goQuote(char).slice(1, -1)}'`;
}

const SHORT_ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

class JsonDecoder {
  readonly #text: string;
  #at = 0;
  /** The first number that float64 cannot hold; it counts only if the text is valid. */
  badNumber: string | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  document(): Value {
    const value = this.#value(0);
    this.#skipSpace();
    if (this.#at < this.#text.length) this.#fail('after top-level value');
    return value;
  }

  #fail(context: string): never {
    if (this.#at >= this.#text.length) throw new GoError(UNEXPECTED_END);
    // Go sees one byte of a character.
    const char = this.#text.charAt(this.#at);
    const first = char < '\x80' ? char : firstByte(this.#text.codePointAt(this.#at) ?? 0);
    throw new GoError(`invalid character ${shownChar(first)} ${context}`);
  }

  #peek(): string {
    return this.#text.charAt(this.#at);
  }

  #skipSpace(): void {
    while (this.#peek() !== '' && ' \t\r\n'.includes(this.#peek())) this.#at += 1;
  }

  #value(depth: number): Value {
    if (depth > MAX_DEPTH) throw new GoError('exceeded max depth');
    this.#skipSpace();
    switch (this.#peek()) {
      case '{':
        return this.#object(depth);
      case '[':
        return this.#array(depth);
      case '"':
        return this.#string();
      case 't':
        return this.#literal('true', true);
      case 'f':
        return this.#literal('false', false);
      case 'n':
        return this.#literal('null', null);
      default:
        return /[-0-9]/.test(this.#peek()) ? this.#number() : this.#fail('looking for beginning of value');
    }
  }

  #literal(word: string, value: Value): Value {
    for (let i = 0; i < word.length; i += 1, this.#at += 1) {
      if (this.#peek() !== word.charAt(i)) this.#fail(`in literal ${word} (expecting '${word.charAt(i)}')`);
    }
    return value;
  }

  #object(depth: number): Value {
    const map: GoMap = new Map();
    this.#at += 1;
    this.#skipSpace();
    if (this.#peek() === '}') {
      this.#at += 1;
      return map;
    }
    for (;;) {
      this.#skipSpace();
      if (this.#peek() !== '"') this.#fail('looking for beginning of object key string');
      const key = this.#string();
      this.#skipSpace();
      if (this.#peek() !== ':') this.#fail('after object key');
      this.#at += 1;
      map.set(key, this.#value(depth + 1));
      this.#skipSpace();
      if (this.#peek() !== ',' && this.#peek() !== '}') this.#fail('after object key:value pair');
      this.#at += 1;
      if (this.#text.charAt(this.#at - 1) === '}') return map;
    }
  }

  #array(depth: number): Value {
    const items: Value[] = [];
    this.#at += 1;
    this.#skipSpace();
    if (this.#peek() === ']') {
      this.#at += 1;
      return new List(items);
    }
    for (;;) {
      items.push(this.#value(depth + 1));
      this.#skipSpace();
      if (this.#peek() !== ',' && this.#peek() !== ']') this.#fail('after array element');
      this.#at += 1;
      if (this.#text.charAt(this.#at - 1) === ']') return new List(items);
    }
  }

  #string(): string {
    let text = '';
    this.#at += 1;
    for (;;) {
      const char = this.#peek();
      if (char === '' || char < ' ') this.#fail('in string literal');
      this.#at += 1;
      if (char === '"') return wellFormed(text);
      text += char === '\\' ? this.#escape() : char;
    }
  }

  #escape(): string {
    const char = this.#peek();
    const short = SHORT_ESCAPES[char];
    if (char !== 'u' && short === undefined) this.#fail('in string escape code');
    this.#at += 1;
    if (short !== undefined) return short;
    const start = this.#at;
    for (let i = 0; i < 4; i += 1, this.#at += 1) {
      if (!/^[0-9A-Fa-f]$/.test(this.#peek())) this.#fail('in \\u hexadecimal character escape');
    }
    return String.fromCharCode(Number.parseInt(this.#text.slice(start, this.#at), 16));
  }

  #number(): number {
    const start = this.#at;
    if (this.#peek() === '-') this.#at += 1;
    if (this.#peek() === '0') this.#at += 1;
    else this.#digits('in numeric literal');
    if (this.#peek() === '.') {
      this.#at += 1;
      this.#digits('after decimal point in numeric literal');
    }
    if (/^[eE]$/.test(this.#peek())) {
      this.#at += 1;
      if (/^[-+]$/.test(this.#peek())) this.#at += 1;
      this.#digits('in exponent of numeric literal');
    }
    const text = this.#text.slice(start, this.#at);
    const value = Number(text);
    if (!Number.isFinite(value)) this.badNumber ??= text;
    return value;
  }

  #digits(context: string): void {
    if (!/^[0-9]$/.test(this.#peek())) this.#fail(context);
    while (/^[0-9]$/.test(this.#peek())) this.#at += 1;
  }
}

function firstByte(code: number): string {
  if (code >= 0xdc80 && code <= 0xdcff) return String.fromCharCode(code & 0xff);
  return String.fromCharCode(code < 0x800 ? 0xc0 | (code >> 6) : code < 0x10000 ? 0xe0 | (code >> 12) : 0xf0 | (code >> 18));
}
