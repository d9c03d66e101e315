import * as vscode from 'vscode';
import type { WorkspaceBuilds } from '../../features/builds/workspaceBuilds';
import { REFUSALS } from '../../features/builds/refusals';
import { INDEX_LIMITS } from '../../features/coverage';
import { bytesToString } from '../../model/utf8';

/** What is built, as documents. */
export const BUILT_SCHEME = 'rollout-lens-built';

/** Files that are read at once. */
const AT_ONCE = 25;
/** One build may ask for many; beyond this it is none that anybody looks at while typing. */
const MAX_WANTED = 5000;

/** A path as builds have it: from the top of the file system, with slashes and without the first one. */
export function pathOf(uri: vscode.Uri): string {
  return uri.path.slice(1);
}

/** In the workspace folder that holds it; undefined: none does. */
export function uriAt(path: string): vscode.Uri | undefined {
  const full = `/${path}`;
  const folders = vscode.workspace.workspaceFolders ?? [];
  const holder = folders.find(({ uri }) => full === uri.path || full.startsWith(withSlash(uri.path)));
  return holder?.uri.with({ path: full });
}

function withSlash(path: string): string {
  return path.endsWith('/') ? path : `${path}/`;
}

/**
 * Reads what builds ask for, inside the workspace folders only. The editor does not tell where symbolic links lead, so that none
 * is followed: it could lead out of the workspace.
 */
export class BuildFiles {
  readonly #links = new Map<string, Promise<boolean>>();
  readonly #asked = new Set<string>();

  /** Something has changed on disk: a folder may be a link now. */
  forgetLinks(): void {
    this.#links.clear();
  }

  /** False: nothing was asked for. */
  async read(builds: WorkspaceBuilds): Promise<boolean> {
    const { wanted, wantedLists } = builds.files;
    await Promise.all(wantedLists.map((folder) => this.#readList(folder, builds)));
    for (let at = 0; at < wanted.length; at += AT_ONCE)
      await Promise.all(wanted.slice(at, at + AT_ONCE).map((path) => this.#readOne(path, builds)));
    return wanted.length + wantedLists.length > 0;
  }

  async #readList(folder: string, builds: WorkspaceBuilds): Promise<void> {
    const uri = uriAt(folder);
    try {
      const isRefused = uri === undefined || (await this.#isBehindLink(uri));
      const entries = isRefused ? [] : await vscode.workspace.fs.readDirectory(uri);
      const names = entries
        .slice(0, MAX_WANTED)
        .map(([name, type]) => ((type & vscode.FileType.Directory) === 0 ? name : `${name}/`));
      builds.tellList(folder, names);
    } catch {
      builds.tellList(folder, []);
    }
  }

  async #readOne(path: string, builds: WorkspaceBuilds): Promise<void> {
    const uri = uriAt(path);
    if (uri === undefined) {
      builds.tell(path, { refused: REFUSALS.outside });
      return;
    }
    const open = vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
    if (open !== undefined) {
      builds.update(path, open.getText());
      return;
    }
    this.#asked.add(path);
    if (this.#asked.size > MAX_WANTED) builds.tell(path, { refused: REFUSALS.tooMany });
    else if (await this.#isBehindLink(uri)) builds.tell(path, { refused: REFUSALS.link });
    else await this.#readFile(path, uri, builds);
  }

  async #readFile(path: string, uri: vscode.Uri, builds: WorkspaceBuilds): Promise<void> {
    try {
      const { type, size } = await vscode.workspace.fs.stat(uri);
      if ((type & vscode.FileType.Directory) !== 0) builds.tell(path, 'folder');
      else if (size > INDEX_LIMITS.fileSize) builds.tell(path, { refused: REFUSALS.tooLarge });
      else builds.update(path, bytesToString(await vscode.workspace.fs.readFile(uri)));
    } catch {
      builds.tell(path, 'none');
    }
  }

  /** Itself, or a folder between it and the workspace folder. */
  async #isBehindLink(uri: vscode.Uri): Promise<boolean> {
    const top = vscode.workspace.getWorkspaceFolder(uri)?.uri.path;
    for (let at = uri; top !== undefined && at.path.length > top.length; at = vscode.Uri.joinPath(at, '..'))
      if (await this.#isLink(at)) return true;
    return false;
  }

  #isLink(uri: vscode.Uri): Promise<boolean> {
    const key = uri.toString();
    const known = this.#links.get(key);
    if (known !== undefined) return known;
    const asked = isLink(uri);
    this.#links.set(key, asked);
    return asked;
  }
}

async function isLink(uri: vscode.Uri): Promise<boolean> {
  try {
    const { type } = await vscode.workspace.fs.stat(uri);
    return (type & vscode.FileType.SymbolicLink) !== 0;
  } catch {
    return false;
  }
}
