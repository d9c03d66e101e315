import { isJsonObject, readJson, type JsonObject } from './json';
import { parseText } from './parse';
import { list, object, text } from './reading';
import type { StringMap } from '../model/apiTypes';

/** What a kustomization does to the files it names; paths as written, relative to its folder. */
export interface Kustomization {
  readonly resources: readonly string[];
  /** Files of patches, and of components' patches. */
  readonly patches: readonly string[];
  /** Resources that are commented out. */
  readonly leftOut: readonly string[];
  /** Images that it sets, by the name they have in the manifests. */
  readonly images: readonly string[];
  readonly namespace: string | undefined;
  /** Those that it gives to pods, and to what selects them: where they are written already, both change alike. */
  readonly labels: StringMap;
  /** What it generates, by the names that manifests use. */
  readonly generated: readonly { readonly kind: 'ConfigMap' | 'Secret'; readonly name: string }[];
}

export function isKustomizationFile(uri: string): boolean {
  return /(?:^|\/)(?:kustomization\.ya?ml|Kustomization)$/.test(uri);
}

/** Undefined for what cannot be read. */
export function readKustomization(source: string): Kustomization | undefined {
  const { root } = parseText(source);
  const json = root === undefined ? undefined : readJson(root, 'literal').json;
  if (!isJsonObject(json)) return undefined;
  const patches = [
    ...list(json['patchesStrategicMerge']).map(text),
    ...[...list(json['patches']), ...list(json['patchesJson6902'])].map((patch) => text(patch) || text(object(patch)['path'])),
  ];
  return {
    resources: [...list(json['resources']), ...list(json['bases'])].map(text).filter((path) => path !== ''),
    // An inline patch is no path.
    patches: patches.filter((path) => path !== '' && !path.includes('\n')),
    leftOut: [...source.matchAll(LEFT_OUT)].map(([, path = '']) => path),
    images: list(json['images']).map((image) => text(object(image)['name'])),
    namespace: text(json['namespace']) || undefined,
    labels: labelsOfPods(json),
    generated: [
      ...list(json['configMapGenerator']).map((made) => ({ kind: 'ConfigMap' as const, name: text(object(made)['name']) })),
      ...list(json['secretGenerator']).map((made) => ({ kind: 'Secret' as const, name: text(object(made)['name']) })),
    ],
  };
}

const LEFT_OUT = /^[ \t]*#[ \t]*-[ \t]+(?:path:[ \t]+)?([^\s"'#:]{1,200}\.ya?ml)[ \t]*$/gm;

function labelsOfPods(json: JsonObject): StringMap {
  const reach = list(json['labels'])
    .map(object)
    .filter((entry) => entry['includeSelectors'] === true || entry['includeTemplates'] === true);
  const all = [json['commonLabels'], ...reach.map((entry) => entry['pairs'])].map(object);
  return Object.fromEntries(all.flatMap((pairs) => Object.entries(pairs).map(([key, value]) => [key, text(value)])));
}

/** The images that Skaffold builds and renames before it applies anything below its folder. */
export function readSkaffoldImages(source: string): readonly string[] {
  const { root } = parseText(source);
  const json = root === undefined ? undefined : readJson(root, 'literal').json;
  if (!isJsonObject(json)) return [];
  return list(object(json['build'])['artifacts']).map((artifact) => text(object(artifact)['image']));
}

export function isSkaffoldFile(uri: string): boolean {
  return /(?:^|\/)skaffold[^/]*\.ya?ml$/.test(uri);
}

/** A folder of what others build on, by its name. */
export function isAmongBases(uri: string): boolean {
  return /\/(?:bases?|components?|shared|common|[\w.+-]+[-_]bases?)\//i.test(uri);
}

/** `#@overlay/match` and the like: ytt lays the file over others. */
export function isYttOverlay(source: string): boolean {
  return source.includes('#@overlay/') || source.includes('@ytt:overlay');
}

/** Or what a test of KUTTL or Chainsaw asserts (`00-assert.yaml`, `00-errors.yaml`), which is a part as well. */
export function isAmongPatches(uri: string): boolean {
  const name = uri.slice(uri.lastIndexOf('/'));
  return /[/_.-](?:patch(?:es)?|assert)[._-]|^\/\d+-errors\./.test(name) || /\/(?:patches|overlays?|kustomize)\//.test(uri);
}

/** What is done to one file, by all kustomizations that name it. */
export interface Kustomized {
  readonly isPatch: boolean;
  /** No kustomization names it, but it is called a patch or lies where patches do, or is filled in like several others. */
  readonly isAmongPatches: boolean;
  /** It is a resource of one: labels and selectors may be added on the way. */
  readonly isBase: boolean;
  /** The kustomization beside it has commented it out, and no other one names it. */
  readonly isLeftOut: boolean;
  /** Others build on what its kustomization makes, or it is called a base: more may be added there. */
  readonly isBuiltOn: boolean;
  readonly images: ReadonlySet<string>;
  /** Those that its pods get on the way. */
  readonly labels: StringMap;
}

export const NOT_KUSTOMIZED: Kustomized = {
  isPatch: false,
  isAmongPatches: false,
  isBase: false,
  isLeftOut: false,
  isBuiltOn: false,
  images: new Set(),
  labels: {},
};
