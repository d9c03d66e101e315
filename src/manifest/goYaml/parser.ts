/** Upstream: vendor/go.yaml.in/yaml/v2/{parserc,decode}.go (v1.36.4): what is an error; no events and no nodes are made. */
import { finished, type Slices } from '../../model/slices';
import type { TextRange } from '../source';
import { GoYamlError, NOWHERE, type Mark } from './mark';
import { Reader } from './reader';
import { Scanner } from './scanner';
import type { State, Token, TokenType } from './tokens';

/**
 * What go.yaml.in/yaml/v2, the library in kubectl and the API server, says about the first document of a text that it cannot
 * read, word for word; undefined where it reads it. It reads no further than the first document's end.
 */
export function goYamlProblem(text: string): string | undefined {
  return finished(goYamlProblemInSlices(text));
}

/** The same for whoever must not be held up for long. */
export function* goYamlProblemInSlices(text: string): Slices<string | undefined> {
  return (yield* read(text)).problem;
}

/** Ours: what of a text its first document is. */
export interface FirstDocument {
  /** Where it goes on in another line whatever the indentation there. */
  readonly joints: readonly TextRange[];
  /** What is behind it is read by nobody. */
  readonly end: number;
}

/** Undefined where it cannot be read. */
export function goYamlExtent(text: string): FirstDocument | undefined {
  return finished(read(text)).extent;
}

function* read(text: string): Slices<{ readonly problem?: string; readonly extent?: FirstDocument }> {
  const parser = new GoYamlParser(text);
  try {
    yield* parser.readDocument();
    return { extent: parser.extent };
  } catch (error) {
    if (error instanceof GoYamlError) return { problem: error.message };
    throw error;
  }
}

/** Some milliseconds. */
const SLICE_STEPS = 2_000;

/** The grammar over the scanner's tokens, with a stack of states instead of recursion, so that depth is no danger. */
class GoYamlParser {
  readonly #reader: Reader;
  readonly #scanner: Scanner;
  readonly #states: State[] = [];
  /** Where the open collections begin. */
  readonly #marks: Mark[] = [];
  readonly #anchors = new Set<string>();
  readonly #handles = new Set(['!', '!!']);

  constructor(text: string) {
    this.#reader = new Reader(text);
    this.#scanner = new Scanner(this.#reader);
  }

  get extent(): FirstDocument {
    const { type, start } = this.#scanner.peek();
    const end = type === 'streamEnd' ? Number.POSITIVE_INFINITY : start.index;
    return { joints: this.#reader.joints, end: this.#reader.offsetOf(end) };
  }

  *readDocument(): Slices<void> {
    this.#scanner.take();
    const { type } = this.#scanner.peek();
    if (type === 'streamEnd') return;
    const explicit = type === 'versionDirective' || type === 'tagDirective' || type === 'documentStart';
    if (explicit) this.#readDocumentStart();
    this.#states.push('documentEnd');
    if (!explicit || !this.#isNext('versionDirective', 'tagDirective', 'documentStart', 'documentEnd', 'streamEnd'))
      this.#readNode(true, false);
    let steps = 0;
    for (let state = this.#states.pop(); state !== undefined; state = this.#states.pop()) {
      this.#step(state);
      steps += 1;
      if (steps % SLICE_STEPS === 0) yield;
    }
  }

  #readDocumentStart(): void {
    let version = false;
    while (this.#isNext('versionDirective', 'tagDirective')) {
      const token = this.#scanner.take();
      if (token.type === 'versionDirective') {
        if (version) throw new GoYamlError('parser', 'found duplicate %YAML directive', token.start);
        if (token.text !== '1.1') throw new GoYamlError('parser', 'found incompatible YAML document', token.start);
        version = true;
      } else {
        this.#handles.add(token.text);
      }
    }
    if (!this.#isNext('documentStart'))
      throw new GoYamlError('parser', 'did not find expected <document start>', this.#scanner.peek().start);
    this.#scanner.take();
  }

  #isNext(...types: readonly TokenType[]): boolean {
    return types.includes(this.#scanner.peek().type);
  }

  #step(state: State): void {
    switch (state) {
      case 'documentEnd':
        // One token more is read to see that the document ends here.
        this.#scanner.peek();
        return;
      case 'blockSequenceEntry':
        this.#readBlockSequenceEntry();
        return;
      case 'indentlessSequenceEntry':
        this.#readIndentlessSequenceEntry();
        return;
      case 'blockMappingKey':
        this.#readBlockMappingKey();
        return;
      case 'blockMappingValue':
        this.#readBlockMappingValue();
        return;
      case 'flowSequenceFirst':
      case 'flowSequenceEntry':
        this.#readFlowSequenceEntry(state === 'flowSequenceFirst');
        return;
      case 'flowPairKey':
        this.#readFlowPairKey();
        return;
      case 'flowPairValue':
        this.#readFlowValue('flowPairEnd', 'flowSequenceEnd');
        return;
      case 'flowPairEnd':
        this.#states.push('flowSequenceEntry');
        return;
      case 'flowMappingFirst':
      case 'flowMappingKey':
        this.#readFlowMappingKey(state === 'flowMappingFirst');
        return;
      case 'flowMappingValue':
        this.#readFlowValue('flowMappingKey', 'flowMappingEnd');
        return;
      case 'flowMappingEmptyValue':
        this.#states.push('flowMappingKey');
        return;
    }
  }

  #readNode(block: boolean, indentless: boolean): void {
    const start = this.#scanner.peek().start;
    if (this.#isNext('alias')) {
      this.#checkAlias(this.#scanner.take());
      return;
    }
    const hasProperties = this.#readProperties(start);
    const token = this.#scanner.peek();
    if (indentless && token.type === 'blockEntry') this.#states.push('indentlessSequenceEntry');
    else if (token.type === 'scalar') this.#scanner.take();
    else if (token.type === 'flowSequenceStart') {
      this.#open();
      this.#states.push('flowSequenceFirst');
    } else if (token.type === 'flowMappingStart') {
      this.#open();
      this.#states.push('flowMappingFirst');
    } else if (block && token.type === 'blockSequenceStart') {
      this.#open();
      this.#states.push('blockSequenceEntry');
    } else if (block && token.type === 'blockMappingStart') {
      this.#open();
      this.#states.push('blockMappingKey');
    } else if (!hasProperties) throw new GoYamlError('parser', 'did not find expected node content', token.start, start);
  }

  #checkAlias({ text }: Token): void {
    if (this.#anchors.has(text)) return;
    throw new GoYamlError('parser', `unknown anchor '${text}' referenced`, NOWHERE);
  }

  /** An anchor and a tag, in either order. */
  #readProperties(start: Mark): boolean {
    let found = false;
    const seen = new Set<TokenType>();
    while (this.#isNext('anchor', 'tag') && !seen.has(this.#scanner.peek().type)) {
      const token = this.#scanner.take();
      seen.add(token.type);
      found = true;
      if (token.type === 'anchor') this.#anchors.add(token.text);
      else if (token.text !== '' && !this.#handles.has(token.text)) {
        throw new GoYamlError('parser', 'found undefined tag handle', token.start, start);
      }
    }
    return found;
  }

  #open(): void {
    this.#marks.push(this.#scanner.take().start);
  }

  #close(): void {
    this.#scanner.take();
    this.#marks.pop();
  }

  #fail(problem: string): never {
    throw new GoYamlError('parser', problem, this.#scanner.peek().start, this.#marks.at(-1));
  }

  #readBlockSequenceEntry(): void {
    if (this.#isNext('blockEntry')) {
      this.#scanner.take();
      this.#states.push('blockSequenceEntry');
      if (!this.#isNext('blockEntry', 'blockEnd')) this.#readNode(true, false);
    } else if (this.#isNext('blockEnd')) this.#close();
    else this.#fail("did not find expected '-' indicator");
  }

  #readIndentlessSequenceEntry(): void {
    if (!this.#isNext('blockEntry')) return;
    this.#scanner.take();
    this.#states.push('indentlessSequenceEntry');
    if (!this.#isNext('blockEntry', 'key', 'value', 'blockEnd')) this.#readNode(true, false);
  }

  #readBlockMappingKey(): void {
    if (this.#isNext('key')) {
      this.#scanner.take();
      this.#states.push('blockMappingValue');
      if (!this.#isNext('key', 'value', 'blockEnd')) this.#readNode(true, true);
    } else if (this.#isNext('blockEnd')) this.#close();
    else this.#fail('did not find expected key');
  }

  #readBlockMappingValue(): void {
    this.#states.push('blockMappingKey');
    if (!this.#isNext('value')) return;
    this.#scanner.take();
    if (!this.#isNext('key', 'value', 'blockEnd')) this.#readNode(true, true);
  }

  #readFlowSequenceEntry(first: boolean): void {
    if (!this.#isNext('flowSequenceEnd')) {
      if (!first) this.#readSeparator("did not find expected ',' or ']'");
      if (this.#isNext('key')) {
        this.#scanner.take();
        this.#states.push('flowPairKey');
        return;
      }
      if (!this.#isNext('flowSequenceEnd')) {
        this.#states.push('flowSequenceEntry');
        this.#readNode(false, false);
        return;
      }
    }
    this.#close();
  }

  #readSeparator(problem: string): void {
    if (!this.#isNext('flowEntry')) this.#fail(problem);
    this.#scanner.take();
  }

  #readFlowPairKey(): void {
    this.#states.push('flowPairValue');
    if (!this.#isNext('value', 'flowEntry', 'flowSequenceEnd')) this.#readNode(false, false);
    // QUIRK: where the key is missing, the token behind it is lost.
    else this.#scanner.take();
  }

  #readFlowValue(next: State, end: TokenType): void {
    this.#states.push(next);
    if (!this.#isNext('value')) return;
    this.#scanner.take();
    if (!this.#isNext('flowEntry', end)) this.#readNode(false, false);
  }

  #readFlowMappingKey(first: boolean): void {
    if (!this.#isNext('flowMappingEnd')) {
      if (!first) this.#readSeparator("did not find expected ',' or '}'");
      if (this.#isNext('key')) {
        this.#scanner.take();
        this.#states.push('flowMappingValue');
        if (!this.#isNext('value', 'flowEntry', 'flowMappingEnd')) this.#readNode(false, false);
        return;
      }
      if (!this.#isNext('flowMappingEnd')) {
        this.#states.push('flowMappingEmptyValue');
        this.#readNode(false, false);
        return;
      }
    }
    this.#close();
  }
}
