import * as vscode from 'vscode';
import { analyse, bareSurroundings, type Analysis, type Surroundings } from '../features/analysis';
import { AnalysisCache } from '../features/analysisCache';
import { WorkspaceIndex } from '../features/workspaceIndex';
import { Disposables } from './disposables';
import { isManifestDocument } from './languages';
import { readSettings, SECTION } from './settings';

/** The one place that knows the analysis of every open document and what it rests on. */
export class Analyses implements vscode.Disposable {
  readonly index = new WorkspaceIndex();
  readonly #cache = new AnalysisCache();
  readonly #committed = new Map<string, Analysis['manifest']>();
  readonly #surroundings = new Map<string, Surroundings>();
  readonly #disposables = new Disposables();
  readonly #changed = this.#disposables.add(new vscode.EventEmitter<vscode.TextDocument | undefined>());
  #settings = readSettings();

  /** A document's verdicts may have changed; undefined: everybody's. */
  readonly onDidChange = this.#changed.event;

  constructor() {
    this.#disposables.add(
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (!event.affectsConfiguration(SECTION)) return;
        this.#settings = readSettings();
        this.refresh();
      }),
    );
    this.#disposables.add(
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if (isManifestDocument(document)) this.#changed.fire(document);
      }),
    );
    this.#disposables.add(
      vscode.workspace.onDidCloseTextDocument((document) => {
        const uri = document.uri.toString();
        this.#cache.forget(uri);
        this.#surroundings.delete(uri);
        this.#committed.delete(uri);
      }),
    );
  }

  /** Facts of the workspace have changed: verdicts that rest on them have to be asked for again. */
  refresh(): void {
    this.#changed.fire(undefined);
  }

  analysisOf(document: vscode.TextDocument): Analysis {
    const uri = document.uri.toString();
    const analysis = this.#cache.analyse(uri, document.getText(), this.#surroundingsOf(uri));
    const facts = this.index.facts();
    // An open document's own objects count as they stand in the editor, saved or not.
    this.index.updateManifest(uri, analysis.manifest);
    if (this.index.facts() === facts) return analysis;
    return this.#cache.analyse(uri, document.getText(), this.#surroundingsOf(uri));
  }

  /** The same object as long as nothing in it changes: results are kept by it. */
  #surroundingsOf(uri: string): Surroundings {
    const known = this.#surroundings.get(uri);
    const facts = this.index.facts();
    const committed = this.#committed.get(uri);
    if (known?.facts === facts && known.settings === this.#settings && known.committed === committed) return known;
    const surroundings: Surroundings = { settings: this.#settings, facts, committed };
    this.#surroundings.set(uri, surroundings);
    return surroundings;
  }

  /** The version of a file that version control holds; undefined: none. */
  setCommitted(uri: string, text: string | undefined): void {
    if (text === undefined) this.#committed.delete(uri);
    else this.#committed.set(uri, analyse(uri, text, bareSurroundings(this.#settings)).manifest);
  }

  dispose(): void {
    this.#disposables.dispose();
  }
}
