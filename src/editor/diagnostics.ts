import * as vscode from 'vscode';
import { computeDiagnostics } from '../features/diagnostics';
import type { Analyses } from './analyses';
import { Debouncer } from './debouncer';
import { Disposables } from './disposables';
import type { Guard } from './guard';
import { isOwnDocument } from './languages';
import { rangeOf } from './ranges';
import type { DiagnosticData, RelatedPlace } from '../features/said';
import { ruleAddress } from './ruleDocs';

/** Long enough not to flicker while a word is typed, short enough to feel immediate. */
const DELAY_MS = 150;
const SOURCE = 'Rollout Lens';

const SEVERITIES: Readonly<Record<DiagnosticData['severity'], vscode.DiagnosticSeverity>> = {
  error: vscode.DiagnosticSeverity.Error,
  warning: vscode.DiagnosticSeverity.Warning,
  information: vscode.DiagnosticSeverity.Information,
  hint: vscode.DiagnosticSeverity.Hint,
};

export function diagnosticOf(document: vscode.TextDocument, data: DiagnosticData): vscode.Diagnostic {
  const diagnostic = new vscode.Diagnostic(rangeOf(document, data), data.message, SEVERITIES[data.severity]);
  diagnostic.source = SOURCE;
  diagnostic.code = { value: data.ruleId, target: ruleAddress(data.ruleId) };
  if (data.related.length > 0) diagnostic.relatedInformation = data.related.map(relatedOf);
  return diagnostic;
}

function relatedOf({ uri, message, line, start, end }: RelatedPlace): vscode.DiagnosticRelatedInformation {
  const range = new vscode.Range(line, start, line, end);
  return new vscode.DiagnosticRelatedInformation(new vscode.Location(vscode.Uri.parse(uri), range), message);
}

/** Keeps the problems of all open manifests up to date. */
export class DiagnosticsPublisher implements vscode.Disposable {
  readonly #analyses: Analyses;
  readonly #guard: Guard;
  readonly #disposables = new Disposables();
  readonly #collection = this.#disposables.add(vscode.languages.createDiagnosticCollection('rolloutLens'));
  readonly #debouncer = this.#disposables.add(new Debouncer(DELAY_MS));
  /** Counts what was asked for: the newest ends the others. */
  readonly #turns = new WeakMap<vscode.TextDocument, number>();

  constructor(analyses: Analyses, guard: Guard) {
    this.#analyses = analyses;
    this.#guard = guard;
    this.#disposables.add(
      analyses.onDidChange((document) => {
        if (document === undefined) this.publishAll();
        else this.#publishSoon(document);
      }),
    );
    this.#disposables.add(
      vscode.workspace.onDidOpenTextDocument((document) => {
        this.#publishSoon(document);
      }),
    );
    this.#disposables.add(
      vscode.workspace.onDidCloseTextDocument((document) => {
        this.#debouncer.cancel(document.uri.toString());
        this.#collection.delete(document.uri);
      }),
    );
  }

  publishAll(): void {
    for (const document of vscode.workspace.textDocuments) this.#publishSoon(document);
  }

  #publishSoon(document: vscode.TextDocument): void {
    if (!isOwnDocument(document)) return;
    this.#debouncer.request(document.uri.toString(), () => {
      void this.#guard.runAsync('Looking for problems', async () => {
        const turn = (this.#turns.get(document) ?? 0) + 1;
        this.#turns.set(document, turn);
        const isOver = (): boolean => document.isClosed || this.#turns.get(document) !== turn;
        await this.#analyses.judged(document, isOver);
        if (!isOver()) this.#publish(document);
      });
    });
  }

  #publish(document: vscode.TextDocument): void {
    const found = computeDiagnostics(this.#analyses.analysisOf(document));
    this.#collection.set(
      document.uri,
      found.map((data) => diagnosticOf(document, data)),
    );
  }

  dispose(): void {
    this.#disposables.dispose();
  }
}
