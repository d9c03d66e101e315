import * as vscode from 'vscode';

/** Where a snapshot is kept: with the user, or with the workspace and so with everybody who works on it. */
export type SnapshotPlace = 'user' | 'workspace';

export interface KeptSnapshot {
  readonly name: string;
  readonly place: SnapshotPlace;
  readonly uri: vscode.Uri;
}

const ENDING = '.snapshot.json';
const PRINTED = '.kubectl.json';
const DAY_MS = 86_400_000;
const FOLDER = '.rollout-lens';

/** A name as part of a file's name, on any system. */
export function nameProblem(name: string): string | undefined {
  return /^[\w][\w. -]{0,63}$/.test(name) ? undefined : 'Up to 64 letters, digits, blanks and . _ - please, such as prod-eu.';
}

/** A name for what comes from a file: `prod-eu` for `prod-eu.json`. */
export function nameFrom(path: string): string {
  const base = path.split('/').findLast((step) => step !== '') ?? '';
  const name = base
    .replace(/(?:\.snapshot)?\.(?:json|jsonl|ya?ml|txt)$/i, '')
    .replace(/[^\w. -]+/g, '-')
    .slice(0, 64);
  return nameProblem(name) === undefined ? name : 'cluster';
}

/** The files that snapshots are kept in. */
export class SnapshotFiles {
  readonly #user: vscode.Uri;

  constructor(storage: vscode.Uri) {
    this.#user = vscode.Uri.joinPath(storage, 'snapshots');
  }

  /** Those of the workspace go before the user's own of the same name. */
  async all(): Promise<readonly KeptSnapshot[]> {
    const folders = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => vscode.Uri.joinPath(uri, FOLDER));
    const found = await Promise.all([...folders.map((folder) => keptIn(folder, 'workspace')), keptIn(this.#user, 'user')]);
    const byName = new Map(
      found
        .flat()
        .toReversed()
        .map((kept) => [kept.name, kept]),
    );
    return [...byName.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
  }

  async find(name: string): Promise<KeptSnapshot | undefined> {
    return (await this.all()).find((kept) => kept.name === name);
  }

  /** Where a snapshot of this name is to be kept. */
  uriFor(name: string, place: SnapshotPlace): vscode.Uri {
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    const parent = place === 'workspace' && folder !== undefined ? vscode.Uri.joinPath(folder.uri, FOLDER) : this.#user;
    return vscode.Uri.joinPath(parent, `${name}${ENDING}`);
  }

  /** Where a command in a terminal leaves what it prints; undefined: no terminal reaches the user's storage. */
  async incoming(name: string): Promise<vscode.Uri | undefined> {
    if (this.#user.scheme !== 'file') return undefined;
    await vscode.workspace.fs.createDirectory(this.#user);
    await this.#forgetOld();
    return vscode.Uri.joinPath(this.#user, `${name}${PRINTED}`);
  }

  /** Deletes what a command has left; it may have left nothing. */
  async forget(file: vscode.Uri): Promise<void> {
    try {
      await vscode.workspace.fs.delete(file);
    } catch {
      // It is not there.
    }
  }

  /** The editor may have been closed while a command ran. */
  async #forgetOld(): Promise<void> {
    for (const [name] of await vscode.workspace.fs.readDirectory(this.#user)) {
      const file = vscode.Uri.joinPath(this.#user, name);
      if (name.endsWith(PRINTED) && (await vscode.workspace.fs.stat(file)).mtime < Date.now() - DAY_MS) await this.forget(file);
    }
  }
}

async function keptIn(folder: vscode.Uri, place: SnapshotPlace): Promise<KeptSnapshot[]> {
  try {
    const entries = await vscode.workspace.fs.readDirectory(folder);
    return entries.flatMap(([file, type]) => {
      if ((type & vscode.FileType.File) === 0 || !file.endsWith(ENDING)) return [];
      return [{ name: file.slice(0, -ENDING.length), place, uri: vscode.Uri.joinPath(folder, file) }];
    });
  } catch {
    // There is no such folder.
    return [];
  }
}
