/** What a YAML scalar can stand for in JSON; infinities and NaN are numbers here, and refused later. */
export type ScalarValue = string | number | boolean | null;

/** Half-open range of offsets. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

export interface SourceScalar extends TextRange {
  readonly kind: 'scalar';
  value: ScalarValue;
  /** Written without quotes and not as a block. */
  readonly plain: boolean;
  templated: boolean;
  /** Only where one is written, `!!binary` and the like, with the text that it says how to read. */
  readonly tagged?: { readonly tag: string; readonly text: string };
  /** Only of an alias: where that is written which it stands for. */
  readonly written?: TextRange;
}

export interface SourceEntry {
  readonly key: string;
  readonly keyRange: TextRange;
  /** Only for keys that JSON does not have: null, maps, sequences. */
  readonly keyNode?: SourceNode;
  readonly value: SourceNode;
  /** A plain `<<`: the value's keys are taken over. */
  readonly merge: boolean;
  /** Key or whole entry depends on a template: it may be absent, or be another one. */
  templated: boolean;
}

export interface SourceMap extends TextRange {
  readonly kind: 'map';
  readonly entries: readonly SourceEntry[];
  readonly flow: boolean;
  /** A template may add keys that are not written here. */
  open: boolean;
}

export interface SourceSequence extends TextRange {
  readonly kind: 'sequence';
  readonly items: readonly SourceNode[];
  readonly flow: boolean;
  /** A template may add items that are not written here. */
  open: boolean;
}

/** The readable part of a document as a tree, every node with its place. What is not readonly is set while building. */
export type SourceNode = SourceScalar | SourceMap | SourceSequence;

/** What stands where nothing is written. */
export function emptyScalar(at: number): SourceScalar {
  return { kind: 'scalar', value: null, plain: true, templated: false, start: at, end: at };
}

export type Path = readonly (string | number)[];

/**
 * The entry with this key; of several the last, which is the one that counts. QUIRK: a merge counts by its place too, so
 * `{a: 1, <<: *b}` takes `a` from `b` (go.yaml.in/yaml/v2), where YAML's own rule would keep the 1.
 */
export function findEntry(map: SourceNode | undefined, key: string): SourceEntry | undefined {
  if (map?.kind !== 'map') return undefined;
  let found: SourceEntry | undefined;
  for (const entry of map.entries) {
    if (entry.merge) found = findMerged(entry.value, key) ?? found;
    else if (entry.key === key) found = entry;
  }
  return found;
}

function findMerged(value: SourceNode, key: string): SourceEntry | undefined {
  if (value.kind === 'map') return findEntry(value, key);
  if (value.kind !== 'sequence') return undefined;
  for (const item of value.items) {
    const found = findEntry(item, key);
    if (found !== undefined) return found;
  }
  return undefined;
}

export function nodeAt(root: SourceNode | undefined, path: Path): SourceNode | undefined {
  let node = root;
  for (const step of path) {
    if (node === undefined) return undefined;
    node = typeof step === 'number' && node.kind === 'sequence' ? node.items[step] : findEntry(node, String(step))?.value;
  }
  return node;
}

/** The entry (key and value) that a path's last step names; undefined where it ends in a sequence item or nothing. */
export function entryAt(root: SourceNode | undefined, path: Path): SourceEntry | undefined {
  const last = path.at(-1);
  if (typeof last !== 'string') return undefined;
  return findEntry(nodeAt(root, path.slice(0, -1)), last);
}

/** The best place to say something about a path: its scalar value, else its key, else the nearest written parent's key. */
export function rangeFor(root: SourceNode, path: Path): TextRange {
  for (let length = path.length; length > 0; length -= 1) {
    const part = path.slice(0, length);
    const node = nodeAt(root, part);
    if (node === undefined) continue;
    if (length === path.length && node.kind === 'scalar' && node.end > node.start) return { start: node.start, end: node.end };
    const entry = entryAt(root, part);
    if (entry !== undefined) return entry.keyRange;
    return firstRange(node);
  }
  return firstRange(root);
}

/** The first key or scalar of a node: a short range that stands for a long one. */
export function firstRange(node: SourceNode): TextRange {
  if (node.kind === 'map') return node.entries[0]?.keyRange ?? { start: node.start, end: node.end };
  if (node.kind === 'sequence' && node.items[0] !== undefined) return firstRange(node.items[0]);
  return { start: node.start, end: node.end };
}

export interface Located {
  readonly path: Path;
  readonly part: 'key' | 'value';
  readonly range: TextRange;
}

/** The key or scalar that an offset touches, with its path; undefined between them. */
export function locate(root: SourceNode | undefined, offset: number): Located | undefined {
  return root === undefined ? undefined : locateBelow(root, offset, []);
}

function locateBelow(node: SourceNode, offset: number, path: (string | number)[]): Located | undefined {
  if (node.kind === 'scalar') {
    const range = { start: node.start, end: node.end };
    return touches(range, offset) && node.end > node.start ? { path: [...path], part: 'value', range } : undefined;
  }
  if (node.kind === 'sequence') {
    const index = node.items.findIndex((item) => touches(item, offset));
    const item = node.items[index];
    return item === undefined ? undefined : locateIn(item, offset, path, index);
  }
  for (const entry of node.entries) {
    if (touches(entry.keyRange, offset)) return { path: [...path, entry.key], part: 'key', range: entry.keyRange };
    const found = touchesValue(entry, offset) ? locateIn(entry.value, offset, path, entry.key) : undefined;
    // What is built may have fields whose places lie between those of others.
    if (found !== undefined) return found;
  }
  return undefined;
}

function locateIn(node: SourceNode, offset: number, path: (string | number)[], step: string | number): Located | undefined {
  path.push(step);
  const found = locateBelow(node, offset, path);
  path.pop();
  return found;
}

function touches(range: TextRange, offset: number): boolean {
  return range.start <= offset && offset <= range.end;
}

/** An aliased value's children stand elsewhere; its own range is the alias. */
function touchesValue(entry: SourceEntry, offset: number): boolean {
  return touches(entry.value, offset) && offset > entry.keyRange.end;
}

export function pathText(path: Path): string {
  return path.map((step, index) => (typeof step === 'number' ? `[${step}]` : index === 0 ? step : `.${step}`)).join('');
}

/** Whether one path leads to the other, or they are the same. */
export function pathsOverlap(a: Path, b: Path): boolean {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i += 1) if (a[i] !== b[i]) return false;
  return true;
}
