/** Ours: which files to edit so that a built object changes as wanted. */
import { finished } from '../../model/slices';
import { difference, editDocument, type ObjectEdit } from '../../manifest/edits';
import { nodeAt as sourceAt, type Path, type SourceNode } from '../../manifest/source';
import type { FileEdit, FileTree, MadeBy } from '../builtManifest';
import { KustomizeError } from './error';
import { nodeAt } from './provenance';
import type { ParseCache } from './readNodes';
import type { RNode } from './rnode';

/** What an object is built from. */
export interface EditedObject {
  readonly node: RNode;
  readonly files: FileTree;
  readonly cache: ParseCache;
  /** The file that takes what nobody has written yet, where it may. */
  readonly into: string | undefined;
}

/** A document of a file that is to be edited. */
interface Spot {
  readonly file: string;
  readonly start: number;
  readonly text: string;
  readonly root: SourceNode;
  /** Of what is to be edited, in this document. */
  readonly path: Path;
}

/** Text that stands for the value and nothing else. */
const LITERAL: ReadonlySet<MadeBy> = new Set(['resource', 'patch', 'replicas']);

/** Undefined where one of the changes has no place of its own. */
export function editsFor(changes: readonly ObjectEdit[], object: EditedObject): readonly FileEdit[] | undefined {
  const wanted = new Map<string, { readonly spot: Spot; readonly edits: ObjectEdit[] }>();
  const edits: FileEdit[] = [];
  for (const change of changes) {
    const spot = spotFor(change, object);
    if (spot === undefined) {
      const inline = inlineEdit(change, object);
      if (inline === undefined) return undefined;
      edits.push(inline);
      continue;
    }
    const key = `${spot.file}:${spot.start}`;
    const known = wanted.get(key) ?? { spot, edits: [] };
    known.edits.push({ ...change, path: spot.path });
    wanted.set(key, known);
  }
  for (const { spot, edits: own } of wanted.values()) {
    const changed = editDocument(spot.text, own);
    if (changed === undefined) return undefined;
    const edit = difference(spot.text, changed);
    if (edit !== undefined)
      edits.push({ file: spot.file, start: spot.start + edit.start, end: spot.start + edit.end, newText: edit.newText });
  }
  return edits;
}

function spotFor(change: ObjectEdit, object: EditedObject): Spot | undefined {
  const { path } = change;
  const written = nodeAt(object.node, path);
  if (written !== undefined) return spotOf(written, object);
  if (change.op !== 'set') return undefined;
  return insertionInto(object.into, path, object) ?? insertionAbove(path, object);
}

function spotOf({ source, start, end, kind, value }: RNode, object: EditedObject): Spot | undefined {
  if (source === undefined || !LITERAL.has(source.by)) return undefined;
  const spot = find(source.file, start, object, (node) => node.kind === kind && node.start === start && node.end === end);
  if (spot === undefined || kind !== 'scalar') return spot;
  const found = sourceAt(spot.root, spot.path);
  return found?.kind === 'scalar' && String(found.value ?? '') === value ? spot : undefined;
}

/** A value in a patch that is a text of the kustomization. */
function inlineEdit(change: ObjectEdit, { node, files }: EditedObject): FileEdit | undefined {
  const written = nodeAt(node, change.path);
  const { source, start = 0, end = 0, kind, value } = written ?? {};
  if (change.op !== 'set' || kind !== 'scalar' || source?.by !== 'patch') return undefined;
  const text = files.read(source.file)?.slice(start, end) ?? '';
  const isLiteral = value !== undefined && [value, `"${value}"`, `'${value}'`].includes(text);
  return isLiteral ? { file: source.file, start, end, newText: change.value } : undefined;
}

/** Below the nearest field that is written. */
function insertionAbove(path: Path, object: EditedObject): Spot | undefined {
  for (let length = path.length - 1; length >= 0; length -= 1) {
    const above = nodeAt(object.node, path.slice(0, length));
    const spot = above === undefined ? undefined : spotOf(above, object);
    if (spot !== undefined) return { ...spot, path: [...spot.path, ...path.slice(length)] };
  }
  return undefined;
}

/** Into the file that was asked for: where the deepest field stands there that is on the way to the path. */
function insertionInto(file: string | undefined, path: Path, object: EditedObject): Spot | undefined {
  if (file === undefined) return undefined;
  const own = documentsOf(file, object).find(({ root }) => isPatchOf(root, object.node));
  // The elements of lists have other numbers in a patch.
  const names = path.findIndex((step) => typeof step === 'number');
  return own === undefined || names >= 0 ? undefined : { ...own, file, path };
}

/** A document of the same kind that something of the object is from. */
function isPatchOf(root: SourceNode, node: RNode): boolean {
  const kind = sourceAt(root, ['kind']);
  if (kind?.kind !== 'scalar' || kind.value !== nodeAt(node, ['kind'])?.value) return false;
  const name = sourceAt(root, ['metadata', 'name']);
  const written = nodeAt(node, ['metadata', 'name']);
  const names = [written?.value, ...chain(written)];
  return name?.kind === 'scalar' && names.includes(String(name.value));
}

function chain(node: RNode | undefined): readonly string[] {
  const values: string[] = [];
  for (let each = node?.before; each !== undefined; each = each.before) values.push(each.value);
  return values;
}

type Document = Omit<Spot, 'file' | 'path'>;

function documentsOf(file: string, { files, cache }: EditedObject): readonly Document[] {
  const text = files.read(file);
  if (text === undefined) return [];
  try {
    return finished(cache.chunksOf(text)).flatMap(({ start, text: own, parsed: { root } }) => {
      return root === undefined ? [] : [{ start, text: own, root }];
    });
  } catch (error) {
    if (error instanceof KustomizeError) return [];
    throw error;
  }
}

/** Offsets count from the file's start. */
function find(file: string, at: number, object: EditedObject, isMeant: (node: SourceNode) => boolean): Spot | undefined {
  const own = documentsOf(file, object).findLast(({ start }) => start <= at);
  if (own === undefined) return undefined;
  const path = pathTo(own.root, (node) => isMeant({ ...node, start: own.start + node.start, end: own.start + node.end }));
  return path === undefined ? undefined : { ...own, file, path };
}

function pathTo(node: SourceNode, isMeant: (node: SourceNode) => boolean): Path | undefined {
  if (isMeant(node)) return [];
  const children: readonly (readonly [string | number, SourceNode])[] =
    node.kind === 'map'
      ? node.entries.map(({ key, value }) => [key, value])
      : node.kind === 'sequence'
        ? node.items.map((item, index) => [index, item])
        : [];
  for (const [step, child] of children) {
    const rest = pathTo(child, isMeant);
    if (rest !== undefined) return [step, ...rest];
  }
  return undefined;
}
