import * as vscode from 'vscode';
import { INDEX_LIMITS } from '../features/workspaceIndex';
import type { Analyses } from './analyses';
import { Debouncer } from './debouncer';
import { Disposables } from './disposables';

const PATTERN = '**/*.{yaml,yml}';
const EXCLUDED = '**/{node_modules,.git,vendor}/**';
/** Files read between two breaths. */
const SLICE = 25;
const REFRESH_DELAY_MS = 300;

/** Feeds the YAML files of the workspace into the index: once, a few at a time, and again when one changes on disk. */
export class WorkspaceFiles implements vscode.Disposable {
  readonly #analyses: Analyses;
  readonly #log: vscode.LogOutputChannel;
  readonly #disposables = new Disposables();
  readonly #debouncer = this.#disposables.add(new Debouncer(REFRESH_DELAY_MS));
  #started = false;
  #disposed = false;

  constructor(analyses: Analyses, log: vscode.LogOutputChannel) {
    this.#analyses = analyses;
    this.#log = log;
  }

  /** Called when the first manifest is seen: a workspace without one is never read. */
  start(): void {
    if (this.#started) return;
    this.#started = true;
    const watcher = this.#disposables.add(vscode.workspace.createFileSystemWatcher(PATTERN));
    this.#disposables.add(
      watcher.onDidCreate((uri) => {
        void this.#update(uri);
      }),
    );
    this.#disposables.add(
      watcher.onDidChange((uri) => {
        void this.#update(uri);
      }),
    );
    this.#disposables.add(
      watcher.onDidDelete((uri) => {
        this.#analyses.index.remove(uri.toString());
        this.#refreshSoon();
      }),
    );
    void this.#readAll();
  }

  async #readAll(): Promise<void> {
    const files = await vscode.workspace.findFiles(PATTERN, EXCLUDED, INDEX_LIMITS.files + 1);
    for (let index = 0; index < files.length && !this.#disposed; index += SLICE) {
      await Promise.all(files.slice(index, index + SLICE).map(async (uri) => this.#read(uri)));
    }
    const { index } = this.#analyses;
    if (index.limited)
      this.#log.warn(
        `The workspace is larger than what is read of it (${INDEX_LIMITS.files} YAML files): some Services, budgets or quotas may be missing from the verdicts.`,
      );
    this.#log.info(`Read ${files.length} YAML files of the workspace.`);
    if (!this.#disposed) this.#analyses.refresh();
  }

  async #update(uri: vscode.Uri): Promise<void> {
    await this.#read(uri);
    this.#refreshSoon();
  }

  /** An open document speaks for itself. */
  async #read(uri: vscode.Uri): Promise<void> {
    const key = uri.toString();
    if (vscode.workspace.textDocuments.some((document) => document.uri.toString() === key)) return;
    try {
      const { size } = await vscode.workspace.fs.stat(uri);
      if (size > INDEX_LIMITS.fileSize) return;
      const bytes = await vscode.workspace.fs.readFile(uri);
      if (!this.#disposed) this.#analyses.index.updateText(key, new TextDecoder().decode(bytes));
    } catch (error) {
      this.#log.debug(`${key} cannot be read: ${String(error)}`);
      this.#analyses.index.remove(key);
    }
  }

  #refreshSoon(): void {
    this.#debouncer.request('refresh', () => {
      this.#analyses.refresh();
    });
  }

  dispose(): void {
    this.#disposed = true;
    this.#disposables.dispose();
  }
}
