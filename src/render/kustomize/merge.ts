/**
 * Upstream: kyaml/yaml/merge2/{merge2,smpdirective}.go, kyaml/yaml/walk/{walk,map,associative_sequence}.go (kustomize v5.8.1).
 * kustomize's strategic merge is another one than Kubernetes': patched elements come first, `$setElementOrder`,
 * `$retainKeys` and `$deleteFromPrimitiveList` are plain fields, a key of several fields may be given in part, and lists
 * merge by a schema of v1.21. So it is its own, and not the API room's with options.
 */
import { KustomizeError } from './error';
import { clearDirective, elementList, setElement } from './listElements';
import { schemaFor, type MergeSchema } from './mergeSchema';
import {
  NULL_TAG,
  RNode,
  clearField,
  compareBytes,
  fieldNames,
  getField,
  getValue,
  isEmptyMap,
  isMissingOrNull,
  isNilOrEmpty,
  isTaggedNull,
  newScalar,
  setField,
} from './rnode';

type MaybeNode = RNode | undefined;

/** The node that `dest` becomes, undefined when nothing is left of it. Changes both. */
export function mergePatch(dest: RNode, patch: RNode): MaybeNode {
  return walk(dest, patch, undefined, 0);
}

const MAX_DEPTH = 300;

function walk(dest: MaybeNode, patch: MaybeNode, known: MergeSchema | undefined, depth: number): MaybeNode {
  if (depth > MAX_DEPTH) throw new KustomizeError('too-large', 'the patch is nested too deeply');
  const schema = known ?? schemaOf(dest) ?? schemaOf(patch);
  const kind = isMissingOrNull(dest) ? (isMissingOrNull(patch) ? undefined : patch.kind) : dest.kind;
  if (kind !== undefined) for (const node of [dest, patch]) checkKind(node, kind);
  if (kind === 'scalar') return patch ?? dest;
  if (kind === 'sequence') {
    if (schema?.keys === undefined) return patch ?? dest;
    return walkAssociativeSequence(dest, patch, { ...schema, keys: schema.keys }, depth);
  }
  return walkMap(dest, patch, schema, depth);
}

function checkKind(node: MaybeNode, kind: string): void {
  if (node === undefined || node.tag === NULL_TAG || node.kind === kind) return;
  throw new KustomizeError('patch-config', `wrong node kind: expected ${kind} but got ${node.kind}`);
}

function schemaOf(node: MaybeNode): MergeSchema | undefined {
  const kind = getValue(getField(node, 'kind'));
  const apiVersion = getValue(getField(node, 'apiVersion'));
  return kind === '' || apiVersion === '' ? undefined : schemaFor(apiVersion, kind);
}

function walkMap(first: MaybeNode, patch: MaybeNode, schema: MergeSchema | undefined, depth: number): MaybeNode {
  const dest = visitMap(first, patch);
  if (dest === undefined) return undefined;
  const names = new Set([...fieldNames(dest), ...fieldNames(patch)]);
  for (const name of [...names].sort(compareBytes)) {
    const field = schema === undefined ? undefined : (schema.fields.get(name) ?? NOTHING_MERGES);
    setField(dest, name, walk(getField(dest, name), getField(patch, name), field, depth + 1));
  }
  return dest;
}

/** A field of a known kind without lists that merge. */
const NOTHING_MERGES: MergeSchema = { fields: new Map(), element: undefined, keys: undefined };

function visitMap(dest: MaybeNode, patch: MaybeNode): MaybeNode {
  if (isMissingOrNull(dest)) {
    if (patch !== undefined && directiveOf(patch, true) === 'delete') return undefined;
    const text = (dest as MaybeNode)?.value ?? '';
    if (patch === undefined && text !== '') return persistentNull(dest as unknown as RNode);
    return patch;
  }
  return directed(dest, patch);
}

function directed(dest: RNode, patch: MaybeNode): MaybeNode {
  if (isTaggedNull(patch)) return undefined;
  const directive = directiveOf(patch, false);
  if (directive === 'delete') return undefined;
  return directive === 'replace' ? patch : dest;
}

function persistentNull(node: RNode): RNode {
  const kept = newScalar(node.value, NULL_TAG);
  kept.keep = true;
  return kept;
}

type Directive = 'merge' | 'replace' | 'delete';

/** Reads `$patch` and takes it out. */
function directiveOf(patch: MaybeNode, lenient: boolean): Directive {
  if (patch === undefined) return 'merge';
  if (patch.kind === 'map' && patch.tag !== NULL_TAG) return mapDirective(patch, lenient);
  return patch.kind === 'sequence' ? listDirective(patch) : 'merge';
}

function mapDirective(patch: RNode, lenient: boolean): Directive {
  const node = getField(patch, '$patch');
  if (node === undefined) return 'merge';
  const directive = knownDirective(node.value, lenient);
  if (directive !== undefined) clearField(patch, '$patch');
  return directive ?? 'merge';
}

function listDirective(patch: RNode): Directive {
  const element = patch.content.find((item) => item.kind === 'map' && getField(item, '$patch') !== undefined);
  const node = getField(element, '$patch');
  if (element === undefined || node === undefined || element.content.length > 2) return 'merge';
  const directive = knownDirective(node.value, false) ?? 'merge';
  clearDirective(patch, node.value);
  return directive;
}

function knownDirective(text: string, lenient: boolean): Directive | undefined {
  if (text === 'delete' || text === 'replace' || text === 'merge') return text;
  if (lenient) return undefined;
  throw new KustomizeError('patch-config', `unknown patch strategy '${text}'`);
}

interface KeyedSchema extends MergeSchema {
  readonly keys: readonly string[];
}

function walkAssociativeSequence(first: MaybeNode, patch: MaybeNode, schema: KeyedSchema, depth: number): MaybeNode {
  const dest = isMissingOrNull(first) ? patch : directed(first, patch);
  if (dest === undefined) return undefined;
  const { keys } = schema;
  if (keys.length > 0) return setElements(elementValues(dest, patch, keys), schema, [dest, patch], depth);
  return setElements(primitiveValues(dest, patch), { ...schema, keys: [''] }, [dest, patch], depth);
}

type Values = readonly string[];

/** Those of the patch first. */
function elementValues(dest: RNode, patch: MaybeNode, keys: readonly string[]): Values[] {
  const found: Values[] = [];
  const seen = new Set<string>();
  for (const list of [patch, dest]) {
    if (list?.kind !== 'sequence') continue;
    for (const item of list.content) {
      const values = keys.map((key) => {
        const field = getField(item, key);
        return isNilOrEmpty(field) ? '' : (field?.value ?? '');
      });
      const id = JSON.stringify(values);
      if (seen.has(id)) continue;
      seen.add(id);
      found.push(values);
    }
  }
  return found;
}

function primitiveValues(dest: RNode, patch: MaybeNode): Values[] {
  const values = new Set([...(patch?.content ?? []), ...dest.content].map(({ value }) => value));
  return [...values].map((value) => [value]);
}

function setElements(
  list: Values[],
  { keys, element }: KeyedSchema,
  sources: readonly [RNode, MaybeNode],
  depth: number,
): MaybeNode {
  const toAdd = new RNode('sequence');
  const [dest, patch] = sources;
  toAdd.source = dest.source;
  toAdd.start = dest.start;
  toAdd.end = dest.end;
  if (keys.length > 1) mergeValues(list);
  let validKeys: readonly string[] = [];
  for (const values of list) {
    const [usedKeys, usedValues] = validateKeys(list, values, keys);
    validKeys = usedKeys;
    const [matchKeys, matchValues] = validateKeys([usedValues], usedValues, usedKeys);
    const from = elementList(dest, matchKeys, matchValues);
    const by = patch === undefined ? undefined : elementList(patch, matchKeys, matchValues);
    const merged = walk(from, by, element, depth + 1);
    if (isEmptyMap(merged)) {
      for (let i = 0; i < usedKeys.length; i += 1) setElement(dest, undefined, usedKeys, usedValues);
      continue;
    }
    addMissingKeys(merged as RNode, usedKeys, usedValues);
    setElement(toAdd, merged, usedKeys, usedValues);
  }
  return list.length > 0 ? appendList(toAdd, dest, validKeys) : dest;
}

function addMissingKeys(node: RNode, keys: readonly string[], values: Values): void {
  for (const [index, key] of keys.entries()) {
    const value = values[index] ?? '';
    if (key !== '' && value !== '' && getField(node, key) === undefined) setField(node, key, newScalar(value));
  }
}

/** Upstream: appendListNode: the elements of `from` that are not in the list yet. */
function appendList(list: RNode, from: RNode, keys: readonly string[]): RNode {
  for (const item of [...from.content]) {
    if (keys[0] === '') {
      setElement(list, item, [''], [item.value]);
      continue;
    }
    const values: string[] = [];
    for (const key of keys) {
      const field = getField(item, key);
      if (field === undefined) list.parts.push(item);
      else values.push(field.value);
    }
    if (keys.length > 1) setElement(list, undefined, keys, values);
    setElement(list, item, keys, values);
  }
  return list;
}

/** Keys that at least one element has; all of them if none has any. */
function validateKeys(list: readonly Values[], values: Values, keys: readonly string[]): readonly [readonly string[], Values] {
  const valid = new Set<string>();
  for (const each of list) for (const [index, value] of each.entries()) if (value !== '') valid.add(keys[index] ?? '');
  if (valid.size === 0) return [keys, values];
  return [keys.filter((key) => valid.has(key)), values.filter((value, index) => value !== '' || valid.has(keys[index] ?? ''))];
}

/** QUIRK: elements that agree in what both have become one, which may lose one of them. */
function mergeValues(list: Values[]): void {
  for (let i = 0; i < list.length; i += 1)
    for (let j = 0; j < list.length; j += 1) {
      const merged = matchValues(list[i] ?? [], list[j] ?? []);
      if (merged === undefined) continue;
      list[i] = merged;
      list[j] = merged;
    }
}

function matchValues(a: Values, b: Values): Values | undefined {
  if (a.length !== b.length) return undefined;
  let common = false;
  const merged: string[] = [];
  for (const [index, value] of a.entries()) {
    const other = b[index] ?? '';
    if (value === other) common = true;
    else if (value !== '' && other !== '') return undefined;
    merged.push(value === '' ? other : value);
  }
  return common ? merged : undefined;
}
