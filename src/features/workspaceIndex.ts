import type { ManifestDocument } from '../manifest/document';
import {
  isAmongPatches,
  isKustomizationFile,
  isSkaffoldFile,
  NOT_KUSTOMIZED,
  readKustomization,
  readSkaffoldImages,
  type Kustomization,
  type Kustomized,
} from '../manifest/kustomization';
import { readManifest, type Manifest } from '../manifest/manifest';
import { isTestData } from '../rules/nearness';
import { factsNear, NO_FACTS, type ClusterFacts, type Fact, type Place } from '../rules/facts';
import { placesIn } from './factPlaces';
import { readFact } from './factReader';

export interface IndexLimits {
  readonly files: number;
  readonly facts: number;
  /** Characters; larger files are passed over. */
  readonly fileSize: number;
}

export const INDEX_LIMITS: IndexLimits = { files: 2000, facts: 20_000, fileSize: 2 * 1024 * 1024 };

/** Files whose view of the facts is kept. */
const MAX_VIEWS = 64;

/**
 * What surrounds the workloads, collected from the YAML files of a workspace. Fed file by file; `factsFor` gives the same object
 * as long as no fact has changed, so that whoever keeps results by it keeps them over edits elsewhere.
 */
export class WorkspaceIndex {
  readonly #limits: IndexLimits;
  readonly #files = new Map<string, readonly Fact[]>();
  readonly #kustomizations = new Map<string, Kustomization>();
  readonly #skaffold = new Map<string, readonly string[]>();
  /** As they were read last: an open one is asked for at every look at its document. */
  readonly #toolTexts = new Map<string, string>();
  readonly #factsOfDocument = new WeakMap<ManifestDocument, { readonly uri: string; readonly facts: readonly Fact[] }>();
  readonly #views = new Map<string, ClusterFacts>();
  /** Files with facts that are open: their lines move. */
  readonly #open = new Map<string, Manifest>();
  /** Where the facts of all others stand. */
  readonly #places = new WeakMap<Fact, Place>();
  /** The folder that holds all files seen so far: the workspace, as far as it matters. */
  #top: string | undefined;
  #revision = 0;
  #skipped = false;
  #nodeSource: string | undefined;

  constructor(limits: IndexLimits = INDEX_LIMITS) {
    this.#limits = limits;
  }

  /** True when something is left out because of the limits; to be shown to the user. */
  get limited(): boolean {
    return this.#skipped;
  }

  get fileCount(): number {
    return this.#files.size;
  }

  /** Grows when a fact changes. */
  get revision(): number {
    return this.#revision;
  }

  /** From now on Node manifests count in this file only; undefined: wherever they are. */
  preferNodesOf(uri: string | undefined): void {
    if (this.#nodeSource === uri) return;
    this.#nodeSource = uri;
    this.#changed();
  }

  /** A file that is not open in an editor. */
  updateText(uri: string, text: string): void {
    if (text.length > this.#limits.fileSize) {
      this.#skip(uri);
      return;
    }
    if (this.#updateTool(uri, text)) return;
    const manifest = readManifest(text);
    this.updateManifest(uri, manifest);
    this.#open.delete(uri);
    for (const [fact, place] of placesIn(manifest, (document) => this.#read(document, uri))) this.#places.set(fact, place);
  }

  /** Files of tools that change manifests on their way to the cluster; false: this is none. */
  #updateTool(uri: string, text: string): boolean {
    const isKustomization = isKustomizationFile(uri);
    if (!isKustomization && !isSkaffoldFile(uri)) return false;
    if (this.#toolTexts.get(uri) === text) return true;
    this.#toolTexts.set(uri, text);
    const kustomization = isKustomization ? readKustomization(text) : undefined;
    if (kustomization !== undefined) this.#kustomizations.set(uri, kustomization);
    else if (isKustomization) this.#kustomizations.delete(uri);
    else this.#skaffold.set(uri, readSkaffoldImages(text));
    this.#changed();
    return true;
  }

  /** A file whose reading exists already. */
  updateManifest(uri: string, manifest: Manifest): void {
    this.#widen(uri);
    if (this.#updateTool(uri, manifest.text)) return;
    const old = this.#files.get(uri);
    if (old === undefined && this.#files.size >= this.#limits.files) {
      this.#skip(uri);
      return;
    }
    const facts = manifest.documents.flatMap(({ document }) => this.#read(document, uri));
    if (facts.length > 0) this.#open.set(uri, manifest);
    if (old !== undefined && isSameList(old, facts)) return;
    this.#files.set(uri, facts);
    if (old !== undefined || facts.length > 0) this.#changed();
  }

  remove(uri: string): void {
    const old = this.#files.get(uri);
    this.#files.delete(uri);
    this.#open.delete(uri);
    this.#kustomizations.delete(uri);
    this.#skaffold.delete(uri);
    if (this.#toolTexts.delete(uri) || (old !== undefined && old.length > 0)) this.#changed();
  }

  /** What surrounds the workloads of a file. */
  factsFor(uri: string): ClusterFacts {
    const known = this.#views.get(uri);
    if (known !== undefined) return known;
    const facts = this.#all();
    const kustomized = this.#kustomizationOf(uri);
    const testData = this.#top !== undefined && isTestData(this.#top, uri);
    const isBare = facts.length === 0 && !this.#skipped && kustomized === NOT_KUSTOMIZED && !testData;
    const view = isBare
      ? NO_FACTS
      : factsNear(uri, facts, { kustomized, limited: this.#skipped, testData, placeOf: this.#placeOf });
    const [oldest] = this.#views.size >= MAX_VIEWS ? this.#views.keys() : [];
    if (oldest !== undefined) this.#views.delete(oldest);
    this.#views.set(uri, view);
    return view;
  }

  readonly #placeOf = (fact: Fact): Place | undefined => {
    const manifest = this.#open.get(fact.uri);
    if (manifest === undefined) return this.#places.get(fact);
    const places = placesIn(manifest, (document) => this.#read(document, fact.uri));
    const isSame = (other: Fact): boolean =>
      other.fact === fact.fact && other.name === fact.name && other.namespace === fact.namespace;
    return places.get(fact) ?? [...places].find(([other]) => isSame(other))?.[1];
  };

  /** What all kustomizations that name the file do to it. */
  #kustomizationOf(uri: string): Kustomized {
    const built = [...this.#skaffold].flatMap(([place, images]) => (uri.startsWith(folderOf(place)) ? images : []));
    const isPlain = built.length === 0 && !isAmongPatches(uri);
    let result = isPlain ? NOT_KUSTOMIZED : { ...NOT_KUSTOMIZED, isAmongPatches: isAmongPatches(uri), images: new Set(built) };
    for (const [place, { resources, patches, images }] of this.#kustomizations) {
      const names = (paths: readonly string[]): boolean => paths.some((path) => resolvedPath(place, path) === uri);
      const isPatch = names(patches);
      const isBase = names(resources);
      if (!isPatch && !isBase) continue;
      result = {
        ...result,
        isPatch: result.isPatch || isPatch,
        isBase: result.isBase || isBase,
        images: new Set([...result.images, ...images]),
      };
    }
    return result;
  }

  #all(): readonly Fact[] {
    const all: Fact[] = [];
    for (const facts of this.#files.values()) {
      if (all.length + facts.length > this.#limits.facts) {
        this.#skipped = true;
        break;
      }
      all.push(...facts);
    }
    const source = this.#nodeSource;
    return source === undefined ? all : all.filter((fact) => fact.fact !== 'node' || fact.uri === source);
  }

  /** What was never saved lies nowhere. */
  #widen(uri: string): void {
    if (!uri.includes('/') || (this.#top !== undefined && uri.startsWith(this.#top))) return;
    const before = this.#top;
    this.#top = before === undefined ? folderOf(uri) : sharedFolder(before, uri);
    if (before !== undefined) this.#changed();
  }

  #changed(): void {
    this.#revision++;
    this.#views.clear();
  }

  #skip(uri: string): void {
    this.remove(uri);
    if (!this.#skipped) this.#changed();
    this.#skipped = true;
  }

  #read(document: ManifestDocument, uri: string): readonly Fact[] {
    const known = this.#factsOfDocument.get(document);
    if (known?.uri === uri) return known.facts;
    const old = this.#files.get(uri);
    const facts = document.resources.flatMap((resource) => {
      const fact = readFact(resource, uri);
      return fact === undefined ? [] : [old?.find((before) => isSameWorkload(before, fact)) ?? fact];
    });
    this.#factsOfDocument.set(document, { uri, facts });
    return facts;
  }
}

function folderOf(uri: string): string {
  return uri.slice(0, uri.lastIndexOf('/') + 1);
}

/** A path that a file names, seen from the file's folder. */
function resolvedPath(file: string, path: string): string {
  const steps = file.split('/').slice(0, -1);
  for (const step of path.split('/')) {
    if (step === '..') steps.pop();
    else if (step !== '.' && step !== '') steps.push(step);
  }
  return steps.join('/');
}

/** Most edits of a workload change nothing that others see of it. */
function isSameWorkload(before: Fact, now: Fact): boolean {
  if (before.fact !== 'workload' || now.fact !== 'workload') return false;
  return JSON.stringify(before) === JSON.stringify(now);
}

function sharedFolder(folder: string, uri: string): string {
  let shared = folder;
  while (shared !== '' && !uri.startsWith(shared)) shared = folderOf(shared.slice(0, -1));
  return shared;
}

function isSameList(a: readonly Fact[], b: readonly Fact[]): boolean {
  return a.length === b.length && a.every((fact, index) => fact === b[index]);
}
