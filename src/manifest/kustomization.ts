import { isJsonObject, readJson } from './json';
import { parseText } from './parse';
import { list, object, text } from './reading';

/** What a kustomization does to the files it names; paths as written, relative to its folder. */
export interface Kustomization {
  readonly resources: readonly string[];
  /** Files of patches, and of components' patches. */
  readonly patches: readonly string[];
  /** Images that it sets, by the name they have in the manifests. */
  readonly images: readonly string[];
  readonly namespace: string | undefined;
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
    images: list(json['images']).map((image) => text(object(image)['name'])),
    namespace: text(json['namespace']) || undefined,
    generated: [
      ...list(json['configMapGenerator']).map((made) => ({ kind: 'ConfigMap' as const, name: text(object(made)['name']) })),
      ...list(json['secretGenerator']).map((made) => ({ kind: 'Secret' as const, name: text(object(made)['name']) })),
    ],
  };
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

export function isAmongPatches(uri: string): boolean {
  const name = uri.slice(uri.lastIndexOf('/'));
  return /[/_.-]patch(?:es)?[._-]/.test(name) || /\/(?:patches|overlays?)\//.test(uri);
}

/** What is done to one file, by all kustomizations that name it. */
export interface Kustomized {
  readonly isPatch: boolean;
  /** No kustomization names it, but it is called a patch or lies where patches do, or is filled in like several others. */
  readonly isAmongPatches: boolean;
  /** It is a resource of one: labels and selectors may be added on the way. */
  readonly isBase: boolean;
  readonly images: ReadonlySet<string>;
}

export const NOT_KUSTOMIZED: Kustomized = { isPatch: false, isAmongPatches: false, isBase: false, images: new Set() };
