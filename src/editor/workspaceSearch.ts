import * as vscode from 'vscode';
import { isExcluded, readGlob } from '../features/glob';
import { MANIFEST_FILE, MAX_JSON_FILES, NEVER_READ } from '../features/manifestFiles';

export const MANIFEST_FILES = '**/{*.yaml,*.yml,*.json,Kustomization}';
const YAML_FILES = '**/{*.yaml,*.yml,Kustomization}';
const JSON_FILES = '**/*.json';
/** File systems whose files the editor can search by itself. On others it would wait for a search provider, perhaps forever. */
const SEARCHABLE: ReadonlySet<string> = new Set(['file', 'vscode-vfs']);
/** Folders looked into where there is no search. */
const MAX_FOLDERS = 20_000;

export interface Found {
  readonly files: readonly vscode.Uri[];
  /** Folders that were not looked into. */
  readonly unread: number;
}

/** Which files of the workspace may be manifests, as the settings are when it is made. */
export class WorkspaceSearch {
  readonly #excluded = [...NEVER_READ, ...excludedBySettings()].map(readGlob);

  /** Is called like a manifest, lies in the workspace, and nothing excludes it. */
  isWanted(uri: vscode.Uri): boolean {
    return MANIFEST_FILE.test(uri.path) && this.isInside(uri);
  }

  /** YAML first. Not yet those that are wanted only: to look at each takes its time. */
  async findAll(): Promise<Found> {
    const folders = vscode.workspace.workspaceFolders ?? [];
    const found = await Promise.all(folders.map(({ uri }) => this.findIn(uri)));
    const files = found.flatMap((one) => one.files);
    const isJson = ({ path }: vscode.Uri): boolean => path.endsWith('.json');
    return {
      files: [...files.filter((uri) => !isJson(uri)), ...files.filter(isJson).slice(0, MAX_JSON_FILES)],
      unread: found.reduce((sum, { unread }) => sum + unread, 0),
    };
  }

  /** In a folder of the workspace, or in the workspace folder itself. */
  async findIn(folder: vscode.Uri): Promise<Found> {
    return SEARCHABLE.has(folder.scheme) ? { files: await search(folder), unread: 0 } : this.#walk(folder);
  }

  /** Folder by folder, the highest first. */
  async #walk(root: vscode.Uri): Promise<Found> {
    const files: vscode.Uri[] = [];
    const folders = [root];
    let unread = 0;
    for (const folder of folders) {
      const entries = await entriesOf(folder);
      if (entries === undefined) unread += 1;
      for (const [name, type] of entries ?? []) {
        const uri = vscode.Uri.joinPath(folder, name);
        if (type === vscode.FileType.Directory && this.isInside(uri)) {
          if (folders.length < MAX_FOLDERS) folders.push(uri);
          else unread += 1;
        } else if ((type & vscode.FileType.File) !== 0 && MANIFEST_FILE.test(name)) files.push(uri);
      }
    }
    return { files, unread };
  }

  /** Lies in the workspace, and nothing excludes it. */
  isInside(uri: vscode.Uri): boolean {
    const folder = vscode.workspace.getWorkspaceFolder(uri)?.uri;
    if (folder === undefined) return false;
    const path = uri.path.slice(folder.path.endsWith('/') ? folder.path.length : folder.path.length + 1);
    return !isExcluded(path, this.#excluded);
  }
}

/** Asked twice, because one failure may pass. */
async function entriesOf(folder: vscode.Uri): Promise<readonly [string, vscode.FileType][] | undefined> {
  const read = async (): Promise<[string, vscode.FileType][]> => vscode.workspace.fs.readDirectory(folder);
  return read()
    .catch(read)
    .catch(() => undefined);
}

async function search(folder: vscode.Uri): Promise<vscode.Uri[]> {
  const exclude = `{${NEVER_READ.map((glob) => (glob.endsWith('.json') ? glob : `${glob}/**`)).join(',')}}`;
  const find = async (pattern: string, limit?: number): Promise<vscode.Uri[]> =>
    vscode.workspace.findFiles(new vscode.RelativePattern(folder, pattern), exclude, limit);
  const [yaml, json] = await Promise.all([find(YAML_FILES), find(JSON_FILES, MAX_JSON_FILES)]);
  return [...yaml, ...json];
}

/** Patterns with a condition on sibling files (`{ when: … }`) are about generated sources and left out. */
function excludedBySettings(): string[] {
  const patterns = vscode.workspace.getConfiguration('files').get<Readonly<Record<string, unknown>>>('exclude') ?? {};
  return Object.entries(patterns).flatMap(([pattern, isOn]) => (isOn === true ? [pattern] : []));
}
