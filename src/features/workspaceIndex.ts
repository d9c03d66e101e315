import type { ManifestDocument } from '../manifest/document';
import { readManifest, type Manifest } from '../manifest/manifest';
import { factsNear, NO_FACTS, type ClusterFacts, type Fact } from '../rules/facts';
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
  readonly #factsOfDocument = new WeakMap<ManifestDocument, { readonly uri: string; readonly facts: readonly Fact[] }>();
  readonly #views = new Map<string, ClusterFacts>();
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
    if (old !== undefined || facts.length > 0) this.#changed();
  }

  remove(uri: string): void {
    const old = this.#files.get(uri);
    this.#files.delete(uri);
    if (old !== undefined && old.length > 0) this.#changed();
  }

  /** What surrounds the workloads of a file. */
  factsFor(uri: string): ClusterFacts {
    const known = this.#views.get(uri);
    if (known !== undefined) return known;
    const facts = this.#all();
    const view = facts.length === 0 && !this.#skipped ? NO_FACTS : factsNear(uri, facts, this.#skipped);
    const [oldest] = this.#views.size >= MAX_VIEWS ? this.#views.keys() : [];
    if (oldest !== undefined) this.#views.delete(oldest);
    this.#views.set(uri, view);
    return view;
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
    const facts = document.resources.flatMap((resource) => readFact(resource, uri) ?? []);
    this.#factsOfDocument.set(document, { uri, facts });
    return facts;
  }
}

function isSameList(a: readonly Fact[], b: readonly Fact[]): boolean {
  return a.length === b.length && a.every((fact, index) => fact === b[index]);
}
