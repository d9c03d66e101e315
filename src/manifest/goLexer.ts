import { Lexer } from 'yaml';

/** Ends with the state that the lexer is in behind it. */
type Step = Iterator<string, string | null>;

/** What the lexer of `yaml` keeps to itself. */
interface LexerInside {
  buffer: string;
  pos: number;
  atEnd: boolean;
  flowLevel: number;
  indentNext: number;
  continueScalar(offset: number): number;
  parseStream(): Step;
  parseLineStart(): Step;
  parseBlockStart(): Step;
  parseDocument(): Step;
  parseQuotedScalar(): Step;
  parseFlowCollection(): Step;
  pushTag(): Iterator<string, number>;
}

const Inside = Lexer as unknown as new () => LexerInside;

/** A colon that belongs to the text before it: no white space follows. */
const TEXT_COLON = /[ \t\r\n]*:(?=[,[\]{}])/y;
const TEXT_DASH = /-[,[\]{}]/y;
/** With brackets and commas; those between `<` and `>` end with it. */
const TAG = /!(?!<)(?:[\w\-;/?:@&=+$,.!~*'()[\]]|%[\dA-Fa-f]{2})*/y;
const HANDLE = /^![\w-]*!/;

/** By the states between which it goes. */
const STEPS: Readonly<Record<string, keyof LexerInside & `parse${string}`>> = {
  stream: 'parseStream',
  'line-start': 'parseLineStart',
  'block-start': 'parseBlockStart',
  doc: 'parseDocument',
  flow: 'parseFlowCollection',
};

const TAB = 9;
const SPACE = 32;

/**
 * The lexer of `yaml` that ends texts and tags where go-yaml ends them: within brackets a colon behind a text and a dash mean
 * something only before white space, a colon and a question mark that begin something always do, and tags may have brackets and
 * commas in them. What a step finds is kept until it is done: passing each lexeme through generators in generators takes longer
 * than finding it.
 */
export class GoLexer extends Inside {
  /** Whether something depended on how far a line within quotes or brackets is indented. */
  asksForIndentation = false;
  readonly #lexemes: string[] = [];
  readonly #most: number;
  readonly #isLoose: boolean;
  #state: string | null = 'stream';
  #isWithin = false;
  readonly #length = new Ended(0);
  readonly #next = new Ended<string | null>(null);

  /**
   * Behind the first `most` lexemes it goes no further. Loose: lines within quotes and brackets begin anywhere, as in go-yaml;
   * `yaml` ends both where they are indented less.
   */
  constructor(text: string, most: number, isLoose: boolean) {
    super();
    this.buffer = text;
    this.atEnd = true;
    this.#most = most;
    this.#isLoose = isLoose;
  }

  /** Behind the last there is none. */
  lexemeAt(index: number): string | undefined {
    while (index >= this.#lexemes.length && this.#state !== null && this.pos < this.buffer.length)
      this.#state = this.#finish(this[STEPS[this.#state] ?? 'parseStream']());
    return this.#lexemes[index];
  }

  #finish(step: Step): string | null {
    for (;;) {
      const { done, value } = step.next();
      if (done === true) return value;
      this.#lexemes.push(value);
    }
  }

  #push(lexeme: string, length = lexeme.length): Ended<number> {
    this.#lexemes.push(lexeme);
    this.pos = this.#lexemes.length > this.#most ? this.buffer.length : this.pos + length;
    return this.#length.with(length);
  }

  #at(pattern: RegExp, offset: number): string | undefined {
    pattern.lastIndex = offset;
    return pattern.exec(this.buffer)?.[0];
  }

  /** What the signs within brackets mean is asked of the character behind them. */
  charAt(ahead: number): string | undefined {
    const { buffer, pos } = this;
    if (ahead !== 1 || this.flowLevel === 0) return buffer[pos + ahead];
    const sign = buffer[pos];
    if (sign === '?' || sign === ':') return ' ';
    return sign === '-' && this.#at(TEXT_DASH, pos) !== undefined ? 'x' : buffer[pos + 1];
  }

  pushCount(count: number): Ended<number> {
    return count > 0 ? this.#push(this.buffer.slice(this.pos, this.pos + count), count) : this.#length.with(0);
  }

  pushToIndex(end: number, mayBeEmpty: boolean): Ended<number> {
    // Of what is within brackets only plain texts may be empty.
    const colon = mayBeEmpty && this.flowLevel > 0 ? this.#at(TEXT_COLON, end) : undefined;
    const lexeme = this.buffer.slice(this.pos, end + (colon?.length ?? 0));
    return lexeme !== '' || mayBeEmpty ? this.#push(lexeme) : this.#length.with(0);
  }

  override pushTag(): Iterator<string, number> {
    const tag = this.#at(TAG, this.pos);
    if (tag === undefined) return super.pushTag();
    // Exclamation marks behind the handle mean nothing.
    const handle = HANDLE.exec(tag)?.[0] ?? '!';
    return this.#push(handle + tag.slice(handle.length).replaceAll('!', '.'), tag.length);
  }

  pushNewline(): Ended<number> {
    const sign = this.buffer[this.pos];
    const length = sign === '\n' ? 1 : sign === '\r' && this.buffer[this.pos + 1] === '\n' ? 2 : 0;
    if (length > 0 && this.#isWithin) this.asksForIndentation = true;
    return this.pushCount(length);
  }

  pushSpaces(allowTabs: boolean): Ended<number> {
    let end = this.pos;
    for (let code = this.buffer.charCodeAt(end); code === SPACE || (allowTabs && code === TAB);)
      code = this.buffer.charCodeAt(++end);
    return this.pushCount(end - this.pos);
  }

  pushUntil(isEnd: (sign: string | undefined) => boolean): Ended<number> {
    let end = this.pos;
    while (!isEnd(this.buffer[end])) end += 1;
    return this.pushToIndex(end, false);
  }

  override continueScalar(offset: number): number {
    if (this.#isWithin) this.asksForIndentation = true;
    return super.continueScalar(offset);
  }

  override parseQuotedScalar(): Step {
    return this.#within(super.parseQuotedScalar());
  }

  override parseFlowCollection(): Step {
    return this.#within(super.parseFlowCollection());
  }

  #within(step: Step): Step {
    const { indentNext } = this;
    const wasWithin = this.#isWithin;
    this.#isWithin = true;
    if (this.#isLoose) this.indentNext = 0;
    const state = this.#finish(step);
    if (this.#isLoose) this.indentNext = indentNext;
    this.#isWithin = wasWithin;
    return this.#next.with(state);
  }
}

/** What is done already and has nothing more to give than its result; one for all, for it is taken at once. */
class Ended<T> implements Iterator<string, T> {
  readonly #result: { readonly done: true; value: T };

  constructor(value: T) {
    this.#result = { done: true, value };
  }

  with(value: T): this {
    this.#result.value = value;
    return this;
  }

  [Symbol.iterator](): this {
    return this;
  }

  next(): { readonly done: true; readonly value: T } {
    return this.#result;
  }
}

interface Properties {
  tag?: string | undefined;
  anchor?: string | undefined;
}

/** `!t : 1` is a key with a tag and no text; `yaml` gives tag and anchor to the map that begins with it. */
export function keepWithKey(
  map: Properties & { flow?: boolean },
  key: Properties & { range?: readonly number[] | null },
  text: string,
): void {
  const at = key.range?.[0] ?? 0;
  if (map.flow === true || !/[!&]/.test(text.slice(text.lastIndexOf('\n', at) + 1, at))) return;
  if (map.tag !== undefined) key.tag = map.tag;
  if (map.anchor !== undefined) key.anchor = map.anchor;
  delete map.tag;
  delete map.anchor;
}
