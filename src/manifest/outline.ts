/**
 * What the lexemes of `yaml` tell without its parser, which takes several times as long as they: whether all of them are in one
 * document that has not ended, and how deep they can be nested at most. Texts in the order of nearly all are looked at; of others
 * nothing is known.
 */
export class Outline {
  readonly #mostOpen: number;
  /** In front of the document, within the first key of its map, in this map, or in brackets around all. */
  #place: 'before' | 'key' | 'block' | 'flow' = 'before';
  #isUnclear = false;
  #isText = false;
  #isBlockText = false;
  #hasMarker = false;
  #isLineStart = true;
  /** Whether a list, map or block may begin here: a value that is missing still. */
  #isOpen = true;
  /** How far the line is indented, with the signs of lists and keys in front of it. */
  #column = 0;
  #deepest = 0;
  #signs = 0;
  #colons = 0;
  #brackets = 0;
  #mostBrackets = 0;
  /** Places where one more collection may begin in the column of another. */
  #odd = 0;

  /** `mostOpen`: how many collections may be open at once; behind more of them nothing is known. */
  constructor(mostOpen: number) {
    this.#mostOpen = mostOpen;
  }

  /** All until now are in one map or list. */
  get isWithin(): boolean {
    return (this.#place === 'block' || this.#place === 'flow') && !this.isLost;
  }

  get isLost(): boolean {
    // The document and a text are open as well; in the column of a map may be one list.
    return this.#isUnclear || 2 + 2 * (this.#deepest + 1) + this.#mostBrackets + this.#odd > this.#mostOpen;
  }

  add(lexeme: string): void {
    if (this.#isText) this.#endText();
    else if (this.#place === 'block' || this.#place === 'flow') this.#goOn(lexeme);
    else if (this.#place === 'before') this.#start(lexeme);
    else this.#endKey(lexeme);
  }

  #endText(): void {
    this.#isText = false;
    if (this.#isBlockText) this.#startLine();
  }

  #startLine(): void {
    this.#isBlockText = false;
    this.#isLineStart = true;
    this.#isOpen = true;
    this.#column = 0;
    this.#signs = 0;
    this.#colons = 0;
  }

  #start(lexeme: string): void {
    switch (lexeme[0]) {
      case '\n':
      case '\r':
        this.#column = 0;
        return;
      case ' ':
      case '\t':
        this.#column += 1;
        return;
      case '#':
      case '\x02':
        return;
      case '-':
        this.#isUnclear ||= lexeme !== '---' || this.#hasMarker;
        this.#hasMarker = true;
        this.#column += 1;
        return;
      case '{':
      case '[':
        this.#place = 'flow';
        this.#open();
        return;
      default:
        this.#isText = lexeme === '\x1f';
        this.#isUnclear ||= this.#column > 0 || (!this.#isText && !/["']/.test(lexeme));
        this.#place = 'key';
    }
  }

  #endKey(lexeme: string): void {
    const isBehind = lexeme === ':';
    this.#isUnclear ||= !isBehind && lexeme[0] !== ' ';
    if (!isBehind) return;
    this.#place = 'block';
    this.#isLineStart = false;
    this.#sign();
    this.#colons = 1;
  }

  /** Behind one of these something may begin. */
  #sign(): void {
    if (this.#isLineStart) this.#indent(1);
    this.#signs += 1;
    this.#isOpen = true;
  }

  #indent(by: number): void {
    this.#column += by;
    this.#deepest = Math.max(this.#deepest, this.#column);
  }

  #value(): void {
    // One of both is no value but a key.
    if (!this.#isOpen) this.#colons += 1;
    this.#isLineStart = false;
    this.#isOpen = false;
  }

  #open(): void {
    if (!this.#isOpen) this.#isUnclear = true;
    if (this.#signs === 0 && this.#brackets === 0) this.#odd += 1;
    this.#isLineStart = false;
    this.#brackets += 1;
    this.#mostBrackets = Math.max(this.#mostBrackets, this.#brackets);
    this.#colons = 0;
  }

  #close(): void {
    this.#brackets -= 1;
    if (this.#brackets < (this.#place === 'flow' ? 1 : 0)) this.#isUnclear = true;
    this.#colons = 1;
    this.#isLineStart = false;
    this.#isOpen = false;
  }

  #colon(): void {
    if (this.#colons > 0) this.#odd += 1;
    this.#colons += 1;
    this.#sign();
  }

  /** A dash or question mark. */
  #item(lexeme: string): void {
    if (lexeme.length > 1) this.#isUnclear = true;
    if (!this.#isLineStart || this.#brackets > 0) this.#odd += 1;
    else this.#sign();
    // A key of several lines: its colon is in the next one.
    if (lexeme === '?') this.#colons = 1;
  }

  #goOn(lexeme: string): void {
    switch (lexeme[0]) {
      case '\n':
      case '\r':
        if (this.#brackets === 0 && !this.#isBlockText) this.#startLine();
        return;
      case ' ':
      case '\t':
        if (this.#isLineStart) this.#indent(lexeme.length);
        return;
      case '#':
        return;
      case ':':
        this.#colon();
        return;
      case '-':
      case '?':
        this.#item(lexeme);
        return;
      case ',':
        this.#isUnclear ||= this.#brackets === 0;
        this.#isOpen = true;
        this.#colons = 0;
        return;
      case '&':
      case '!':
        this.#isLineStart = false;
        return;
      case '{':
      case '[':
        this.#open();
        return;
      case '}':
      case ']':
        this.#close();
        return;
      case '|':
      case '>':
        this.#isUnclear ||= !this.#isOpen || this.#signs === 0;
        this.#isBlockText = true;
        return;
      case '\x1f':
        this.#isText = true;
        this.#value();
        return;
      case '"':
      case "'":
      case '*':
        this.#value();
        return;
      default:
        this.#isUnclear = true;
    }
  }
}
