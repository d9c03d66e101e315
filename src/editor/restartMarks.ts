import * as vscode from 'vscode';
import { restartPlaces } from '../features/change';
import type { Analyses } from './analyses';
import { Debouncer } from './debouncer';
import { Disposables } from './disposables';
import type { Guard } from './guard';
import { isManifestDocument } from './languages';
import { rangeOf } from './ranges';

const PAUSE_MS = 150;

/** Marks in the overview ruler where an edit makes the pods restart. */
export class RestartMarks implements vscode.Disposable {
  readonly #analyses: Analyses;
  readonly #guard: Guard;
  readonly #disposables = new Disposables();
  readonly #debouncer = this.#disposables.add(new Debouncer(PAUSE_MS));
  readonly #mark = this.#disposables.add(
    vscode.window.createTextEditorDecorationType({
      overviewRulerColor: new vscode.ThemeColor('charts.orange'),
      overviewRulerLane: vscode.OverviewRulerLane.Center,
    }),
  );

  constructor(analyses: Analyses, guard: Guard) {
    this.#analyses = analyses;
    this.#guard = guard;
    this.#disposables.add(
      analyses.onDidChange(() => {
        this.#markSoon();
      }),
    );
    this.#disposables.add(
      vscode.window.onDidChangeVisibleTextEditors(() => {
        this.#markSoon();
      }),
    );
  }

  #markSoon(): void {
    this.#debouncer.request('marks', () => {
      this.#guard.run('Marking restarts', undefined, () => {
        vscode.window.visibleTextEditors
          .filter(({ document }) => isManifestDocument(document))
          .forEach((editor) => {
            this.#show(editor);
          });
      });
    });
  }

  #show(editor: vscode.TextEditor): void {
    const { document } = editor;
    const { workloads, builds } = this.#analyses.analysisOf(document);
    const own = workloads.flatMap(({ placed, assessment, built }) =>
      built === undefined
        ? restartPlaces(assessment).map(({ start, end }) => ({ start: placed.start + start, end: placed.start + end }))
        : [],
    );
    const ranges = [...own, ...(builds?.restartPlaces() ?? [])].map((range) => rangeOf(document, range));
    editor.setDecorations(this.#mark, ranges);
  }

  dispose(): void {
    this.#disposables.dispose();
  }
}
