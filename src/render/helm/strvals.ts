/** Upstream: pkg/strvals/{parser,literal_parser}.go (Helm v3.21.4): what `--set` and its brothers say. */
import { characters } from '../goTemplate/bytes';
import { goQuote } from '../../model/goQuote';
import { GoError, INT64, List, makeInt, typeName, type GoMap, type Value } from '../goTemplate/value';
import { decodeJsonPrefix } from './jsonPrefix';

export type SetForm = 'set' | 'setString' | 'setFile' | 'setJson' | 'setLiteral';

/** The text of a file that `--set-file` names. */
export type ReadFile = (path: string) => string;

/** Puts what the line says into the table. Throws `GoError`. */
export function parseInto(line: string, dest: GoMap, form: SetForm, readFile: ReadFile): void {
  new Strvals(line, form, readFile).parse(dest);
}

const MAX_INDEX = 65536;
const MAX_NESTED_NAME_LEVEL = 30;

/** Go's `io.EOF`: the line is at its end, which is no error. */
type Ended = boolean;

interface Word {
  readonly text: string;
  /** What ended it; nothing at the end of the line. */
  readonly stop: string | undefined;
}

class Strvals {
  readonly #text: readonly string[];
  readonly #form: SetForm;
  readonly #readFile: ReadFile;
  #at = 0;

  constructor(line: string, form: SetForm, readFile: ReadFile) {
    this.#text = characters(line);
    this.#form = form;
    this.#readFile = readFile;
  }

  parse(dest: GoMap): void {
    while (!this.#key(dest, 0));
  }

  #until(stops: string): Word {
    let text = '';
    while (this.#at < this.#text.length) {
      const character = this.#text[this.#at++] ?? '';
      if (stops.includes(character)) return { text, stop: character };
      if (character === '\\' && this.#form !== 'setLiteral') {
        if (this.#at >= this.#text.length) break;
        text += this.#text[this.#at++] ?? '';
      } else text += character;
    }
    return { text, stop: undefined };
  }

  #key(data: GoMap, level: number): Ended {
    const { text: key, stop } = this.#until(this.#form === 'setLiteral' ? '=[.' : '=[,.');
    switch (stop) {
      case '[':
        return this.#indexed(data, key, level);
      case '=':
        return this.#value((value) => {
          setKey(data, key, value);
        });
      case ',':
        throw new GoError(`key ${goQuote(key)} has no value (cannot end with ,)`);
      case '.':
        return this.#nested(data, key, level + 1);
      default:
        if (key === '') return true;
        throw new GoError(`key ${goQuote(key)} has no value`);
    }
  }

  #indexed(data: GoMap, key: string, level: number): Ended {
    const index = this.#keyIndex();
    const items = itemsOf(data.get(key));
    const isEnded = this.#listItem(items, index, level);
    setKey(data, key, new List(items));
    return isEnded;
  }

  #nested(data: GoMap, key: string, level: number): Ended {
    if (level > MAX_NESTED_NAME_LEVEL) {
      throw new GoError(`value name nested level is greater than maximum supported nested level of ${MAX_NESTED_NAME_LEVEL}`);
    }
    const before = data.get(key);
    if (before !== undefined && !(before instanceof Map)) throw notA(before, 'map[string]interface {}');
    const inner: GoMap = before ?? new Map<string, Value>();
    const isEnded = this.#key(inner, level);
    if (!isEnded && inner.size === 0) throw new GoError(`key map ${goQuote(key)} has no value`);
    if (inner.size > 0) setKey(data, key, inner);
    return isEnded;
  }

  #value(set: (value: Value) => void): Ended {
    if (this.#form === 'setLiteral') {
      set(this.#until('').text);
      return false;
    }
    if (this.#form === 'setJson') {
      set(this.#jsonValue());
      return false;
    }
    if (this.#at >= this.#text.length) {
      set('');
      return true;
    }
    if (this.#text[this.#at] === '{') set(this.#list());
    else set(this.#typed(this.#until(',').text));
    return false;
  }

  #jsonValue(): Value {
    if (this.#isEmptyValue()) return null;
    const { value, length } = decodeJsonPrefix(this.#text.slice(this.#at).join(''));
    this.#at += length;
    this.#isEmptyValue();
    return value;
  }

  /** Skips blanks, and a comma; says whether there is nothing before it. */
  #isEmptyValue(): boolean {
    for (; this.#at < this.#text.length; this.#at++) {
      const character = this.#text[this.#at] ?? '';
      if (character === ',') {
        this.#at++;
        return true;
      }
      if (!/\s/.test(character)) return false;
    }
    return true;
  }

  #list(): List {
    this.#at++;
    const items: Value[] = [];
    for (;;) {
      const { text, stop } = this.#until(',}');
      if (stop === undefined) throw new GoError("list must terminate with '}'");
      items.push(this.#typed(text));
      if (stop === ',') continue;
      if (this.#text[this.#at] === ',') this.#at++;
      return new List(items);
    }
  }

  #typed(text: string): Value {
    if (this.#form === 'setString') return text;
    if (this.#form === 'setFile') return this.#readFile(text);
    const lower = text.toLowerCase();
    if (lower === 'true' || lower === 'false') return lower === 'true';
    if (lower === 'null') return null;
    if (text === '0') return makeInt(0, INT64);
    if (/^[+-]?[0-9]+$/.test(text) && !text.startsWith('0')) {
      const value = BigInt(text);
      if (BigInt.asIntN(64, value) === value) return makeInt(value, INT64);
    }
    return text;
  }

  #keyIndex(): number {
    const { text, stop } = this.#until(']');
    if (stop === undefined) throw new GoError('error parsing index: EOF');
    if (!/^[+-]?[0-9]+$/.test(text))
      throw new GoError(`error parsing index: strconv.Atoi: parsing ${goQuote(text)}: invalid syntax`);
    const index = Number(text);
    if (!Number.isSafeInteger(index)) {
      throw new GoError(`error parsing index: strconv.Atoi: parsing ${goQuote(text)}: value out of range`);
    }
    return index;
  }

  #listItem(items: Value[], index: number, level: number): Ended {
    if (index < 0) throw new GoError(`negative ${index} index not allowed`);
    const { text, stop } = this.#until('[.=');
    if (text !== '') throw new GoError(`unexpected data at end of array index: ${goQuote(text)}`);
    switch (stop) {
      case '=':
        return (
          this.#value((value) => {
            setIndex(items, index, value);
          }) && false
        );
      case '[': {
        const next = this.#keyIndex();
        const inner = itemsOf(items[index] ?? undefined);
        const isEnded = this.#listItem(inner, next, level);
        if (!isEnded) setIndex(items, index, new List(inner));
        return isEnded;
      }
      case '.': {
        const before = items[index];
        const inner: GoMap = before instanceof Map ? before : new Map<string, Value>();
        if (index < items.length) items[index] = inner;
        const isEnded = this.#key(inner, level);
        if (!isEnded) setIndex(items, index, inner);
        return isEnded;
      }
      default:
        return true;
    }
  }
}

function setKey(data: GoMap, key: string, value: Value): void {
  if (key !== '') data.set(key, value);
}

function setIndex(items: Value[], index: number, value: Value): void {
  if (index > MAX_INDEX) throw new GoError(`index of ${index} is greater than maximum supported index of ${MAX_INDEX}`);
  while (items.length <= index) items.push(null);
  items[index] = value;
}

function itemsOf(value: Value | undefined): Value[] {
  if (value === undefined) return [];
  if (value instanceof List) return [...value.items];
  throw notA(value, '[]interface {}');
}

function notA(value: Value, type: string): GoError {
  const given = value === null ? 'nil' : typeName(value);
  return new GoError(`unable to parse key: interface conversion: interface {} is ${given}, not ${type}`);
}
