/** Upstream: kyaml/yaml/rnode.go, MarshalJSON and UnmarshalJSON (kustomize v5.8.1): trees and the values they stand for. */
import { spend } from './effort';
import { KustomizeError } from './error';
import { NULL_TAG, RNode, STRING_TAG, newScalar, type Place } from './rnode';
import { scalarValue } from './scalars';

export type Json = string | number | bigint | boolean | null | readonly Json[] | JsonMap;
export interface JsonMap {
  readonly [key: string]: Json;
}

/** Deeper than any manifest, and far from the end of the stack. */
const MAX_DEPTH = 300;

export function toJson(node: RNode, depth = 0): Json {
  if (depth > MAX_DEPTH) throw new KustomizeError('too-large', 'the object is nested too deeply');
  spend(4);
  if (node.kind === 'scalar') return scalarValue(node);
  if (node.tag === NULL_TAG) return null;
  if (node.kind === 'sequence') return node.content.map((item) => toJson(item, depth + 1));
  const result: Record<string, Json> = {};
  const { content } = node;
  for (let i = 0; i < content.length; i += 2) {
    const key = content[i];
    const value = content[i + 1];
    if (key === undefined || value === undefined) continue;
    checkKey(key, depth);
    if (Object.hasOwn(result, key.value)) throw twice(key);
    setKey(result, key.value, toJson(value, depth + 1));
  }
  return result;
}

function twice({ value, source, start, end }: RNode): KustomizeError {
  const message = `yaml: unmarshal errors: mapping key "${value}" already defined`;
  return new KustomizeError('resource-malformed', message, source && { file: source.file, start, end });
}

/** Within an object keys are texts; at its top they are made texts. */
function checkKey(key: RNode, depth: number): void {
  if (depth === 0 || key.tag === STRING_TAG || key.quoted) return;
  if (typeof scalarValue(key) !== 'string')
    throw new KustomizeError('resource-malformed', 'json: unsupported type: map[interface {}]interface {}');
}

/** `__proto__` is a key like any other. */
function setKey(target: Record<string, Json>, key: string, value: Json): void {
  if (key === '__proto__') Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
  else target[key] = value;
}

/** A tree for a value that has no text of its own. */
function fromJson(value: Json, place?: Place): RNode {
  if (Array.isArray(value)) {
    const list = new RNode('sequence', '', '!!seq');
    for (const item of value as readonly Json[]) list.parts.push(fromJson(item, place));
    return list;
  }
  if (typeof value === 'object' && value !== null) {
    const map = new RNode('map', '', '!!map');
    for (const [key, item] of Object.entries(value)) map.parts.push(newScalar(key, STRING_TAG), fromJson(item, place));
    return map;
  }
  return newScalar(value === null ? 'null' : typeof value === 'number' ? goNumber(value) : String(value), tagOf(value), place);
}

function tagOf(value: Json): string {
  switch (typeof value) {
    case 'string':
      return STRING_TAG;
    case 'boolean':
      return '!!bool';
    case 'number':
      return Number.isInteger(value) && Math.abs(value) < 1e6 ? '!!int' : '!!float';
    case 'bigint':
      return '!!int';
    default:
      return NULL_TAG;
  }
}

/** JSON's numbers are floats in Go, and written with an exponent from a million on. */
function goNumber(value: number): string {
  if (value === 0 || (Math.abs(value) < 1e6 && Math.abs(value) >= 1e-4)) return String(value);
  const [mantissa = '', exponent = '0'] = value.toExponential().split('e');
  const power = Number(exponent);
  return `${mantissa}e${power < 0 ? '-' : '+'}${Math.abs(power).toString().padStart(2, '0')}`;
}

/** What is left of a tree after a way through JSON: values in their plain form. Places stay. */
export function normalize(node: RNode, depth = 0): void {
  if (depth > MAX_DEPTH) throw new KustomizeError('too-large', 'the object is nested too deeply');
  if (node.kind !== 'scalar') {
    for (const [index, item] of node.content.entries()) {
      if (node.kind === 'map' && index % 2 === 0) checkKey(item, depth);
      else normalize(item, depth + 1);
    }
    return;
  }
  if (node.tag === STRING_TAG) return;
  const value = scalarValue(node);
  // Numbers are floats on this way, however long they are.
  const plain = fromJson(typeof value === 'bigint' ? Number(value) : value);
  node.value = plain.value;
  node.tag = plain.tag;
  node.quoted = false;
}
