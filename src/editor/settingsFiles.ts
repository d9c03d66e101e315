import * as vscode from 'vscode';
import { SETTINGS_FILE } from '../features/settingsFile/settingsSchema';
import { Disposables } from './disposables';

type Values = ReadonlyMap<string, unknown>;

/** What the `.rollout-lens.yaml` of each workspace folder says, as it is saved. */
export class SettingsFiles implements vscode.Disposable {
  readonly #disposables = new Disposables();
  readonly #changed = this.#disposables.add(new vscode.EventEmitter<void>());
  readonly #values = new Map<string, Values>();
  /** Counts what was asked for of a folder: a late answer is not the newest. */
  readonly #rounds = new Map<string, number>();

  readonly onDidChange = this.#changed.event;

  constructor() {
    const watcher = this.#disposables.add(vscode.workspace.createFileSystemWatcher(`**/${SETTINGS_FILE}`));
    const update = (uri: vscode.Uri): void => {
      const folder = vscode.workspace.getWorkspaceFolder(uri)?.uri;
      if (folder !== undefined && fileIn(folder).toString() === uri.toString()) void this.#read(folder);
    };
    for (const happened of [watcher.onDidCreate, watcher.onDidChange, watcher.onDidDelete])
      this.#disposables.add(happened(update));
    this.#disposables.add(
      vscode.workspace.onDidChangeWorkspaceFolders(() => {
        this.#readAll();
      }),
    );
    this.#readAll();
  }

  valuesIn(folder: vscode.Uri): Values | undefined {
    return this.#values.get(folder.toString());
  }

  #readAll(): void {
    for (const { uri } of vscode.workspace.workspaceFolders ?? []) void this.#read(uri);
  }

  async #read(folder: vscode.Uri): Promise<void> {
    const key = folder.toString();
    const round = (this.#rounds.get(key) ?? 0) + 1;
    this.#rounds.set(key, round);
    const values = await valuesOf(fileIn(folder));
    if (this.#rounds.get(key) !== round || (values === undefined && !this.#values.has(key))) return;
    if (values === undefined) this.#values.delete(key);
    else this.#values.set(key, values);
    this.#changed.fire();
  }

  dispose(): void {
    this.#disposables.dispose();
  }
}

function fileIn(folder: vscode.Uri): vscode.Uri {
  return vscode.Uri.joinPath(folder, SETTINGS_FILE);
}

/** Undefined: there is none. What is wrong in it is told where it is edited. */
async function valuesOf(file: vscode.Uri): Promise<Values | undefined> {
  try {
    const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
    const { valuesIn } = await import('./settingsFileRoom');
    return valuesIn(text);
  } catch {
    return undefined;
  }
}
