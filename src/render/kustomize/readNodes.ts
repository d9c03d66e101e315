/**
 * Upstream: kyaml/kio/byteio_reader.go, api/resource/factory.go, kyaml/yaml/rnode.go (kustomize v5.8.1): the objects of a text.
 * Ours: every node knows its place, and what was parsed is kept for the text.
 */
import { finished, type Slices } from '../../model/slices';
import { fitted } from '../../model/copies';
import { shortTag } from '../../manifest/dialect';
import { goYamlProblem } from '../../manifest/goYaml/parser';
import { parseText, parseTextInSlices, type ParsedText } from '../../manifest/parse';
import type { SourceMap, SourceNode, SourceScalar } from '../../manifest/source';
import { isSliceFull, requireSteps, spend } from './effort';
import { KustomizeError } from './error';
import { KustFile } from './kustomization';
import { NULL_TAG, RNode, STRING_TAG, fieldNames, getField, getValue, isMissingOrNull, isNilOrEmpty, type Source } from './rnode';
import { resolveTag } from './scalars';
import { normalize } from './toJson';

interface Chunk {
  readonly start: number;
  readonly text: string;
  readonly parsed: ParsedText;
  readonly error: string | undefined;
}

/** Characters of text whose trees are kept in any case. */
const MOST_KEPT = 2_000_000;
/** What none of the last builds has asked for goes when that is exceeded: each edit of a large file leaves a tree behind. */
const BUILDS_KEPT = 12;

interface Kept {
  readonly chunks: readonly Chunk[];
  /** The last build that asked for it. */
  readonly build: number;
}

/** Keeps what was parsed, by text: a build reads the same files again after every edit. */
export class ParseCache {
  readonly #documents = new Map<string, Kept>();
  #size = 0;
  #build = 0;
  readonly #kustFiles = new Map<string, { readonly text: string; readonly file: KustFile }>();
  readonly #most: number;

  constructor(most = 2_000) {
    this.#most = most;
  }

  /** A kustomization, read once for its text. */
  kustFile(path: string, text: string): KustFile {
    const known = this.#kustFiles.get(path);
    if (known?.text === text) return known.file;
    const file = new KustFile(path, text);
    this.#kustFiles.set(path, { text, file });
    return file;
  }

  /** Characters of the texts that are kept. */
  get size(): number {
    return this.#size;
  }

  beginBuild(): void {
    this.#build += 1;
  }

  *chunksOf(text: string): Slices<readonly Chunk[]> {
    const known = this.#documents.get(text);
    // Kept or not: the same build ends at the same place.
    known?.chunks.forEach(pay);
    const chunks = known?.chunks ?? (yield* parseChunks(text));
    // The newest stand last. Another build may have read it in between.
    const isNew = !this.#documents.delete(text);
    if (isNew) this.#size += text.length;
    this.#documents.set(text, { chunks, build: this.#build });
    if (isNew) this.#dropOld();
    return chunks;
  }

  /** What is read as a whole, however many documents are in it. */
  *parsed(text: string): Slices<ParsedText> {
    const [chunk, ...more] = hasSeparator(text) ? [] : yield* this.chunksOf(text);
    return chunk === undefined || more.length > 0 ? parseText(text) : chunk.parsed;
  }

  #dropOld(): void {
    for (const [text, { build }] of this.#documents) {
      const isOld = this.#size > MOST_KEPT && build < this.#build - BUILDS_KEPT;
      if (!isOld && this.#documents.size <= this.#most) return;
      this.#documents.delete(text);
      this.#size -= text.length;
    }
  }
}

/** No object is read, built and written with less, and each takes memory besides: there are 5,000 at most. */
const LEAST_STEPS = 1_600;

function* parseChunks(text: string): Slices<readonly Chunk[]> {
  const chunks: Chunk[] = [];
  const documents = splitDocuments(text);
  requireSteps(documents.length * LEAST_STEPS);
  for (const [start, end] of documents) {
    const chunk = yield* parseChunk(text.slice(start, end), start);
    pay(chunk);
    chunks.push(chunk);
    if (isSliceFull()) yield;
  }
  return chunks;
}

/** What it costs to read it: long texts in it are cheap. */
function pay({ parsed }: Chunk): void {
  spend(parsed.size);
}

/** 50,000 lines: definitions of custom resources that hold half of the API are parts of many overlays. */
const LONGEST_OBJECT = 300_000;

function* parseChunk(text: string, start: number): Slices<Chunk> {
  const parsed = yield* parseTextInSlices(text, [], LONGEST_OBJECT);
  const error = parsed.refused ?? (parsed.problems.length > 0 ? (goYamlProblem(text) ?? undefined) : undefined);
  return { start, text, parsed, error };
}

const hasSeparator = (text: string): boolean => text.startsWith('---') || text.includes('\n---');

const SEPARATOR = /\n---([^\n]*)\n/g;

/** Lines that begin with `---` and end; the last one needs a line break, too. */
function splitDocuments(text: string): readonly (readonly [number, number])[] {
  const parts: (readonly [number, number])[] = [];
  let start = 0;
  for (const match of text.matchAll(SEPARATOR)) {
    const rest = (match[1] ?? '').trim();
    if (rest !== '' && !rest.startsWith('#'))
      throw new KustomizeError('resource-malformed', `invalid document separator: ---${match[1] ?? ''}`);
    parts.push([start, match.index + 1]);
    start = match.index + match[0].length;
  }
  if (start < text.length || parts.length === 0) parts.push([start, text.length]);
  return parts;
}

/** Upstream: RNodesFromBytes. Throws for what is no object. */
export function nodesFromText(text: string, source: Source, cache: ParseCache): readonly RNode[] {
  return finished(nodesInSlices(text, source, cache));
}

/** The same, for files that may be long. */
export function* nodesInSlices(text: string, source: Source, cache: ParseCache): Slices<readonly RNode[]> {
  try {
    const nodes = yield* fromBytes(text, source, cache);
    return inlineLists(nodes.filter(isGoodNode));
  } catch (error) {
    if (error instanceof KustomizeError) error.unread = source.file;
    throw error;
  }
}

function* fromBytes(text: string, source: Source, cache: ParseCache): Slices<readonly RNode[]> {
  const chunks = yield* cache.chunksOf(text);
  const nodes: RNode[] = [];
  for (const chunk of chunks) {
    if (chunk.error !== undefined) throw new KustomizeError('resource-malformed', `MalformedYAMLError: ${chunk.error}`);
    const { root } = chunk.parsed;
    if (root === undefined || (root.kind === 'scalar' && root.value === null)) continue;
    const node = toNode(root, { source, chunk });
    const kind = getValue(getField(node, 'kind'));
    const items = getField(node, 'items');
    const isWrapped = items !== undefined || getField(node, 'functionConfig') !== undefined;
    if (chunks.length === 1 && (kind === 'List' || kind === 'ResourceList') && isWrapped) nodes.push(...(items?.content ?? []));
    else nodes.push(node);
    if (isSliceFull()) yield;
  }
  return nodes;
}

/** A value without a file, such as JSON within a patch. */
export interface Reading {
  readonly source: Source;
  readonly chunk: { readonly start: number; readonly text: string };
  /** Booleans as YAML 1.1 has them, where `sigs.k8s.io/yaml` reads and not kyaml. */
  readonly old?: boolean;
}

export function toNode(from: SourceNode, reading: Reading): RNode {
  const node =
    from.kind === 'scalar' ? scalarNode(from, reading) : new RNode(from.kind, '', from.kind === 'map' ? '!!map' : '!!seq');
  node.source = reading.source;
  node.start = reading.chunk.start + from.start;
  node.end = reading.chunk.start + from.end;
  if (from.kind === 'sequence') node.content = from.items.map((item) => toNode(item, reading));
  if (from.kind === 'map') fillMap(node, from, reading);
  return node;
}

function scalarNode(from: SourceScalar, { chunk, old }: Reading): RNode {
  const tag = from.tagged && shortTag(from.tagged.tag);
  if (!from.plain) {
    const node = new RNode('scalar', from.tagged?.text ?? String(from.value), tag ?? STRING_TAG);
    node.quoted = true;
    return node;
  }
  if (from.tagged !== undefined && tag !== undefined) return new RNode('scalar', from.tagged.text, tag);
  const { start, end } = from.written ?? from;
  if (from.value === null) return new RNode('scalar', chunk.text.slice(start, end), NULL_TAG);
  const text = typeof from.value === 'string' ? from.value : chunk.text.slice(start, end);
  if (old === true && typeof from.value === 'boolean') return new RNode('scalar', String(from.value), '!!bool');
  return new RNode('scalar', text, resolveTag(text));
}

/** Upstream: deAnchor: what `<<` brings stands behind what is written. */
function fillMap(node: RNode, map: SourceMap, reading: Reading): void {
  const merges = map.entries.filter(({ merge }) => merge);
  if (merges.length > 1) throw new KustomizeError('resource-malformed', 'duplicate merge key');
  const parts: RNode[] = [];
  for (const { key, keyRange, keyNode, value, merge } of map.entries) {
    if (merge) continue;
    const start = keyRange.start;
    const keyText = keyNode === undefined ? key : '';
    const written = reading.chunk.text.slice(start, keyRange.end);
    const quoted = /^["']/.test(written);
    const name = new RNode(
      'scalar',
      quoted || keyText.includes('\n') ? keyText : written === '' ? keyText : plainKey(written, keyText),
    );
    name.quoted = quoted;
    name.tag = quoted ? STRING_TAG : keyNode === undefined ? resolveTag(name.value) : NULL_TAG;
    name.source = reading.source;
    name.start = reading.chunk.start + start;
    name.end = reading.chunk.start + keyRange.end;
    parts.push(name, toNode(value, reading));
  }
  node.content = fitted(parts);
  for (const { value } of merges) mergeInto(node, value, reading);
}

/** `0x1F:` is a number that somebody wrote so; `? a` and aliases are no texts of keys. */
function plainKey(written: string, text: string): string {
  return /^[-+.0-9tTfFyYnNoO~]/.test(written) && !written.includes(' ') ? written : text;
}

function mergeInto(node: RNode, value: SourceNode, reading: Reading): void {
  const maps = value.kind === 'sequence' ? value.items : [value];
  for (const from of maps) {
    if (from.kind !== 'map') {
      throw new KustomizeError(
        'resource-malformed',
        'invalid map merge: map merge requires map or sequence of maps as the value',
      );
    }
    const merged = toNode(from, reading);
    const known = new Set(fieldNames(node));
    for (let i = 0; i < merged.content.length; i += 2) {
      const [key, item] = merged.content.slice(i, i + 2);
      if (key !== undefined && item !== undefined && !known.has(key.value)) node.parts.push(key, item);
    }
  }
}

/** Upstream: dropBadNodes. */
function isGoodNode(node: RNode): boolean {
  if (isNilOrEmpty(node)) return false;
  checkMetadata(node);
  return true;
}

/** Upstream: GetValidatedMetadata. */
function checkMetadata(node: RNode): void {
  const kind = getValue(getField(node, 'kind'));
  const meta = getField(node, 'metadata');
  const isBare = ['apiVersion', 'kind'].every((name) => isNilOrEmpty(getField(node, name)));
  const hasMeta = ['name', 'namespace', 'labels', 'annotations'].some((name) => !isNilOrEmpty(getField(meta, name)));
  if (isBare && !hasMeta) throw new KustomizeError('resource-malformed', 'missing Resource metadata');
  if (kind === '') throw new KustomizeError('missing-name-or-kind', 'missing kind in object');
  if (kind.endsWith('List')) return;
  if (getValue(getField(meta, 'name')) === '')
    throw new KustomizeError('missing-name-or-kind', `missing metadata.name in object of kind ${kind}`);
}

/** Upstream: inlineAnyEmbeddedLists. What was in a list comes behind all else. */
function inlineLists(nodes: readonly RNode[]): readonly RNode[] {
  const queue = [...nodes];
  const result: RNode[] = [];
  for (let i = 0; i < queue.length; i += 1) {
    const node = queue[i];
    if (node === undefined) continue;
    const kind = getValue(getField(node, 'kind'));
    const items = getField(node, 'items');
    if (!kind.endsWith('List') || items === undefined) {
      result.push(node);
      continue;
    }
    if (isMissingOrNull(items)) continue;
    if (items.kind !== 'sequence') throw new KustomizeError('resource-malformed', `expected array in ${kind}/items`);
    normalize(items);
    queue.push(...items.content.filter(isGoodNode));
  }
  return result;
}
