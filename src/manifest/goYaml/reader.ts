/**
 * Upstream: vendor/go.yaml.in/yaml/v2/{readerc,scannerc,yamlprivateh}.go (v1.36.4): moving through the text, which is read
 * already.
 */
import { byteLength, findControlCharacter, isBlank, isBreak, isBreakOrEnd, isSpaceOrEnd } from './characters';
import type { TextRange } from '../source';
import { GoYamlError, NOWHERE, type Mark } from './mark';

/** So many bytes the library takes at once and looks at before anybody asks for them; behind them it has seen nothing yet. */
const CHUNK = 512;

/** Of `--- ` and `... `. */
export const INDICATOR_LENGTH = 4;

/** A position in the text that moves forward and counts lines and columns. */
export class Reader {
  /** Up to the bytes with the first control character. */
  readonly #text: string;
  readonly #isRefused: boolean;
  readonly #start: number;
  #position: number;
  #index = 0;
  line = 0;
  column = 0;
  /** Ours: whether lines go on here whatever their indentation, in flow collections and quoted texts; and where they do. */
  joining = false;
  readonly joints: TextRange[] = [];

  /** A byte order mark is no character of the text; in any other place it is one. */
  constructor(text: string) {
    const refused = findControlCharacter(text);
    this.#isRefused = refused >= 0;
    this.#text = this.#isRefused ? text.slice(0, chunkStart(text, refused)) : text;
    this.#start = text.startsWith('\uFEFF') ? 1 : 0;
    this.#position = this.#start;
  }

  get mark(): Mark {
    return { index: this.#index, line: this.line, column: this.column };
  }

  /** Marks count characters: where one of them is in the text. */
  offsetOf(index: number): number {
    let offset = this.#start;
    for (let at = 0; at < index && offset < this.#text.length; at += 1)
      offset += (this.#text.codePointAt(offset) ?? 0) > 0xffff ? 2 : 1;
    return offset;
  }

  peek(ahead = 0): string {
    return this.#text[this.#position + ahead] ?? this.#peekBehind();
  }

  #peekBehind(): string {
    if (this.#isRefused) throw new GoYamlError('parser', 'control characters are not allowed', NOWHERE);
    return '\0';
  }

  /** Sees to it that so many characters are read, needed or not: one that is refused may be among them. */
  read(count: number): void {
    if (this.#isRefused) this.peek(count - 1);
  }

  skip(count = 1): void {
    for (let i = 0; i < count; i += 1) {
      const code = this.#text.codePointAt(this.#position) ?? 0;
      this.#position += code > 0xffff ? 2 : 1;
      this.#index += 1;
      this.column += 1;
    }
  }

  skipLine(): void {
    this.read(2);
    const pair = this.peek() === '\r' && this.peek(1) === '\n';
    if (!pair && !isBreak(this.peek())) return;
    if (this.joining) this.joints.push({ start: this.#position, end: this.#position + (pair ? 2 : 1) });
    this.#position += pair ? 2 : 1;
    this.#index += pair ? 2 : 1;
    this.column = 0;
    this.line += 1;
  }

  skipBlanks(): void {
    while (isBlank(this.peek())) this.skip();
  }

  skipToBreak(): void {
    const start = this.#position;
    while (!isBreakOrEnd(this.peek())) this.skip();
    if (this.joining) this.joints.push({ start, end: this.#position });
  }

  /** `---` or `...` at the first column, with white space behind it. */
  isDocumentIndicator(char: '-' | '.'): boolean {
    return (
      this.column === 0 && this.peek() === char && this.peek(1) === char && this.peek(2) === char && isSpaceOrEnd(this.peek(3))
    );
  }

  isAnyDocumentIndicator(): boolean {
    this.read(INDICATOR_LENGTH);
    return this.isDocumentIndicator('-') || this.isDocumentIndicator('.');
  }

  fail(problem: string, context?: Mark): never {
    throw new GoYamlError('scanner', problem, this.mark, context);
  }
}

/** Where the chunk begins that a character is in. */
function chunkStart(text: string, offset: number): number {
  let start = 0;
  let bytes = 0;
  for (let at = 0; at <= offset;) {
    const code = text.codePointAt(at) ?? 0;
    bytes += byteLength(code);
    if (bytes > CHUNK) {
      start = at;
      bytes = byteLength(code);
    }
    at += code > 0xffff ? 2 : 1;
  }
  return start;
}
