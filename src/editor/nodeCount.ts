import * as vscode from 'vscode';
import { COMMANDS } from '../features/commands';
import { readNodeList } from '../features/nodeList';
import { NUMBER_SETTINGS, numberSetting } from '../features/settings';
import { readManifest } from '../manifest/manifest';
import { counted } from '../model/words';
import type { Analyses } from './analyses';
import { Disposables } from './disposables';
import type { Guard } from './guard';
import { nodeCountPlaces, writeNodeCount, type NodeCountPlace } from './settings';

/** Where pasted nodes stand in the index, and under which key they outlive the window. */
const PASTED_NODES = 'rollout-lens:nodes';
/** Larger lists are forgotten with the window. */
const MAX_KEPT = 2_000_000;

interface PlaceItem extends vscode.QuickPickItem {
  readonly place: NodeCountPlace;
}

const PLACES: readonly PlaceItem[] = [
  {
    place: 'machine',
    label: '$(device-desktop) On this machine',
    description: 'your user settings; no file of the workspace changes',
  },
  {
    place: 'workspace',
    label: '$(root-folder) In the workspace',
    description: '.vscode/settings.json, for everybody who opens it',
  },
];

interface Choice extends vscode.QuickPickItem {
  readonly run: () => Promise<void>;
}

/** The command that sets the number of nodes that DaemonSets are computed for, and the nodes that were pasted. */
export class NodeCount implements vscode.Disposable {
  readonly #analyses: Analyses;
  readonly #memory: vscode.Memento;
  readonly #disposables = new Disposables();

  constructor(analyses: Analyses, memory: vscode.Memento, guard: Guard) {
    this.#analyses = analyses;
    this.#memory = memory;
    const kept = memory.get(PASTED_NODES);
    if (typeof kept === 'string') this.#use(kept);
    this.#disposables.add(
      vscode.commands.registerCommand(COMMANDS.setNodeCount, (given?: unknown) =>
        guard.runAsync('Setting the number of nodes', () => this.#run(given)),
      ),
    );
  }

  /** From a keybinding or another extension, unasked: a number, the text of a list of nodes, or null for the workspace's. */
  async #run(given: unknown): Promise<void> {
    if (typeof given === 'number' && numberSetting('nodeCount', given) !== undefined) await this.#write(given);
    else if (typeof given === 'string') await this.#useText(given, 'The text', (count) => this.#write(count));
    else if (given === null) await this.#forget((count) => this.#write(count));
    else await this.#choose();
  }

  async #choose(): Promise<void> {
    const choices: Choice[] = [
      { label: '$(edit) Enter a number…', run: () => this.#enterNumber() },
      {
        label: '$(clippy) Take the nodes in the clipboard',
        description: 'kubectl get nodes -o yaml',
        run: () => this.#paste(),
      },
      {
        label: '$(selection) Take the nodes in this editor',
        description: 'of its selection, or of the whole document',
        run: () => this.#useEditor(),
      },
      {
        label: '$(files) Count the Node manifests of the workspace',
        description: 'or go back to the assumption, where there are none',
        run: () => this.#forget((count) => this.#askAndWrite(count)),
      },
    ];
    const choice = await vscode.window.showQuickPick(choices, { title: 'Rollout Lens: how many nodes does the cluster have?' });
    await choice?.run();
  }

  async #enterNumber(): Promise<void> {
    const text = await vscode.window.showInputBox({
      title: 'Number of nodes',
      prompt: 'DaemonSets are computed for this many nodes.',
      placeHolder: '12',
      validateInput: (value) =>
        /^\s*\d+\s*$/.test(value) && numberSetting('nodeCount', Number(value)) !== undefined
          ? undefined
          : `A whole number up to ${NUMBER_SETTINGS.nodeCount.max}, please, such as 12.`,
    });
    if (text !== undefined) await this.#askAndWrite(Number(text));
  }

  async #paste(): Promise<void> {
    await this.#useText(await vscode.env.clipboard.readText(), 'The clipboard', (count) => this.#askAndWrite(count));
  }

  async #useEditor(): Promise<void> {
    const editor = vscode.window.activeTextEditor;
    if (editor === undefined) return;
    const { document, selection } = editor;
    await this.#useText(
      document.getText(selection.isEmpty ? undefined : selection),
      selection.isEmpty ? 'This document' : 'The selection',
      (count) => this.#askAndWrite(count),
    );
  }

  async #useText(text: string, source: string, write: Write): Promise<void> {
    const nodes = readNodeList(text);
    if (nodes === undefined) {
      void vscode.window.showWarningMessage(
        `${source} holds no nodes. Copy what “kubectl get nodes -o yaml” prints and try again.`,
      );
      return;
    }
    if (numberSetting('nodeCount', nodes.count) === undefined) {
      void vscode.window.showWarningMessage(
        `${source} holds ${nodes.count} nodes; at most ${NUMBER_SETTINGS.nodeCount.max} can be simulated.`,
      );
      return;
    }
    if (nodes.manifest === undefined) {
      if (!(await write(nodes.count))) return;
    } else {
      this.#use(nodes.manifest);
      await this.#memory.update(PASTED_NODES, nodes.manifest.length > MAX_KEPT ? undefined : nodes.manifest);
      await write(undefined);
    }
    vscode.window.setStatusBarMessage(`Rollout Lens: ${counted(nodes.count, 'node')} taken over`, 5000);
  }

  /** Pasted nodes are the cluster: those of the workspace's files, perhaps the same ones, do not count beside them. */
  #use(manifest: string): void {
    this.#analyses.index.updateManifest(PASTED_NODES, readManifest(manifest));
    this.#analyses.index.preferNodesOf(PASTED_NODES);
  }

  async #forget(write: Write): Promise<void> {
    this.#analyses.index.remove(PASTED_NODES);
    this.#analyses.index.preferNodesOf(undefined);
    await this.#memory.update(PASTED_NODES, undefined);
    await write(undefined);
  }

  /** Nothing is written into the files of a workspace without asking. */
  async #askAndWrite(count: number | undefined): Promise<boolean> {
    const places = nodeCountPlaces(vscode.window.activeTextEditor?.document.uri);
    const isAsked = count === undefined ? !places.includes('machine') : places.includes('workspace');
    const place = isAsked ? await askPlace(count, places) : 'machine';
    return place !== undefined && this.#write(count, place);
  }

  async #write(count: number | undefined, place: NodeCountPlace = 'machine'): Promise<boolean> {
    const document = vscode.window.activeTextEditor?.document.uri;
    const [only] = nodeCountPlaces(document);
    await writeNodeCount(count, document, only === 'workspace' ? only : place);
    this.#analyses.refresh();
    return true;
  }

  dispose(): void {
    this.#disposables.dispose();
  }
}

/** False when the user thought better of it. */
type Write = (count: number | undefined) => Promise<boolean>;

async function askPlace(count: number | undefined, places: readonly NodeCountPlace[]): Promise<NodeCountPlace | undefined> {
  if (count !== undefined) {
    const items = PLACES.filter(({ place }) => places.includes(place));
    return (await vscode.window.showQuickPick(items, { title: `Keep ${counted(count, 'node')}…` }))?.place;
  }
  const remove = 'Remove It There';
  const question = 'The workspace’s settings hold a number of nodes, which goes before all others.';
  return (await vscode.window.showInformationMessage(question, remove)) === remove ? 'workspace' : undefined;
}
