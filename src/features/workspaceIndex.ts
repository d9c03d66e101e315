import type { ManifestDocument } from '../manifest/document';
import { readManifest, type Manifest } from '../manifest/manifest';
import { allNodes, indexFacts, NO_FACTS, type ClusterFacts, type Fact } from '../rules/facts';
import { readFact } from './factReader';

export interface IndexLimits {
  readonly files: number;
  readonly facts: number;
  /** Characters; larger files are passed over. */
  readonly fileSize: number;
}

export const INDEX_LIMITS: IndexLimits = { files: 2000, facts: 20_000, fileSize: 2 * 1024 * 1024 };

/**
 * What surrounds the workloads, collected from the YAML files of a workspace. Fed file by file; `facts()` is the same object as
 * long as no fact has changed, so that whoever keeps results by it keeps them over edits elsewhere.
 */
export class WorkspaceIndex {
  readonly #limits: IndexLimits;
  readonly #files = new Map<string, readonly Fact[]>();
  readonly #factsOfDocument = new WeakMap<ManifestDocument, { readonly uri: string; readonly facts: readonly Fact[] }>();
  #current: ClusterFacts | undefined = NO_FACTS;
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

  /** Node manifests found so far. */
  get nodeCount(): number {
    return allNodes(this.facts()).length;
  }

  /** From now on Node manifests count in this file only; undefined: wherever they are. */
  preferNodesOf(uri: string | undefined): void {
    if (this.#nodeSource === uri) return;
    this.#nodeSource = uri;
    this.#current = undefined;
  }

  /** A file that is not open in an editor. */
  updateText(uri: string, text: string): void {
    if (text.length > this.#limits.fileSize) {
      this.#skip(uri);
      return;
    }
    this.updateManifest(uri, readManifest(text));
  }

  /** A file whose reading exists already. */
  updateManifest(uri: string, manifest: Manifest): void {
    const old = this.#files.get(uri);
    if (old === undefined && this.#files.size >= this.#limits.files) {
      this.#skip(uri);
      return;
    }
    const facts = manifest.documents.flatMap(({ document }) => this.#read(document, uri));
    if (old !== undefined && isSameList(old, facts)) return;
    this.#files.set(uri, facts);
    if (old !== undefined || facts.length > 0) this.#current = undefined;
  }

  remove(uri: string): void {
    const old = this.#files.get(uri);
    this.#files.delete(uri);
    if (old !== undefined && old.length > 0) this.#current = undefined;
  }

  facts(): ClusterFacts {
    if (this.#current !== undefined) return this.#current;
    const all: Fact[] = [];
    for (const facts of this.#files.values()) {
      if (all.length + facts.length > this.#limits.facts) {
        this.#skipped = true;
        break;
      }
      all.push(...facts);
    }
    const source = this.#nodeSource;
    const counted = source === undefined ? all : all.filter((fact) => fact.fact !== 'node' || fact.uri === source);
    this.#current = indexFacts(counted, this.#skipped);
    return this.#current;
  }

  #skip(uri: string): void {
    this.remove(uri);
    if (!this.#skipped) this.#current = undefined;
    this.#skipped = true;
  }

  #read(document: ManifestDocument, uri: string): readonly Fact[] {
    const known = this.#factsOfDocument.get(document);
    if (known?.uri === uri) return known.facts;
    const facts = document.resources.flatMap((resource) => readFact(resource, uri) ?? []);
    this.#factsOfDocument.set(document, { uri, facts });
    return facts;
  }
}

function isSameList(a: readonly Fact[], b: readonly Fact[]): boolean {
  return a.length === b.length && a.every((fact, index) => fact === b[index]);
}
