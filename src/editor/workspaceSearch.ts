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
  /** Folders that the file system did not give. */
  readonly failed: readonly vscode.Uri[];
  /** How many folders are beyond the limit. */
  readonly beyond: number;
}

/** Which files of the workspace may be manifests, as the settings are when it is made. */
export class WorkspaceSearch {
  readonly #excluded = [...NEVER_READ, ...excludedBySettings()].map(readGlob);
  readonly #log: vscode.LogOutputChannel;

  constructor(log: vscode.LogOutputChannel) {
    this.#log = log;
  }

  /** Is called like a manifest, lies in the workspace, and nothing excludes it. */
  isWanted(uri: vscode.Uri): boolean {
    return MANIFEST_FILE.test(uri.path) && this.isInside(uri);
  }

  /** YAML first. Not yet those that are wanted only: to look at each takes its time. */
  async findAll(): Promise<Found> {
    const folders = vscode.workspace.workspaceFolders ?? [];
    const { files, ...rest } = await this.findIn(folders.map(({ uri }) => uri));
    const isJson = ({ path }: vscode.Uri): boolean => path.endsWith('.json');
    return { ...rest, files: [...files.filter((uri) => !isJson(uri)), ...files.filter(isJson).slice(0, MAX_JSON_FILES)] };
  }

  /** In folders of the workspace, or in the workspace folders themselves. */
  async findIn(folders: readonly vscode.Uri[]): Promise<Found> {
    const search = folders.filter(({ scheme }) => SEARCHABLE.has(scheme)).map((folder) => this.#search(folder));
    // Those of one file system share the limit.
    const walked = folders.filter(({ scheme }) => !SEARCHABLE.has(scheme));
    const found = await Promise.all([...search, this.#walk(walked)]);
    return {
      files: found.flatMap(({ files }) => files),
      failed: found.flatMap(({ failed }) => failed),
      beyond: found.reduce((sum, { beyond }) => sum + beyond, 0),
    };
  }

  async #search(folder: vscode.Uri): Promise<Found> {
    try {
      return { files: await search(folder), failed: [], beyond: 0 };
    } catch (error) {
      this.#note(folder, error);
      return { files: [], failed: [folder], beyond: 0 };
    }
  }

  #note(folder: vscode.Uri, error: unknown): void {
    this.#log.debug(`${folder.toString()} cannot be read: ${String(error)}`);
  }

  /** Folder by folder, the highest first. */
  async #walk(roots: readonly vscode.Uri[]): Promise<Found> {
    const files: vscode.Uri[] = [];
    const failed: vscode.Uri[] = [];
    const folders = [...roots];
    let beyond = 0;
    for (const folder of folders) {
      const entries = await this.#entriesOf(folder);
      if (entries === undefined) failed.push(folder);
      for (const [name, type] of entries ?? []) {
        const uri = vscode.Uri.joinPath(folder, name);
        if (type === vscode.FileType.Directory && this.isInside(uri)) {
          if (folders.length < MAX_FOLDERS) folders.push(uri);
          else beyond += 1;
        } else if ((type & vscode.FileType.File) !== 0 && MANIFEST_FILE.test(name)) files.push(uri);
      }
    }
    return { files, failed, beyond };
  }

  /** Asked twice, because one failure may pass. Undefined: it was not given although it may be there. */
  async #entriesOf(folder: vscode.Uri): Promise<readonly [string, vscode.FileType][] | undefined> {
    const read = async (): Promise<[string, vscode.FileType][]> => vscode.workspace.fs.readDirectory(folder);
    try {
      return await read().catch(read);
    } catch (error) {
      this.#note(folder, error);
      return isGone(error) ? [] : undefined;
    }
  }

  /** Lies in the workspace, and nothing excludes it. */
  isInside(uri: vscode.Uri): boolean {
    const folder = vscode.workspace.getWorkspaceFolder(uri)?.uri;
    if (folder === undefined) return false;
    const path = uri.path.slice(folder.path.endsWith('/') ? folder.path.length : folder.path.length + 1);
    return !isExcluded(path, this.#excluded);
  }
}

export function isGone(error: unknown): boolean {
  return error instanceof vscode.FileSystemError && error.code === 'FileNotFound';
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
