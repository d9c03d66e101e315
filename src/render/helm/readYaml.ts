/** Upstream: sigs.k8s.io/yaml (v1.6.0), YAMLToJSON: the first document of a text, as JSON has it. */
import { goYamlProblem } from '../../manifest/goYaml/parser';
import { parseText } from '../../manifest/parse';
import type { SourceEntry, SourceMap, SourceNode } from '../../manifest/source';
import { formatValue } from '../goTemplate/format';
import { sprintf } from '../goTemplate/printf';
import { GoError, List, readList, type GoMap, type Value } from '../goTemplate/value';

/** Throws `GoError` with the library's words. */
export function readYaml(text: string): Value {
  const problem = goYamlProblem(text);
  if (problem !== undefined) throw conversion(problem);
  const { root, refused, undecodable } = parseText(text);
  const objection = refused ?? undecodable?.message;
  if (objection !== undefined) throw conversion(`yaml: ${objection}`);
  if (root === undefined) return null;
  const value = valueOf(root);
  checkNumbers(value);
  return value;
}

function conversion(problem: string): GoError {
  return new GoError(`error converting YAML to JSON: ${problem}`);
}

function valueOf(node: SourceNode): Value {
  if (node.kind === 'sequence') return readList(node.items.map(valueOf));
  if (node.kind === 'map') {
    const map: GoMap = new Map();
    addEntries(map, node);
    return map;
  }
  return node.value;
}

/** Of a key that is given twice the last one counts. */
function addEntries(map: GoMap, { entries }: SourceMap): void {
  for (const entry of entries) {
    if (entry.merge) addMerged(map, entry.value);
    else map.set(keyOf(entry), valueOf(entry.value));
  }
}

function addMerged(map: GoMap, value: SourceNode): void {
  if (value.kind === 'map') addEntries(map, value);
  // Of several merged maps the first one wins.
  else if (value.kind === 'sequence') for (const item of value.items.toReversed()) addMerged(map, item);
}

/** JSON has texts only: numbers and booleans are written out, the rest is refused. */
function keyOf({ key, keyNode, value }: SourceEntry): string {
  if (keyNode === undefined) return key;
  const shown = keyNode.kind === 'scalar' ? '%!s(<nil>), key: <nil>' : `${keyNode.kind}, key: `;
  throw conversion(`unsupported map key of type: ${shown}, value: ${sprintf('%#v', [valueOf(value)])}`);
}

/** JSON knows no infinity. */
function checkNumbers(value: Value): void {
  if (typeof value === 'number' && !Number.isFinite(value)) throw conversion(`json: unsupported value: ${formatValue(value)}`);
  if (value instanceof List) value.items.forEach(checkNumbers);
  else if (value instanceof Map) value.forEach(checkNumbers);
}
