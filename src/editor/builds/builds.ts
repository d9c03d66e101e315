import * as vscode from 'vscode';
import type { Analysis } from '../../features/analysis';
import type { BuiltAnalysis } from '../../features/builds/builtAnalysis';
import type { WorkspaceBuilds } from '../../features/builds/workspaceBuilds';
import type { BuildPlan } from '../../render/builtManifest';
import type { Analyses } from '../analyses';
import type { Bases } from '../bases/bases';
import { Debouncer } from '../debouncer';
import { Disposables } from '../disposables';
import type { Guard } from '../guard';
import { isOwnDocument } from '../languages';
import { BuildFiles, pathOf, uriAt } from './buildFiles';
import type { OlderFiles } from './olderFiles';

const KEPT = 'rolloutLens.builds';
const WATCHED = 'rolloutLens.watchedValues';
/** Builds that nobody waits for begin when the typing pauses. */
const PAUSE_MS = 60;

/**
 * What open files are built into. The room of builders is loaded once the workspace is known to have something to build. The
 * build in force follows each keystroke; all others are made in turns between which the editor has its own.
 */
export class Builds implements vscode.Disposable {
  readonly #analyses: Analyses;
  readonly #bases: Bases;
  readonly #memory: vscode.Memento;
  readonly #guard: Guard;
  readonly #disposables = new Disposables();
  readonly #changed = this.#disposables.add(new vscode.EventEmitter<void>());
  readonly #debouncer = this.#disposables.add(new Debouncer(PAUSE_MS));
  readonly #files = new BuildFiles();
  #builds: WorkspaceBuilds | undefined;
  #older: OlderFiles | undefined;
  #comparedWith: string | undefined;
  /** What everybody has heard of. */
  #told: number | undefined;
  #isLoading = false;
  #definitions = new Map<string, string>();
  #revision = -1;
  /** Counts the rounds of building; a newer one ends an older. */
  #round = 0;

  /** Something was built again, or another build is in force. */
  readonly onDidChange = this.#changed.event;

  constructor(analyses: Analyses, bases: Bases, memory: vscode.Memento, guard: Guard) {
    this.#analyses = analyses;
    this.#bases = bases;
    this.#memory = memory;
    this.#guard = guard;
    analyses.useBuilds((document, alone) => this.#viewOf(document, alone));
    this.#disposables.add(
      analyses.onDidChange((document) => {
        if (document === undefined) this.#follow();
        this.#buildSoon();
      }),
    );
    this.#disposables.add(
      vscode.workspace.onDidOpenTextDocument(() => {
        this.#compareSoon(false);
        this.#buildSoon();
      }),
    );
    this.#disposables.add(
      bases.onDidChange(() => {
        this.#compareSoon(true);
      }),
    );
    this.#disposables.add(
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        this.#forget(uri);
      }),
    );
  }

  /** What can be built from a file, the one in force first. */
  plansFor(uri: vscode.Uri): readonly BuildPlan[] {
    return this.#builds?.plansFor(pathOf(uri)) ?? [];
  }

  /** Files that a chart could be rendered with as well. */
  offersFor(uri: vscode.Uri): readonly string[] {
    return this.#builds?.offersFor(pathOf(uri)) ?? [];
  }

  /** From now on the chart is rendered with this file of values, too. */
  async watch(path: string): Promise<void> {
    this.#builds?.watch(path);
    await this.#memory.update(WATCHED, this.#builds?.watched);
    this.#tell();
    this.#buildSoon();
  }

  analysisOf(id: string): BuiltAnalysis | undefined {
    return this.#builds?.analysisOf(id);
  }

  async choose(id: string): Promise<void> {
    this.#builds?.choose(id);
    await this.#memory.update(KEPT, this.#builds?.chosen);
    this.#tell();
    this.#buildSoon();
  }

  #viewOf(document: vscode.TextDocument, alone: Analysis): Analysis['builds'] {
    const builds = this.#builds;
    if (builds === undefined || !isOwnDocument(document)) return undefined;
    const path = pathOf(document.uri);
    if (builds.files.isKnown(path)) builds.update(path, document.getText());
    else builds.define(path, document.getText());
    return builds.viewOf(path, alone);
  }

  /** Facts, settings or the definitions of builds have changed, as far as the index tells. */
  #follow(): void {
    const { index } = this.#analyses;
    const definitions = new Map(index.definitions());
    if (definitions.size === 0 && this.#definitions.size === 0) return;
    const builds = this.#builds;
    if (builds === undefined) {
      void this.#guard.runAsync('Loading what builds overlays', () => this.#load());
      return;
    }
    for (const [uri, text] of definitions)
      if (this.#definitions.get(uri) !== text) builds.define(pathOf(vscode.Uri.parse(uri)), text);
    for (const uri of this.#definitions.keys())
      if (!definitions.has(uri)) builds.define(pathOf(vscode.Uri.parse(uri)), undefined);
    this.#definitions = definitions;
    const revision = index.revision + this.#analyses.settingsRevision * 1e6;
    if (revision === this.#revision) return;
    this.#revision = revision;
    builds.refresh();
  }

  async #load(): Promise<void> {
    if (this.#isLoading) return;
    this.#isLoading = true;
    const { WorkspaceBuilds: Room } = await import('../../features/builds/workspaceBuilds');
    const { showTemplates, readOlder } = await import('./templateViews');
    this.#disposables.add(showTemplates(this, this.#analyses, this.#guard));
    this.#older = readOlder(this.#bases);
    const paths = new Map<string, string>();
    const { index } = this.#analyses;
    this.#builds = new Room({
      uriOf: (path) => uriAt(path)?.toString() ?? `file:///${path}`,
      pathOf: (uri) => {
        const path = paths.get(uri) ?? pathOf(vscode.Uri.parse(uri));
        paths.set(uri, path);
        return path;
      },
      factsFor: (uri) => index.factsFor(uri),
      settingsFor: (uri) => this.#analyses.settingsFor(vscode.Uri.parse(uri)),
      clusterFor: (uri) => this.#analyses.clusterFor(vscode.Uri.parse(uri)),
      now: () => performance.now(),
    });
    const kept = this.#memory.get<unknown>(KEPT);
    if (Array.isArray(kept)) this.#builds.chosen = kept.filter((id) => typeof id === 'string');
    const watched = this.#memory.get<unknown>(WATCHED);
    if (Array.isArray(watched)) for (const path of watched) if (typeof path === 'string') this.#builds.watch(path);
    this.#watch(this.#builds);
    this.#follow();
    this.#compareSoon(true);
    this.#buildSoon();
  }

  /** `isOther`: the state has changed, whatever it is called. */
  #compareSoon(isOther: boolean): void {
    const builds = this.#builds;
    if (builds === undefined || (!isOther && this.#comparedWith !== undefined)) return;
    void this.#guard.runAsync('Comparing what is built', async () => {
      const name = await this.#baseName();
      if (!isOther && name === this.#comparedWith) return;
      this.#comparedWith = name;
      builds.compareWith(name);
      this.#tell();
      this.#buildSoon();
    });
  }

  /** As the first open file has it that is in a repository. */
  async #baseName(): Promise<string | undefined> {
    for (const { uri } of vscode.workspace.textDocuments.filter(isOwnDocument)) {
      const name = await this.#bases.nameAt(uri);
      if (name !== undefined) return name;
    }
    return undefined;
  }

  /** Files of any name may be part of a build. */
  #watch(builds: WorkspaceBuilds): void {
    const watcher = this.#disposables.add(vscode.workspace.createFileSystemWatcher('**/*'));
    const forget = (paths: readonly string[]): boolean => {
      const known = paths.filter((path) => builds.files.isKnown(path) && !isOpen(path));
      if (known.length > 0) this.#files.forgetLinks();
      for (const path of known) builds.update(path, undefined);
      return known.length > 0;
    };
    const forgetLists = (folders: readonly string[]): boolean => {
      const listed = folders.filter((folder) => builds.files.isListed(folder));
      for (const folder of listed) builds.tellList(folder, undefined);
      return listed.length > 0;
    };
    this.#disposables.add(
      watcher.onDidChange((uri) => {
        if (forget([pathOf(uri)])) this.#buildSoon();
      }),
    );
    const comeOrGone = (uri: vscode.Uri): void => {
      const path = pathOf(uri);
      // The editor may tell of a folder alone.
      const all = [path, ...builds.files.below(path)];
      const isNews = [forget(all), forgetLists([path.slice(0, Math.max(0, path.lastIndexOf('/'))), ...all])];
      if (isNews.includes(true)) this.#buildSoon();
    };
    this.#disposables.add(watcher.onDidCreate(comeOrGone));
    this.#disposables.add(watcher.onDidDelete(comeOrGone));
    this.#disposables.add(
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        const path = pathOf(document.uri);
        if (!builds.files.isKnown(path) || vscode.workspace.getWorkspaceFolder(document.uri) === undefined) return;
        builds.update(path, document.getText());
        this.#buildSoon();
      }),
    );
  }

  /** What was not saved is gone; the disk has what counts. */
  #forget(uri: vscode.Uri): void {
    const path = pathOf(uri);
    const defined = this.#definitions.get(uri.toString());
    if (this.#builds?.files.isKnown(path) === true) this.#builds.update(path, undefined);
    // What only its tab has told of is gone with it: a file that was deleted meanwhile.
    this.#builds?.define(path, defined);
    this.#buildSoon();
  }

  #buildSoon(): void {
    const builds = this.#builds;
    if (builds === undefined) return;
    // Whoever types has the machine for himself.
    const round = ++this.#round;
    this.#debouncer.request('build', () => {
      void this.#guard.runAsync('Building overlays', () => this.#build(builds, round));
    });
  }

  async #build(builds: WorkspaceBuilds, round: number): Promise<void> {
    builds.keepOnly(openPaths());
    await this.#settle(builds, round, () => this.#files.read(builds));
    // Git may never answer: what is built now does not wait for it.
    await this.#settle(builds, round, async () => (await this.#older?.read(builds)) ?? false);
  }

  /** Builds until nothing is asked for any more. */
  async #settle(builds: WorkspaceBuilds, round: number, read: () => Promise<boolean>): Promise<void> {
    while (round === this.#round) {
      if (!builds.step(openPaths()) && !(await read())) break;
      await turn();
    }
    // The build in force may have been made already, when a keystroke asked for it.
    if (builds.revision !== this.#told && round === this.#round) this.#tell();
  }

  #tell(): void {
    this.#told = this.#builds?.revision;
    this.#changed.fire();
    this.#analyses.refresh();
  }

  dispose(): void {
    this.#round = Number.NaN;
    this.#disposables.dispose();
  }
}

function openPaths(): readonly string[] {
  return vscode.workspace.textDocuments.filter(isOwnDocument).map(({ uri }) => pathOf(uri));
}

function isOpen(path: string): boolean {
  return openPaths().includes(path);
}

/** The editor and all others have their turn. */
function turn(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 0);
  });
}
