import { goYamlProblem } from './goYaml/parser';
import { readJson } from './json';
import type { JsonValue } from './json';
import { parseText } from './parse';
import type { SourceNode } from './source';

/** What kubectl makes of a file: how many documents hold something, the first of them as JSON, and where it gives up. */
export interface KubectlReading {
  readonly documents: number;
  readonly json: JsonValue | undefined;
  readonly yamlError: string | undefined;
}

/**
 * Reads a file as `kubectl apply -f` does (apimachinery util/yaml/decoder.go, sigs.k8s.io/yaml): a JSON stream when it begins with a
 * brace, otherwise cut at the lines that begin with `---`, each part read on its own.
 */
export function readAsKubectl(text: string): KubectlReading {
  const parts = /^\s*\{/.test(text) ? [text] : cutAtSeparators(text);
  if (typeof parts === 'string') return { documents: 0, json: undefined, yamlError: parts };
  let first: JsonValue | undefined;
  let documents = 0;
  for (const part of parts) {
    const read = yamlToJson(part);
    if ('error' in read) return { documents, json: first, yamlError: read.error };
    if (read.json === null) continue;
    documents += 1;
    first ??= read.json;
  }
  return { documents, json: first, yamlError: undefined };
}

/** The parts with `\n` line ends, or what is said about a separator that is none. */
function cutAtSeparators(text: string): readonly string[] | string {
  const parts: string[] = [];
  let lines: string[] = [];
  const all = text.split(/\r?\n/);
  if (all.at(-1) === '') all.pop();
  for (const line of all) {
    if (line.startsWith('---')) {
      const rest = line.slice(3).trim();
      if (rest !== '' && !rest.startsWith('#')) return `invalid Yaml document separator: ${rest}`;
      if (lines.length > 0) {
        parts.push(`${lines.join('\n')}\n`);
        lines = [];
        continue;
      }
    }
    lines.push(line);
  }
  if (lines.length > 0) parts.push(`${lines.join('\n')}\n`);
  return parts;
}

const CONVERTING = 'error converting YAML to JSON: ';

function yamlToJson(text: string): { readonly json: JsonValue } | { readonly error: string } {
  const problem = goYamlProblem(text);
  if (problem !== undefined) return { error: `${CONVERTING}${problem}` };
  const parsed = parseText(text);
  if (parsed.refused !== undefined) return { error: `${CONVERTING}yaml: ${parsed.refused}` };
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
    if (entry.keyNode !== undefined) return keyProblem(entry.keyNode);
    return findInvalid(entry.value);
  });
}

function firstDefined<T>(items: readonly T[], find: (item: T) => string | undefined): string | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

function keyProblem(key: SourceNode): string {
  if (key.kind !== 'scalar') return `yaml: invalid map key: ${goSyntax(key)}`;
  return 'Unsupported map key of type: %!s(<nil>), key: <nil>, value: <nil>';
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
