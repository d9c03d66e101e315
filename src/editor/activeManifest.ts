import * as vscode from 'vscode';
import type { Analysis } from '../features/analysis';
import type { Analyses } from './analyses';
import { Debouncer } from './debouncer';
import { Disposables } from './disposables';
import type { Guard } from './guard';
import { isManifestDocument } from './languages';

/** What is shown around the text may follow the typing a little later. */
const DELAY_MS = 100;

export interface Active {
  readonly document: vscode.TextDocument;
  readonly analysis: Analysis;
}

/** Follows the manifest in the active editor, for the status bar and the menus; another editor is told of at once. */
export class ActiveManifest implements vscode.Disposable {
  readonly #analyses: Analyses;
  readonly #guard: Guard;
  readonly #disposables = new Disposables();
  readonly #changed = this.#disposables.add(new vscode.EventEmitter<Active | undefined>());
  readonly #debouncer = this.#disposables.add(new Debouncer(DELAY_MS));

  /** With undefined where the active editor shows something else, or there is none. */
  readonly onDidChange = this.#changed.event;

  constructor(analyses: Analyses, guard: Guard) {
    this.#analyses = analyses;
    this.#guard = guard;
    const tell = (): void => {
      this.#tell();
    };
    this.#disposables.add(vscode.window.onDidChangeActiveTextEditor(tell));
    this.#disposables.add(vscode.workspace.onDidOpenTextDocument(tell));
    this.#disposables.add(
      analyses.onDidChange((document) => {
        const active = vscode.window.activeTextEditor?.document;
        if (document === undefined || document === active) this.#debouncer.request('tell', tell);
      }),
    );
    // Not at once: the activation is not to wait for a first analysis.
    this.#debouncer.request('tell', tell);
  }

  #tell(): void {
    this.#guard.run('Following the active editor', undefined, () => {
      const document = vscode.window.activeTextEditor?.document;
      const isManifest = document !== undefined && isManifestDocument(document);
      this.#changed.fire(isManifest ? { document, analysis: this.#analyses.analysisOf(document) } : undefined);
    });
  }

  dispose(): void {
    this.#disposables.dispose();
  }
}
