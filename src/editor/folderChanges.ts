import * as vscode from 'vscode';
import { Disposables } from './disposables';
import type { Guard } from './guard';

/** Whoever unpacks, checks out or renames is through with most of it by then. */
const PAUSE_MS = 500;
/** Of more news than that nobody asks one by one which are folders. */
const MAX_ASKED = 200;
const MOST_KEPT = 20_000;
/** Programs that are being built write thousands of files: then nobody looks at everything twice a second. */
const LONG_PAUSE_MS = 30_000;
/** Of a file by its name; a folder that is called so is rare, and what is in it is mostly told of. */
const FILE_NAME = /\.[A-Za-z]\w{0,9}$/;

export interface FolderNews {
  /** Folders that are new, the topmost only; undefined: too many to tell. */
  readonly came: readonly vscode.Uri[] | undefined;
  /** Whether an address was in something that is gone. */
  readonly isGone: (key: string) => boolean;
}

/**
 * Folders come and go as a whole: a branch is checked out, an archive unpacked, a folder renamed or thrown away. The editor then
 * tells of the folder, and often of nothing that is in it.
 */
export class FolderChanges implements vscode.Disposable {
  readonly #guard: Guard;
  readonly #isMeant: (uri: vscode.Uri) => boolean;
  readonly #tell: (news: FolderNews) => Promise<void>;
  readonly #disposables = new Disposables();
  #created = new Map<string, vscode.Uri>();
  #deleted = new Set<string>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #pauseMs = PAUSE_MS;

  constructor(guard: Guard, isMeant: (uri: vscode.Uri) => boolean, tell: (news: FolderNews) => Promise<void>) {
    this.#guard = guard;
    this.#isMeant = isMeant;
    this.#tell = tell;
    const watcher = this.#disposables.add(vscode.workspace.createFileSystemWatcher('**/*', false, true, false));
    this.#disposables.add(
      watcher.onDidCreate((uri) => {
        if (this.#created.size >= MOST_KEPT || FILE_NAME.test(uri.path) || !this.#isMeant(uri)) return;
        this.#created.set(uri.toString(), uri);
        this.#soon();
      }),
    );
    this.#disposables.add(
      watcher.onDidDelete((uri) => {
        if (this.#deleted.size < MOST_KEPT) this.#deleted.add(uri.toString());
        this.#soon();
      }),
    );
  }

  /** Not when it is quiet again: some workspaces never are. */
  #soon(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.#guard.runAsync('Reading changed folders', () => this.#pass());
    }, this.#pauseMs);
  }

  async #pass(): Promise<void> {
    const keys = new Set(this.#created.keys());
    const created = [...this.#created].filter(([key]) => !isBelow(key, keys)).map(([, uri]) => uri);
    const deleted = this.#deleted;
    this.#created = new Map();
    this.#deleted = new Set();
    const came = created.length > MAX_ASKED ? undefined : await foldersAmong(created);
    this.#pauseMs = came === undefined ? LONG_PAUSE_MS : PAUSE_MS;
    await this.#tell({ came, isGone: (key) => isBelow(key, deleted) });
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#disposables.dispose();
  }
}

async function foldersAmong(created: readonly vscode.Uri[]): Promise<readonly vscode.Uri[]> {
  const kinds = await Promise.all(created.map(kindOf));
  return created.filter((_, index) => kinds[index] === vscode.FileType.Directory);
}

async function kindOf(uri: vscode.Uri): Promise<vscode.FileType> {
  try {
    return (await vscode.workspace.fs.stat(uri)).type;
  } catch {
    // It is gone again.
    return vscode.FileType.Unknown;
  }
}

export function isBelow(key: string, folders: ReadonlySet<string>): boolean {
  if (folders.size === 0) return false;
  for (let at = key.lastIndexOf('/'); at > 0; at = key.lastIndexOf('/', at - 1)) if (folders.has(key.slice(0, at))) return true;
  return false;
}
