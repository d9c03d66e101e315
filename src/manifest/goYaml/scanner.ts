/**
 * Upstream: vendor/go.yaml.in/yaml/v2/scannerc.go (v1.36.4), as far as it decides what is an error and where: tokens without
 * their values.
 */
import { isBreak, isSpaceOrEnd } from './characters';
import type { Mark } from './mark';
import { readAnchorName, readDirective, readTag } from './names';
import { INDICATOR_LENGTH, type Reader } from './reader';
import { skipBlockScalar, skipPlainScalar, skipQuotedScalar, startsPlainScalar } from './scalars';
import type { SimpleKey, Token, TokenType } from './tokens';

const MAX_DEPTH = 10_000;
const MAX_KEY_LENGTH = 1024;
const NO_COLON = "could not find expected ':'";

/** A key is known as such only when its `:` is seen; its token is then put in front of what was read meanwhile. */
export class Scanner {
  readonly #reader: Reader;
  readonly #queue: Token[] = [];
  #tokensTaken = 0;
  #started = false;
  #flowLevel = 0;
  #indent = -1;
  readonly #indents: number[] = [];
  #keyAllowed = true;
  /** One for each flow level. */
  readonly #keys: SimpleKey[] = [];
  /** On which level the token with a number may be a key. QUIRK: keys that went stale stay in here. */
  readonly #levelOfToken = new Map<number, number>();
  /** The first token of the queue is settled. */
  #ready = false;

  constructor(reader: Reader) {
    this.#reader = reader;
  }

  peek(): Token {
    while (!this.#ready) {
      if (this.#queue.length > 0 && !this.#mayBecomeKey()) this.#ready = true;
      else this.#fetch();
    }
    const [token] = this.#queue;
    if (token === undefined) throw new Error('the scanner has no token');
    return token;
  }

  take(): Token {
    const token = this.peek();
    this.#queue.shift();
    this.#tokensTaken += 1;
    this.#ready = false;
    return token;
  }

  /** The first token in the queue may turn out to be a key: read on before it is given away. */
  #mayBecomeKey(): boolean {
    const level = this.#levelOfToken.get(this.#tokensTaken);
    const key = level === undefined ? undefined : this.#keys[level];
    return key !== undefined && this.#isValid(key);
  }

  #isValid(key: SimpleKey): boolean {
    if (!key.possible) return false;
    const { line, index } = this.#reader.mark;
    if (key.mark.line >= line && key.mark.index + MAX_KEY_LENGTH >= index) return true;
    if (key.required) this.#reader.fail(NO_COLON, key.mark);
    key.possible = false;
    return false;
  }

  #push(type: TokenType, start: Mark = this.#reader.mark, text = ''): void {
    this.#queue.push({ type, start, text });
  }

  #fetch(): void {
    if (!this.#started) {
      this.#started = true;
      this.#keys.push({ possible: false, required: false, tokenNumber: 0, mark: this.#reader.mark });
      this.#push('streamStart');
      return;
    }
    this.#skipToToken();
    this.#unrollIndent(this.#reader.column);
    this.#reader.read(INDICATOR_LENGTH);
    this.#fetchToken(this.#reader.peek());
  }

  #skipToToken(): void {
    const reader = this.#reader;
    for (;;) {
      while (reader.peek() === ' ' || ((this.#flowLevel > 0 || !this.#keyAllowed) && reader.peek() === '\t')) reader.skip();
      if (reader.peek() === '#') reader.skipToBreak();
      if (!isBreak(reader.peek())) return;
      reader.skipLine();
      if (this.#flowLevel === 0) this.#keyAllowed = true;
    }
  }

  #fetchToken(char: string): void {
    const reader = this.#reader;
    if (char === '\0') this.#fetchStreamEnd();
    else if (reader.column === 0 && char === '%') this.#fetchDirective();
    else if (reader.isDocumentIndicator('-')) this.#fetchIndicator('documentStart');
    else if (reader.isDocumentIndicator('.')) this.#fetchIndicator('documentEnd');
    else if (char === '[') this.#fetchFlowStart('flowSequenceStart');
    else if (char === '{') this.#fetchFlowStart('flowMappingStart');
    else if (char === ']') this.#fetchFlowEnd('flowSequenceEnd');
    else if (char === '}') this.#fetchFlowEnd('flowMappingEnd');
    else if (char === ',') this.#fetchFlowEntry();
    else this.#fetchBlockToken(char, isSpaceOrEnd(reader.peek(1)));
  }

  #fetchBlockToken(char: string, beforeSpace: boolean): void {
    const inFlow = this.#flowLevel > 0;
    if (char === '-' && beforeSpace) this.#fetchBlockEntry();
    else if (char === '?' && (inFlow || beforeSpace)) this.#fetchKey();
    else if (char === ':' && (inFlow || beforeSpace)) this.#fetchValue();
    else if (char === '*') this.#fetchNamed('alias', readAnchorName);
    else if (char === '&') this.#fetchNamed('anchor', readAnchorName);
    else if (char === '!') this.#fetchNamed('tag', readTag);
    else if ((char === '|' || char === '>') && !inFlow) this.#fetchBlockScalar();
    else if (char === '"' || char === "'") this.#fetchQuoted(char);
    else if (startsPlainScalar(this.#reader, inFlow)) this.#fetchPlain();
    else this.#reader.fail('found character that cannot start any token');
  }

  #saveKey(): void {
    if (!this.#keyAllowed) return;
    const required = this.#flowLevel === 0 && this.#indent === this.#reader.column;
    const key = { possible: true, required, tokenNumber: this.#tokensTaken + this.#queue.length, mark: this.#reader.mark };
    this.#removeKey();
    this.#keys[this.#keys.length - 1] = key;
    this.#levelOfToken.set(key.tokenNumber, this.#keys.length - 1);
  }

  #removeKey(): void {
    const key = this.#keys.at(-1);
    if (key?.possible !== true) return;
    if (key.required) this.#reader.fail(NO_COLON, key.mark);
    key.possible = false;
    this.#levelOfToken.delete(key.tokenNumber);
  }

  /** Begins a block collection at a column that is further in. `at` is the number of the token it goes in front of. */
  #rollIndent(column: number, type: TokenType, mark: Mark, at?: number): void {
    if (this.#flowLevel > 0 || this.#indent >= column) return;
    this.#indents.push(this.#indent);
    this.#indent = column;
    if (this.#indents.length > MAX_DEPTH) this.#reader.fail(`exceeded max depth of ${MAX_DEPTH}`, this.#keys.at(-1)?.mark);
    const token: Token = { type, start: mark, text: '' };
    if (at === undefined) this.#queue.push(token);
    else this.#queue.splice(at - this.#tokensTaken, 0, token);
  }

  #unrollIndent(column: number): void {
    if (this.#flowLevel > 0) return;
    while (this.#indent > column) {
      this.#push('blockEnd');
      this.#indent = this.#indents.pop() ?? -1;
    }
  }

  #endBlocks(): void {
    this.#unrollIndent(-1);
    this.#removeKey();
    this.#keyAllowed = false;
  }

  #fetchStreamEnd(): void {
    if (this.#reader.column !== 0) {
      this.#reader.column = 0;
      this.#reader.line += 1;
    }
    this.#endBlocks();
    this.#push('streamEnd');
  }

  #fetchDirective(): void {
    this.#endBlocks();
    const { mark } = this.#reader;
    const { type, text } = readDirective(this.#reader);
    this.#push(type, mark, text);
  }

  #fetchIndicator(type: TokenType): void {
    this.#endBlocks();
    this.#push(type);
    this.#reader.skip(3);
  }

  #fetchFlowStart(type: TokenType): void {
    this.#saveKey();
    const tokenNumber = this.#tokensTaken + this.#queue.length;
    this.#keys.push({ possible: false, required: false, tokenNumber, mark: this.#reader.mark });
    this.#flowLevel += 1;
    this.#reader.joining = true;
    if (this.#flowLevel > MAX_DEPTH) this.#reader.fail(`exceeded max depth of ${MAX_DEPTH}`, this.#reader.mark);
    this.#keyAllowed = true;
    this.#push(type);
    this.#reader.skip();
  }

  #fetchFlowEnd(type: TokenType): void {
    this.#removeKey();
    if (this.#flowLevel > 0) {
      this.#flowLevel -= 1;
      this.#reader.joining = this.#flowLevel > 0;
      this.#levelOfToken.delete(this.#keys.pop()?.tokenNumber ?? -1);
    }
    this.#keyAllowed = false;
    this.#push(type);
    this.#reader.skip();
  }

  #fetchFlowEntry(): void {
    this.#removeKey();
    this.#keyAllowed = true;
    this.#push('flowEntry');
    this.#reader.skip();
  }

  #fetchBlockEntry(): void {
    const { mark } = this.#reader;
    if (this.#flowLevel === 0) {
      if (!this.#keyAllowed) this.#reader.fail('block sequence entries are not allowed in this context', mark);
      this.#rollIndent(mark.column, 'blockSequenceStart', mark);
    }
    this.#removeKey();
    this.#keyAllowed = true;
    this.#push('blockEntry');
    this.#reader.skip();
  }

  #fetchKey(): void {
    const { mark } = this.#reader;
    if (this.#flowLevel === 0) {
      if (!this.#keyAllowed) this.#reader.fail('mapping keys are not allowed in this context', mark);
      this.#rollIndent(mark.column, 'blockMappingStart', mark);
    }
    this.#removeKey();
    this.#keyAllowed = this.#flowLevel === 0;
    this.#push('key');
    this.#reader.skip();
  }

  #fetchValue(): void {
    const { mark } = this.#reader;
    const key = this.#keys.at(-1);
    if (key !== undefined && this.#isValid(key)) {
      this.#queue.splice(key.tokenNumber - this.#tokensTaken, 0, { type: 'key', start: key.mark, text: '' });
      this.#rollIndent(key.mark.column, 'blockMappingStart', key.mark, key.tokenNumber);
      key.possible = false;
      this.#levelOfToken.delete(key.tokenNumber);
      this.#keyAllowed = false;
    } else {
      if (this.#flowLevel === 0) {
        if (!this.#keyAllowed) this.#reader.fail('mapping values are not allowed in this context', mark);
        this.#rollIndent(mark.column, 'blockMappingStart', mark);
      }
      this.#keyAllowed = this.#flowLevel === 0;
    }
    this.#push('value', mark);
    this.#reader.skip();
  }

  #fetchNamed(type: 'alias' | 'anchor' | 'tag', read: (reader: Reader) => string): void {
    this.#saveKey();
    this.#keyAllowed = false;
    const { mark } = this.#reader;
    this.#push(type, mark, read(this.#reader));
  }

  #fetchBlockScalar(): void {
    this.#removeKey();
    this.#keyAllowed = true;
    const { mark } = this.#reader;
    skipBlockScalar(this.#reader, this.#indent);
    this.#push('scalar', mark);
  }

  #fetchQuoted(quote: '"' | "'"): void {
    this.#saveKey();
    this.#keyAllowed = false;
    const { mark } = this.#reader;
    this.#reader.joining = true;
    skipQuotedScalar(this.#reader, quote);
    this.#reader.joining = this.#flowLevel > 0;
    this.#push('scalar', mark);
  }

  #fetchPlain(): void {
    this.#saveKey();
    this.#keyAllowed = false;
    const { mark } = this.#reader;
    if (skipPlainScalar(this.#reader, this.#indent, this.#flowLevel > 0)) this.#keyAllowed = true;
    this.#push('scalar', mark);
  }
}
