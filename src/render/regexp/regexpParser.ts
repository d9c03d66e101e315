/** Upstream: golang/go src/regexp/syntax/parse.go, with the flags `Perl` that regexp.Compile uses. */
import { CharacterClass, PERL_CLASSES } from './characterClass';
import { ClassParser, readEscape, readProperty } from './classParser';
import { heightOver, RegexpError, repeatsAtMost, type EmptyWidth, type RegexpNode, type RepeatNode } from './regexpTree';

export interface ParsedRegexp {
  readonly root: RegexpNode;
  /** By number of the group; group 0 and groups without a name have none. */
  readonly groupNames: readonly string[];
}

interface Flags {
  readonly fold: boolean;
  readonly multiline: boolean;
  readonly dotAll: boolean;
  readonly ungreedy: boolean;
}

/** What stands between an opening parenthesis and its end. */
interface OpenGroup {
  /** 0 for one that captures nothing. */
  readonly group: number;
  /** In force before it. */
  readonly flags: Flags;
  readonly alternatives: RegexpNode[];
  items: RegexpNode[];
}

const NO_FLAGS: Flags = { fold: false, multiline: false, dotAll: false, ungreedy: false };
const MAX_REPEAT = 1000;
const ANY: readonly number[] = [0, 0x10ffff];
const NOT_NEWLINE: readonly number[] = [0, 9, 11, 0x10ffff];
const EMPTY: RegexpNode = { kind: 'empty', height: 1 };
const ESCAPED_ASSERTIONS: Readonly<Record<string, EmptyWidth>> = { A: 'textStart', b: 'word', B: 'notWord', z: 'textEnd' };
const FLAG_NAMES: Readonly<Record<string, keyof Flags>> = { i: 'fold', m: 'multiline', s: 'dotAll', U: 'ungreedy' };

/** Reads a regular expression of Go's; throws a RegexpError with Go's words. */
export function parseRegexp(text: string): ParsedRegexp {
  return new RegexpParser(text).parse();
}

class RegexpParser {
  readonly #text: string;
  #at = 0;
  #flags = NO_FLAGS;
  #open: OpenGroup = { group: 0, flags: NO_FLAGS, alternatives: [], items: [] };
  readonly #outer: OpenGroup[] = [];
  readonly #names: string[] = [''];
  /** Where the repetition begins that was read last; a second one behind it is an error. */
  #lastRepeat: number | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  parse(): ParsedRegexp {
    while (this.#at < this.#text.length) {
      const start = this.#at;
      this.#lastRepeat = this.#readItem(this.#text.charAt(start)) ? start : undefined;
    }
    if (this.#outer.length > 0) throw new RegexpError('missing closing )', this.#text);
    return { root: this.#close(), groupNames: this.#names };
  }

  /** Returns whether it was a repetition. */
  #readItem(char: string): boolean {
    switch (char) {
      case '(':
        this.#readOpen();
        return false;
      case ')':
        this.#readClose();
        return false;
      case '|':
        this.#at += 1;
        this.#open.alternatives.push(this.#sequence());
        this.#open.items = [];
        return false;
      case '*':
        return this.#readRepeat(1, 0, -1, false);
      case '+':
        return this.#readRepeat(1, 1, -1, false);
      case '?':
        return this.#readRepeat(1, 0, 1, false);
      case '{':
        return this.#readBraces();
      default:
        this.#readAtom(char);
        return false;
    }
  }

  #readAtom(char: string): void {
    if (char === '^') this.#assertion(this.#flags.multiline ? 'lineStart' : 'textStart', 1);
    else if (char === '$') this.#assertion(this.#flags.multiline ? 'lineEnd' : 'textEnd', 1);
    else if (char === '.') {
      this.#at += 1;
      this.#class(new CharacterClass(false).addRanges(this.#flags.dotAll ? ANY : NOT_NEWLINE));
    } else if (char === '[') {
      const { set, end } = new ClassParser(this.#text, this.#at, this.#flags.fold).read();
      this.#at = end;
      this.#class(set);
    } else if (char === '\\') this.#readEscaped(this.#text.charAt(this.#at + 1));
    else this.#literal(this.#take());
  }

  #take(): number {
    const code = this.#text.codePointAt(this.#at) ?? 0;
    this.#at += code > 0xffff ? 2 : 1;
    return code;
  }

  #push(node: RegexpNode): void {
    this.#open.items.push(node);
  }

  #class(set: CharacterClass): void {
    this.#push({ kind: 'class', set, height: 1 });
  }

  #literal(code: number): void {
    this.#class(new CharacterClass(this.#flags.fold).addRanges([code, code]));
  }

  #assertion(what: EmptyWidth, length: number): void {
    this.#at += length;
    this.#push({ kind: 'assertion', what, height: 1 });
  }

  #readEscaped(char: string): void {
    const assertion = ESCAPED_ASSERTIONS[char];
    if (assertion !== undefined) this.#assertion(assertion, 2);
    else if (char === 'Q') this.#readQuoted();
    else if (char === 'C') throw new RegexpError('invalid escape sequence', '\\C');
    else this.#readEscapedCharacter(char);
  }

  #readEscapedCharacter(char: string): void {
    const set = new CharacterClass(this.#flags.fold);
    const perl = PERL_CLASSES.get(char.toLowerCase());
    if (char === 'p' || char === 'P') {
      this.#at = readProperty(this.#text, this.#at, set);
    } else if (perl !== undefined) {
      this.#at += 2;
      set.addRanges(perl, char === char.toLowerCase());
    } else {
      const { code, end } = readEscape(this.#text, this.#at);
      this.#at = end;
      set.addRanges([code, code]);
    }
    this.#class(set);
  }

  #readQuoted(): void {
    const from = this.#at + 2;
    const found = this.#text.indexOf('\\E', from);
    const end = found < 0 ? this.#text.length : found;
    this.#at = from;
    while (this.#at < end) this.#literal(this.#take());
    this.#at = found < 0 ? end : end + 2;
  }

  #readOpen(): void {
    const named = /^\(\?P?</.exec(this.#text.slice(this.#at, this.#at + 4));
    if (named !== null && this.#text.length - this.#at > named[0].length) this.#readNamed(named[0].length);
    else if (this.#text.startsWith('(?', this.#at)) this.#readFlags();
    else {
      this.#at += 1;
      this.#names.push('');
      this.#begin(this.#names.length - 1, this.#flags);
    }
  }

  #begin(group: number, flags: Flags): void {
    this.#outer.push(this.#open);
    this.#open = { group, flags, alternatives: [], items: [] };
  }

  #readNamed(length: number): void {
    const start = this.#at;
    const end = this.#text.indexOf('>', start);
    if (end < 0) throw new RegexpError('invalid named capture', this.#text.slice(start));
    const name = this.#text.slice(start + length, end);
    if (!/^\w+$/.test(name)) throw new RegexpError('invalid named capture', this.#text.slice(start, end + 1));
    this.#at = end + 1;
    this.#names.push(name);
    this.#begin(this.#names.length - 1, this.#flags);
  }

  /** `(?i)`, `(?s-i:` and the like. */
  #readFlags(): void {
    const start = this.#at;
    this.#at += 2;
    const flags: { -readonly [name in keyof Flags]: boolean } = { ...this.#flags };
    let on = true;
    let seen = false;
    while (this.#at < this.#text.length) {
      const char = String.fromCodePoint(this.#take());
      const name = FLAG_NAMES[char];
      if (name !== undefined) {
        flags[name] = on;
        seen = true;
      } else if (char === '-' && on) {
        on = false;
        seen = false;
      } else if ((char === ':' || char === ')') && (on || seen)) {
        if (char === ':') this.#begin(0, this.#flags);
        this.#flags = flags;
        return;
      } else {
        break;
      }
    }
    throw new RegexpError('invalid or unsupported Perl syntax', this.#text.slice(start, this.#at));
  }

  #readClose(): void {
    const outer = this.#outer.pop();
    if (outer === undefined) throw new RegexpError('unexpected )', this.#text);
    const { group, flags } = this.#open;
    const part = this.#close();
    this.#flags = flags;
    this.#open = outer;
    this.#at += 1;
    this.#push(group === 0 ? part : { kind: 'capture', group, part, height: heightOver([part], this.#text) });
  }

  #sequence(): RegexpNode {
    const { items } = this.#open;
    const [only] = items;
    if (only === undefined) return EMPTY;
    return items.length === 1 ? only : { kind: 'concat', parts: items, height: heightOver(items, this.#text) };
  }

  #close(): RegexpNode {
    const parts = [...this.#open.alternatives, this.#sequence()];
    const [only] = parts;
    if (only !== undefined && parts.length === 1) return only;
    return { kind: 'alternate', parts, height: heightOver(parts, this.#text) };
  }

  /** `{` that begins no repetition stands for itself. */
  #readBraces(): boolean {
    const found = /^\{(0|[1-9][0-9]*)(?:(,)(0|[1-9][0-9]*)?)?\}/.exec(this.#text.slice(this.#at, this.#at + 64));
    if (found === null) {
      this.#literal(this.#take());
      return false;
    }
    const min = Number(found[1]);
    const max = found[2] === undefined ? min : found[3] === undefined ? -1 : Number(found[3]);
    if (min > MAX_REPEAT || max > MAX_REPEAT || (max >= 0 && min > max)) throw new RegexpError('invalid repeat count', found[0]);
    return this.#readRepeat(found[0].length, min, max, true);
  }

  #readRepeat(length: number, min: number, max: number, counted: boolean): true {
    const start = this.#at;
    this.#at += length;
    const lazy = this.#text.charAt(this.#at) === '?';
    if (lazy) this.#at += 1;
    if (this.#lastRepeat !== undefined) {
      throw new RegexpError('invalid nested repetition operator', this.#text.slice(this.#lastRepeat, this.#at));
    }
    const part = this.#open.items.pop();
    const written = this.#text.slice(start, this.#at);
    if (part === undefined) throw new RegexpError('missing argument to repetition operator', written);
    const greedy = lazy === this.#flags.ungreedy;
    const node: RepeatNode = { kind: 'repeat', part, min, max, greedy, counted, height: heightOver([part], this.#text) };
    if (counted && (min >= 2 || max >= 2) && !repeatsAtMost(node, MAX_REPEAT))
      throw new RegexpError('invalid repeat count', written);
    this.#push(node);
    return true;
  }
}
