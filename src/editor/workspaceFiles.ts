import * as vscode from 'vscode';
import { INDEX_LIMITS } from '../features/coverage';
import { looksLikeJsonManifest } from '../manifest/kinds';
import { readManifestInSteps } from '../manifest/manifest';
import type { Analyses } from './analyses';
import { Disposables } from './disposables';
import { FolderChanges, type FolderNews } from './folderChanges';
import type { Guard } from './guard';
import { isManifestDocument } from './languages';
import { Pace } from './pace';
import { ReadingProgress } from './readingProgress';
import { MANIFEST_FILES, WorkspaceSearch, type Found } from './workspaceSearch';

/** Files that are asked for at once. */
const BATCH = 25;
/** Of more new folders than that the whole workspace is searched, which takes less. */
const MAX_FOLDERS = 4;
const TOO_LARGE = Symbol('too large');
const FAILED = Symbol('failed');

/** Feeds the manifests of the workspace into the index: once, a few at a time, and again when one changes on disk. */
export class WorkspaceFiles implements vscode.Disposable {
  readonly #analyses: Analyses;
  readonly #log: vscode.LogOutputChannel;
  readonly #guard: Guard;
  readonly #disposables = new Disposables();
  /** What was read from disk; open documents are not among it. */
  readonly #known = new Set<string>();
  /** All that was looked into, whatever came of it. */
  readonly #seen = new Set<string>();
  /** What has changed on disk since. */
  readonly #changed = new Map<string, vscode.Uri>();
  /** What the file system did not give although it is there. */
  readonly #failed = new Map<string, vscode.Uri>();
  #readingChanged: Promise<void> | undefined;
  /** Files that were looked into, and those and folders that nobody has come to. */
  #read = 0;
  #ahead = 0;
  #search: WorkspaceSearch | undefined;
  #reading: Promise<void> | undefined;
  /** Counts the rounds of reading everything; a newer one ends an older. */
  #round = 0;

  constructor(analyses: Analyses, log: vscode.LogOutputChannel, guard: Guard) {
    this.#analyses = analyses;
    this.#log = log;
    this.#guard = guard;
  }

  /** Called when the first manifest is seen: a workspace without one is never read. Settles when everything is. */
  start(): Promise<void> {
    if (this.#reading !== undefined) return this.#reading;
    const add = <T extends vscode.Disposable>(item: T): T => this.#disposables.add(item);
    const update = (uri: vscode.Uri): void => {
      this.#changed.set(uri.toString(), uri);
      void this.#guard.runAsync('Reading changed files', () => this.#readChangedOnce());
    };
    const watcher = add(vscode.workspace.createFileSystemWatcher(MANIFEST_FILES));
    add(watcher.onDidCreate(update));
    add(watcher.onDidChange(update));
    add(watcher.onDidDelete(update));
    const mayBeFolder = (uri: vscode.Uri): boolean => this.#search?.isWanted(uri) === false && this.#search.isInside(uri);
    add(new FolderChanges(this.#guard, mayBeFolder, (news) => this.#readFolders(news)));
    add(
      vscode.workspace.onDidCloseTextDocument((document) => {
        if (isManifestDocument(document)) update(document.uri);
      }),
    );
    add(
      vscode.workspace.onDidChangeWorkspaceFolders(() => {
        void this.#readAllSoon();
      }),
    );
    add(
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration('files.exclude')) void this.#readAllSoon();
      }),
    );
    return this.#readAllSoon();
  }

  /** Settles when everything is read, with what came a moment ago and was not told of yet. */
  async catchUp(): Promise<void> {
    await this.start();
    // Somebody did not want to wait for the rest.
    if (this.#search === undefined || this.#ahead > 0) return;
    const { files } = await this.#search.findAll();
    for (const uri of files) if (!this.#seen.has(uri.toString())) this.#changed.set(uri.toString(), uri);
    await this.#readChangedOnce();
  }

  async #readFolders({ came, isGone }: FolderNews): Promise<void> {
    const search = this.#search;
    // What is still being read finds them by itself.
    if (search === undefined || this.#ahead > 0) return;
    for (const key of this.#seen) if (isGone(key)) this.#changed.set(key, vscode.Uri.parse(key));
    const found =
      came === undefined || came.length > MAX_FOLDERS
        ? [await search.findAll()]
        : await Promise.all(came.map((folder) => search.findIn(folder)));
    for (const { files } of found)
      for (const uri of files) if (!this.#known.has(uri.toString())) this.#changed.set(uri.toString(), uri);
    if (this.#changed.size > 0) await this.#readChangedOnce();
  }

  #readAllSoon(): Promise<void> {
    this.#reading = this.#guard.runAsync('Reading the workspace', () => this.#readAll());
    return this.#reading;
  }

  async #readAll(): Promise<void> {
    const round = ++this.#round;
    const search = new WorkspaceSearch();
    this.#search = search;
    const found = await search.findAll();
    if (round !== this.#round) return;
    const progress = new ReadingProgress(found.files.length);
    try {
      await this.#readFound(found, search, () => round === this.#round && !progress.isCanceled, progress);
    } finally {
      progress.dispose();
    }
    if (round === this.#round) this.#analyses.refresh();
  }

  async #readFound(
    { files, unread }: Found,
    search: WorkspaceSearch,
    goesOn: () => boolean,
    progress: ReadingProgress,
  ): Promise<void> {
    const gone = new Set(this.#known);
    const pace = new Pace();
    this.#failed.clear();
    this.#read = 0;
    let at = 0;
    for (; at < files.length && goesOn(); at += BATCH) {
      progress.at(at);
      this.#ahead = files.length - at + unread;
      this.#tellCoverage();
      const batch = files.slice(at, at + BATCH).filter((uri) => search.isWanted(uri));
      for (const uri of batch) gone.delete(uri.toString());
      this.#read += await this.#readBatch(batch, pace);
      await pace.pause();
    }
    if (at >= files.length) for (const key of gone) this.#remove(key);
    const failed = [...this.#failed.values()];
    for (let next = 0; next < failed.length && goesOn(); next += BATCH)
      this.#read += await this.#readBatch(failed.slice(next, next + BATCH), pace);
    this.#ahead = Math.max(0, files.length - at) + unread;
    this.#tellCoverage();
    this.#log.info(`${this.#read} of ${files.length} YAML and JSON files of the workspace are read as manifests.`);
  }

  #tellCoverage(): void {
    this.#analyses.index.setProgress(this.#read, this.#ahead + this.#failed.size);
  }

  #readChangedOnce(): Promise<void> {
    this.#readingChanged ??= this.#readChanged().finally(() => {
      this.#readingChanged = undefined;
    });
    return this.#readingChanged;
  }

  /** One after the other; what changes meanwhile comes after them. */
  async #readChanged(): Promise<void> {
    const { revision } = this.#analyses.index;
    const pace = new Pace();
    while (this.#changed.size > 0) {
      const batch = [...this.#changed].slice(0, BATCH);
      for (const [key] of batch) this.#changed.delete(key);
      await this.#readBatch(
        batch.map(([, uri]) => uri),
        pace,
      );
      this.#tellCoverage();
      await pace.pause();
    }
    if (this.#analyses.index.revision !== revision) this.#analyses.refreshSoon();
  }

  /** How many of them may be manifests. */
  async #readBatch(uris: readonly vscode.Uri[], pace: Pace): Promise<number> {
    const texts = await Promise.all(uris.map(async (uri) => (isOpen(uri) ? undefined : this.#readText(uri))));
    let count = 0;
    for (const [index, uri] of uris.entries()) {
      const text = texts[index];
      this.#seen.add(uri.toString());
      if (text === FAILED) this.#failed.set(uri.toString(), uri);
      else this.#failed.delete(uri.toString());
      if (isOpen(uri)) count += 1;
      else if (typeof text !== 'string') this.#leaveOut(uri.toString(), text);
      else if (await this.#store(uri, text, pace)) count += 1;
    }
    return count;
  }

  async #store(uri: vscode.Uri, text: string, pace: Pace): Promise<boolean> {
    const key = uri.toString();
    if (isJson(uri) && !looksLikeJsonManifest(text)) {
      this.#remove(key);
      return false;
    }
    const manifest = await pace.run(readManifestInSteps(text));
    // An open document speaks for itself.
    if (isOpen(uri)) return true;
    this.#known.add(key);
    this.#analyses.index.updateFile(key, manifest);
    return true;
  }

  /** Undefined: it is gone, or is none that is wanted. */
  async #readText(uri: vscode.Uri): Promise<string | typeof TOO_LARGE | typeof FAILED | undefined> {
    if (this.#search?.isWanted(uri) !== true) return undefined;
    try {
      const { size } = await vscode.workspace.fs.stat(uri);
      if (size <= INDEX_LIMITS.fileSize) return new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
      // Nobody expects large JSON to be a manifest.
      return isJson(uri) ? undefined : TOO_LARGE;
    } catch (error) {
      this.#log.debug(`${uri.toString()} cannot be read: ${String(error)}`);
      return error instanceof vscode.FileSystemError && error.code === 'FileNotFound' ? undefined : FAILED;
    }
  }

  #leaveOut(key: string, why: typeof TOO_LARGE | typeof FAILED | undefined): void {
    this.#remove(key);
    if (why === TOO_LARGE) this.#analyses.index.skipLarge(key);
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

function isOpen(uri: vscode.Uri): boolean {
  const key = uri.toString();
  return vscode.workspace.textDocuments.some((document) => document.uri.toString() === key && isManifestDocument(document));
}

function isJson({ path }: vscode.Uri): boolean {
  return path.endsWith('.json');
}
