/**
 * Upstream: vendor/go.yaml.in/yaml/v2/{readerc,scannerc,yamlprivateh}.go (v1.36.4): moving through the text, which is read
 * already.
 */
import { isBlank, isBreak, isBreakOrEnd, isSpaceOrEnd } from './characters';
import type { TextRange } from '../source';
import { GoYamlError, type Mark } from './mark';

/** A position in the text that moves forward and counts lines and columns. */
export class Reader {
  readonly #text: string;
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
    this.#text = text;
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
    return this.#text[this.#position + ahead] ?? '\0';
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
    return this.isDocumentIndicator('-') || this.isDocumentIndicator('.');
  }

  fail(problem: string, context?: Mark): never {
    throw new GoYamlError('scanner', problem, this.mark, context);
  }
}
