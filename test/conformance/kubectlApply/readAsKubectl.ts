import { skipGoJson } from './goJson';
import { parseAround } from '../../../src/manifest/around';
import { goYamlProblem } from '../../../src/manifest/goYaml/parser';
import { readJson, type JsonValue } from '../../../src/manifest/json';
import { parseText } from '../../../src/manifest/parse';
import type { SourceNode } from '../../../src/manifest/source';

/** What kubectl makes of a file: how many documents hold something, the first of them as JSON, and where it gives up. */
export interface KubectlReading {
  readonly documents: number;
  readonly json: JsonValue | undefined;
  readonly yamlError: string | undefined;
}

/**
 * Reads a file as `kubectl apply -f` does (apimachinery util/yaml/decoder.go, sigs.k8s.io/yaml): JSON values one after the other
 * while it begins with a brace and they can be read, otherwise cut at the lines that begin with `---`, each part read on its own.
 */
export function readAsKubectl(text: string): KubectlReading {
  let first: JsonValue | undefined;
  let documents = 0;
  for (const read of /^\s*\{/.test(text) ? jsonDocuments(text) : yamlDocuments(text)) {
    if ('error' in read) return { documents, json: first, yamlError: read.error };
    if (read.json === null) continue;
    documents += 1;
    first ??= read.json;
  }
  return { documents, json: first, yamlError: undefined };
}

type DocumentReading = { readonly json: JsonValue } | { readonly error: string };

/** QUIRK: up to the second value what is no JSON may still be YAML; where it is neither, what is said is about the JSON. */
function* jsonDocuments(text: string): Generator<DocumentReading> {
  let at = 0;
  for (let count = 0; text.slice(at).trim() !== ''; count++) {
    const { end, error, offset } = skipGoJson(text, at);
    if (error !== undefined) {
      const isJson = count > 1;
      const said = offset === undefined || isJson ? error : `json: offset ${offset}: ${error}`;
      yield* isJson ? [{ error: said }] : yamlAfterJson(text.slice(at), said);
      return;
    }
    yield { json: JSON.parse(text.slice(at, end)) as JsonValue };
    at = end;
  }
}

function* yamlAfterJson(rest: string, jsonError: string): Generator<DocumentReading> {
  let isFirst = true;
  for (const read of yamlDocuments(rest.replace(/^[^\S\n]*\n?/, ''))) {
    yield isFirst && 'error' in read ? { error: jsonError } : read;
    isFirst = false;
  }
}

/** At both ends, as Go's `TrimSpace` takes them: U+0085 is among them, a byte order mark is not. */
const GO_SPACES = /^(?:(?!\uFEFF)[\s\x85])+|(?:(?!\uFEFF)[\s\x85])+$/g;

/** The parts, read with `\n` line ends, up to a separator that is none. */
function* yamlDocuments(text: string): Generator<DocumentReading> {
  let lines: string[] = [];
  const all = text.split(/\r?\n/);
  if (all.at(-1) === '') all.pop();
  for (const line of all) {
    if (line.startsWith('---')) {
      const rest = line.slice(3).replace(GO_SPACES, '');
      if (rest !== '' && !rest.startsWith('#')) {
        yield { error: `invalid Yaml document separator: ${rest}` };
        return;
      }
      if (lines.length > 0) {
        yield yamlToJson(`${lines.join('\n')}\n`);
        lines = [];
        continue;
      }
    }
    lines.push(line);
  }
  if (lines.length > 0) yield yamlToJson(`${lines.join('\n')}\n`);
}

const CONVERTING = 'error converting YAML to JSON: ';

function yamlToJson(text: string): DocumentReading {
  const problem = goYamlProblem(text);
  if (problem !== undefined) return { error: `${CONVERTING}${problem}` };
  // Lines of flow collections may be indented as they like. What is filled in is none of kubectl's business.
  const parsed = text.includes('{{') ? parseText(text) : parseAround(text).parsed;
  const objection = parsed.refused ?? parsed.undecodable?.message;
  if (objection !== undefined) return { error: `${CONVERTING}yaml: ${objection}` };
  if (parsed.root === undefined) return { json: null };
  const invalid = findInvalid(parsed.root);
  if (invalid !== undefined) return { error: `${CONVERTING}${invalid}` };
  return { json: readJson(parsed.root, 'literal').json ?? null };
}

/** The sentence about the first thing that YAML can say and JSON cannot. */
function findInvalid(node: SourceNode): string | undefined {
  if (node.kind === 'scalar') {
    if (typeof node.value !== 'number' || Number.isFinite(node.value)) return undefined;
    return `json: unsupported value: ${goFloat(node.value)}`;
  }
  if (node.kind === 'sequence') return firstDefined(node.items, findInvalid);
  return firstDefined(node.entries, (entry) => {
    if (entry.keyNode !== undefined) return keyProblem(entry.keyNode, entry.value);
    if (entry.merge && !canBeMerged(entry.value)) return 'yaml: map merge requires map or sequence of maps as the value';
    return findInvalid(entry.value);
  });
}

function canBeMerged(value: SourceNode): boolean {
  return value.kind === 'map' || (value.kind === 'sequence' && value.items.every(({ kind }) => kind === 'map'));
}

function firstDefined<T>(items: readonly T[], find: (item: T) => string | undefined): string | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

function keyProblem(key: SourceNode, value: SourceNode): string {
  if (key.kind !== 'scalar') return `yaml: invalid map key: ${goSyntax(key)}`;
  const shown = value.kind === 'scalar' && value.value === null ? '<nil>' : goSyntax(value);
  return `Unsupported map key of type: %!s(<nil>), key: <nil>, value: ${shown}`;
}

/** A value as Go's `%#v` writes it. */
function goSyntax(node: SourceNode): string {
  if (node.kind === 'scalar')
    return node.value === null
      ? 'interface {}(nil)'
      : typeof node.value === 'string'
        ? JSON.stringify(node.value)
        : String(node.value);
  if (node.kind === 'sequence') return `[]interface {}{${node.items.map(goSyntax).join(', ')}}`;
  const entries = node.entries.map(
    (entry) => `${entry.keyNode === undefined ? JSON.stringify(entry.key) : goSyntax(entry.keyNode)}:${goSyntax(entry.value)}`,
  );
  return `map[interface {}]interface {}{${entries.join(', ')}}`;
}

function goFloat(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  return value > 0 ? '+Inf' : '-Inf';
}
