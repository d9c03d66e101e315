/** Upstream: api/internal/builtins/ReplacementTransformer.go (kustomize v5.8.1): replacements in a file of their own. */
import { readJson } from '../../manifest/json';
import { parseText } from '../../manifest/parse';
import { decode } from './decode';
import { KustomizeError } from './error';
import { REPLACEMENT, type ReplacementArgs } from './kustomizationFields';
import type { Json } from './toJson';

export function readReplacements(text: string): readonly ReplacementArgs[] {
  const { root, problems } = parseText(text);
  if (problems[0] !== undefined) throw new KustomizeError('replacement', problems[0].message);
  const json = (root === undefined ? null : (readJson(root, 'literal').json ?? null)) as Json;
  const isList = Array.isArray(json);
  if (!isList && (typeof json !== 'object' || json === null))
    throw new KustomizeError('replacement', 'unsupported replacement type encountered within replacement path');
  const one = { fields: REPLACEMENT };
  const decoded = decode(json, isList ? { list: one } : one, false);
  return (isList ? decoded : [decoded]) as readonly ReplacementArgs[];
}
