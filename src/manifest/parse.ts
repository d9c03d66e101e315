import { isAlias, isMap, isSeq, type Node, type Scalar, type YAMLMap, type YAMLSeq } from 'yaml';
import { finished, type Slices } from '../model/slices';
import { readCommonYaml } from './commonYaml';
import { compose, CORE, hasContents, isEmptyScalar, MAX_DEPTH, MAX_PROBLEMS, TOO_DEEP, TOO_LARGE } from './compose';
import { resolveTaggedScalar } from './dialect';
import { GoLexer, keepWithKey } from './goLexer';
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

/** Values after all aliases are written out; a Deployment has a few hundred. */
const MAX_EXPANDED = 500_000;
/** About 16,000 lines in one document. Texts without line breaks count as one, however long. */
const MAX_SIZE = 100_000;
/** What is not written as most is takes `yaml` longer, and a bracket longer than other marks. */
const MAX_UNCOMMON = 65_000;

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
  const lexer = new GoLexer(text, most, false);
  const strict = yield* compose(lexer, most);
  // Less indented than `yaml` asks for may be fine; while somebody types the first reading says more.
  const isSuspect =
    lexer.asksForIndentation && strict.documents.some(({ errors }) => errors.some(({ code }) => UNENDED.has(code)));
  const loose = isSuspect ? yield* compose(new GoLexer(text, most, true), most) : strict;
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

/** The parser may point one beyond the end. */
function problemAt(text: string, [from, to]: readonly [number, number], message: string): SyntaxProblem {
  const start = Math.min(from, text.length);
  return { start, end: Math.min(Math.max(to, start), text.length), message };
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
