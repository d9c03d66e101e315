import * as vscode from 'vscode';
import { nodeCountFor, placedWorkloads } from '../features/analysis';
import { COMMANDS } from '../features/commands';
import { WorkspaceIndex } from '../features/workspaceIndex';
import type { Analyses } from './analyses';
import { Disposables } from './disposables';
import { isManifestDocument } from './languages';
import { SECTION } from './settings';

const PASTED_NODES = 'rollout-lens:pasted-nodes';

interface Choice extends vscode.QuickPickItem {
  readonly run: () => Promise<void> | void;
}

/** The number of nodes that DaemonSets are reckoned with: shown while one is open, changed by a click. */
export class NodeCount implements vscode.Disposable {
  readonly #analyses: Analyses;
  readonly #disposables = new Disposables();
  readonly #item = this.#disposables.add(
    vscode.window.createStatusBarItem('rolloutLens.nodeCount', vscode.StatusBarAlignment.Right, 90),
  );

  constructor(analyses: Analyses) {
    this.#analyses = analyses;
    this.#item.name = 'Rollout Lens: nodes';
    this.#item.command = COMMANDS.setNodeCount;
    this.#disposables.add(vscode.commands.registerCommand(COMMANDS.setNodeCount, () => this.#choose()));
    this.#disposables.add(
      vscode.window.onDidChangeActiveTextEditor(() => {
        this.#show();
      }),
    );
    this.#disposables.add(
      analyses.onDidChange((document) => {
        if (document === undefined || document === vscode.window.activeTextEditor?.document) this.#show();
      }),
    );
    this.#show();
  }

  #show(): void {
    const document = vscode.window.activeTextEditor?.document;
    const nodes = document === undefined || !isManifestDocument(document) ? undefined : this.#nodesOf(document);
    if (nodes === undefined) {
      this.#item.hide();
      return;
    }
    this.#item.text = `$(server) ${nodes.count} nodes${nodes.known ? '' : ' assumed'}`;
    this.#item.tooltip = 'Rollout Lens reckons DaemonSets with this many nodes. Click to change it.';
    this.#item.show();
  }

  #nodesOf(document: vscode.TextDocument): { readonly count: number; readonly known: boolean } | undefined {
    const analysis = this.#analyses.analysisOf(document);
    const daemonSet = placedWorkloads(analysis).find(({ workload }) => workload.kind === 'DaemonSet');
    return daemonSet === undefined ? undefined : nodeCountFor(daemonSet.workload, analysis.surroundings);
  }

  async #choose(): Promise<void> {
    const choices: Choice[] = [
      { label: '$(edit) Enter a number…', run: () => this.#enterNumber() },
      { label: '$(clippy) Paste nodes', description: 'from the clipboard: kubectl get nodes -o yaml', run: () => this.#paste() },
      {
        label: '$(selection) Use the nodes in this editor',
        description: 'its selection, or the whole document',
        run: () => this.#useEditor(),
      },
      {
        label: '$(files) Use the Node manifests of the workspace',
        description: 'or the assumption, where there are none',
        run: () => this.#forget(),
      },
    ];
    const choice = await vscode.window.showQuickPick(choices, { title: 'Rollout Lens: how many nodes does the cluster have?' });
    await choice?.run();
  }

  async #enterNumber(): Promise<void> {
    const text = await vscode.window.showInputBox({
      title: 'Number of nodes',
      prompt: 'DaemonSets are reckoned with this many nodes.',
      validateInput: (value) => (/^\d{1,6}$/.test(value.trim()) ? undefined : 'A whole number, please, such as 12.'),
    });
    if (text !== undefined) await this.#set(Number(text));
  }

  /** Workspace settings where there is a workspace, the user's own otherwise. */
  async #set(count: number | undefined): Promise<void> {
    const target =
      vscode.workspace.workspaceFolders === undefined ? vscode.ConfigurationTarget.Global : vscode.ConfigurationTarget.Workspace;
    await vscode.workspace.getConfiguration(SECTION).update('nodeCount', count, target);
  }

  async #paste(): Promise<void> {
    await this.#useText(await vscode.env.clipboard.readText(), 'The clipboard');
  }

  async #useEditor(): Promise<void> {
    const editor = vscode.window.activeTextEditor;
    if (editor === undefined) return;
    const { document, selection } = editor;
    await this.#useText(
      document.getText(selection.isEmpty ? undefined : selection),
      selection.isEmpty ? 'This document' : 'The selection',
    );
  }

  async #useText(text: string, source: string): Promise<void> {
    const probe = new WorkspaceIndex();
    probe.updateText(PASTED_NODES, text);
    const count = probe.nodeCount;
    if (count === 0) {
      void vscode.window.showWarningMessage(
        `${source} holds no Node manifests. Copy the output of “kubectl get nodes -o yaml” and try again.`,
      );
      return;
    }
    this.#analyses.index.updateText(PASTED_NODES, text);
    await this.#set(undefined);
    this.#analyses.refresh();
    void vscode.window.setStatusBarMessage(`Rollout Lens: ${count} nodes taken over`, 5000);
  }

  async #forget(): Promise<void> {
    this.#analyses.index.remove(PASTED_NODES);
    await this.#set(undefined);
    this.#analyses.refresh();
  }

  dispose(): void {
    this.#disposables.dispose();
  }
}
