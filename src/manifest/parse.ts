import {
  Composer,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  Lexer,
  Parser,
  Scalar,
  Schema,
  type Document,
  type Node,
  type ParseOptions,
  type DocumentOptions,
  type SchemaOptions,
  type ScalarTag,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import { finished, type Slices } from '../model/slices';
import { readCommonYaml } from './commonYaml';
import { BOOLEAN_TEXT, NULL_TEXT, NUMBER_START, resolvePlainScalar, resolveTaggedScalar } from './dialect';
import { keepWithKey, likeGo, loosened } from './goLexer';
import { emptyScalar, type ScalarValue, type SourceEntry, type SourceNode, type TextRange } from './source';
import { overlapsSpan } from './templateMarks';

/** A place where the text is not YAML. */
export interface SyntaxProblem extends TextRange {
  readonly message: string;
}

export interface ParsedText {
  readonly root: SourceNode | undefined;
  readonly problems: readonly SyntaxProblem[];
  /** How much there was to read: words, marks, blanks and line ends, of which a line has about five. */
  readonly size: number;
  /** Why nothing is said about this text although it may be fine. */
  readonly refused: string | undefined;
  /** The first text that is not what its tag says. The grammar has no objection, kubectl stops there. */
  readonly undecodable?: SyntaxProblem | undefined;
  /** Where begins what kubectl leaves out: the document ends before its text does. */
  readonly unread?: TextRange | undefined;
}

/** Deeper than any manifest, and far from the end of the stack. */
const MAX_DEPTH = 200;
const TOO_DEEP = 'nested too deeply';
const TOO_LARGE = 'the document is longer than anything that is applied';
/** Values after all aliases are written out; a Deployment has a few hundred. */
const MAX_EXPANDED = 500_000;
const MAX_PROBLEMS = 20;
/** About 16,000 lines in one document. Texts without line breaks count as one, however long. */
const MAX_SIZE = 100_000;
/** What is not written as most is takes `yaml` longer, and a bracket longer than other marks. */
const MAX_UNCOMMON = 80_000;
const PER_BRACKET = 3;

const CORE = 'tag:yaml.org,2002:';

/** Kubernetes' scalars as tags for `yaml`'s failsafe schema. */
const KUBERNETES_SCALARS: readonly ScalarTag[] = [
  { tag: `${CORE}null`, default: true, test: NULL_TEXT, resolve: () => new Scalar(null) },
  { tag: `${CORE}bool`, default: true, test: BOOLEAN_TEXT, resolve: (text) => resolvePlainScalar(text) },
  { tag: `${CORE}int`, default: true, test: NUMBER_START, resolve: (text) => resolvePlainScalar(text) },
  { tag: `${CORE}float`, test: NUMBER_START, resolve: (text) => resolvePlainScalar(text) },
];

/** Made once: a schema of its own for each document costs more than a small document. */
const SCHEMA = new Schema({ schema: 'failsafe', customTags: [...KUBERNETES_SCALARS, 'map', 'seq'], resolveKnownTags: false });

const OPTIONS: ParseOptions & DocumentOptions & SchemaOptions = {
  schema: SCHEMA,
  uniqueKeys: false,
  strict: false,
  prettyErrors: false,
  logLevel: 'silent',
  keepSourceTokens: false,
};

/** Reads the text of one document. `spans` are the template expressions in it, which make a scalar unknown. Never throws. */
export function parseText(text: string, spans: readonly TextRange[] = []): ParsedText {
  return finished(parseTextInSlices(text, spans));
}

/** The same for whoever must not be held up for long. `most`: how long what is written as most are may be; of all else, less. */
export function* parseTextInSlices(text: string, spans: readonly TextRange[] = [], most = MAX_SIZE): Slices<ParsedText> {
  const common = readCommonYaml(text, spans, most);
  if (common === undefined) return yield* parseOnce(text, spans, most > MAX_SIZE ? MAX_SIZE : MAX_UNCOMMON);
  if (common === 'too long') return { root: undefined, problems: [], size: most + 1, refused: TOO_LARGE };
  return { ...common, problems: [], refused: undefined };
}

/** Quotes and brackets that seem to have no end. */
const UNENDED: ReadonlySet<string> = new Set(['MISSING_CHAR', 'BAD_INDENT']);

/** Several look at one text, one after the other: what took long the last time is not done again. */
let last: { readonly text: string; readonly most: number; readonly parsed: ParsedText } | undefined;

function* parseOnce(text: string, spans: readonly TextRange[], most: number): Slices<ParsedText> {
  if (spans.length > 0) return yield* parseUncommon(text, spans, most);
  if (last?.most !== most || last.text !== text) last = { text, most, parsed: yield* parseUncommon(text, spans, most) };
  return last.parsed;
}

function* parseUncommon(text: string, spans: readonly TextRange[], most: number): Slices<ParsedText> {
  const strict = yield* compose(text, most, likeGo(new Lexer()));
  // Less indented than `yaml` asks for may be fine; while somebody types the first reading says more.
  const isSuspect = strict.documents.some(({ errors }) => errors.some(({ code }) => UNENDED.has(code)));
  const loose = isSuspect ? yield* compose(text, most, loosened(likeGo(new Lexer()))) : strict;
  const { documents, size, refused } = loose.documents.some(({ errors }) => errors.length > 0) ? strict : loose;
  const nothing: ParsedText = { root: undefined, problems: [], size, refused };
  if (refused !== undefined) return nothing;
  const document = documents.find(hasContents) ?? documents[0];
  if (document === undefined) return nothing;
  const problems = document.errors.slice(0, MAX_PROBLEMS).map(({ pos, message }) => problemAt(text, pos, message));
  const reader = new TreeReader(text, spans);
  const root = document.contents === null ? undefined : reader.read(document.contents, 0);
  if (reader.refused !== undefined) return { ...nothing, refused: reader.refused };
  return { root, problems, size, refused: undefined, undecodable: reader.undecodable };
}

interface Composed {
  readonly documents: readonly Document.Parsed[];
  readonly size: number;
  readonly refused: string | undefined;
}

/**
 * What `parseAllDocuments` does, but no further than is good: `yaml` calls itself for each level of nesting, on some engines
 * until the process is gone, and needs microseconds for each mark.
 */
function* compose(text: string, most: number, lexer: Lexer): Slices<Composed> {
  for (const slices = composeWithin(text, most, lexer); ;) {
    // Who called is written down for each mistake, which costs more than to find it.
    const { stackTraceLimit } = Errors;
    Errors.stackTraceLimit = 0;
    try {
      const { done, value } = slices.next();
      if (done === true) return value;
    } catch {
      return { documents: [], size: text.length, refused: 'its structure cannot be read' };
    } finally {
      Errors.stackTraceLimit = stackTraceLimit;
    }
    yield;
  }
}

/** V8's, which some engines do not have. */
const Errors = Error as { stackTraceLimit?: number | undefined };

/** Some milliseconds. */
const SLICE_SIZE = 5_000;

function* composeWithin(text: string, most: number, lexer: Lexer): Slices<Composed> {
  const parser = new Parser();
  const composer = new Composer(OPTIONS);
  const documents: Document.Parsed[] = [];
  let size = 0;
  let cost = 0;
  let mistakes = 0;
  const refuse = (refused: string): Composed => ({ documents: [], size, refused });
  for (const lexeme of lexer.lex(text)) {
    size += 1;
    cost += lexeme === '{' || lexeme === '[' ? PER_BRACKET : 1;
    if (cost > most) return refuse(TOO_LARGE);
    for (const token of parser.next(lexeme)) {
      if (token.type === 'error') mistakes += 1;
      // Each costs as much as a line, and nobody reads the hundredth.
      if (token.type !== 'error' || mistakes <= MAX_PROBLEMS) documents.push(...composer.next(token));
    }
    // kubectl reads no further than its first document either.
    if (hasContents(documents.at(-1))) return { documents, size, refused: undefined };
    if (parser.stack.length > MAX_DEPTH) return refuse(TOO_DEEP);
    if (size % SLICE_SIZE === 0) yield;
  }
  for (const token of parser.end()) documents.push(...composer.next(token));
  documents.push(...composer.end());
  return { documents, size, refused: undefined };
}

/** The parser may point one beyond the end. */
function problemAt(text: string, [from, to]: readonly [number, number], message: string): SyntaxProblem {
  const start = Math.min(from, text.length);
  return { start, end: Math.min(Math.max(to, start), text.length), message };
}

function hasContents(document: Document.Parsed | undefined): boolean {
  return document !== undefined && document.contents !== null && !isEmptyScalar(document.contents);
}

function isEmptyScalar(node: unknown): node is Scalar {
  return isScalar(node) && node.value === null && node.range?.[0] === node.range?.[1];
}

interface Sized {
  readonly node: SourceNode;
  readonly size: number;
}

/** Turns `yaml`'s nodes into ours, with guards against what expands or nests without end. */
class TreeReader {
  refused: string | undefined;
  undecodable: SyntaxProblem | undefined;
  readonly #anchors = new Map<string, Sized>();
  /** Anchors whose values are being read. */
  readonly #open = new Set<string>();
  readonly #text: string;
  readonly #spans: readonly TextRange[];
  #expanded = 0;

  constructor(text: string, spans: readonly TextRange[]) {
    this.#text = text;
    this.#spans = spans;
  }

  read(node: Node, depth: number): SourceNode {
    const [start, end] = node.range ?? [0, 0];
    if (depth > MAX_DEPTH) return this.#refuse(TOO_DEEP, start);
    if (isAlias(node)) return this.#readAlias(node.source, start, end);
    const firstKey = isMap(node) ? node.items[0]?.key : undefined;
    if (isMap(node) && isEmptyScalar(firstKey)) keepWithKey(node, firstKey, this.#text);
    const before = this.#expanded;
    this.#expanded += 1;
    const anchor = (node as { anchor?: string }).anchor;
    if (anchor !== undefined) this.#open.add(anchor);
    const result = this.#readValue(node, start, end, depth);
    if (anchor !== undefined) {
      this.#open.delete(anchor);
      this.#anchors.set(anchor, { node: result, size: this.#expanded - before });
    }
    return result;
  }

  #readValue(node: Node, start: number, end: number, depth: number): SourceNode {
    if (isMap(node)) return this.#readMap(node, start, end, depth);
    if (isSeq(node)) return this.#readSequence(node, start, end, depth);
    return this.#readScalar(node as Scalar, start, end);
  }

  #readAlias(name: string, start: number, end: number): SourceNode {
    if (this.#open.has(name)) return this.#refuse(`anchor '${name}' value contains itself`, start);
    const target = this.#anchors.get(name);
    if (target === undefined) return this.#refuse(`the alias *${name.slice(0, 40)} has no anchor before it`, start);
    this.#expanded += target.size;
    if (this.#expanded > MAX_EXPANDED) return this.#refuse('its aliases expand to too many values', start);
    const { node } = target;
    if (node.kind !== 'scalar') return { ...node, start, end };
    return { ...node, written: node.written ?? { start: node.start, end: node.end }, start, end };
  }

  #readScalar(node: Scalar, start: number, end: number): SourceNode {
    const value = node.value as ScalarValue;
    const templated = this.#spans.length > 0 && overlapsSpan(this.#spans, start, end);
    const scalar: SourceNode = { kind: 'scalar', value, plain: node.type === 'PLAIN', templated, start, end };
    if (node.tag === undefined) return scalar;
    const tagged = { tag: node.tag, text: node.source ?? '' };
    const { value: read, problem } = resolveTaggedScalar(tagged.tag, tagged.text);
    // What a template fills in may well be what the tag says.
    if (problem !== undefined && !templated) this.undecodable ??= { start, end, message: problem };
    return { ...scalar, value: read, tagged };
  }

  #readSequence(node: YAMLSeq, start: number, end: number, depth: number): SourceNode {
    const items = node.items.map((item) => this.read(item as Node, depth + 1));
    return { kind: 'sequence', items, flow: node.flow === true, open: false, start, end };
  }

  #readMap(node: YAMLMap, start: number, end: number, depth: number): SourceNode {
    const entries: SourceEntry[] = [];
    for (const pair of node.items) {
      const key = this.read(pair.key as Node, depth + 1);
      const keyRange = { start: key.start, end: key.end };
      const value =
        pair.value === null || pair.value === undefined ? emptyScalar(key.end) : this.read(pair.value as Node, depth + 1);
      const merge = isMergeKey(pair.key as Node);
      const entry = { key: keyText(key), keyRange, value, merge, templated: key.kind === 'scalar' && key.templated };
      entries.push(key.kind === 'scalar' && key.value !== null ? entry : { ...entry, keyNode: key });
    }
    const open = entries.some((entry) => entry.templated);
    return { kind: 'map', entries, flow: node.flow === true, open, start, end };
  }

  #refuse(reason: string, at: number): SourceNode {
    this.refused ??= reason;
    return emptyScalar(at);
  }
}

/** `<<` without quotes and without another tag; `!!merge <<` is what tools write that rewrite a file. */
function isMergeKey(node: Node): boolean {
  const { value, type, tag } = node as Scalar;
  return value === '<<' && (tag === undefined ? type === 'PLAIN' : tag === '!' || tag === `${CORE}merge`);
}

/** JSON has text keys only: numbers and booleans are written out, as sigs.k8s.io/yaml does. */
function keyText(key: SourceNode): string {
  return key.kind === 'scalar' ? String(key.value) : '';
}
