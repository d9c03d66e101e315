/** Upstream: text/template/parse/lex.go (Go 1.26). Positions are offsets in UTF-16, not in bytes. */
import { describeCode, EOF, isAlphaNumeric, isDigit, isSpace, KEYWORDS, type Item, type ItemType } from './items';
import { goQuote, isPrintable } from '../../model/goQuote';

const LEFT = '{{';
const RIGHT = '}}';
const DECIMAL = '0123456789_';

export class Lexer {
  #input: string;
  #pos = 0;
  #start = 0;
  #line = 1;
  #startLine = 1;
  #parenDepth = 0;
  #isInsideAction = false;

  constructor(input: string) {
    this.#input = input;
  }

  nextItem(): Item {
    if (this.#isInsideAction) return this.#lexInsideAction();
    return this.#lexText();
  }

  #next(): number {
    const code = this.#input.codePointAt(this.#pos);
    if (code === undefined) return EOF;
    this.#pos += code > 0xffff ? 2 : 1;
    if (code === 0x0a) this.#line++;
    return code;
  }

  #peek(): number {
    return this.#input.codePointAt(this.#pos) ?? EOF;
  }

  #item(type: ItemType): Item {
    const item = { type, pos: this.#start, val: this.#input.slice(this.#start, this.#pos), line: this.#startLine };
    this.#start = this.#pos;
    this.#startLine = this.#line;
    return item;
  }

  /** Skips what was not read by `#next`. */
  #ignore(): void {
    this.#countLines();
    this.#start = this.#pos;
    this.#startLine = this.#line;
  }

  #countLines(): void {
    for (let at = this.#input.indexOf('\n', this.#start); at >= 0 && at < this.#pos; at = this.#input.indexOf('\n', at + 1))
      this.#line++;
  }

  #error(message: string): Item {
    const item: Item = { type: 'error', pos: this.#start, val: message, line: this.#startLine };
    this.#start = 0;
    this.#pos = 0;
    this.#input = '';
    return item;
  }

  #accept(valid: string): boolean {
    const code = this.#peek();
    if (code === EOF || !valid.includes(String.fromCodePoint(code))) return false;
    this.#next();
    return true;
  }

  #acceptRun(valid: string): void {
    while (this.#accept(valid));
  }

  #startsWith(text: string, at = this.#pos): boolean {
    return this.#input.startsWith(text, at);
  }

  #hasLeftTrimMarker(at: number): boolean {
    return this.#input[at] === '-' && isSpace(this.#input.charCodeAt(at + 1));
  }

  #hasRightTrimMarker(at: number): boolean {
    return isSpace(this.#input.charCodeAt(at)) && this.#input[at + 1] === '-';
  }

  #lexText(): Item {
    for (;;) {
      const at = this.#input.indexOf(LEFT, this.#pos);
      if (at < 0) break;
      if (at > this.#pos) {
        this.#pos = at;
        if (this.#hasLeftTrimMarker(at + LEFT.length))
          while (this.#pos > this.#start && isSpace(this.#input.charCodeAt(this.#pos - 1))) this.#pos--;
        this.#countLines();
        const item = this.#item('text');
        this.#pos = at;
        this.#ignore();
        if (item.val !== '') return item;
      }
      const item = this.#lexLeftDelim();
      if (item !== undefined) return item;
    }
    this.#pos = this.#input.length;
    if (this.#pos === this.#start) return { type: 'eof', pos: this.#pos, val: 'EOF', line: this.#startLine };
    this.#countLines();
    return this.#item('text');
  }

  /** Nothing if a comment was skipped. */
  #lexLeftDelim(): Item | undefined {
    this.#pos += LEFT.length;
    const marker = this.#hasLeftTrimMarker(this.#pos) ? 2 : 0;
    if (this.#startsWith('/*', this.#pos + marker)) {
      this.#pos += marker;
      this.#ignore();
      return this.#lexComment();
    }
    const item = this.#item('leftDelim');
    this.#isInsideAction = true;
    this.#pos += marker;
    this.#ignore();
    this.#parenDepth = 0;
    return item;
  }

  #lexComment(): Item | undefined {
    const at = this.#input.indexOf('*/', this.#pos + 2);
    if (at < 0) return this.#error('unclosed comment');
    this.#pos = at + 2;
    const isTrimming = this.#atTrimmingRightDelim();
    if (!isTrimming && !this.#startsWith(RIGHT)) return this.#error('comment ends before closing delimiter');
    this.#pos += (isTrimming ? 2 : 0) + RIGHT.length;
    if (isTrimming) this.#skipSpaces();
    this.#ignore();
    return undefined;
  }

  #atTrimmingRightDelim(): boolean {
    return this.#hasRightTrimMarker(this.#pos) && this.#startsWith(RIGHT, this.#pos + 2);
  }

  #skipSpaces(): void {
    while (isSpace(this.#input.charCodeAt(this.#pos))) this.#pos++;
  }

  #lexRightDelim(): Item {
    const isTrimming = this.#atTrimmingRightDelim();
    if (isTrimming) {
      this.#pos += 2;
      this.#ignore();
    }
    this.#pos += RIGHT.length;
    const item = this.#item('rightDelim');
    if (isTrimming) {
      this.#skipSpaces();
      this.#ignore();
    }
    this.#isInsideAction = false;
    return item;
  }

  #lexInsideAction(): Item {
    if (this.#startsWith(RIGHT) || this.#atTrimmingRightDelim()) {
      return this.#parenDepth === 0 ? this.#lexRightDelim() : this.#error('unclosed left paren');
    }
    const code = this.#peek();
    if (code === EOF) return this.#error('unclosed action');
    if (isSpace(code)) return this.#lexSpace();
    if (isAlphaNumeric(code) && !isDigit(code)) return this.#lexIdentifier();
    this.#next();
    switch (String.fromCodePoint(code)) {
      case '=':
        return this.#item('assign');
      case ':':
        return this.#next() === 0x3d ? this.#item('declare') : this.#error('expected :=');
      case '|':
        return this.#item('pipe');
      case '"':
        return this.#lexQuoted('"', 'string', 'unterminated quoted string');
      case "'":
        return this.#lexQuoted("'", 'charConstant', 'unterminated character constant');
      case '`':
        return this.#lexRawQuote();
      case '$':
        return this.#lexFieldOrVariable('variable');
      case '.':
        if (this.#pos < this.#input.length && !isDigit(this.#peek())) return this.#lexFieldOrVariable('field');
        break;
      case '(':
        this.#parenDepth++;
        return this.#item('leftParen');
      case ')':
        this.#parenDepth--;
        return this.#parenDepth < 0 ? this.#error('unexpected right paren') : this.#item('rightParen');
    }
    return this.#lexNumberOrChar(code);
  }

  #lexNumberOrChar(code: number): Item {
    if (isDigit(code) || code === 0x2b || code === 0x2d || code === 0x2e) {
      this.#pos--;
      return this.#lexNumber();
    }
    if (isAlphaNumeric(code)) {
      this.#pos = this.#start;
      return this.#lexIdentifier();
    }
    if (code < 0x80 && isPrintable(String.fromCodePoint(code))) return this.#item('char');
    return this.#error(`unrecognized character in action: ${describeCode(code)}`);
  }

  #lexSpace(): Item {
    while (isSpace(this.#peek())) this.#next();
    // A delimiter that trims begins with a blank.
    if (this.#hasRightTrimMarker(this.#pos - 1) && this.#startsWith(RIGHT, this.#pos + 1)) {
      this.#pos--;
      if (this.#input[this.#pos] === '\n') this.#line--;
      if (this.#pos === this.#start) return this.#lexRightDelim();
    }
    return this.#item('space');
  }

  #lexIdentifier(): Item {
    while (isAlphaNumeric(this.#peek())) this.#next();
    if (!this.#atTerminator()) return this.#error(`bad character ${describeCode(this.#peek())}`);
    const word = this.#input.slice(this.#start, this.#pos);
    return this.#item(KEYWORDS.get(word) ?? (word === 'true' || word === 'false' ? 'bool' : 'identifier'));
  }

  #lexFieldOrVariable(type: 'field' | 'variable'): Item {
    if (this.#atTerminator()) return this.#item(type === 'variable' ? 'variable' : 'dot');
    while (isAlphaNumeric(this.#peek())) this.#next();
    return this.#atTerminator() ? this.#item(type) : this.#error(`bad character ${describeCode(this.#peek())}`);
  }

  #atTerminator(): boolean {
    const code = this.#peek();
    return code === EOF || isSpace(code) || '.,|:)('.includes(String.fromCodePoint(code)) || this.#startsWith(RIGHT);
  }

  #lexQuoted(mark: string, type: ItemType, message: string): Item {
    for (;;) {
      let code = this.#next();
      if (code === 0x5c) code = this.#next();
      else if (code === mark.charCodeAt(0)) return this.#item(type);
      if (code === EOF || code === 0x0a) return this.#error(message);
    }
  }

  #lexRawQuote(): Item {
    for (;;) {
      const code = this.#next();
      if (code === EOF) return this.#error('unterminated raw quoted string');
      if (code === 0x60) return this.#item('rawString');
    }
  }

  #lexNumber(): Item {
    if (!this.#scanNumber()) return this.#error(`bad number syntax: ${goQuote(this.#input.slice(this.#start, this.#pos))}`);
    const sign = this.#peek();
    if (sign !== 0x2b && sign !== 0x2d) return this.#item('number');
    // Complex: 1+2i, without blanks.
    if (!this.#scanNumber() || this.#input[this.#pos - 1] !== 'i')
      return this.#error(`bad number syntax: ${goQuote(this.#input.slice(this.#start, this.#pos))}`);
    return this.#item('complex');
  }

  #scanNumber(): boolean {
    this.#accept('+-');
    let digits = DECIMAL;
    if (this.#accept('0')) {
      if (this.#accept('xX')) digits = '0123456789abcdefABCDEF_';
      else if (this.#accept('oO')) digits = '01234567_';
      else if (this.#accept('bB')) digits = '01_';
    }
    this.#acceptRun(digits);
    if (this.#accept('.')) this.#acceptRun(digits);
    if ((digits === DECIMAL && this.#accept('eE')) || (digits.length > 12 && this.#accept('pP'))) {
      this.#accept('+-');
      this.#acceptRun(DECIMAL);
    }
    this.#accept('i');
    if (!isAlphaNumeric(this.#peek())) return true;
    this.#next();
    return false;
  }
}
