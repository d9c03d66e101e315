/** Upstream: sigs.k8s.io/yaml (v1.6.0), YAMLToJSON: the first document of a text, as JSON has it. */
import { parseAsGoInSlices } from '../../manifest/around';
import { readCommonYaml, type CommonText } from '../../manifest/commonYaml';
import { goYamlProblemInSlices } from '../../manifest/goYaml/parser';
import { finished, type Slices } from '../../model/slices';
import type { SourceEntry, SourceMap, SourceNode } from '../../manifest/source';
import { formatValue } from '../goTemplate/format';
import { sprintf } from '../goTemplate/printf';
import { GoError, List, readList, type GoMap, type Value } from '../goTemplate/value';

/** Longer than any values; what functions of templates read counts as steps besides. */
const LONGEST = 2_000_000;

/** Undefined where it is not written as most are: to read it takes four times as long. */
export function readAsCommon(text: string): CommonText | undefined {
  const common = readCommonYaml(text, [], LONGEST);
  return common === 'too long' ? undefined : common;
}

/** Throws `GoError` with the library's words. `known`: for who has tried already how it is written. */
export function readYaml(text: string, known?: CommonText): Value {
  return finished(readYamlInSlices(text, known));
}

/** The same a little at a time. */
export function* readYamlInSlices(text: string, known?: CommonText): Slices<Value> {
  const common = known ?? readAsCommon(text);
  if (text.length > SHORT) yield;
  const root = common === undefined ? yield* readUncommon(text) : common.root;
  if (root === undefined) return null;
  const value = valueOf(root);
  checkNumbers(value);
  return value;
}

function* readUncommon(text: string): Slices<SourceNode | undefined> {
  const problem = yield* goYamlProblemInSlices(text);
  if (problem !== undefined) throw conversion(problem);
  const { root, refused, undecodable } = yield* parseAsGoInSlices(text);
  const objection = refused ?? undecodable?.message;
  if (objection !== undefined) throw conversion(`yaml: ${objection}`);
  return root;
}

/** What go-yaml says of a text: nothing where it is written as most are. */
export function* yamlProblem(text: string): Slices<string | undefined> {
  return readAsCommon(text) === undefined ? yield* goYamlProblemInSlices(text) : undefined;
}

/** Up to here a text is read as a whole. */
const SHORT = 20_000;
const FIELD = /^(?:([A-Za-z]+):(?: |$)|["'?{[&*!|>%@`-])/;

/**
 * Some of the fields at the top of a long text, which is checked as a whole but not taken apart: definitions of resources have
 * tens of thousands of lines. Undefined where the text is short, or written so that a field may stand anywhere.
 */
export function* readTopFields(text: string, wanted: ReadonlySet<string>): Slices<Value | undefined> {
  if (text.length < SHORT || text.includes('\t')) return undefined;
  const problem = yield* yamlProblem(text);
  if (problem !== undefined) throw conversion(problem);
  const lines: string[] = [];
  let isWanted = false;
  for (const line of text.split('\n')) {
    const match = FIELD.exec(line);
    if (match !== null && match[1] === undefined && !line.startsWith('- ')) return undefined;
    if (match?.[1] !== undefined) isWanted = wanted.has(match[1]);
    if (isWanted) lines.push(line);
  }
  return lines.length === 0 ? undefined : yield* readYamlInSlices(lines.join('\n'));
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
