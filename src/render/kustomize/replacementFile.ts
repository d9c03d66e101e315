/** Upstream: api/internal/builtins/ReplacementTransformer.go (kustomize v5.8.1): replacements in a file of their own. */
import { readJson } from '../../manifest/json';
import { parseText } from '../../manifest/parse';
import { decode } from './decode';
import { KustomizeError } from './error';
import { REPLACEMENT, type ReplacementArgs } from './kustomizationFields';
import type { Loader } from './loader';
import type { Json } from './toJson';

/** An entry of `replacements`: itself, or those of its file. */
export function replacementsOf(entry: ReplacementArgs, loader: Loader): readonly ReplacementArgs[] {
  if (!entry.path) {
    const { targets, ...rest } = entry;
    return [targets === undefined || targets.length === 0 ? rest : { ...rest, targets }];
  }
  if (entry.source !== undefined || (entry.targets?.length ?? 0) > 0)
    throw new KustomizeError('replacement', 'cannot specify both path and inline replacement');
  return readReplacements(loader.load(entry.path));
}

function readReplacements(text: string): readonly ReplacementArgs[] {
  const { root, problems } = parseText(text);
  if (problems[0] !== undefined) throw new KustomizeError('replacement', problems[0].message);
  const json = (root === undefined ? null : (readJson(root, 'literal').json ?? null)) as Json;
  const isList = Array.isArray(json);
  if (!isList && (typeof json !== 'object' || json === null))
    throw new KustomizeError('replacement', 'unsupported replacement type encountered within replacement path');
  const one = { fields: REPLACEMENT };
  const decoded = decode(json, isList ? { list: one } : one, 'loose');
  return (isList ? decoded : [decoded]) as readonly ReplacementArgs[];
}
