/**
 * Upstream: kyaml/yaml/{rnode,fns,kfns,types}.go (kustomize v5.8.1). A YAML tree that is changed in place: a node may hang in
 * several places at once, as it does there. Ours: where each value was written, and what it took the place of.
 */
import { resolvePlainScalar } from '../../manifest/dialect';
import type { MadeBy } from '../builtManifest';
import { spend, spendNode } from './effort';

export type NodeKind = 'map' | 'sequence' | 'scalar';

/** A text and what it is in the build; shared by all nodes read from it. */
export interface Source {
  readonly file: string;
  readonly by: MadeBy;
}

/** A stretch of a source. */
export interface Place {
  readonly source: Source;
  readonly start: number;
  readonly end: number;
}

/** What stood here before, newest first. */
export interface Overridden extends Place {
  readonly value: string;
  readonly before: Overridden | undefined;
}

export const NULL_TAG = '!!null';
export const STRING_TAG = '!!str';

/** What a node costs, in looks at a field. */
const NODE = 4;

/** One for all that have nothing in them. */
const NOTHING: readonly RNode[] = [];

export class RNode {
  kind: NodeKind;
  value: string;
  /** `!!str`, `!!int` …; empty where nobody has said: then the text decides. */
  tag: string;
  /** Written in quotes or as a block. */
  quoted = false;
  /** Of a map keys and values in turns. */
  content: readonly RNode[] = NOTHING;
  /** A null that is to stay in a merge. */
  keep = false;
  source: Source | undefined = undefined;
  start = 0;
  end = 0;
  before: Overridden | undefined = undefined;

  constructor(kind: NodeKind, value = '', tag = '') {
    spendNode(NODE + (value.length >> 3));
    this.kind = kind;
    this.value = value;
    this.tag = tag;
  }

  /** To be changed. */
  get parts(): RNode[] {
    if (this.content === NOTHING) this.content = [];
    return this.content as RNode[];
  }
}

export function newScalar(value: string, tag = '', place?: Place): RNode {
  return placed(new RNode('scalar', value, tag), place);
}

export function placed(node: RNode, place: Place | undefined): RNode {
  if (place === undefined) return node;
  node.source = place.source;
  node.start = place.start;
  node.end = place.end;
  return node;
}

export function copyNode(node: RNode): RNode {
  const copy = new RNode(node.kind, node.value, node.tag);
  copy.quoted = node.quoted;
  copy.keep = node.keep;
  copy.source = node.source;
  copy.start = node.start;
  copy.end = node.end;
  copy.before = node.before;
  if (node.content.length > 0) copy.content = node.content.map(copyNode);
  return copy;
}

export function isMissingOrNull(node: RNode | undefined): node is undefined {
  return node === undefined || node.tag === NULL_TAG;
}

export function isTaggedNull(node: RNode | undefined): boolean {
  return node?.tag === NULL_TAG;
}

export function isNilOrEmpty(node: RNode | undefined): boolean {
  if (node === undefined || node.tag === NULL_TAG) return true;
  return node.kind !== 'scalar' && node.content.length === 0;
}

export function isEmptyMap(node: RNode | undefined): boolean {
  return node === undefined || node.tag === NULL_TAG || (node.kind === 'map' && node.content.length === 0);
}

export function isString(node: RNode): boolean {
  return node.kind === 'scalar' && (node.tag === STRING_TAG || node.tag === '');
}

export function getValue(node: RNode | undefined): string {
  return node === undefined || node.tag === NULL_TAG ? '' : node.value;
}

/** The first of this name. */
export function getField(map: RNode | undefined, name: string): RNode | undefined {
  if (map?.kind !== 'map') return undefined;
  const { content } = map;
  for (let i = 0; i < content.length; i += 2)
    if (content[i]?.value === name) {
      spend(1 + (i >> 2));
      return content[i + 1];
    }
  spend(1 + (content.length >> 2));
  return undefined;
}

export function fieldNames(map: RNode | undefined): readonly string[] {
  if (map?.kind !== 'map') return [];
  const names: string[] = [];
  for (let i = 0; i < map.content.length; i += 2) names.push(map.content[i]?.value ?? '');
  return names;
}

export function clearField(map: RNode | undefined, name: string, ifEmpty = false): void {
  if (map?.kind !== 'map') return;
  const { content } = map;
  for (let i = 0; i < content.length; i += 2) {
    if (content[i]?.value !== name) continue;
    if (ifEmpty && (content[i + 1]?.content.length ?? 0) > 0) continue;
    map.parts.splice(i, 2);
    return;
  }
}

/** Upstream: SetYNode. The node becomes the other one, in all places where it hangs. */
export function overwrite(node: RNode, by: RNode): void {
  if (node === by) return;
  const same = node.kind === 'scalar' && by.kind === 'scalar' && node.value === by.value;
  if (!same && by.source !== undefined) {
    const { source } = node;
    const old =
      source === undefined ? node.before : { source, start: node.start, end: node.end, value: node.value, before: node.before };
    node.source = by.source;
    node.start = by.start;
    node.end = by.end;
    node.before = old;
  }
  node.kind = by.kind;
  node.value = by.value;
  node.tag = by.tag;
  node.quoted = by.quoted;
  // What is put into the one from now on is in the other, too.
  node.content = by.kind === 'scalar' ? by.content : by.parts;
}

/** Upstream: FieldSetter with a name. Undefined and null remove the field. */
export function setField(map: RNode | undefined, name: string, value: RNode | undefined): void {
  if (map === undefined || map.tag === NULL_TAG) return;
  if (value === undefined || (value.tag === NULL_TAG && !value.keep)) {
    clearField(map, name);
    return;
  }
  quoteIfNeeded(value);
  const field = getField(map, name);
  if (field === undefined) {
    map.parts.push(newScalar(name), value);
    return;
  }
  value.quoted = field.quoted;
  overwrite(field, value);
}

/** Upstream: FieldSetter without a name: a scalar takes the new value and keeps its style. */
export function setScalar(node: RNode, value: RNode): void {
  quoteIfNeeded(value);
  if (isMissingOrNull(value)) return;
  value.quoted = node.quoted;
  overwrite(node, value);
}

function quoteIfNeeded(value: RNode): void {
  if (isString(value) && !value.quoted && isYaml11NonString(value.value)) value.quoted = true;
}

/** Whether YAML 1.1 reads the text as something else than a text. */
function isYaml11NonString(value: string): boolean {
  return value !== '' && !value.includes('\n') && typeof resolvePlainScalar(value) !== 'string';
}

/** Upstream: LookupCreate for plain names. */
export function lookupCreate(node: RNode, kind: NodeKind, ...path: readonly string[]): RNode | undefined {
  let found: RNode | undefined = node;
  for (const [index, name] of path.entries()) {
    if (isMissingOrNull(found)) return undefined;
    let next: RNode | undefined = getField(found, name);
    if (next === undefined) {
      next = new RNode(index === path.length - 1 ? kind : 'map');
      setField(found, name, next);
    }
    found = next;
  }
  return found;
}

/** Upstream: Lookup for plain names. */
export function lookup(node: RNode | undefined, ...path: readonly string[]): RNode | undefined {
  let found = node;
  for (const name of path) found = getField(found, name);
  return found;
}

export function newString(value: string, place?: Place): RNode {
  const node = newScalar(value, STRING_TAG, place);
  node.quoted = value.includes('\n');
  return node;
}

/** Upstream: setMapInMetadata. All keys are written again, in their order, as texts. */
export function setMapInMetadata(node: RNode, entries: ReadonlyMap<string, string>, field: string): void {
  const meta = lookupCreate(node, 'map', 'metadata');
  const old = getField(meta, field);
  clearField(meta, field);
  if (entries.size === 0 || meta === undefined) return;
  const map = lookupCreate(meta, 'map', field);
  for (const key of [...entries.keys()].sort(compareBytes)) {
    const value = newString(entries.get(key) ?? '');
    const was = getField(old, key);
    if (was?.value === value.value) {
      placed(value, placeOf(was));
      value.before = was.before;
    }
    setField(map, key, value);
  }
}

export function placeOf({ source, start, end }: RNode): Place | undefined {
  return source === undefined ? undefined : { source, start, end };
}

/** Go sorts texts by their bytes, which is the order of their code points. */
export function compareBytes(a: string, b: string): number {
  if (a === b) return 0;
  for (let i = 0; i < a.length && i < b.length; i += 1) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x === y) continue;
    // Halves of surrogate pairs stand for code points above all others.
    return rank(x) - rank(y);
  }
  return a.length - b.length;
}

function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x1_0000 : unit;
}

export function mapInMetadata(node: RNode | undefined, field: string): Map<string, string> {
  const entries = new Map<string, string>();
  const meta = getField(node, 'metadata');
  const map = isNilOrEmpty(meta) ? undefined : getField(meta, field);
  if (map?.kind !== 'map') return entries;
  for (let i = 0; i < map.content.length; i += 2) entries.set(map.content[i]?.value ?? '', map.content[i + 1]?.value ?? '');
  return entries;
}
