import * as vscode from 'vscode';
import type { BuiltAnalysis } from '../../features/builds/builtAnalysis';
import { Disposables } from '../disposables';
import type { Guard } from '../guard';
import { isOwnDocument } from '../languages';
import { rangeOf } from '../ranges';
import { BUILT_SCHEME, pathOf, uriAt } from './buildFiles';

/** Whoever knows the builds. */
export interface FindBuild {
  analysisOf(id: string): BuiltAnalysis | undefined;
}

/** Keeps the cursors in what is written and in what is built from it in step, where both are seen. */
export class BuiltCursor implements vscode.Disposable {
  readonly #builds: FindBuild;
  readonly #disposables = new Disposables();

  constructor(builds: FindBuild, guard: Guard) {
    this.#builds = builds;
    this.#disposables.add(
      vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => {
        // The other side is moved by this, and moves nothing.
        if (textEditor !== vscode.window.activeTextEditor) return;
        guard.run('Following the cursor', undefined, () => {
          if (textEditor.document.uri.scheme === BUILT_SCHEME) this.#showSource(textEditor);
          else if (isOwnDocument(textEditor.document)) this.#showBuilt(textEditor);
        });
      }),
    );
  }

  #showBuilt({ document, selection }: vscode.TextEditor): void {
    for (const editor of vscode.window.visibleTextEditors) {
      if (editor.document.uri.scheme !== BUILT_SCHEME) continue;
      const built = this.#builds.analysisOf(editor.document.uri.query)?.built;
      const at = built?.builtAt?.(pathOf(document.uri), document.offsetAt(selection.active));
      if (built === undefined || at === undefined) continue;
      const place = editor.document.positionAt(at + headLength(editor.document, built.text));
      moveTo(editor, new vscode.Range(place, place));
    }
  }

  #showSource({ document, selection }: vscode.TextEditor): void {
    const built = this.#builds.analysisOf(document.uri.query)?.built;
    const offset = document.offsetAt(selection.active) - headLength(document, built?.text ?? '');
    const place = built?.sourceAt?.(offset);
    const uri = place === undefined ? undefined : uriAt(place.file)?.toString();
    const editor = vscode.window.visibleTextEditors.find((each) => each.document.uri.toString() === uri);
    if (editor === undefined || place === undefined) return;
    const { start } = rangeOf(editor.document, place);
    moveTo(editor, new vscode.Range(start, start));
  }

  dispose(): void {
    this.#disposables.dispose();
  }
}

/** What is said above the text. */
function headLength(document: vscode.TextDocument, text: string): number {
  return Math.max(0, document.getText().length - text.length);
}

function moveTo(editor: vscode.TextEditor, range: vscode.Range): void {
  editor.selection = new vscode.Selection(range.start, range.end);
  editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}
