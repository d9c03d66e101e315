/**
 * Cuts a text into YAML tokens as go.yaml.in/yaml/v2 (a libyaml in Go) does, to find where and why it gives up. Values are not
 * kept: this exists for the words of `kubectl`, the values come from the parser.
 */
export type TokenKind =
  | 'directive'
  | 'document-start'
  | 'document-end'
  | 'stream-end'
  | 'block-sequence-start'
  | 'block-mapping-start'
  | 'block-end'
  | 'flow-sequence-start'
  | 'flow-sequence-end'
  | 'flow-mapping-start'
  | 'flow-mapping-end'
  | 'block-entry'
  | 'flow-entry'
  | 'key'
  | 'value'
  | 'alias'
  | 'anchor'
  | 'tag'
  | 'scalar';

export interface Token {
  readonly kind: TokenKind;
  /** Counted from 0, which is how the parser reports lines. */
  readonly line: number;
  /** The name of an anchor or alias. */
  readonly text?: string;
}

/** Thrown inside this pair of files only; `goYamlProblem` catches it. */
export class GoYamlError extends Error {}

interface SimpleKey {
  possible: boolean;
  required: boolean;
  tokenNumber: number;
  index: number;
  line: number;
  column: number;
}

const MAX_KEY_LENGTH = 1024;
const INDICATORS = '-?:,[]{}#&*!|>\'"%@`';
const ESCAPES = '0abt\tnvfre "\'\\N_LP/';
const HEX_LENGTHS: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 };
const WORD = /[0-9A-Za-z_-]/;
const URI = /[0-9A-Za-z_\-;/?:@&=+$.!~*'()%,[\]]/;

export class GoYamlScanner {
  private readonly text: string;
  private index = 0;
  private line = 0;
  private column = 0;
  private indent = -1;
  private readonly indents: number[] = [];
  private flowLevel = 0;
  private simpleKeyAllowed = true;
  private readonly simpleKeys: SimpleKey[] = [noKey()];
  private readonly queue: Token[] = [];
  private parsed = 0;
  private ended = false;

  constructor(text: string) {
    this.text = text.startsWith('\uFEFF') ? text.slice(1) : text;
  }

  peek(): Token {
    while (this.needsMore()) this.fetchNext();
    return this.queue[0] ?? { kind: 'stream-end', line: this.line };
  }

  skip(): void {
    this.queue.shift();
    this.parsed++;
  }

  /** The first token is certain once no key in front of it is possible any more. */
  private needsMore(): boolean {
    if (this.ended) return false;
    if (this.queue.length === 0) return true;
    const key = this.simpleKeys.find((candidate) => candidate.possible && candidate.tokenNumber === this.parsed);
    return key !== undefined && this.isValid(key);
  }

  private fail(problem: string): never {
    throw new GoYamlError(`line ${this.line + 1}: ${problem}`);
  }

  private at(offset = 0): string {
    return this.text.charAt(this.index + offset);
  }

  private isBreak(offset = 0): boolean {
    return /^[\r\n\u0085\u2028\u2029]$/.test(this.at(offset));
  }

  private isBlank(offset = 0): boolean {
    return this.at(offset) === ' ' || this.at(offset) === '\t';
  }

  private isBlankOrEnd(offset = 0): boolean {
    return this.at(offset) === '' || this.isBlank(offset) || this.isBreak(offset);
  }

  private advance(count = 1): void {
    for (let step = 0; step < count; step++) {
      this.index += (this.text.codePointAt(this.index) ?? 0) > 0xffff ? 2 : 1;
      this.column++;
    }
  }

  private skipBreak(): void {
    this.index += this.at() === '\r' && this.at(1) === '\n' ? 2 : 1;
    this.column = 0;
    this.line++;
  }

  private push(kind: TokenKind, text?: string): void {
    this.queue.push({ kind, line: this.line, ...(text === undefined ? {} : { text }) });
  }

  private isValid(key: SimpleKey): boolean {
    if (!key.possible) return false;
    if (key.line >= this.line && key.index + MAX_KEY_LENGTH >= this.index) return true;
    if (key.required) this.fail("could not find expected ':'");
    key.possible = false;
    return false;
  }

  private currentKey(): SimpleKey {
    const key = this.simpleKeys.at(-1);
    if (key === undefined) throw new Error('There is always a place for a simple key.');
    return key;
  }

  private saveSimpleKey(): void {
    if (!this.simpleKeyAllowed) return;
    const required = this.flowLevel === 0 && this.indent === this.column;
    this.removeSimpleKey();
    Object.assign(this.currentKey(), {
      possible: true,
      required,
      tokenNumber: this.parsed + this.queue.length,
      index: this.index,
      line: this.line,
      column: this.column,
    });
  }

  private removeSimpleKey(): void {
    const key = this.currentKey();
    if (key.possible && key.required) this.fail("could not find expected ':'");
    key.possible = false;
  }

  private rollIndent(column: number, kind: TokenKind, before?: { readonly number: number; readonly line: number }): void {
    if (this.flowLevel > 0 || this.indent >= column) return;
    this.indents.push(this.indent);
    this.indent = column;
    const token = { kind, line: before?.line ?? this.line };
    if (before === undefined) this.queue.push(token);
    else this.queue.splice(before.number - this.parsed, 0, token);
  }

  private unrollIndent(column: number): void {
    if (this.flowLevel > 0) return;
    while (this.indent > column) {
      this.push('block-end');
      this.indent = this.indents.pop() ?? -1;
    }
  }

  private fetchNext(): void {
    this.scanToNextToken();
    this.unrollIndent(this.column);
    if (this.at() === '') this.fetchStreamEnd();
    else if (this.column === 0 && this.at() === '%') this.fetchDirective();
    else if (this.isDocumentIndicator('---')) this.fetchDocumentIndicator('document-start');
    else if (this.isDocumentIndicator('...')) this.fetchDocumentIndicator('document-end');
    else if (!this.fetchIndicator()) this.fetchScalarOrFail();
  }

  private isDocumentIndicator(indicator: string): boolean {
    return this.column === 0 && this.text.startsWith(indicator, this.index) && this.isBlankOrEnd(3);
  }

  private scanToNextToken(): void {
    for (;;) {
      while (this.at() === ' ' || ((this.flowLevel > 0 || !this.simpleKeyAllowed) && this.at() === '\t')) this.advance();
      if (this.at() === '#') while (this.at() !== '' && !this.isBreak()) this.advance();
      if (!this.isBreak()) return;
      this.skipBreak();
      if (this.flowLevel === 0) this.simpleKeyAllowed = true;
    }
  }

  private fetchStreamEnd(): void {
    if (this.column !== 0) {
      this.column = 0;
      this.line++;
    }
    this.unrollIndent(-1);
    this.removeSimpleKey();
    this.simpleKeyAllowed = false;
    this.push('stream-end');
    this.ended = true;
  }

  private fetchDirective(): void {
    this.unrollIndent(-1);
    this.removeSimpleKey();
    this.simpleKeyAllowed = false;
    this.advance();
    let name = '';
    while (WORD.test(this.at())) {
      name += this.at();
      this.advance();
    }
    if (name === '') this.fail('could not find expected directive name');
    if (!this.isBlankOrEnd()) this.fail('found unexpected non-alphabetical character');
    if (name !== 'YAML' && name !== 'TAG') this.fail('found unknown directive name');
    this.push('directive', name);
    while (this.at() !== '' && !this.isBreak()) this.advance();
  }

  private fetchDocumentIndicator(kind: TokenKind): void {
    this.unrollIndent(-1);
    this.removeSimpleKey();
    this.simpleKeyAllowed = false;
    this.push(kind);
    this.advance(3);
  }

  private fetchIndicator(): boolean {
    const character = this.at();
    if (character === '[') this.fetchFlowStart('flow-sequence-start');
    else if (character === '{') this.fetchFlowStart('flow-mapping-start');
    else if (character === ']') this.fetchFlowEnd('flow-sequence-end');
    else if (character === '}') this.fetchFlowEnd('flow-mapping-end');
    else if (character === ',') this.fetchFlowEntry();
    else if (character === '-' && this.isBlankOrEnd(1)) this.fetchBlockEntry();
    else if (character === '?' && (this.flowLevel > 0 || this.isBlankOrEnd(1))) this.fetchKey();
    else if (character === ':' && (this.flowLevel > 0 || this.isBlankOrEnd(1))) this.fetchValue();
    else return false;
    return true;
  }

  private fetchFlowStart(kind: TokenKind): void {
    this.saveSimpleKey();
    this.simpleKeys.push(noKey());
    this.flowLevel++;
    this.simpleKeyAllowed = true;
    this.push(kind);
    this.advance();
  }

  private fetchFlowEnd(kind: TokenKind): void {
    this.removeSimpleKey();
    if (this.flowLevel > 0) {
      this.flowLevel--;
      this.simpleKeys.pop();
    }
    this.simpleKeyAllowed = false;
    this.push(kind);
    this.advance();
  }

  private fetchFlowEntry(): void {
    this.removeSimpleKey();
    this.simpleKeyAllowed = true;
    this.push('flow-entry');
    this.advance();
  }

  private fetchBlockEntry(): void {
    if (this.flowLevel === 0) {
      if (!this.simpleKeyAllowed) this.fail('block sequence entries are not allowed in this context');
      this.rollIndent(this.column, 'block-sequence-start');
    }
    this.removeSimpleKey();
    this.simpleKeyAllowed = true;
    this.push('block-entry');
    this.advance();
  }

  private fetchKey(): void {
    if (this.flowLevel === 0) {
      if (!this.simpleKeyAllowed) this.fail('mapping keys are not allowed in this context');
      this.rollIndent(this.column, 'block-mapping-start');
    }
    this.removeSimpleKey();
    this.simpleKeyAllowed = this.flowLevel === 0;
    this.push('key');
    this.advance();
  }

  private fetchValue(): void {
    const key = this.currentKey();
    if (this.isValid(key)) {
      this.queue.splice(key.tokenNumber - this.parsed, 0, { kind: 'key', line: key.line });
      this.rollIndent(key.column, 'block-mapping-start', { number: key.tokenNumber, line: key.line });
      key.possible = false;
      this.simpleKeyAllowed = false;
    } else {
      if (this.flowLevel === 0) {
        if (!this.simpleKeyAllowed) this.fail('mapping values are not allowed in this context');
        this.rollIndent(this.column, 'block-mapping-start');
      }
      this.simpleKeyAllowed = this.flowLevel === 0;
    }
    this.push('value');
    this.advance();
  }

  private fetchScalarOrFail(): void {
    const character = this.at();
    if (character === '*' || character === '&') this.fetchAnchor(character === '*' ? 'alias' : 'anchor');
    else if (character === '!') this.fetchTag();
    else if ((character === '|' || character === '>') && this.flowLevel === 0) this.fetchBlockScalar();
    else if (character === "'" || character === '"') this.fetchQuoted(character);
    else if (this.startsPlain(character)) this.fetchPlain();
    else this.fail('found character that cannot start any token');
  }

  private startsPlain(character: string): boolean {
    if (!this.isBlankOrEnd() && !INDICATORS.includes(character)) return true;
    if (character === '-') return !this.isBlank(1);
    return this.flowLevel === 0 && (character === '?' || character === ':') && !this.isBlankOrEnd(1);
  }

  private fetchAnchor(kind: 'alias' | 'anchor'): void {
    this.saveSimpleKey();
    this.simpleKeyAllowed = false;
    const { line } = this;
    this.advance();
    let name = '';
    while (WORD.test(this.at())) {
      name += this.at();
      this.advance();
    }
    if (name === '' || !(this.isBlankOrEnd() || '?:,]}%@`'.includes(this.at()))) {
      this.fail('did not find expected alphabetic or numeric character');
    }
    this.queue.push({ kind, line, text: name });
  }

  private fetchTag(): void {
    this.saveSimpleKey();
    this.simpleKeyAllowed = false;
    this.push('tag');
    this.advance();
    if (this.at() === '<') {
      this.advance();
      while (URI.test(this.at())) this.advance();
      if (this.at() !== '>') this.fail("did not find the expected '>'");
      this.advance();
    } else while (URI.test(this.at())) this.advance();
    if (!this.isBlankOrEnd()) this.fail('did not find expected whitespace or line break');
  }

  private fetchQuoted(quote: string): void {
    this.saveSimpleKey();
    this.simpleKeyAllowed = false;
    const { line } = this;
    this.advance();
    for (;;) {
      if (this.isDocumentIndicator('---') || this.isDocumentIndicator('...')) this.fail('found unexpected document indicator');
      if (this.at() === '') this.fail('found unexpected end of stream');
      while (!this.isBlankOrEnd()) if (this.scanQuotedCharacter(quote)) return void this.queue.push({ kind: 'scalar', line });
      while (this.isBlank() || this.isBreak()) {
        if (this.isBreak()) this.skipBreak();
        else this.advance();
      }
    }
  }

  /** Whether the closing quote was found. */
  private scanQuotedCharacter(quote: string): boolean {
    if (quote === "'" && this.at() === "'" && this.at(1) === "'") this.advance(2);
    else if (this.at() === quote) {
      this.advance();
      return true;
    } else if (quote === '"' && this.at() === '\\') this.scanEscape();
    else this.advance();
    return false;
  }

  private scanEscape(): void {
    if (this.isBreak(1)) {
      this.advance();
      this.skipBreak();
      return;
    }
    const length = HEX_LENGTHS[this.at(1)];
    if (length === undefined) {
      if (this.at(1) === '' || !ESCAPES.includes(this.at(1))) this.fail('found unknown escape character');
      this.advance(2);
      return;
    }
    this.advance(2);
    const digits = this.text.slice(this.index, this.index + length);
    if (!/^[0-9a-fA-F]*$/.test(digits) || digits.length < length) this.fail('did not find expected hexdecimal number');
    const code = Number.parseInt(digits, 16);
    if ((code >= 0xd800 && code <= 0xdfff) || code > 0x10ffff) this.fail('found invalid Unicode character escape code');
    this.advance(length);
  }

  private fetchBlockScalar(): void {
    this.removeSimpleKey();
    this.simpleKeyAllowed = true;
    const { line } = this;
    this.advance();
    const increment = this.scanBlockHeader();
    if (this.isBreak()) this.skipBreak();
    let indent = increment === undefined ? 0 : Math.max(this.indent, 0) + increment;
    indent = this.scanBlockBreaks(indent);
    while (this.column === indent && this.at() !== '') {
      while (this.at() !== '' && !this.isBreak()) this.advance();
      if (this.isBreak()) this.skipBreak();
      this.scanBlockBreaks(indent);
    }
    this.queue.push({ kind: 'scalar', line });
  }

  private scanBlockHeader(): number | undefined {
    let increment: number | undefined;
    for (let count = 0; count < 2; count++) {
      if (/[+-]/.test(this.at())) this.advance();
      else if (/\d/.test(this.at())) {
        if (this.at() === '0') this.fail('found an indentation indicator equal to 0');
        increment = Number(this.at());
        this.advance();
      }
    }
    while (this.isBlank()) this.advance();
    if (this.at() === '#') while (this.at() !== '' && !this.isBreak()) this.advance();
    if (this.at() !== '' && !this.isBreak()) this.fail('did not find expected comment or line break');
    return increment;
  }

  /** Skips indentation and empty lines; 0 means that the indentation is still to be found. */
  private scanBlockBreaks(indent: number): number {
    let widest = 0;
    for (;;) {
      while ((indent === 0 || this.column < indent) && this.at() === ' ') this.advance();
      widest = Math.max(widest, this.column);
      if ((indent === 0 || this.column < indent) && this.at() === '\t') {
        this.fail('found a tab character where an indentation space is expected');
      }
      if (!this.isBreak()) break;
      this.skipBreak();
    }
    return indent === 0 ? Math.max(widest, this.indent + 1, 1) : indent;
  }

  private fetchPlain(): void {
    this.saveSimpleKey();
    this.simpleKeyAllowed = false;
    const { line } = this;
    const indent = this.indent + 1;
    let leadingBlanks = false;
    while (!this.isDocumentIndicator('---') && !this.isDocumentIndicator('...') && this.at() !== '#') {
      while (!this.isBlankOrEnd() && !this.endsPlain()) {
        leadingBlanks = false;
        this.advance();
      }
      if (!this.isBlank() && !this.isBreak()) break;
      leadingBlanks = this.skipPlainSpace(indent, leadingBlanks);
      if (this.flowLevel === 0 && this.column < indent) break;
    }
    this.queue.push({ kind: 'scalar', line });
    if (leadingBlanks) this.simpleKeyAllowed = true;
  }

  private endsPlain(): boolean {
    if (this.at() === ':' && (this.isBlankOrEnd(1) || (this.flowLevel > 0 && ',[]{}'.includes(this.at(1))))) return true;
    return this.flowLevel > 0 && (',[]{}'.includes(this.at()) || (this.at() === '?' && this.isBlankOrEnd(1)));
  }

  private skipPlainSpace(indent: number, wasLeading: boolean): boolean {
    let leading = wasLeading;
    while (this.isBlank() || this.isBreak()) {
      if (this.isBreak()) {
        this.skipBreak();
        leading = true;
      } else {
        if (leading && this.column < indent && this.at() === '\t') this.fail('found a tab character that violates indentation');
        this.advance();
      }
    }
    return leading;
  }
}

function noKey(): SimpleKey {
  return { possible: false, required: false, tokenNumber: 0, index: 0, line: 0, column: 0 };
}
