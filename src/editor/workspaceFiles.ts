import * as vscode from 'vscode';
import { INDEX_LIMITS } from '../features/coverage';
import { looksLikeJsonManifest } from '../manifest/kinds';
import { readManifestInSteps } from '../manifest/manifest';
import type { Analyses } from './analyses';
import { Disposables } from './disposables';
import { FolderChanges, isBelow, type FolderNews } from './folderChanges';
import type { Guard } from './guard';
import { isManifestDocument } from './languages';
import { Pace } from './pace';
import { ReadingProgress } from './readingProgress';
import { Retries, type Outcome } from './retries';
import { isGone, MANIFEST_FILES, WorkspaceSearch, type Found } from './workspaceSearch';

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
  /** Files and folders that the file system did not give although they are there. */
  readonly #failed = new Map<string, vscode.Uri>();
  readonly #failedFolders = new Map<string, vscode.Uri>();
  readonly #retries: Retries;
  #readingChanged: Promise<void> | undefined;
  /** Files that may be manifests and were looked into. */
  readonly #read = new Set<string>();
  /** Files and folders that nobody has come to. */
  #ahead = 0;
  #search: WorkspaceSearch | undefined;
  #reading: Promise<void> | undefined;
  /** Counts the rounds of reading everything; a newer one ends an older. */
  #round = 0;

  constructor(analyses: Analyses, log: vscode.LogOutputChannel, guard: Guard) {
    this.#analyses = analyses;
    this.#log = log;
    this.#guard = guard;
    this.#retries = this.#disposables.add(new Retries(guard, () => this.#readFailed()));
  }

  /** Called when the first manifest is seen: a workspace without one is never read. Settles when everything is. */
  start(): Promise<void> {
    if (this.#reading !== undefined) return this.#reading;
    const add = <T extends vscode.Disposable>(item: T): T => this.#disposables.add(item);
    const update = (uri: vscode.Uri): void => {
      this.#changed.set(uri.toString(), uri);
      this.#retries.hurry();
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
    for (const [key, uri] of this.#failed) this.#changed.set(key, uri);
    this.#failedFolders.clear();
    this.#take(await this.#search.findAll(), this.#seen);
    await this.#readChangedOnce();
    this.#retries.start();
  }

  /** Files that are not known are to be read; folders that failed are kept in mind. */
  #take({ files, failed }: Found, known: ReadonlySet<string>): void {
    for (const uri of files) if (!known.has(uri.toString())) this.#changed.set(uri.toString(), uri);
    for (const uri of failed) this.#failedFolders.set(uri.toString(), uri);
  }

  /** Asks again for what the file system did not give. */
  async #readFailed(): Promise<Outcome> {
    const round = this.#round;
    const search = this.#search;
    const before = [...this.#failed, ...this.#failedFolders];
    if (search === undefined || before.length === 0) return 'done';
    const found = await search.findIn([...this.#failedFolders.values()]);
    // All is being read again.
    if (round !== this.#round) return 'done';
    this.#failedFolders.clear();
    this.#take(found, this.#known);
    for (const [key, uri] of this.#failed) this.#changed.set(key, uri);
    await this.#readChangedOnce();
    this.#tellCoverage();
    if (this.#failed.size + this.#failedFolders.size === 0) return 'done';
    return before.every(([key]) => this.#failed.has(key) || this.#failedFolders.has(key)) ? 'in vain' : 'better';
  }

  async #readFolders({ came, isGone }: FolderNews): Promise<void> {
    const search = this.#search;
    // What is still being read finds them by itself.
    if (search === undefined || this.#ahead > 0) return;
    for (const key of this.#seen) if (isGone(key)) this.#changed.set(key, vscode.Uri.parse(key));
    const isMuch = came === undefined || came.length > MAX_FOLDERS;
    this.#take(await (isMuch ? search.findAll() : search.findIn(came)), this.#known);
    if (this.#changed.size > 0) await this.#readChangedOnce();
    if (this.#failedFolders.size > 0) this.#retries.hurry();
  }

  #readAllSoon(): Promise<void> {
    this.#reading = this.#guard.runAsync('Reading the workspace', () => this.#readAll());
    return this.#reading;
  }

  async #readAll(): Promise<void> {
    const round = ++this.#round;
    const search = new WorkspaceSearch(this.#log);
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
    { files, failed: failedFolders, beyond }: Found,
    search: WorkspaceSearch,
    goesOn: () => boolean,
    progress: ReadingProgress,
  ): Promise<void> {
    const gone = new Set(this.#known);
    const pace = new Pace();
    this.#failed.clear();
    this.#failedFolders.clear();
    for (const uri of failedFolders) this.#failedFolders.set(uri.toString(), uri);
    this.#read.clear();
    let at = 0;
    for (; at < files.length && goesOn(); at += BATCH) {
      progress.at(at);
      this.#ahead = files.length - at + beyond;
      this.#tellCoverage();
      const batch = files.slice(at, at + BATCH).filter((uri) => search.isWanted(uri));
      for (const uri of batch) gone.delete(uri.toString());
      await this.#readBatch(batch, pace);
      await pace.pause();
    }
    if (at >= files.length) this.#forget(gone);
    this.#ahead = Math.max(0, files.length - at) + beyond;
    this.#tellCoverage();
    if (goesOn()) this.#retries.start();
    this.#log.info(`${this.#read.size} of ${files.length} YAML and JSON files of the workspace are read as manifests.`);
  }

  /** Except what is in a folder that was not given this time: it need not be gone. */
  #forget(gone: ReadonlySet<string>): void {
    const failed = new Set(this.#failedFolders.keys());
    for (const key of gone) {
      if (isBelow(key, failed)) this.#read.add(key);
      else this.#remove(key);
    }
  }

  #tellCoverage(): void {
    const failed = [...this.#failedFolders.keys(), ...this.#failed.keys()];
    this.#analyses.index.setProgress(this.#read.size, this.#ahead, failed);
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

  async #readBatch(uris: readonly vscode.Uri[], pace: Pace): Promise<void> {
    const texts = await Promise.all(uris.map(async (uri) => (isOpen(uri) ? undefined : this.#readText(uri))));
    for (const [index, uri] of uris.entries()) {
      const text = texts[index];
      const key = uri.toString();
      this.#seen.add(key);
      if (text === FAILED) this.#failed.set(key, uri);
      else this.#failed.delete(key);
      if (isOpen(uri)) this.#read.add(key);
      else if (typeof text !== 'string') this.#leaveOut(key, text);
      else await this.#store(uri, text, pace);
    }
  }

  async #store(uri: vscode.Uri, text: string, pace: Pace): Promise<void> {
    const key = uri.toString();
    if (isJson(uri) && !looksLikeJsonManifest(text)) {
      this.#remove(key);
      this.#analyses.index.noteData(key, text);
      return;
    }
    const manifest = await pace.run(readManifestInSteps(text));
    this.#read.add(key);
    // An open document speaks for itself.
    if (isOpen(uri)) return;
    this.#known.add(key);
    this.#analyses.index.updateFile(key, manifest);
  }

  /** Asked twice, because one failure may pass. Undefined: it is gone, or is none that is wanted. */
  async #readText(uri: vscode.Uri, isSecond = false): Promise<string | typeof TOO_LARGE | typeof FAILED | undefined> {
    if (this.#search?.isWanted(uri) !== true) return undefined;
    try {
      const { size } = await vscode.workspace.fs.stat(uri);
      if (size <= INDEX_LIMITS.fileSize) return new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
      // Nobody expects large JSON to be a manifest.
      return isJson(uri) ? undefined : TOO_LARGE;
    } catch (error) {
      this.#log.debug(`${uri.toString()} cannot be read: ${String(error)}`);
      if (isGone(error)) return undefined;
      return isSecond ? FAILED : this.#readText(uri, true);
    }
  }

  #leaveOut(key: string, why: typeof TOO_LARGE | typeof FAILED | undefined): void {
    this.#remove(key);
    if (why === TOO_LARGE) this.#analyses.index.skipLarge(key);
  }

  #remove(key: string): void {
    this.#known.delete(key);
    this.#read.delete(key);
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
