/**
 * Upstream: api/filters/replacement/replacement.go, setValueInStructuredData (kustomize v5.8.1). DEVIATION: YAML within a text is
 * written without its comments and with our own quoting.
 */
import { parseText } from '../../manifest/parse';
import { writeYaml } from '../goYaml/writer';
import { KustomizeError } from './error';
import { matchPath } from './pathMatcher';
import { toNode } from './readNodes';
import { compareBytes, copyNode, overwrite, type NodeKind, type RNode } from './rnode';
import { toJson, type Json } from './toJson';

/** The text with another value in it; undefined where the path does not lead to one. */
export function replaceInStructuredText(
  text: string,
  path: readonly string[],
  value: RNode,
  create: NodeKind | undefined,
): string | undefined {
  const { root } = parseText(text);
  if (root === undefined) return undefined;
  const node = toNode(root, { source: { file: '', by: 'replacement' }, chunk: { start: 0, text } });
  try {
    const found = matchPath(node, path, create);
    if (found.length === 0) return undefined;
    for (const each of found) {
      if (each.kind === 'scalar') each.value = value.value;
      else overwrite(each, copyNode(value));
    }
    return serialize(toJson(node), text);
  } catch (error) {
    if (error instanceof KustomizeError) return undefined;
    throw error;
  }
}

function serialize(json: Json, original: string): string {
  if (!/^\s*[{[]/.test(original)) return writeYaml(json).trim();
  const isPretty = original.includes('\n') && original.includes('  ');
  return JSON.stringify(sortKeys(json), undefined, isPretty ? 2 : undefined);
}

function sortKeys(json: Json): unknown {
  if (Array.isArray(json)) return (json as readonly Json[]).map(sortKeys);
  if (typeof json === 'bigint') return Number(json);
  if (typeof json !== 'object' || json === null) return json;
  const map = json as Readonly<Record<string, Json>>;
  return Object.fromEntries(
    Object.keys(map)
      .sort(compareBytes)
      .map((key) => [key, sortKeys(map[key] ?? null)]),
  );
}
