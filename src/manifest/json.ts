import { pathsOverlap, type Path, type SourceEntry, type SourceMap, type SourceNode } from './source';
import { hasPlaceholder } from './placeholders';

export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: JsonValue;
}

/** What of an object is uncertain because something else fills it in later. */
export interface Unknowns {
  /** Values that are not known; they are left out of the JSON. */
  readonly values: readonly Path[];
  /** Maps and sequences that may have more in them than is written. */
  readonly open: readonly Path[];
}

export interface JsonReading {
  readonly json: JsonValue | undefined;
  readonly unknowns: Unknowns;
}

/**
 * The JSON that a tree stands for. Duplicate keys: the last one wins. Templated values are left out and listed, and so are
 * placeholders such as `${VAR}`, unless the text is to be taken literally.
 */
export function readJson(root: SourceNode, mode: 'placeholders' | 'literal' = 'placeholders'): JsonReading {
  const values: Path[] = [];
  const open: Path[] = [];
  const json = readNode(root, [], { values, open, literal: mode === 'literal' });
  return { json, unknowns: { values, open } };
}

interface Collected {
  readonly literal: boolean;
  readonly values: Path[];
  readonly open: Path[];
}

function readNode(node: SourceNode, path: Path, into: Collected): JsonValue | undefined {
  if (node.kind === 'scalar') {
    if (
      node.templated ||
      (!into.literal && typeof node.value === 'string' && hasPlaceholder(node.value) && !isRuntimeText(path))
    ) {
      into.values.push(path);
      return undefined;
    }
    return node.value;
  }
  if (node.open) into.open.push(path);
  if (node.kind === 'sequence') return readItems(node.items, path, into);
  const result: Record<string, JsonValue> = {};
  readEntries(node, path, into, result);
  return result;
}

function readItems(items: readonly SourceNode[], path: Path, into: Collected): JsonValue {
  return items.map((item, index) => readNode(item, [...path, index], into) ?? null);
}

function readEntries(map: SourceMap, path: Path, into: Collected, result: Record<string, JsonValue>): void {
  for (const entry of map.entries) {
    if (entry.merge) readMerge(entry.value, path, into, result);
    else readEntry(entry, [...path, entry.key], into, result);
  }
}

function readEntry(entry: SourceEntry, path: Path, into: Collected, result: Record<string, JsonValue>): void {
  if (entry.templated) {
    into.values.push(path);
    return;
  }
  if (!into.literal && entry.key.includes('${') && hasPlaceholder(entry.key)) {
    into.open.push(path.slice(0, -1));
    return;
  }
  const value = readNode(entry.value, path, into);
  if (value === undefined) Reflect.deleteProperty(result, entry.key);
  else setProperty(result, entry.key, value);
}

function readMerge(value: SourceNode, path: Path, into: Collected, result: Record<string, JsonValue>): void {
  if (value.kind === 'map') readEntries(value, path, into, result);
  // Of several merged maps the first one wins.
  else if (value.kind === 'sequence') for (const item of value.items.toReversed()) readMerge(item, path, into, result);
}

/** `__proto__` is a key like any other. */
function setProperty(target: Record<string, JsonValue>, key: string, value: JsonValue): void {
  if (key === '__proto__') Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
  else target[key] = value;
}

/** Commands, arguments and variables of containers: `${HOME}` there is for the container, not for a template tool. */
function isRuntimeText(path: Path): boolean {
  if (path.includes('annotations')) return true;
  const containers = path.findIndex(
    (step) => step === 'containers' || step === 'initContainers' || step === 'ephemeralContainers',
  );
  if (containers < 0) return false;
  return path
    .slice(containers)
    .some((step) => step === 'args' || step === 'command' || step === 'value' || step === 'subPathExpr');
}

export function isNothingUnknown(unknowns: Unknowns): boolean {
  return unknowns.values.length === 0 && unknowns.open.length === 0;
}

/**
 * Whether everything at, below and above a path is certain: no templated value on the way to it or in it, and no template
 * that could add it or add to it.
 */
export function isKnown(unknowns: Unknowns, root: JsonValue | undefined, path: Path): boolean {
  if (unknowns.values.some((value) => pathsOverlap(value, path))) return false;
  return !unknowns.open.some((open) => {
    if (!pathsOverlap(open, path)) return false;
    return open.length >= path.length || !hasStep(root, open, path[open.length]);
  });
}

function hasStep(root: JsonValue | undefined, parent: Path, step: string | number | undefined): boolean {
  return step !== undefined && jsonAt(root, [...parent, step]) !== undefined;
}

export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function jsonAt(root: JsonValue | undefined, path: Path): JsonValue | undefined {
  let value = root;
  for (const step of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    if (!Object.hasOwn(value, step)) return undefined;
    value = (value as Readonly<Record<string | number, JsonValue>>)[step];
  }
  return value;
}

/** The paths of an object seen from one of its parts: those outside are dropped, those above it become the part itself. */
export function unknownsBelow(unknowns: Unknowns, base: Path): Unknowns {
  if (base.length === 0) return unknowns;
  const below = (paths: readonly Path[]): Path[] =>
    paths.filter((path) => path.length >= base.length && pathsOverlap(path, base)).map((path) => path.slice(base.length));
  return { values: below(unknowns.values), open: below(unknowns.open) };
}
