/** Thrown inside the files of this scanner only; `goYamlProblem` catches it. */
export class GoYamlError extends Error {}

/** A place in a text that counts lines and columns as go.yaml.in/yaml/v2 does. */
export class GoYamlCursor {
  index = 0;
  line = 0;
  column = 0;
  private readonly text: string;

  constructor(text: string) {
    this.text = text.startsWith('\uFEFF') ? text.slice(1) : text;
  }

  /** What the scanner says when it cannot go on; it counts lines from 1. */
  fail(problem: string): never {
    throw new GoYamlError(`line ${this.line + 1}: ${problem}`);
  }

  at(offset = 0): string {
    return this.text.charAt(this.index + offset);
  }

  isEnd(): boolean {
    return this.index >= this.text.length;
  }

  isBreak(offset = 0): boolean {
    return /^[\r\n\u0085\u2028\u2029]$/.test(this.at(offset));
  }

  isBlank(offset = 0): boolean {
    return this.at(offset) === ' ' || this.at(offset) === '\t';
  }

  isBlankOrEnd(offset = 0): boolean {
    return this.at(offset) === '' || this.isBlank(offset) || this.isBreak(offset);
  }

  isDocumentIndicator(indicator: string): boolean {
    return this.column === 0 && this.text.startsWith(indicator, this.index) && this.isBlankOrEnd(3);
  }

  isAnyDocumentIndicator(): boolean {
    return this.isDocumentIndicator('---') || this.isDocumentIndicator('...');
  }

  next(length: number): string {
    return this.text.slice(this.index, this.index + length);
  }

  advance(count = 1): void {
    for (let step = 0; step < count; step++) {
      this.index += (this.text.codePointAt(this.index) ?? 0) > 0xffff ? 2 : 1;
      this.column++;
    }
  }

  skipBreak(): void {
    this.index += this.at() === '\r' && this.at(1) === '\n' ? 2 : 1;
    this.column = 0;
    this.line++;
  }

  skipLine(): void {
    while (!this.isEnd() && !this.isBreak()) this.advance();
  }

  /** The characters of a class, which are passed over. */
  take(allowed: RegExp): string {
    let taken = '';
    while (allowed.test(this.at())) {
      taken += this.at();
      this.advance();
    }
    return taken;
  }
}
