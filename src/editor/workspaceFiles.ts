import * as vscode from 'vscode';
import { INDEX_LIMITS } from '../features/workspaceIndex';
import type { Analyses } from './analyses';
import { Disposables } from './disposables';
import { readGlob, isExcluded } from './glob';
import type { Guard } from './guard';
import { isManifestDocument } from './languages';

const PATTERN = '**/*.{yaml,yml}';
const YAML_FILE = /\.ya?ml$/;
/** Never read, whatever the settings say: copies of others' files. */
const ALWAYS_EXCLUDED = ['**/node_modules', '**/.git', '**/vendor'];
/** Files read before the editor gets a turn. */
const SLICE = 25;
/** File systems whose files the editor can search by itself. On others it would wait for a search provider, perhaps forever. */
const SEARCHABLE: ReadonlySet<string> = new Set(['file', 'vscode-vfs']);
/** Folders looked into where there is no search. */
const MAX_FOLDERS = 2000;

/** Feeds the YAML files of the workspace into the index: once, a few at a time, and again when one changes on disk. */
export class WorkspaceFiles implements vscode.Disposable {
  readonly #analyses: Analyses;
  readonly #log: vscode.LogOutputChannel;
  readonly #guard: Guard;
  readonly #disposables = new Disposables();
  /** What was read from disk; open documents are not among it. */
  readonly #known = new Set<string>();
  #excluded: readonly ReturnType<typeof readGlob>[] = [];
  #started = false;
  /** Counts the rounds of reading everything; a newer one ends an older. */
  #round = 0;

  constructor(analyses: Analyses, log: vscode.LogOutputChannel, guard: Guard) {
    this.#analyses = analyses;
    this.#log = log;
    this.#guard = guard;
  }

  /** Called when the first manifest is seen: a workspace without one is never read. */
  start(): void {
    if (this.#started) return;
    this.#started = true;
    const add = <T extends vscode.Disposable>(item: T): T => this.#disposables.add(item);
    const update = (uri: vscode.Uri): void => {
      void this.#guard.runAsync('Reading a changed file', () => this.#update(uri));
    };
    const watcher = add(vscode.workspace.createFileSystemWatcher(PATTERN));
    add(watcher.onDidCreate(update));
    add(watcher.onDidChange(update));
    add(watcher.onDidDelete(update));
    add(
      vscode.workspace.onDidCloseTextDocument((document) => {
        if (document.languageId === 'yaml') update(document.uri);
      }),
    );
    add(
      vscode.workspace.onDidChangeWorkspaceFolders(() => {
        this.#readAllSoon();
      }),
    );
    add(
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration('files.exclude')) this.#readAllSoon();
      }),
    );
    this.#readAllSoon();
  }

  #readAllSoon(): void {
    void this.#guard.runAsync('Reading the workspace', () => this.#readAll());
  }

  async #readAll(): Promise<void> {
    const round = ++this.#round;
    this.#excluded = [...ALWAYS_EXCLUDED, ...excludedBySettings()].map(readGlob);
    const files = await this.#findAll();
    const found = new Set(files.map((uri) => uri.toString()));
    for (const key of [...this.#known]) if (!found.has(key)) this.#remove(key);
    for (let index = 0; index < files.length && round === this.#round; index += SLICE) {
      await Promise.all(files.slice(index, index + SLICE).map(async (uri) => this.#read(uri)));
    }
    if (round !== this.#round) return;
    if (this.#analyses.index.limited) this.#log.warn('The workspace holds more than is read of it.');
    this.#log.info(`${files.length} YAML files of the workspace are read.`);
    this.#analyses.refresh();
  }

  /** One more than the limit, so that the index knows it. */
  async #findAll(): Promise<vscode.Uri[]> {
    const limit = INDEX_LIMITS.files + 1;
    const folders = vscode.workspace.workspaceFolders ?? [];
    const found = await Promise.all(
      folders.map(async ({ uri }) =>
        SEARCHABLE.has(uri.scheme)
          ? vscode.workspace.findFiles(
              new vscode.RelativePattern(uri, PATTERN),
              `{${ALWAYS_EXCLUDED.map((glob) => `${glob}/**`).join(',')}}`,
              limit,
            )
          : this.#walk(uri, limit),
      ),
    );
    return found
      .flat()
      .filter((uri) => this.#isWanted(uri))
      .slice(0, limit);
  }

  /** Folder by folder, the highest first. */
  async #walk(root: vscode.Uri, limit: number): Promise<vscode.Uri[]> {
    const files: vscode.Uri[] = [];
    const folders = [root];
    for (const folder of folders) {
      if (files.length >= limit) break;
      const entries = await vscode.workspace.fs.readDirectory(folder).then(undefined, () => []);
      for (const [name, type] of entries) {
        const uri = vscode.Uri.joinPath(folder, name);
        if (!this.#isWanted(uri)) continue;
        if (type === vscode.FileType.Directory && folders.length < MAX_FOLDERS) folders.push(uri);
        if ((type & vscode.FileType.File) !== 0 && YAML_FILE.test(name)) files.push(uri);
      }
    }
    return files;
  }

  /** Lies in the workspace, and nothing excludes it. */
  #isWanted(uri: vscode.Uri): boolean {
    const folder = vscode.workspace.getWorkspaceFolder(uri)?.uri;
    if (folder === undefined) return false;
    const path = uri.path.slice(folder.path.endsWith('/') ? folder.path.length : folder.path.length + 1);
    return !isExcluded(path, this.#excluded);
  }

  async #update(uri: vscode.Uri): Promise<void> {
    const { revision } = this.#analyses.index;
    await this.#read(uri);
    if (this.#analyses.index.revision !== revision) this.#analyses.refreshSoon();
  }

  /** An open document speaks for itself. */
  async #read(uri: vscode.Uri): Promise<void> {
    const key = uri.toString();
    const isOpen = (): boolean =>
      vscode.workspace.textDocuments.some((document) => document.uri.toString() === key && isManifestDocument(document));
    if (isOpen()) return;
    const text = YAML_FILE.test(uri.path) && this.#isWanted(uri) ? await this.#readText(uri) : undefined;
    if (isOpen()) return;
    if (text === undefined) {
      this.#remove(key);
      return;
    }
    this.#known.add(key);
    this.#analyses.index.updateText(key, text);
  }

  /** Undefined: it is gone, cannot be read, or is too large. */
  async #readText(uri: vscode.Uri): Promise<string | undefined> {
    try {
      const { size } = await vscode.workspace.fs.stat(uri);
      if (size <= INDEX_LIMITS.fileSize) return new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
      this.#log.info(`${uri.toString()} is too large to be read.`);
    } catch (error) {
      this.#log.debug(`${uri.toString()} cannot be read: ${String(error)}`);
    }
    return undefined;
  }

  #remove(key: string): void {
    this.#known.delete(key);
    this.#analyses.index.remove(key);
  }

  dispose(): void {
    this.#round = Number.NaN;
    this.#disposables.dispose();
  }
}

/** Patterns with a condition on sibling files (`{ when: … }`) are about generated sources and left out. */
function excludedBySettings(): string[] {
  const patterns = vscode.workspace.getConfiguration('files').get<Readonly<Record<string, unknown>>>('exclude') ?? {};
  return Object.entries(patterns).flatMap(([pattern, isOn]) => (isOn === true ? [pattern] : []));
}
