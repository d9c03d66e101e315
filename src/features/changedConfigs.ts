import { jsonEqual } from '../engine/kernel/jsonEqual';
import { isJsonObject, jsonAt, type JsonObject } from '../manifest/json';
import type { Resource } from '../manifest/kinds';
import { list, object, text } from '../manifest/reading';
import type { ManifestDocument } from '../manifest/document';
import type { Manifest, PlacedDocument } from '../manifest/manifest';
import { listed, visible } from '../model/words';
import { configReferences, type ConfigReference } from '../rules/configReferences';
import type { ClusterFacts, WorkloadFact } from '../rules/facts';
import { distanceTo } from '../rules/nearness';
import { shortName } from '../rules/sources';

/** A ConfigMap or Secret with other content than before, under the same name. */
export interface ChangedConfig extends ChangedResource {
  readonly placed: PlacedDocument;
}

interface ChangedResource {
  readonly resource: Resource;
  /** It was marked immutable: the API server takes no other content. */
  readonly isRefused: boolean;
}

/** Compares the ConfigMaps and Secrets of two versions of a file; a document that stays is compared once. */
export class ConfigChanges {
  readonly #old: ReadonlyMap<string, Resource>;
  readonly #known = new WeakMap<ManifestDocument, readonly ChangedResource[]>();

  constructor(before: Manifest) {
    this.#old = new Map(configsIn(before).map(({ resource }) => [keyOf(resource), resource]));
  }

  in({ documents }: Manifest): ChangedConfig[] {
    if (this.#old.size === 0) return [];
    const found: ChangedConfig[] = [];
    for (const placed of documents) for (const changed of this.#inDocument(placed.document)) found.push({ ...changed, placed });
    return found;
  }

  #inDocument(document: ManifestDocument): readonly ChangedResource[] {
    const known = this.#known.get(document);
    if (known !== undefined) return known;
    const found = document.resources.filter(isConfig).flatMap((resource): ChangedResource[] => {
      const same = this.#old.get(keyOf(resource));
      if (same === undefined || CONTENT.every((field) => jsonEqual(same.json[field], resource.json[field]))) return [];
      return [{ resource, isRefused: same.json['immutable'] === true }];
    });
    this.#known.set(document, found);
    return found;
  }
}

const CONTENT = ['data', 'binaryData', 'stringData'] as const;

export function configsIn({ documents }: Manifest): { readonly resource: Resource; readonly placed: PlacedDocument }[] {
  return documents.flatMap((placed) => placed.document.resources.filter(isConfig).map((resource) => ({ resource, placed })));
}

function isConfig({ kind, json }: Resource): boolean {
  return (kind === 'ConfigMap' || kind === 'Secret') && nameOf(json) !== '';
}

export function configText({ kind, json }: Resource): string {
  return `${kind} ${visible(nameOf(json))}`;
}

export function keyOf({ kind, json }: Resource): string {
  return `${kind} ${namespaceOf(json) ?? ''}/${nameOf(json)}`;
}

function metadataOf(json: Resource['json']): JsonObject {
  const { metadata } = json;
  return isJsonObject(metadata) ? metadata : {};
}

function nameOf(json: Resource['json']): string {
  return text(metadataOf(json)['name']);
}

function namespaceOf(json: Resource['json']): string | undefined {
  return text(metadataOf(json)['namespace']) || undefined;
}

/** A workload whose pods read a ConfigMap or Secret. */
export interface Reader {
  readonly fact: WorkloadFact;
  /** How: as variables, as files, as files that never follow. */
  readonly ways: ReadonlySet<'variable' | 'file' | 'subPath'>;
  /** What is there to replace the pods for it. */
  readonly remedy: string | undefined;
}

/** Workloads near the file that name it. */
export function readersOf({ kind, json }: Resource, uri: string, { workspace }: ClusterFacts): Reader[] {
  const namespace = namespaceOf(json);
  const name = nameOf(json);
  return (workspace?.workloads() ?? []).flatMap((fact) => {
    if (distanceTo(fact.uri, uri) === undefined || fact.running === undefined) return [];
    if (namespace !== undefined && fact.namespace !== undefined && fact.namespace !== namespace) return [];
    const references = configReferences(fact.object, fact.running.pod.path).filter(
      (reference) => reference.kind === kind && reference.name === name,
    );
    if (references.length === 0) return [];
    const ways = new Set(references.map((reference) => wayOf(fact, reference)));
    return [{ fact, ways, remedy: remedyOf(fact, kind, name) }];
  });
}

function wayOf({ object: json, running }: WorkloadFact, { isVolume, path }: ConfigReference): 'variable' | 'file' | 'subPath' {
  if (!isVolume) return 'variable';
  const spec = [...(running?.pod.path ?? []), 'spec'];
  const volume = text(jsonAt(json, [...path.slice(0, spec.length + 2), 'name']));
  const mounts = ['initContainers', 'containers']
    .flatMap((field) => list(jsonAt(json, [...spec, field])))
    .flatMap((container) => list(object(container)['volumeMounts']).map(object))
    .filter((mount) => mount['name'] === volume);
  const isCut = ({ subPath, subPathExpr }: JsonObject): boolean => text(subPath) !== '' || text(subPathExpr) !== '';
  return mounts.length > 0 && mounts.every(isCut) ? 'subPath' : 'file';
}

const RELOADER = 'reloader.stakater.com';

/** A checksum that whoever writes the file keeps up to date, or a controller that watches. */
function remedyOf({ object: json, running }: WorkloadFact, kind: string, name: string): string | undefined {
  const own = object(jsonAt(json, ['metadata', 'annotations']));
  const pods = object(jsonAt(json, [...(running?.pod.path ?? []), 'metadata', 'annotations']));
  const named = [own, pods].flatMap((annotations) => text(annotations[`${kind.toLowerCase()}.${RELOADER}/reload`]).split(','));
  const isWatched =
    named.some((item) => item.trim() === name) ||
    [own, pods].some((annotations) =>
      [`${RELOADER}/auto`, `${kind.toLowerCase()}.${RELOADER}/auto`].some((key) => annotations[key] === 'true'),
    );
  if (isWatched) return 'Reloader restarts them, as its annotation asks, where it is installed';
  const checksum = Object.keys(pods).find((key) => /check-?sum|hash|sha256/i.test(key) && !key.startsWith('kubernetes.io/'));
  return checksum === undefined
    ? undefined
    : `the annotation ${visible(checksum)} of its pods is there to do it, but did not change`;
}

/** `Deployment web (web.yaml)`. */
export function readerText({ fact: { kind, name, uri } }: Reader, home: string): string {
  return `${kind} ${visible(name)}${uri === home ? '' : ` (${shortName(uri, home)})`}`;
}

/** What those notice who go on running. */
export function effectText(readers: readonly Reader[]): string {
  const ways = new Set(readers.flatMap((reader) => [...reader.ways]));
  const effects = [
    ...(ways.has('variable') ? ['variables keep their old values until a pod restarts'] : []),
    ...(ways.has('file') ? ['mounted files follow after a minute or so'] : []),
    ...(ways.has('subPath') ? ['files mounted by subPath never follow'] : []),
  ];
  return listed(effects, effects.length);
}
