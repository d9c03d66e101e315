/** Upstream: BurntSushi/toml {lex,parse}.go (1.6): TOML read into values, with upstream's words for what charts get wrong. */
import { goQuote } from '../../../model/goQuote';
import { GoError, LimitError, List, listOf, MAP, type GoMap, type Value } from '../../goTemplate/value';
import { dateOf, scalarOf } from './tomlScalars';

const MAX_DEPTH = 200;
const TABLES = listOf(MAP);

/** Throws a GoError. */
export function decodeToml(text: string): GoMap {
  return new TomlDecoder(text.replaceAll('\r\n', '\n')).decode();
}

const ESCAPES: Readonly<Record<string, string>> = {
  b: '\b',
  t: '\t',
  n: '\n',
  f: '\f',
  r: '\r',
  e: '\x1b',
  '"': '"',
  '\\': '\\',
};

class TomlDecoder {
  readonly #text: string;
  #at = 0;
  readonly #root: GoMap = new Map();
  #table: GoMap = this.#root;
  #context: readonly string[] = [];
  #lastKey: readonly string[] = [];
  /** Tables with a header of their own, which may not come again. */
  readonly #declared = new Set<GoMap>();
  /** Tables that dots or braces made: no header may add to them. */
  readonly #closed = new Set<GoMap>();
  readonly #arrays = new Map<List, Value[]>();

  constructor(text: string) {
    this.#text = text;
  }

  decode(): GoMap {
    for (;;) {
      this.#skip(/[ \t\n]+/y);
      if (this.#at >= this.#text.length) return this.#root;
      if (this.#peek() === '#') this.#skip(/[^\n]*/y);
      else {
        if (this.#peek() === '[') this.#header();
        else this.#keyValue(this.#table, this.#context, 0);
        this.#endOfLine();
      }
    }
  }

  #peek(ahead = 0): string {
    return this.#text.charAt(this.#at + ahead);
  }

  #skip(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0] ?? '';
    this.#at += found.length;
    return found;
  }

  #fail(problem: string): never {
    const line = this.#text.slice(0, this.#at).split('\n').length;
    const key = this.#lastKey.length === 0 ? '' : ` (last key ${goQuote(this.#lastKey.join('.'))})`;
    throw new GoError(`toml: line ${line}${key}: ${problem}`);
  }

  /** How the error shows the character that is here. */
  #shown(): string {
    const code = this.#text.codePointAt(this.#at);
    if (code === undefined) return 'EOF';
    const char = String.fromCodePoint(code);
    return char === "'" ? "'\\''" : `'${char === '"' ? char : goQuote(char).slice(1, -1)}'`;
  }

  #endOfLine(): void {
    this.#skip(/[ \t]+/y);
    if (this.#peek() === '#') this.#skip(/[^\n]*/y);
    if (this.#at < this.#text.length && this.#peek() !== '\n') {
      this.#fail(`expected a top-level item to end with a newline, comment, or EOF, but got ${this.#shown()} instead`);
    }
  }

  #header(): void {
    const isArray = this.#peek(1) === '[';
    this.#at += isArray ? 2 : 1;
    this.#skip(/[ \t]+/y);
    if (this.#peek() === ']' || this.#peek() === '') this.#fail('unexpected end of table name (table names cannot be empty)');
    const key = this.#key(']');
    if (!this.#text.startsWith(isArray ? ']]' : ']', this.#at)) {
      this.#fail(`expected end of table ${isArray ? 'array ' : ''}name delimiter ']', but got ${this.#shown()} instead`);
    }
    this.#at += isArray ? 2 : 1;
    this.#lastKey = key;
    const outer = key.slice(0, -1).reduce<GoMap>((table, name) => this.#child(table, name), this.#root);
    const name = key.at(-1) ?? '';
    this.#table = isArray ? this.#newElement(outer, name, key) : this.#newTable(outer, name, key);
    this.#context = key;
  }

  /** The table of that name, the last one of an array, or a new one. */
  #child(table: GoMap, name: string): GoMap {
    const present = table.get(name);
    if (present === undefined) {
      const made: GoMap = new Map();
      table.set(name, made);
      return made;
    }
    const found = present instanceof List ? this.#arrays.get(present)?.at(-1) : present;
    if (found instanceof Map) return found;
    return this.#fail(`Key '${this.#lastKey.join('.')}' has already been defined.`);
  }

  #newTable(outer: GoMap, name: string, key: readonly string[]): GoMap {
    const present = outer.get(name);
    const isFree =
      present === undefined || (present instanceof Map && !this.#declared.has(present) && !this.#closed.has(present));
    if (!isFree) this.#fail(`Key '${key.join('.')}' has already been defined.`);
    const table = this.#child(outer, name);
    this.#declared.add(table);
    return table;
  }

  #newElement(outer: GoMap, name: string, key: readonly string[]): GoMap {
    const present = outer.get(name);
    const items = present instanceof List ? this.#arrays.get(present) : [];
    if (items === undefined || (present !== undefined && !(present instanceof List))) {
      return this.#fail(`Key '${key.join('.')}' was already created and cannot be used as an array.`);
    }
    const table: GoMap = new Map();
    items.push(table);
    if (present === undefined) {
      const list = new List(items, TABLES);
      this.#arrays.set(list, items);
      outer.set(name, list);
    }
    return table;
  }

  #keyValue(table: GoMap, context: readonly string[], depth: number): void {
    const key = this.#key('=');
    if (this.#peek() !== '=') this.#fail(`expected '.' or '=', but got ${this.#shown()} instead`);
    this.#at += 1;
    this.#lastKey = [...context, ...key];
    const full = this.#lastKey;
    const inner = key.slice(0, -1).reduce<GoMap>((outer, name) => {
      const child = this.#child(outer, name);
      this.#closed.add(child);
      return child;
    }, table);
    const name = key.at(-1) ?? '';
    const value = this.#value(full, depth);
    if (inner.has(name)) this.#fail(`Key '${full.join('.')}' has already been defined.`);
    inner.set(name, value);
    this.#lastKey = full;
  }

  #key(end: string): string[] {
    const parts: string[] = [];
    for (;;) {
      this.#skip(/[ \t]+/y);
      const char = this.#peek();
      if (char === '"' || char === "'") parts.push(this.#string());
      else {
        const bare = this.#skip(/[\w-]+/y);
        if (bare === '')
          this.#fail(
            char === '' ? 'unexpected EOF' : char === end ? 'unexpected end of key' : `bare keys cannot contain ${this.#shown()}`,
          );
        parts.push(bare);
      }
      this.#skip(/[ \t]+/y);
      if (this.#peek() !== '.') return parts;
      this.#at += 1;
    }
  }

  #value(context: readonly string[], depth: number): Value {
    if (depth > MAX_DEPTH) throw new LimitError('TOML is nested too deeply');
    this.#skip(/[ \t]+/y);
    const char = this.#peek();
    if (char === '') this.#fail('unexpected EOF; expected value');
    if (char === '\n') this.#fail("expected value but found '\\n' instead");
    if (char === '"' || char === "'") return this.#string();
    if (char === '[') return this.#array(context, depth);
    if (char === '{') return this.#inlineTable(context, depth);
    return this.#bare();
  }

  #bare(): Value {
    const date = this.#skip(/\d{4}-\d\d-\d\d(?:[Tt ]\d\d:\d\d:\d\d[^\s,\]}#]*)?|\d\d:\d\d:\d\d[^\s,\]}#]*/y);
    if (date !== '') return dateOf(date) ?? this.#fail(`Invalid TOML Datetime: ${goQuote(date)}.`);
    const word = this.#skip(/[^\s,\]}#]+/y);
    const value = scalarOf(word);
    if (value !== undefined) return value;
    this.#at -= word.length;
    const isNumber = /^[+-]?[0-9]/.test(word);
    return this.#fail(isNumber ? `Invalid integer ${goQuote(word)}` : `expected value but found ${goQuote(word)} instead`);
  }

  #blanksAndComments(): void {
    while (this.#skip(/[ \t\n]+|#[^\n]*/y) !== '');
  }

  #array(context: readonly string[], depth: number): Value {
    const items: Value[] = [];
    this.#at += 1;
    for (;;) {
      this.#blanksAndComments();
      if (this.#peek() === ']') break;
      items.push(this.#value(context, depth + 1));
      this.#blanksAndComments();
      if (this.#peek() === ',') this.#at += 1;
      else if (this.#peek() !== ']') {
        this.#fail(
          `expected a comma (',') or array terminator (']'), but got ${this.#at < this.#text.length ? this.#shown() : 'end of file'}`,
        );
      }
    }
    this.#at += 1;
    return new List(items);
  }

  #inlineTable(context: readonly string[], depth: number): Value {
    const table: GoMap = new Map();
    this.#closed.add(table);
    this.#at += 1;
    for (;;) {
      this.#blanksAndComments();
      if (this.#peek() === '}') break;
      this.#keyValue(table, context, depth + 1);
      this.#blanksAndComments();
      if (this.#peek() === ',') this.#at += 1;
      else if (this.#peek() !== '}')
        this.#fail(`expected a comma or an inline table terminator '}', but got ${this.#shown()} instead`);
    }
    this.#at += 1;
    return table;
  }

  #string(): string {
    const mark = this.#peek();
    const isLong = this.#text.startsWith(mark.repeat(3), this.#at);
    const end = isLong ? mark.repeat(3) : mark;
    this.#at += end.length;
    if (isLong && this.#peek() === '\n') this.#at += 1;
    let text = '';
    while (!this.#text.startsWith(end, this.#at)) {
      const char = this.#peek();
      if (char === '') this.#fail(`unexpected EOF; expected '${end}'`);
      if (char === '\n' && !isLong) this.#fail('strings cannot contain newlines');
      this.#at += 1;
      text += char === '\\' && mark === '"' ? this.#escape(isLong) : char;
    }
    this.#at += end.length;
    // Up to two more marks belong to the text.
    for (let i = 0; isLong && i < 2 && this.#peek() === mark; i += 1, this.#at += 1) text += mark;
    return text;
  }

  #escape(isLong: boolean): string {
    const char = this.#peek();
    if (isLong && /^[ \t]*\n/.test(this.#text.slice(this.#at, this.#at + 100))) {
      this.#skip(/[ \t\n]+/y);
      return '';
    }
    this.#at += 1;
    const short = ESCAPES[char];
    if (short !== undefined) return short;
    const width = char === 'x' ? 2 : char === 'u' ? 4 : char === 'U' ? 8 : 0;
    const digits = this.#text.slice(this.#at, this.#at + width);
    if (width === 0 || digits.length < width || !/^[0-9A-Fa-f]+$/.test(digits))
      this.#fail(`invalid escape in string '\\${char}'`);
    const code = Number.parseInt(digits, 16);
    if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff))
      this.#fail(`Escaped character '\\${char}${digits}' is not valid UTF-8.`);
    this.#at += width;
    return String.fromCodePoint(code);
  }
}
