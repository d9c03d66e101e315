/** Upstream: api/internal/generators/*.go, api/kv/kv.go, api/types/generatoroptions.go (kustomize v5.8.1). */
import type { Slices } from '../../model/slices';
import { isSliceFull } from './effort';
import { KustomizeError } from './error';
import { base64Lines, setConfigMapValue } from './dataMap';
import type { GeneratorArgs, GeneratorOptions } from './kustomizationFields';
import type { Loader } from './loader';
import { Resource } from './resource';
import { RNode, compareBytes, lookupCreate, newScalar, newString, setField, type Place } from './rnode';

export type GeneratedKind = 'ConfigMap' | 'Secret';

/** Where the parts of an entry are written. */
export interface GeneratorPlaces {
  readonly entry: Place;
  at(...path: readonly (string | number)[]): Place;
}

interface Pair {
  readonly key: string;
  readonly value: string;
  readonly place: Place;
}

export function* generate(
  kind: GeneratedKind,
  args: GeneratorArgs,
  options: GeneratorOptions | undefined,
  loader: Loader,
  places: GeneratorPlaces,
): Slices<Resource> {
  if (!args.name) throw new KustomizeError('generator', 'a configmap must have a name');
  const node = new RNode('map', '', '!!map');
  const { entry } = places;
  setField(node, 'apiVersion', newScalar('v1', '!!str', entry));
  setField(node, 'kind', newScalar(kind, '!!str', entry));
  setField(lookupCreate(node, 'map', 'metadata'), 'name', newString(args.name, places.at('name')));
  if (args.namespace) setField(lookupCreate(node, 'map', 'metadata'), 'namespace', newString(args.namespace, entry));
  if (kind === 'Secret') setField(node, 'type', newString(args.type || 'Opaque', entry));
  const data = kind === 'Secret' ? lookupCreate(node, 'map', 'data') : undefined;
  for (const { key, value, place } of [...pairsOf(args, loader, places)].sort((a, b) => compareBytes(a.key, b.key))) {
    if (data === undefined) setConfigMapValue(node, key, value, place);
    else setField(data, key, newString(base64Lines(value), place));
    if (isSliceFull()) yield;
  }
  const resource = new Resource(node);
  applyOptions(resource, options, entry);
  if (options?.disableNameSuffixHash !== true) resource.enableHashSuffix();
  resource.setBehavior(args.behavior ?? '');
  return resource;
}

function applyOptions(resource: Resource, options: GeneratorOptions | undefined, place: Place): void {
  const { node } = resource;
  if (options === undefined || node === undefined) return;
  for (const field of ['labels', 'annotations'] as const) {
    const entries = options[field] ?? {};
    for (const key of Object.keys(entries).sort(compareBytes)) {
      const value = newString(entries[key] ?? '', place);
      value.quoted = true;
      setField(lookupCreate(node, 'map', 'metadata', field), key, value);
    }
  }
  if (options.immutable === true) setField(node, 'immutable', newScalar('true', '!!bool', place));
}

/** What an entry says itself wins, except that nobody can undo what is disabled for all. */
export function mergeGlobalOptions(
  local: GeneratorOptions | undefined,
  global: GeneratorOptions | undefined,
): GeneratorOptions | undefined {
  if (global === undefined) return local;
  const labels = { ...global.labels, ...local?.labels };
  const annotations = { ...global.annotations, ...local?.annotations };
  return {
    labels,
    annotations,
    disableNameSuffixHash: global.disableNameSuffixHash === true || local?.disableNameSuffixHash === true,
    immutable: global.immutable === true || local?.immutable === true,
  };
}

function pairsOf(args: GeneratorArgs, loader: Loader, places: GeneratorPlaces): readonly Pair[] {
  const envs = [...(args.envs ?? []), ...(args.env ? [args.env] : [])];
  const pairs: Pair[] = [];
  for (const path of envs) {
    const place = { source: { file: loader.pathOf(path), by: 'generator' as const }, start: 0, end: 0 };
    for (const pair of envPairs(loader.load(path), place)) pairs.push(pair);
  }
  for (const [index, literal] of (args.literals ?? []).entries()) pairs.push(literalPair(literal, places.at('literals', index)));
  for (const source of args.files ?? []) {
    const [key, path] = fileSource(source);
    const text = loader.load(path);
    const place = { source: { file: loader.pathOf(path), by: 'generator' as const }, start: 0, end: text.length };
    pairs.push({ key, value: text, place });
  }
  const seen = new Set<string>();
  for (const { key } of pairs) {
    if (seen.has(key)) throw new KustomizeError('generator', `configmap ${args.name ?? ''} illegally repeats the key \`${key}\``);
    seen.add(key);
  }
  return pairs;
}

function literalPair(literal: string, place: Place): Pair {
  const equals = literal.indexOf('=');
  if (equals <= 0) throw new KustomizeError('generator', `invalid literal source ${literal}, expected key=value`);
  const value = literal.slice(equals + 1);
  const quote = value[0];
  const isQuoted = value.length >= 2 && (quote === '"' || quote === "'") && value.endsWith(quote);
  return { key: literal.slice(0, equals), value: isQuoted ? value.slice(1, -1) : value, place };
}

function fileSource(source: string): readonly [key: string, path: string] {
  const parts = source.split('=');
  const [key = '', path = ''] = parts;
  if (parts.length === 1) return [source.split('/').findLast((part) => part !== '') ?? source, source];
  if (parts.length > 2) throw new KustomizeError('generator', `source "${source}" key name or file path contains '='`);
  if (key === '') throw new KustomizeError('generator', `missing key name for file path "${path}" in source "${source}"`);
  if (path === '') throw new KustomizeError('generator', `missing file path for key name "${key}" in source "${source}"`);
  return [key, path];
}

/** A key without a value would take the environment's; there is none here. */
function envPairs(text: string, place: Place): readonly Pair[] {
  const pairs: Pair[] = [];
  let at = 0;
  for (const row of text.split('\n')) {
    const line = row.replace(/\r$/, '').replace(/^[\s\u0085\ufeff]+/u, '');
    const start = at;
    at += row.length + 1;
    if (line === '' || line.startsWith('#')) continue;
    const equals = line.indexOf('=');
    const key = equals < 0 ? line : line.slice(0, equals);
    if (key === '') continue;
    const value = equals < 0 ? '' : line.slice(equals + 1);
    pairs.push({ key, value, place: { source: place.source, start, end: start + row.length } });
  }
  return pairs;
}
