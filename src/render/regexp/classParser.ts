/** Upstream: golang/go src/regexp/syntax/parse.go: `[…]`, `\p{…}` and escaped characters. */
import { CharacterClass, PERL_CLASSES, POSIX_CLASSES, unicodeProperty } from './characterClass';
import { RegexpError } from './regexpTree';

interface ReadCharacter {
  readonly code: number;
  /** Behind it. */
  readonly end: number;
}

const ESCAPES: Readonly<Record<string, number>> = { a: 7, f: 12, n: 10, r: 13, t: 9, v: 11 };

/** Reads the escaped character at a backslash. */
export function readEscape(text: string, at: number): ReadCharacter {
  const char = text.charAt(at + 1);
  if (char === '') throw new RegexpError('trailing backslash at end of expression', '');
  const octal = /^\\(?:[1-7][0-7]{1,2}|0[0-7]{0,2})/.exec(text.slice(at, at + 4));
  if (octal !== null) return { code: Number.parseInt(octal[0].slice(1), 8), end: at + octal[0].length };
  if (char === 'x') return readHex(text, at);
  const code = ESCAPES[char];
  if (code !== undefined) return { code, end: at + 2 };
  if (char.charCodeAt(0) < 128 && !/[0-9A-Za-z]/.test(char)) return { code: char.charCodeAt(0), end: at + 2 };
  throw new RegexpError(
    'invalid escape sequence',
    text.slice(at, at + 1 + String.fromCodePoint(text.codePointAt(at + 1) ?? 0).length),
  );
}

/** `\x41` or `\x{1F600}`; the error shows what was read up to the character that is wrong. */
function readHex(text: string, at: number): ReadCharacter {
  const plain = /^[0-9A-Fa-f]{2}/.exec(text.slice(at + 2, at + 4));
  if (plain !== null) return { code: Number.parseInt(plain[0], 16), end: at + 4 };
  let end = at + 2;
  const take = (): string => {
    const char = end < text.length ? String.fromCodePoint(text.codePointAt(end) ?? 0) : '';
    end += char.length;
    return char;
  };
  if (take() !== '{') {
    take();
    throw new RegexpError('invalid escape sequence', text.slice(at, end));
  }
  let code = 0;
  for (let digits = 0; ; digits += 1) {
    const char = take();
    if (char === '}' && digits > 0) return { code, end };
    if (!/^[0-9A-Fa-f]$/.test(char)) break;
    code = code * 16 + Number.parseInt(char, 16);
    if (code > 0x10ffff) break;
  }
  throw new RegexpError('invalid escape sequence', text.slice(at, end));
}

/** Adds what stands at `\p` or `\P`; returns where it ends. */
export function readProperty(text: string, at: number, set: CharacterClass): number {
  const first = text.codePointAt(at + 2);
  if (first === undefined) throw new RegexpError('invalid character class range', text.slice(at));
  let end = at + 2 + String.fromCodePoint(first).length;
  let name = text.slice(at + 2, end);
  if (name === '{') {
    end = text.indexOf('}', at) + 1;
    if (end === 0) throw new RegexpError('invalid character class range', text.slice(at));
    name = text.slice(at + 3, end - 1);
  }
  const inverted = name.startsWith('^');
  const property = unicodeProperty(inverted ? name.slice(1) : name);
  if (property === undefined) throw new RegexpError('invalid character class range', text.slice(at, end));
  set.addProperty(property, (text.charAt(at + 1) === 'p') !== inverted);
  return end;
}

/** Reads one `[…]`. */
export class ClassParser {
  readonly #text: string;
  readonly #start: number;
  #at: number;
  readonly #set: CharacterClass;

  constructor(text: string, start: number, fold: boolean) {
    this.#text = text;
    this.#start = start;
    this.#at = start + 1;
    this.#set = new CharacterClass(fold);
  }

  read(): { readonly set: CharacterClass; readonly end: number } {
    if (this.#peek() === '^') {
      this.#at += 1;
      this.#set.negate();
    }
    for (let first = true; first || this.#peek() !== ']'; first = false) this.#readItem();
    return { set: this.#set, end: this.#at + 1 };
  }

  #peek(ahead = 0): string {
    return this.#text.charAt(this.#at + ahead);
  }

  #readItem(): void {
    if (this.#peek() === '[' && this.#peek(1) === ':' && this.#readPosix()) return;
    if (this.#peek() === '\\') {
      const char = this.#peek(1);
      if (char === 'p' || char === 'P') {
        this.#at = readProperty(this.#text, this.#at, this.#set);
        return;
      }
      const perl = PERL_CLASSES.get(char.toLowerCase());
      if (perl !== undefined) {
        this.#at += 2;
        this.#set.addRanges(perl, char === char.toLowerCase());
        return;
      }
    }
    this.#readRange();
  }

  #readPosix(): boolean {
    const end = this.#text.indexOf(':]', this.#at + 2);
    if (end < 0) return false;
    const name = this.#text.slice(this.#at + 2, end);
    const negated = name.startsWith('^');
    const ranges = POSIX_CLASSES.get(negated ? name.slice(1) : name);
    if (ranges === undefined) throw new RegexpError('invalid character class range', this.#text.slice(this.#at, end + 2));
    this.#at = end + 2;
    this.#set.addRanges(ranges, !negated);
    return true;
  }

  #readRange(): void {
    const from = this.#at;
    const low = this.#readCharacter();
    let high = low;
    if (this.#peek() === '-' && this.#peek(1) !== '' && this.#peek(1) !== ']') {
      this.#at += 1;
      high = this.#readCharacter();
      if (high < low) throw new RegexpError('invalid character class range', this.#text.slice(from, this.#at));
    }
    this.#set.addRanges([low, high]);
  }

  #readCharacter(): number {
    const code = this.#text.codePointAt(this.#at);
    if (code === undefined) throw new RegexpError('missing closing ]', this.#text.slice(this.#start));
    if (this.#peek() !== '\\') {
      this.#at += code > 0xffff ? 2 : 1;
      return code;
    }
    const read = readEscape(this.#text, this.#at);
    this.#at = read.end;
    return read.code;
  }
}
