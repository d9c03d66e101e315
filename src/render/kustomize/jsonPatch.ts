/**
 * Upstream: gopkg.in/evanphx/json-patch.v4 patch.go, api/filters/patchjson6902/patchjson6902.go (kustomize v5.8.1). Works on the
 * tree, so that what is not touched keeps its place.
 */
import type { Slices } from '../../model/slices';
import { goYamlProblem } from '../../manifest/goYaml/parser';
import type { ParsedText } from '../../manifest/parse';
import { each } from './effort';
import { KustomizeError } from './error';
import { relocate, type InlineText } from './inlineText';
import {
  NULL_TAG,
  STRING_TAG,
  copyNode,
  getField,
  newScalar,
  overwrite,
  placeOf,
  placed,
  type RNode,
  type Source,
} from './rnode';
import { toNode, type ParseCache } from './readNodes';
import { normalize, toJson, type Json } from './toJson';

/** A patch, and where it is written. */
export interface PatchText {
  readonly text: string;
  readonly source: Source;
  /** Of a text that is written in the kustomization. */
  readonly inline?: InlineText | undefined;
}

export interface Operation {
  readonly op: string;
  readonly path: string | undefined;
  readonly from: string | undefined;
  readonly value: RNode | undefined;
}

/** Throws for what is no patch. What begins with a bracket must be JSON, all else is YAML. */
export function* readJsonPatch({ text, source, inline }: PatchText, cache: ParseCache): Slices<readonly Operation[]> {
  if (text === '') throw new KustomizeError('patch-config', 'empty json patch operations');
  if (text.startsWith('[')) parseStrictly(text);
  const { root, problems, refused }: ParsedText = yield* cache.parsed(text);
  const problem = refused ?? (problems.length > 0 ? goYamlProblem(text) : undefined);
  if (problem !== undefined) throw new KustomizeError('patch-config', problem);
  if (root === undefined || (root.kind === 'scalar' && root.value === null)) return [];
  const list = toNode(root, { source, chunk: { start: 0, text }, old: true });
  if (list.kind !== 'sequence')
    throw new KustomizeError('patch-config', 'json: cannot unmarshal object into a list of operations');
  if (inline !== undefined) relocate(list.content, inline);
  return list.content.map(operationOf);
}

function parseStrictly(text: string): void {
  try {
    JSON.parse(text);
  } catch (error) {
    throw new KustomizeError('patch-config', error instanceof Error ? error.message : 'invalid JSON');
  }
}

function operationOf(node: RNode): Operation {
  if (node.kind !== 'map') throw new KustomizeError('patch-config', 'json: cannot unmarshal into an operation');
  const value = getField(node, 'value');
  return { op: textOf(node, 'op') ?? 'unknown', path: textOf(node, 'path'), from: textOf(node, 'from'), value };
}

function textOf(node: RNode, name: string): string | undefined {
  const field = getField(node, name);
  return field?.kind === 'scalar' && field.tag === STRING_TAG ? field.value : undefined;
}

export function* applyJsonPatch(object: RNode, operations: readonly Operation[]): Slices<void> {
  // Duplicate keys and values without JSON are errors here already.
  toJson(object);
  normalize(object);
  yield* each(operations, (operation) => {
    applyOne(object, operation);
  });
}

function applyOne(object: RNode, operation: Operation): void {
  const { op } = operation;
  switch (op) {
    case 'add':
      addAt(object, required(operation.path), valueOf(operation), op);
      break;
    case 'remove':
      remove(container(object, required(operation.path), op), lastOf(required(operation.path)), required(operation.path));
      break;
    case 'replace':
      replace(object, required(operation.path), valueOf(operation));
      break;
    case 'move': {
      const from = required(operation.from);
      const moved = getAt(container(object, from, op), lastOf(from));
      remove(container(object, from, op), lastOf(from), from);
      addAt(object, required(operation.path), moved, op);
      break;
    }
    case 'copy': {
      const from = required(operation.from);
      const copied = getAt(container(object, from, op), lastOf(from));
      addAt(object, required(operation.path), copied === undefined ? undefined : copyNode(copied), op);
      break;
    }
    case 'test':
      test(object, required(operation.path), operation.value);
      break;
    default:
      throw new KustomizeError('kind-or-version-of-kustomization', `Unexpected kind: ${op}`);
  }
}

function required(path: string | undefined): string {
  if (path === undefined) throw new KustomizeError('json-patch', 'operation failed to decode path: missing value');
  return path;
}

/** A copy for each object. */
function valueOf({ value }: Operation): RNode | undefined {
  if (value === undefined) return undefined;
  const copy = copyNode(value);
  normalize(copy);
  return copy;
}

const decodeKey = (part: string): string => part.replaceAll('~1', '/').replaceAll('~0', '~');

function lastOf(path: string): string {
  return decodeKey(path.slice(path.lastIndexOf('/') + 1));
}

function container(object: RNode, path: string, op: string): RNode {
  const parts = path.split('/');
  let node: RNode | undefined = parts.length < 2 ? undefined : object;
  for (const part of parts.slice(1, -1)) {
    node = node === undefined ? undefined : getAt(node, decodeKey(part), true);
    if (node?.kind === 'scalar') node = undefined;
  }
  if (node === undefined)
    throw new KustomizeError('json-patch', `${op} operation does not apply: doc is missing path: "${path}": missing value`);
  return node;
}

function getAt(node: RNode, key: string, lenient = false): RNode | undefined {
  if (node.kind === 'map') return getField(node, key);
  const index = indexOf(key, node.content.length);
  if (index !== undefined && index < node.content.length) return node.content[index];
  if (lenient) return undefined;
  throw invalidIndex(key);
}

function indexOf(key: string, length: number): number | undefined {
  if (!/^[+-]?\d+$/.test(key)) return undefined;
  const index = Number(key);
  if (index >= 0) return index;
  return index < -length ? undefined : index + length;
}

function invalidIndex(key: string): KustomizeError {
  return new KustomizeError('json-patch', `Unable to access invalid index: ${key}: invalid index referenced`);
}

function addAt(object: RNode, path: string, value: RNode | undefined, op: string): void {
  const node = container(object, path, op);
  const key = lastOf(path);
  const added = value ?? newScalar('null', NULL_TAG);
  if (node.kind === 'map') {
    put(node, key, added);
    return;
  }
  const index = key === '-' ? node.content.length : indexOf(key, node.content.length + 1);
  if (index === undefined || index > node.content.length) throw invalidIndex(key);
  node.parts.splice(index, 0, added);
}

function put(map: RNode, key: string, value: RNode): void {
  const old = getField(map, key);
  if (old === undefined) map.parts.push(placed(newScalar(key, STRING_TAG), placeOf(value)), value);
  else overwrite(old, value);
}

function remove(node: RNode, key: string, path: string): void {
  if (node.kind === 'sequence') {
    const index = indexOf(key, node.content.length);
    if (index === undefined || index >= node.content.length) throw invalidIndex(key);
    node.parts.splice(index, 1);
    return;
  }
  if (getField(node, key) === undefined)
    throw new KustomizeError(
      'json-patch',
      `error in remove for path: '${path}': Unable to remove nonexistent key: ${key}: missing value`,
    );
  for (let i = 0; i < node.content.length; i += 2) {
    if (node.content[i]?.value !== key) continue;
    node.parts.splice(i, 2);
    return;
  }
}

/** QUIRK: a key that is not there is added, an element that is not there is an error. */
function replace(object: RNode, path: string, value: RNode | undefined): void {
  const replaced = value ?? newScalar('null', NULL_TAG);
  if (path === '') {
    if (replaced.kind === 'scalar') throw new KustomizeError('json-patch', 'replace operation value must be object or array');
    overwrite(object, replaced);
    return;
  }
  const node = container(object, path, 'replace');
  if (node.kind === 'map') {
    put(node, lastOf(path), replaced);
    return;
  }
  const old = getAt(node, lastOf(path));
  if (old !== undefined) overwrite(old, replaced);
}

function test(object: RNode, path: string, value: RNode | undefined): void {
  const found = path === '' ? object : getAt(container(object, path, 'test'), lastOf(path));
  const isSame =
    found === undefined || value === undefined
      ? found === value || isNull(found ?? value)
      : isEqual(toJson(found), toJson(value));
  if (!isSame) throw new KustomizeError('json-patch', `testing value ${path} failed: test failed`);
}

function isNull(node: RNode | undefined): boolean {
  return node?.tag === NULL_TAG;
}

function isEqual(a: Json, b: Json): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const x = a as Readonly<Record<string, Json>>;
  const y = b as Readonly<Record<string, Json>>;
  const keys = Object.keys(x);
  return (
    keys.length === Object.keys(y).length && keys.every((key) => Object.hasOwn(y, key) && isEqual(x[key] ?? null, y[key] ?? null))
  );
}
