/**
 * Cuts a text into YAML tokens as go.yaml.in/yaml/v2 (a libyaml in Go) does, to find where and why it gives up. Values are not
 * kept: this exists for the words of `kubectl`, the values come from the parser.
 */
import { GoYamlCursor } from './goYamlCursor';
import { skipBlockScalar, skipPlain, skipQuoted } from './goYamlScalars';

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
const WORD = /[0-9A-Za-z_-]/;
const URI = /[0-9A-Za-z_\-;/?:@&=+$.!~*'()%,[\]]/;

export class GoYamlScanner {
  private readonly cursor: GoYamlCursor;
  private indent = -1;
  private readonly indents: number[] = [];
  private flowLevel = 0;
  private simpleKeyAllowed = true;
  private readonly simpleKeys: SimpleKey[] = [noKey()];
  private readonly queue: Token[] = [];
  private parsed = 0;
  private ended = false;

  constructor(text: string) {
    this.cursor = new GoYamlCursor(text);
  }

  peek(): Token {
    while (this.needsMore()) this.fetchNext();
    return this.queue[0] ?? { kind: 'stream-end', line: this.cursor.line };
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

  private push(kind: TokenKind, text?: string): void {
    this.queue.push({ kind, line: this.cursor.line, ...(text === undefined ? {} : { text }) });
  }

  private isValid(key: SimpleKey): boolean {
    if (!key.possible) return false;
    if (key.line >= this.cursor.line && key.index + MAX_KEY_LENGTH >= this.cursor.index) return true;
    if (key.required) this.cursor.fail("could not find expected ':'");
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
    const required = this.flowLevel === 0 && this.indent === this.cursor.column;
    this.removeSimpleKey();
    Object.assign(this.currentKey(), {
      possible: true,
      required,
      tokenNumber: this.parsed + this.queue.length,
      index: this.cursor.index,
      line: this.cursor.line,
      column: this.cursor.column,
    });
  }

  private removeSimpleKey(): void {
    const key = this.currentKey();
    if (key.possible && key.required) this.cursor.fail("could not find expected ':'");
    key.possible = false;
  }

  private rollIndent(column: number, kind: TokenKind, before?: { readonly number: number; readonly line: number }): void {
    if (this.flowLevel > 0 || this.indent >= column) return;
    this.indents.push(this.indent);
    this.indent = column;
    const token = { kind, line: before?.line ?? this.cursor.line };
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
    this.unrollIndent(this.cursor.column);
    if (this.cursor.isEnd()) this.fetchStreamEnd();
    else if (this.cursor.column === 0 && this.cursor.at() === '%') this.fetchDirective();
    else if (this.cursor.isDocumentIndicator('---')) this.fetchDocumentIndicator('document-start');
    else if (this.cursor.isDocumentIndicator('...')) this.fetchDocumentIndicator('document-end');
    else if (!this.fetchIndicator()) this.fetchScalarOrFail();
  }

  private scanToNextToken(): void {
    for (;;) {
      while (this.cursor.at() === ' ' || ((this.flowLevel > 0 || !this.simpleKeyAllowed) && this.cursor.at() === '\t'))
        this.cursor.advance();
      if (this.cursor.at() === '#') this.cursor.skipLine();
      if (!this.cursor.isBreak()) return;
      this.cursor.skipBreak();
      if (this.flowLevel === 0) this.simpleKeyAllowed = true;
    }
  }

  private fetchStreamEnd(): void {
    if (this.cursor.column !== 0) {
      this.cursor.column = 0;
      this.cursor.line++;
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
    this.cursor.advance();
    const name = this.cursor.take(WORD);
    if (name === '') this.cursor.fail('could not find expected directive name');
    if (!this.cursor.isBlankOrEnd()) this.cursor.fail('found unexpected non-alphabetical character');
    if (name !== 'YAML' && name !== 'TAG') this.cursor.fail('found unknown directive name');
    this.push('directive', name);
    this.cursor.skipLine();
  }

  private fetchDocumentIndicator(kind: TokenKind): void {
    this.unrollIndent(-1);
    this.removeSimpleKey();
    this.simpleKeyAllowed = false;
    this.push(kind);
    this.cursor.advance(3);
  }

  private fetchIndicator(): boolean {
    const character = this.cursor.at();
    if (character === '[') this.fetchFlowStart('flow-sequence-start');
    else if (character === '{') this.fetchFlowStart('flow-mapping-start');
    else if (character === ']') this.fetchFlowEnd('flow-sequence-end');
    else if (character === '}') this.fetchFlowEnd('flow-mapping-end');
    else if (character === ',') this.fetchFlowEntry();
    else if (character === '-' && this.cursor.isBlankOrEnd(1)) this.fetchBlockEntry();
    else if (character === '?' && (this.flowLevel > 0 || this.cursor.isBlankOrEnd(1))) this.fetchKey();
    else if (character === ':' && (this.flowLevel > 0 || this.cursor.isBlankOrEnd(1))) this.fetchValue();
    else return false;
    return true;
  }

  private fetchFlowStart(kind: TokenKind): void {
    this.saveSimpleKey();
    this.simpleKeys.push(noKey());
    this.flowLevel++;
    this.simpleKeyAllowed = true;
    this.push(kind);
    this.cursor.advance();
  }

  private fetchFlowEnd(kind: TokenKind): void {
    this.removeSimpleKey();
    if (this.flowLevel > 0) {
      this.flowLevel--;
      this.simpleKeys.pop();
    }
    this.simpleKeyAllowed = false;
    this.push(kind);
    this.cursor.advance();
  }

  private fetchFlowEntry(): void {
    this.removeSimpleKey();
    this.simpleKeyAllowed = true;
    this.push('flow-entry');
    this.cursor.advance();
  }

  private fetchBlockEntry(): void {
    if (this.flowLevel === 0) {
      if (!this.simpleKeyAllowed) this.cursor.fail('block sequence entries are not allowed in this context');
      this.rollIndent(this.cursor.column, 'block-sequence-start');
    }
    this.removeSimpleKey();
    this.simpleKeyAllowed = true;
    this.push('block-entry');
    this.cursor.advance();
  }

  private fetchKey(): void {
    if (this.flowLevel === 0) {
      if (!this.simpleKeyAllowed) this.cursor.fail('mapping keys are not allowed in this context');
      this.rollIndent(this.cursor.column, 'block-mapping-start');
    }
    this.removeSimpleKey();
    this.simpleKeyAllowed = this.flowLevel === 0;
    this.push('key');
    this.cursor.advance();
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
        if (!this.simpleKeyAllowed) this.cursor.fail('mapping values are not allowed in this context');
        this.rollIndent(this.cursor.column, 'block-mapping-start');
      }
      this.simpleKeyAllowed = this.flowLevel === 0;
    }
    this.push('value');
    this.cursor.advance();
  }

  private fetchScalarOrFail(): void {
    const character = this.cursor.at();
    if (character === '*' || character === '&') this.fetchAnchor(character === '*' ? 'alias' : 'anchor');
    else if (character === '!') this.fetchTag();
    else if ((character === '|' || character === '>') && this.flowLevel === 0) this.fetchBlockScalar();
    else if (character === "'" || character === '"')
      this.fetchScalar(() => {
        skipQuoted(this.cursor);
        return false;
      });
    else if (this.startsPlain(character)) this.fetchScalar(() => skipPlain(this.cursor, this.indent + 1, this.flowLevel > 0));
    else this.cursor.fail('found character that cannot start any token');
  }

  private startsPlain(character: string): boolean {
    if (!this.cursor.isBlankOrEnd() && !INDICATORS.includes(character)) return true;
    if (character === '-') return !this.cursor.isBlank(1);
    return this.flowLevel === 0 && (character === '?' || character === ':') && !this.cursor.isBlankOrEnd(1);
  }

  private fetchAnchor(kind: 'alias' | 'anchor'): void {
    this.saveSimpleKey();
    this.simpleKeyAllowed = false;
    const { line } = this.cursor;
    this.cursor.advance();
    const name = this.cursor.take(WORD);
    if (name === '' || !(this.cursor.isBlankOrEnd() || '?:,]}%@`'.includes(this.cursor.at()))) {
      this.cursor.fail('did not find expected alphabetic or numeric character');
    }
    this.queue.push({ kind, line, text: name });
  }

  private fetchTag(): void {
    this.saveSimpleKey();
    this.simpleKeyAllowed = false;
    this.push('tag');
    this.cursor.advance();
    if (this.cursor.at() === '<') {
      this.cursor.advance();
      this.cursor.take(URI);
      if (this.cursor.at() !== '>') this.cursor.fail("did not find the expected '>'");
      this.cursor.advance();
    } else this.cursor.take(URI);
    if (!this.cursor.isBlankOrEnd()) this.cursor.fail('did not find expected whitespace or line break');
  }

  /** A scalar that may be a key; `skip` tells whether it ended with a line break, after which a key may come. */
  private fetchScalar(skip: () => boolean): void {
    this.saveSimpleKey();
    this.simpleKeyAllowed = false;
    const { line } = this.cursor;
    if (skip()) this.simpleKeyAllowed = true;
    this.queue.push({ kind: 'scalar', line });
  }

  private fetchBlockScalar(): void {
    this.removeSimpleKey();
    this.simpleKeyAllowed = true;
    const { line } = this.cursor;
    skipBlockScalar(this.cursor, this.indent);
    this.queue.push({ kind: 'scalar', line });
  }
}

function noKey(): SimpleKey {
  return { possible: false, required: false, tokenNumber: 0, index: 0, line: 0, column: 0 };
}
