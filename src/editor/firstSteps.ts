import * as vscode from 'vscode';
import { COMMANDS } from '../features/commands';
import { placeForFix, placeForHover } from '../features/firstSteps';
import type { ActiveManifest } from './activeManifest';
import type { Analyses } from './analyses';
import { Disposables } from './disposables';
import type { Guard } from './guard';
import { isManifestDocument } from './languages';

/** Small, and with something to find: a percentage that rounds down, a tag that moves, nothing that tells when a pod is ready. */
const EXAMPLE = `# Rest the mouse on maxUnavailable, then put the cursor on a squiggle and press Ctrl+. (Cmd+. on a Mac).
apiVersion: apps/v1
kind: Deployment
metadata:
  name: storefront
spec:
  replicas: 3
  selector:
    matchLabels:
      app: storefront
  strategy:
    type: RollingUpdate
    rollingUpdate:
      maxSurge: 0
      maxUnavailable: 25%
  template:
    metadata:
      labels:
        app: storefront
    spec:
      containers:
        - name: web
          image: registry.example.com/shop/storefront:latest
          ports:
            - containerPort: 8080
`;

/** A quarter of a second after the cursor has moved the editor asks for fixes by itself, and drops what was asked before. */
const AFTER_MOVE_MS = 300;

/**
 * The buttons of the walkthrough: each does what its step is about, on the manifest that the user looked at last, or on an
 * example where there is none.
 */
export class FirstSteps implements vscode.Disposable {
  readonly #analyses: Analyses;
  readonly #disposables = new Disposables();
  #last: vscode.TextDocument | undefined;
  #example: vscode.TextDocument | undefined;

  constructor(analyses: Analyses, active: ActiveManifest, guard: Guard) {
    this.#analyses = analyses;
    this.#disposables.add(
      active.onDidChange((manifest) => {
        if (manifest !== undefined && manifest.analysis.workloads.length > 0) this.#last = manifest.document;
      }),
    );
    const step = (command: string, what: string, run: () => Promise<unknown>): void => {
      this.#disposables.add(
        vscode.commands.registerCommand(command, () =>
          guard.runAsync(what, async () => {
            await run();
          }),
        ),
      );
    };
    step('rolloutLens.openExample', 'Opening the example', async () => this.#show(await this.#openExample()));
    step('rolloutLens.tryHover', 'Showing a hover', () => this.#hover());
    step('rolloutLens.tryFix', 'Showing a quick fix', () => this.#fix());
    step('rolloutLens.trySimulate', 'Simulating', () => this.#simulate());
  }

  async #openExample(): Promise<vscode.TextDocument> {
    if (this.#example?.isClosed !== false)
      this.#example = await vscode.workspace.openTextDocument({ language: 'yaml', content: EXAMPLE });
    return this.#example;
  }

  /** What is open and holds a workload, the one looked at last before others. */
  async #manifest(isGood = this.#hasWorkload.bind(this)): Promise<vscode.TextDocument> {
    const shown = vscode.window.visibleTextEditors.map(({ document }) => document);
    const candidates = [...(this.#last === undefined ? [] : [this.#last]), ...shown];
    return candidates.find((document) => !document.isClosed && isGood(document)) ?? (await this.#openExample());
  }

  #hasWorkload(document: vscode.TextDocument): boolean {
    return isManifestDocument(document) && this.#analyses.analysisOf(document).workloads.length > 0;
  }

  /** Beside the walkthrough, so that its next step stays in sight; where a manifest is on show already, there. */
  async #show(document: vscode.TextDocument, at = 0): Promise<vscode.TextEditor> {
    const visible = vscode.window.visibleTextEditors.find((editor) => editor.document === document);
    const isBesideWalkthrough =
      vscode.window.activeTextEditor === undefined && vscode.window.tabGroups.activeTabGroup.activeTab !== undefined;
    const viewColumn = visible?.viewColumn ?? (isBesideWalkthrough ? vscode.ViewColumn.Beside : vscode.ViewColumn.Active);
    const position = document.positionAt(at);
    return vscode.window.showTextDocument(document, { viewColumn, selection: new vscode.Range(position, position) });
  }

  async #hover(): Promise<void> {
    const document = await this.#manifest();
    await this.#show(document, placeForHover(this.#analyses.analysisOf(document)));
    await vscode.commands.executeCommand('editor.action.showHover');
  }

  async #fix(): Promise<void> {
    const placeIn = (document: vscode.TextDocument): number | undefined => placeForFix(this.#analyses.analysisOf(document));
    const document = await this.#manifest((candidate) => isManifestDocument(candidate) && placeIn(candidate) !== undefined);
    await this.#show(document, placeIn(document));
    await new Promise<void>((resolve) => {
      setTimeout(resolve, AFTER_MOVE_MS);
    });
    await vscode.commands.executeCommand('editor.action.quickFix');
  }

  async #simulate(): Promise<void> {
    const document = await this.#manifest();
    await this.#show(document);
    await vscode.commands.executeCommand(COMMANDS.simulate, document.uri);
  }

  dispose(): void {
    this.#disposables.dispose();
  }
}
