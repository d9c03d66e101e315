import { GoYamlError } from './goYamlCursor';
import { GoYamlScanner } from './goYamlScanner';
import type { Token, TokenKind } from './goYamlScanner';

/** Deeper nesting is refused before this is asked. */
const MAX_DEPTH = 1000;
const CONTROL = /[^\t\n\r\x20-\x7e\u0085\u00a0-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;

/** What kubectl's YAML parser says about a document that it cannot read, such as `line 4: did not find expected key`. */
export function goYamlProblem(text: string): string | undefined {
  if (CONTROL.test(text)) return 'control characters are not allowed';
  try {
    new Grammar(new GoYamlScanner(text)).document();
    return undefined;
  } catch (error) {
    if (error instanceof GoYamlError) return error.message;
    throw error;
  }
}

/** The grammar of one document. Only the scanner counts lines from 1; the parser's numbers are one less, a quirk that users see. */
class Grammar {
  private readonly scanner: GoYamlScanner;
  private readonly anchors = new Set<string>();
  private depth = 0;

  constructor(scanner: GoYamlScanner) {
    this.scanner = scanner;
  }

  document(): void {
    while (this.is('document-end')) this.scanner.skip();
    if (this.is('stream-end')) return;
    let directives = 0;
    while (this.is('directive')) {
      directives++;
      this.scanner.skip();
    }
    if (this.is('document-start')) this.scanner.skip();
    else if (directives > 0) this.fail('did not find expected <document start>');
    if (!this.is('document-start', 'document-end', 'stream-end', 'directive')) this.node('block');
    // What follows belongs to the next document; the parser looks one token ahead all the same.
    this.scanner.peek();
  }

  private is(...kinds: readonly TokenKind[]): boolean {
    return kinds.includes(this.scanner.peek().kind);
  }

  private fail(problem: string, token: Token = this.scanner.peek()): never {
    const where = token.line === 0 ? '' : `line ${token.line}: `;
    throw new GoYamlError(`${where}${problem}`);
  }

  private node(context: 'block' | 'flow' | 'indentless'): void {
    if (++this.depth > MAX_DEPTH) this.fail('exceeded max depth');
    if (this.is('alias')) this.alias();
    else this.content(context, this.properties());
    this.depth--;
  }

  private alias(): void {
    const name = this.scanner.peek().text ?? '';
    if (!this.anchors.has(name)) throw new GoYamlError(`unknown anchor '${name}' referenced`);
    this.scanner.skip();
  }

  private properties(): boolean {
    let found = false;
    while (this.is('anchor', 'tag')) {
      const { kind, text } = this.scanner.peek();
      if (kind === 'anchor' && text !== undefined) this.anchors.add(text);
      found = true;
      this.scanner.skip();
    }
    return found;
  }

  private content(context: 'block' | 'flow' | 'indentless', hasProperties: boolean): void {
    const { kind } = this.scanner.peek();
    if (context === 'indentless' && kind === 'block-entry') this.indentlessSequence();
    else if (kind === 'scalar') this.scanner.skip();
    else if (kind === 'flow-sequence-start') this.flowSequence();
    else if (kind === 'flow-mapping-start') this.flowMapping();
    else if (context !== 'flow' && kind === 'block-sequence-start') this.blockSequence();
    else if (context !== 'flow' && kind === 'block-mapping-start') this.blockMapping();
    else if (!hasProperties) this.fail('did not find expected node content');
  }

  private blockSequence(): void {
    this.scanner.skip();
    while (this.is('block-entry')) {
      this.scanner.skip();
      if (!this.is('block-entry', 'block-end')) this.node('block');
    }
    if (!this.is('block-end')) this.fail("did not find expected '-' indicator");
    this.scanner.skip();
  }

  private indentlessSequence(): void {
    while (this.is('block-entry')) {
      this.scanner.skip();
      if (!this.is('block-entry', 'key', 'value', 'block-end')) this.node('block');
    }
  }

  private blockMapping(): void {
    this.scanner.skip();
    while (this.is('key', 'value')) {
      if (this.is('key')) {
        this.scanner.skip();
        if (!this.is('key', 'value', 'block-end')) this.node('indentless');
      }
      if (!this.is('value')) continue;
      this.scanner.skip();
      if (!this.is('key', 'value', 'block-end')) this.node('indentless');
    }
    if (!this.is('block-end')) this.fail('did not find expected key');
    this.scanner.skip();
  }

  private flowSequence(): void {
    this.scanner.skip();
    for (let first = true; !this.is('flow-sequence-end'); first = false) {
      if (!first) this.flowEntry("did not find expected ',' or ']'");
      if (this.is('flow-sequence-end')) break;
      if (this.is('key')) this.singlePair();
      else this.node('flow');
    }
    this.scanner.skip();
  }

  private flowEntry(problem: string): void {
    if (!this.is('flow-entry')) this.fail(problem);
    this.scanner.skip();
  }

  private singlePair(): void {
    this.scanner.skip();
    if (!this.is('value', 'flow-entry', 'flow-sequence-end')) this.node('flow');
    if (!this.is('value')) return;
    this.scanner.skip();
    if (!this.is('flow-entry', 'flow-sequence-end')) this.node('flow');
  }

  private flowMapping(): void {
    this.scanner.skip();
    for (let first = true; !this.is('flow-mapping-end'); first = false) {
      if (!first) this.flowEntry("did not find expected ',' or '}'");
      if (this.is('flow-mapping-end')) break;
      this.flowPair();
    }
    this.scanner.skip();
  }

  private flowPair(): void {
    if (this.is('key')) {
      this.scanner.skip();
      if (!this.is('value', 'flow-entry', 'flow-mapping-end')) this.node('flow');
    } else if (!this.is('value')) {
      this.node('flow');
      return;
    }
    if (!this.is('value')) return;
    this.scanner.skip();
    if (!this.is('flow-entry', 'flow-mapping-end')) this.node('flow');
  }
}
