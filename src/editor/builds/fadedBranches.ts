import * as vscode from 'vscode';
import type { Analyses } from '../analyses';
import { Debouncer } from '../debouncer';
import { Disposables } from '../disposables';
import type { Guard } from '../guard';
import { isManifestDocument } from '../languages';
import { rangeOf } from '../ranges';

const PAUSE_MS = 150;

/** Branches of templates that are not rendered with the values in force are shown faded. */
export class FadedBranches implements vscode.Disposable {
  readonly #analyses: Analyses;
  readonly #guard: Guard;
  readonly #disposables = new Disposables();
  readonly #debouncer = this.#disposables.add(new Debouncer(PAUSE_MS));
  readonly #faded = this.#disposables.add(vscode.window.createTextEditorDecorationType({ opacity: '0.55' }));

  constructor(analyses: Analyses, guard: Guard) {
    this.#analyses = analyses;
    this.#guard = guard;
    const fade = (): void => {
      this.#fadeSoon();
    };
    this.#disposables.add(analyses.onDidChange(fade));
    this.#disposables.add(vscode.window.onDidChangeVisibleTextEditors(fade));
  }

  #fadeSoon(): void {
    this.#debouncer.request('fade', () => {
      this.#guard.run('Fading branches', undefined, () => {
        for (const editor of vscode.window.visibleTextEditors) if (isManifestDocument(editor.document)) this.#fade(editor);
      });
    });
  }

  #fade(editor: vscode.TextEditor): void {
    const { document } = editor;
    const branches = this.#analyses.analysisOf(document).builds?.notRendered() ?? [];
    editor.setDecorations(
      this.#faded,
      branches.map((branch): vscode.DecorationOptions => ({ range: rangeOf(document, branch), hoverMessage: branch.message })),
    );
  }

  dispose(): void {
    this.#disposables.dispose();
  }
}
