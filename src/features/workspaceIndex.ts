import type { ManifestDocument } from '../manifest/document';
import { NOT_KUSTOMIZED } from '../manifest/kustomization';
import { saysGenerated } from '../manifest/generated';
import type { JsonObject } from '../manifest/json';
import { readManifest, type Manifest } from '../manifest/manifest';
import { ORDINARY, purposeOf } from '../rules/nearness';
import { isNoFile } from '../rules/sources';
import { INDEX_LIMITS, type Coverage, type IndexLimits } from './coverage';
import { NO_FACTS, type ClusterFacts, type Fact, type Place, type Workspace } from '../rules/facts';
import { Folders } from '../rules/folderFacts';
import { placesIn } from './factPlaces';
import { readFact } from './factReader';
import { folderOf, sharedFolder } from './folders';
import { everythingIn, filledIn, type Everything } from './kustomizedBy';
import { isSameToOthers } from './sameFacts';
import { ToolFiles } from './toolFiles';

/** Files whose view of the facts is kept. */
const MAX_VIEWS = 64;

/**
 * What surrounds the workloads, collected from the YAML files of a workspace. Fed file by file; `factsFor` gives the same object
 * as long as no fact has changed, so that whoever keeps results by it keeps them over edits elsewhere.
 */
export class WorkspaceIndex {
  readonly #limits: IndexLimits;
  readonly #placesOfManifest = new WeakMap<Manifest, ReadonlyMap<Fact, Place>>();
  readonly #files = new Map<string, readonly Fact[]>();
  readonly #tools = new ToolFiles();
  readonly #factsOfDocument = new WeakMap<ManifestDocument, { readonly uri: string; readonly facts: readonly Fact[] }>();
  readonly #views = new Map<string, ClusterFacts>();
  readonly #folders = new Folders<Fact>(MAX_VIEWS);
  #everything: Everything | undefined;
  /** Files with facts that are open: their lines move. */
  readonly #open = new Map<string, Manifest>();
  /** What has become of workloads whose facts outlived an edit. */
  readonly #edited = new WeakMap<Fact, JsonObject>();
  /** Where the facts of all others stand. */
  readonly #places = new WeakMap<Fact, Place>();
  /** The folder that holds all files seen so far: the workspace, as far as it matters. */
  #top: string | undefined;
  /** Files that a program wrote. */
  readonly #generated = new Set<string>();
  readonly #large = new Set<string>();
  readonly #beyond = new Set<string>();
  #progress: Pick<Coverage, 'read' | 'unread' | 'failed'> = { read: 0, unread: 0, failed: [] };
  #factCount = 0;
  #revision = 0;
  #nodeSource: string | undefined;

  constructor(limits: IndexLimits = INDEX_LIMITS) {
    this.#limits = limits;
  }

  get coverage(): Coverage {
    return { ...this.#progress, large: [...this.#large], beyond: this.#beyond.size, crowded: this.#isCrowded };
  }

  get #isCrowded(): boolean {
    return this.#factCount > this.#limits.facts;
  }

  get #isLimited(): boolean {
    return this.#large.size + this.#beyond.size + this.#progress.unread > 0 || this.#isCrowded;
  }

  /** Whoever reads the files says how many it has looked into, how many are ahead, and what it was not given. */
  setProgress(read: number, ahead: number, failed: readonly string[] = []): void {
    const unread = ahead + failed.length;
    const isNews = this.#progress.unread > 0 !== unread > 0;
    this.#progress = { read, unread, failed };
    if (isNews) this.#changed();
  }

  /** The files that hold Deployments or DaemonSets, in the order of their names. */
  get workloadFiles(): readonly string[] {
    const holds = (facts: readonly Fact[]): boolean => facts.some(({ fact }) => fact === 'workload');
    return [...this.#files].flatMap(([uri, facts]) => (holds(facts) ? [uri] : [])).sort();
  }

  get revision(): number {
    return this.#revision;
  }

  /** The texts of the files that say what is built. */
  definitions(): Iterable<readonly [uri: string, text: string]> {
    return this.#tools.definitions();
  }

  /** From now on Node manifests count in this file only; undefined: wherever they are. */
  preferNodesOf(uri: string | undefined): void {
    if (this.#nodeSource === uri) return;
    this.#nodeSource = uri;
    this.#changed();
  }

  /** A file that is not open in an editor. */
  updateText(uri: string, text: string): void {
    if (text.length > this.#limits.fileSize) this.skipLarge(uri);
    else this.updateFile(uri, readManifest(text));
  }

  /** The same, where its reading exists already. */
  updateFile(uri: string, manifest: Manifest): void {
    this.#widen(uri);
    if (this.#updateTool(uri, manifest.text)) return;
    this.#noteOrigin(uri, manifest.text);
    const facts = this.#factsIn(uri, manifest);
    if (facts.length > 0 && !this.#files.has(uri) && this.#files.size >= this.#limits.files) {
      this.#skip(uri, this.#beyond);
      return;
    }
    this.#open.delete(uri);
    this.#keep(uri, facts);
    for (const [fact, place] of placesIn(manifest, (document) => this.#read(document, uri))) this.#places.set(fact, place);
  }

  /** A file that is too large to be read. */
  skipLarge(uri: string): void {
    this.#skip(uri, this.#large);
  }

  /** What is no manifest, and may be asked for by one. */
  noteData(uri: string, text: string): void {
    if (this.#tools.note(uri, text)) this.#changed();
  }

  /** Files of tools that change manifests on their way to the cluster; false: this is none. */
  #updateTool(uri: string, text: string): boolean {
    this.noteData(uri, text);
    if (!this.#tools.isOne(uri)) return false;
    if (!this.#tools.update(uri, text)) return true;
    const made = this.#tools.generatedBy(uri)?.map((each) => ({ ...each, ...GENERATED, uri, object: { kind: each.kind } }));
    if (made !== undefined) this.#keep(uri, made);
    this.#changed();
    return true;
  }

  /** An open document as it stands in the editor. */
  updateManifest(uri: string, manifest: Manifest): void {
    this.#widen(uri);
    if (this.#updateTool(uri, manifest.text)) return;
    this.#noteOrigin(uri, manifest.text);
    const facts = this.#factsIn(uri, manifest);
    if (facts.length > 0) this.#open.set(uri, manifest);
    this.#keep(uri, facts);
  }

  #noteOrigin(uri: string, text: string): void {
    const now = saysGenerated(text);
    if (now === this.#generated.has(uri)) return;
    if (now) this.#generated.add(uri);
    else this.#generated.delete(uri);
    this.#changed();
  }

  /** What is known of a file from now on. */
  #keep(uri: string, facts: readonly Fact[]): void {
    const old = this.#files.get(uri) ?? [];
    const isNews = this.#large.delete(uri) || this.#beyond.delete(uri);
    if (old.length !== facts.length || old.some((fact, index) => fact !== facts[index])) {
      if (facts.length > 0) this.#files.set(uri, facts);
      else this.#files.delete(uri);
      this.#factCount += facts.length - old.length;
    } else if (!isNews) return;
    this.#changed();
  }

  remove(uri: string): void {
    this.#open.delete(uri);
    this.#generated.delete(uri);
    if (this.#tools.remove(uri)) this.#changed();
    this.#keep(uri, []);
  }

  /** A copy in which some files stand otherwise; what is read of all others is shared. */
  replacing(files: readonly (readonly [uri: string, manifest: Manifest])[]): WorkspaceIndex {
    const copy = new WorkspaceIndex(this.#limits);
    for (const [uri, facts] of this.#files) copy.#keep(uri, facts);
    this.#tools.copyTo(copy.#tools);
    copy.#top = this.#top;
    copy.#nodeSource = this.#nodeSource;
    copy.#progress = this.#progress;
    for (const uri of this.#generated) copy.#generated.add(uri);
    for (const uri of this.#large) copy.#large.add(uri);
    for (const uri of this.#beyond) copy.#beyond.add(uri);
    for (const [uri, manifest] of files) copy.updateFile(uri, manifest);
    return copy;
  }

  /** What surrounds the workloads of a file. */
  factsFor(uri: string): ClusterFacts {
    const known = this.#views.get(uri);
    if (known !== undefined) return known;
    const all = (this.#everything ??= everythingIn(this.#all(), (other) => this.#tools.doneTo(other)));
    const { facts, configs } = all;
    const kustomized = filledIn(this.#files.get(uri) ?? [], all, this.#tools.doneTo(uri));
    const purpose = purposeOf(this.#top, uri, this.#generated.has(uri), this.#files.keys());
    const isBare = facts.length === 0 && !this.#isLimited && kustomized === NOT_KUSTOMIZED && purpose === ORDINARY;
    const view = isBare
      ? NO_FACTS
      : {
          home: uri,
          bySort: this.#folders.seenFrom(uri, facts),
          configs,
          kustomized,
          limited: this.#isLimited,
          ...(kustomized.isLeftOut ? { ...purpose, isUnused: true } : purpose),
          placeOf: this.#placeOf,
          workspace: this.#workspace,
        };
    const [oldest] = this.#views.size >= MAX_VIEWS ? this.#views.keys() : [];
    if (oldest !== undefined) this.#views.delete(oldest);
    this.#views.set(uri, view);
    return view;
  }

  readonly #workspace: Workspace = {
    workloads: () => [...this.#files.values()].flatMap((facts) => facts.filter((fact) => fact.fact === 'workload')),
    factsFor: (uri) => this.factsFor(uri),
    objectOf: (workload) => this.#edited.get(workload) ?? workload.object,
  };

  readonly #placeOf = (fact: Fact): Place | undefined => {
    if (isNoFile(fact.uri)) return undefined;
    const manifest = this.#open.get(fact.uri);
    if (manifest === undefined) return this.#places.get(fact);
    const places = this.#placesOf(manifest, fact.uri);
    const isSame = (other: Fact): boolean =>
      other.fact === fact.fact && other.name === fact.name && other.namespace === fact.namespace;
    return places.get(fact) ?? [...places].find(([other]) => isSame(other))?.[1];
  };

  /** Once for each text: a finding may rest on thousands of nodes. */
  #placesOf(manifest: Manifest, uri: string): ReadonlyMap<Fact, Place> {
    const places = this.#placesOfManifest.get(manifest) ?? placesIn(manifest, (document) => this.#read(document, uri));
    this.#placesOfManifest.set(manifest, places);
    return places;
  }

  #all(): readonly Fact[] {
    const all: Fact[] = [];
    // Where not all can be had, those of open documents come first.
    const opened = this.#isCrowded ? [...this.#open.keys()].flatMap((uri) => this.#files.get(uri) ?? []) : [];
    for (const facts of this.#isCrowded ? [opened, ...this.#unopened()] : this.#files.values()) {
      if (all.length + facts.length > this.#limits.facts) break;
      for (const fact of facts) all.push(fact);
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

  #unopened(): readonly (readonly Fact[])[] {
    return [...this.#files].filter(([uri]) => !this.#open.has(uri)).map(([, facts]) => facts);
  }

  #changed(): void {
    this.#revision++;
    this.#views.clear();
    this.#folders.clear();
    this.#everything = undefined;
  }

  #skip(uri: string, among: Set<string>): void {
    this.remove(uri);
    among.add(uri);
    this.#changed();
  }

  #factsIn(uri: string, { documents }: Manifest): readonly Fact[] {
    return documents.flatMap(({ document }) => this.#read(document, uri));
  }

  #read(document: ManifestDocument, uri: string): readonly Fact[] {
    const known = this.#factsOfDocument.get(document);
    if (known?.uri === uri) return known.facts;
    const old = this.#files.get(uri);
    const facts = document.resources.flatMap((resource) => {
      const fact = readFact(resource, uri);
      if (fact === undefined) return [];
      const kept = old?.find((before) => isSameToOthers(before, fact)) ?? fact;
      if (kept !== fact) this.#edited.set(kept, fact.object);
      return [kept];
    });
    this.#factsOfDocument.set(document, { uri, facts });
    return facts;
  }
}

/** What a kustomization makes stands nowhere. */
const GENERATED = { fact: 'config', namespace: undefined, range: { start: 0, end: 0 } } as const;
