import * as vscode from 'vscode';
import { analyze, bareSurroundings, type Analysis, type Surroundings } from '../features/analysis';
import { AnalysisCache } from '../features/analysisCache';
import type { FeatureSettings } from '../features/settings';
import { WorkspaceIndex } from '../features/workspaceIndex';
import { Debouncer } from './debouncer';
import { Disposables } from './disposables';
import { isManifestDocument, isOwnDocument } from './languages';
import { readSettings, SECTION } from './settings';

/** Other documents follow an edit of a Service or a budget once the typing pauses. */
const FACTS_DELAY_MS = 200;

interface Read {
  readonly version: number;
  readonly analysis: Analysis;
}

/** The one place that knows the analysis of every open document and what it rests on. */
export class Analyses implements vscode.Disposable {
  readonly index = new WorkspaceIndex();
  readonly #cache = new AnalysisCache();
  readonly #read = new WeakMap<vscode.TextDocument, Read>();
  readonly #committed = new Map<string, Analysis['manifest']>();
  readonly #surroundings = new Map<string, Surroundings>();
  readonly #settings = new Map<string, FeatureSettings>();
  readonly #disposables = new Disposables();
  readonly #changed = this.#disposables.add(new vscode.EventEmitter<vscode.TextDocument | undefined>());
  readonly #debouncer = this.#disposables.add(new Debouncer(FACTS_DELAY_MS));

  /** A document's verdicts may have changed; undefined: everybody's. */
  readonly onDidChange = this.#changed.event;

  constructor() {
    this.#disposables.add(
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration(SECTION)) this.#forgetSettings();
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
        this.#forget(uri.toString());
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

  analysisOf(document: vscode.TextDocument): Analysis {
    const known = this.#read.get(document);
    const analysis =
      known?.version === document.version && known.analysis.surroundings === this.#surroundingsOf(document)
        ? known.analysis
        : this.#analyze(document);
    if (known?.analysis !== analysis) this.#read.set(document, { version: document.version, analysis });
    return analysis;
  }

  #analyze(document: vscode.TextDocument): Analysis {
    const uri = document.uri.toString();
    const text = document.getText();
    const analysis = this.#cache.analyze(uri, text, this.#surroundingsOf(document));
    if (!isOwnDocument(document)) return analysis;
    const facts = this.index.facts();
    // An open document's own objects count as they stand in the editor, saved or not.
    this.index.updateManifest(uri, analysis.manifest);
    if (this.index.facts() === facts) return analysis;
    this.refreshSoon();
    return this.#cache.analyze(uri, text, this.#surroundingsOf(document));
  }

  /** The same object as long as nothing in it changes: results are kept by it. */
  #surroundingsOf(document: vscode.TextDocument): Surroundings {
    const uri = document.uri.toString();
    const known = this.#surroundings.get(uri);
    const facts = this.index.facts();
    const committed = this.#committed.get(uri);
    const settings = this.#settingsFor(document.uri);
    if (known?.facts === facts && known.settings === settings && known.committed === committed) return known;
    const surroundings: Surroundings = { settings, facts, committed };
    this.#surroundings.set(uri, surroundings);
    return surroundings;
  }

  /** One object for all documents of a workspace folder, which may have settings of its own. */
  #settingsFor(uri: vscode.Uri): FeatureSettings {
    const folder = vscode.workspace.getWorkspaceFolder(uri)?.uri;
    const key = folder?.toString() ?? '';
    const known = this.#settings.get(key);
    if (known !== undefined) return known;
    const settings = readSettings(folder);
    this.#settings.set(key, settings);
    return settings;
  }

  #forgetSettings(): void {
    this.#settings.clear();
    this.refresh();
  }

  #forget(uri: string): void {
    this.#cache.forget(uri);
    this.#surroundings.delete(uri);
    this.#committed.delete(uri);
  }

  /** The version of a file that version control holds; undefined: none. */
  setCommitted(document: vscode.TextDocument, text: string | undefined): void {
    const uri = document.uri.toString();
    if (this.#committed.get(uri)?.text === text) return;
    if (text === undefined) this.#committed.delete(uri);
    else this.#committed.set(uri, analyze(uri, text, bareSurroundings(this.#settingsFor(document.uri))).manifest);
    this.refreshSoon();
  }

  dispose(): void {
    this.#disposables.dispose();
  }
}
