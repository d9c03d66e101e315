import * as vscode from 'vscode';
import { Analysis } from '../features/analysis';
import type { Surroundings } from '../features/assessment';
import type { Base } from '../features/base';
import type { FeatureSettings } from '../features/settings';
import { WorkspaceIndex } from '../features/workspaceIndex';
import { baseFrom, type Version } from './bases/version';
import { Debouncer } from './debouncer';
import { Disposables } from './disposables';
import { isManifestDocument, isOwnDocument } from './languages';
import { Pace } from './pace';
import { readSettings, SECTION } from './settings';
import { SettingsFiles } from './settingsFiles';

/** Other documents follow an edit of a Service or a budget once the typing pauses. */
const FACTS_DELAY_MS = 200;

interface Read {
  readonly version: number;
  readonly alone: Analysis;
  /** The same with what the file is in builds. */
  readonly seen: Analysis;
}

/** What a file is in the builds that it takes part in. */
type FindBuilt = (document: vscode.TextDocument, alone: Analysis) => Analysis['builds'];

/** The measured cluster that a file's workloads go to. */
type FindCluster = (uri: vscode.Uri) => Surroundings['cluster'];

/** The one place that knows the analysis of every open document and what it rests on. */
export class Analyses implements vscode.Disposable {
  readonly index = new WorkspaceIndex();
  readonly #read = new WeakMap<vscode.TextDocument, Read>();
  readonly #bases = new Map<string, Base>();
  readonly #settings = new Map<string, FeatureSettings>();
  readonly #disposables = new Disposables();
  readonly #changed = this.#disposables.add(new vscode.EventEmitter<vscode.TextDocument | undefined>());
  readonly #debouncer = this.#disposables.add(new Debouncer(FACTS_DELAY_MS));
  #findBuilt: FindBuilt = () => undefined;
  #findCluster: FindCluster = () => undefined;
  readonly #files = this.#disposables.add(new SettingsFiles());
  #settingsRevision = 0;

  /** A document's verdicts may have changed; undefined: everybody's. */
  readonly onDidChange = this.#changed.event;

  constructor() {
    this.#disposables.add(
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration(SECTION)) this.#forgetSettings();
      }),
    );
    this.#disposables.add(
      this.#files.onDidChange(() => {
        this.#forgetSettings();
      }),
    );
    this.#disposables.add(
      vscode.workspace.onDidChangeWorkspaceFolders(() => {
        this.#forgetSettings();
      }),
    );
    this.#disposables.add(
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if (isManifestDocument(document)) this.#changed.fire(document);
      }),
    );
    this.#disposables.add(
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        this.#bases.delete(uri.toString());
      }),
    );
  }

  /** Facts of the workspace have changed: verdicts that rest on them have to be asked for again. */
  refresh(): void {
    this.#debouncer.cancel('facts');
    this.#changed.fire(undefined);
  }

  /** The same, in a moment and once for many changes. */
  refreshSoon(): void {
    this.#debouncer.request('facts', () => {
      this.refresh();
    });
  }

  /** From now on files are seen as they are built. */
  useBuilds(find: FindBuilt): void {
    this.#findBuilt = find;
  }

  /** From now on workloads are judged in the cluster that they go to. */
  useClusters(find: FindCluster): void {
    this.#findCluster = find;
    this.#settingsRevision += 1;
    this.refresh();
  }

  clusterFor(uri: vscode.Uri): Surroundings['cluster'] {
    return this.#findCluster(uri);
  }

  /** Grows when a setting changes, or the cluster that files go to. */
  get settingsRevision(): number {
    return this.#settingsRevision;
  }

  analysisOf(document: vscode.TextDocument): Analysis {
    const known = this.#read.get(document);
    const alone = this.#aloneOf(document, known);
    const builds = this.#findBuilt(document, alone);
    if (known?.alone === alone && known.seen.builds === builds) return known.seen;
    const { uri, manifest, surroundings } = alone;
    const seen = builds === undefined ? alone : new Analysis(uri, manifest, surroundings, alone, builds);
    this.#read.set(document, { version: document.version, alone, seen });
    return seen;
  }

  /**
   * Settles once all that is said of a document is known: thousands of workloads are judged in pauses, and from the beginning
   * where they change meanwhile. `isOver`: nobody waits for it any more.
   */
  async judged(document: vscode.TextDocument, isOver: () => boolean): Promise<void> {
    const pace = new Pace();
    while (!isOver()) {
      const analysis = this.analysisOf(document);
      const judging = analysis.judge();
      for (let isSame = true; isSame && !isOver();) {
        if (judging.next().done === true) return;
        if (await pace.pause()) isSame = this.analysisOf(document) === analysis;
      }
    }
  }

  #aloneOf(document: vscode.TextDocument, known: Read | undefined): Analysis {
    let surroundings = this.#surroundingsOf(document, known?.alone);
    if (known?.version === document.version && known.alone.surroundings === surroundings) return known.alone;
    const uri = document.uri.toString();
    const text = document.getText();
    let analysis = new Analysis(uri, text, surroundings, known?.alone);
    // What somebody still asks of a document that was closed is not what the workspace holds.
    if (isOwnDocument(document) && !document.isClosed) {
      // An open document's own objects count as they stand in the editor, saved or not.
      this.index.updateManifest(uri, analysis.manifest);
      surroundings = this.#surroundingsOf(document, analysis);
      if (surroundings !== analysis.surroundings) {
        this.refreshSoon();
        analysis = new Analysis(uri, text, surroundings, analysis);
      }
    }
    return analysis;
  }

  /** The same object as long as nothing in it changes: results are kept by it. */
  #surroundingsOf({ uri }: vscode.TextDocument, known: Analysis | undefined): Surroundings {
    const facts = this.index.factsFor(homeOf(uri));
    const base = this.#bases.get(uri.toString());
    const settings = this.settingsFor(uri);
    const cluster = this.#findCluster(uri);
    const { surroundings } = known ?? {};
    const isSame = surroundings?.facts === facts && surroundings.settings === settings && surroundings.base === base;
    return isSame && surroundings.cluster === cluster ? surroundings : { settings, facts, base, cluster };
  }

  /** One object for all documents of a workspace folder, which may have settings of its own. */
  settingsFor(uri: vscode.Uri): FeatureSettings {
    const folder = vscode.workspace.getWorkspaceFolder(uri)?.uri;
    const key = folder?.toString() ?? '';
    const known = this.#settings.get(key);
    if (known !== undefined) return known;
    const settings = readSettings(folder, this.#files);
    this.#settings.set(key, settings);
    return settings;
  }

  #forgetSettings(): void {
    this.#settings.clear();
    this.#settingsRevision += 1;
    this.refresh();
  }

  /** The version that a file is compared with; undefined: none. */
  setBase(document: vscode.TextDocument, version: Version | undefined): void {
    const uri = document.uri.toString();
    const known = this.#bases.get(uri);
    const base = baseFrom(version, known);
    if (base === known) return;
    if (base === undefined) this.#bases.delete(uri);
    else this.#bases.set(uri, base);
    this.refreshSoon();
  }

  dispose(): void {
    this.#disposables.dispose();
  }
}

/** Where a document lies. One that was never saved is taken to lie at the top of the workspace. */
function homeOf(uri: vscode.Uri): string {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  return uri.scheme === 'untitled' && folder !== undefined
    ? vscode.Uri.joinPath(folder.uri, uri.path).toString()
    : uri.toString();
}
