import * as vscode from 'vscode';
import { Analyses } from './analyses';
import { CommittedVersions } from './committedVersions';
import { Debouncer } from './debouncer';
import { DiagnosticsPublisher } from './diagnostics';
import { Disposables } from './disposables';
import { isManifestDocument, SELECTOR } from './languages';
import { NodeCount } from './nodeCount';
import { CodeLensProvider, HoverProvider, InlayHintsProvider, QuickFixProvider } from './providers';
import { registerShowWarnings } from './showWarnings';
import { WorkspaceFiles } from './workspaceFiles';

const LENS_DELAY_MS = 100;

/** Everything that the editor shows about manifests while they are edited. */
export class EditorFeatures implements vscode.Disposable {
  readonly analyses: Analyses;
  readonly #disposables = new Disposables();

  constructor(log: vscode.LogOutputChannel) {
    const add = <T extends vscode.Disposable>(item: T): T => this.#disposables.add(item);
    this.analyses = add(new Analyses());
    const { analyses } = this;
    const changed = add(new vscode.EventEmitter<void>());
    const debouncer = add(new Debouncer(LENS_DELAY_MS));
    // Lenses and hints of the edited document are asked for anyway; those of others only when facts or settings change.
    add(
      analyses.onDidChange((document) => {
        if (document === undefined)
          debouncer.request('lenses', () => {
            changed.fire();
          });
      }),
    );
    add(vscode.languages.registerHoverProvider(SELECTOR, new HoverProvider(analyses)));
    add(vscode.languages.registerCodeLensProvider(SELECTOR, new CodeLensProvider(analyses, changed.event)));
    add(vscode.languages.registerInlayHintsProvider(SELECTOR, new InlayHintsProvider(analyses, changed.event)));
    add(vscode.languages.registerCodeActionsProvider(SELECTOR, new QuickFixProvider(analyses), QuickFixProvider.metadata));
    add(registerShowWarnings(analyses));
    add(new NodeCount(analyses));
    const diagnostics = add(new DiagnosticsPublisher(analyses));
    add(new CommittedVersions(analyses));
    this.#startFiles(log);
    diagnostics.publishAll();
  }

  /** The workspace is read when a manifest is on show, not before. */
  #startFiles(log: vscode.LogOutputChannel): void {
    const files = this.#disposables.add(new WorkspaceFiles(this.analyses, log));
    const startFor = (document: vscode.TextDocument | undefined): void => {
      if (document !== undefined && isManifestDocument(document)) files.start();
    };
    this.#disposables.add(vscode.workspace.onDidOpenTextDocument(startFor));
    vscode.workspace.textDocuments.forEach(startFor);
  }

  dispose(): void {
    this.#disposables.dispose();
  }
}
