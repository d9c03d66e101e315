import * as vscode from 'vscode';
import type { WorkspaceBuilds } from '../../features/builds/workspaceBuilds';
import type { Bases } from '../bases/bases';
import { filesSince, showFile, type Repository } from '../bases/git';
import { uriAt } from './buildFiles';

/** Files that are asked for at once. */
const AT_ONCE = 8;

/** A repository in the state that is compared with, and what differs from that. */
interface State {
  readonly repository: Repository;
  readonly ref: string;
  /** Paths of files, as they are in the one or in the other. */
  readonly differing: ReadonlySet<string>;
}

/** What files were in the version that is compared with, for builds. Git is asked for those only that differ from it. */
export class OlderFiles {
  readonly #bases: Bases;
  #reading: { readonly asked: unknown; readonly done: Promise<boolean> } | undefined;

  constructor(bases: Bases) {
    this.#bases = bases;
  }

  /** False: nothing was asked for. While Git does not answer, it is asked nothing more, unless for another version. */
  read(builds: WorkspaceBuilds): Promise<boolean> {
    const asked = builds.older.files;
    if (this.#reading?.asked === asked) return this.#reading.done;
    const done = this.#read(builds).finally(() => {
      if (this.#reading?.asked === asked) this.#reading = undefined;
    });
    this.#reading = { asked, done };
    return done;
  }

  async #read({ older, files }: WorkspaceBuilds): Promise<boolean> {
    const asked = older.files;
    const { wanted, wantedLists } = asked;
    if (wanted.length + wantedLists.length === 0) return false;
    const states = new Map<string, Promise<State | undefined>>();
    const tell: WorkspaceBuilds['older']['tell'] = (path, what) => {
      // Meanwhile another version may have been chosen.
      if (older.files === asked) older.tell(path, what);
    };
    for (const folder of wantedLists) {
      const names = await this.#namesIn(folder, this.#stateAt(folder, states));
      if (older.files === asked) older.tellList(folder, names);
    }
    for (let at = 0; at < wanted.length; at += AT_ONCE)
      await Promise.all(
        wanted.slice(at, at + AT_ONCE).map(async (path) => {
          tell(path, await textThen(path, await this.#stateAt(path, states), files));
        }),
      );
    return true;
  }

  /** Each repository is asked once for what differs. */
  #stateAt(path: string, states: Map<string, Promise<State | undefined>>): Promise<State | undefined> {
    const uri = uriAt(path);
    const repository = uri === undefined ? undefined : this.#bases.repositories.around(uri);
    if (repository === undefined) return Promise.resolve(undefined);
    const root = repository.rootUri.toString();
    const known = states.get(root) ?? this.#stateOf(repository);
    states.set(root, known);
    return known;
  }

  async #stateOf(repository: Repository): Promise<State | undefined> {
    const state = await this.#bases.stateIn(repository);
    if (state === undefined) return undefined;
    const found = await filesSince(repository, state.ref);
    const differing = new Set([...found].flatMap(([now, before]) => [vscode.Uri.parse(now).path.slice(1), before.path.slice(1)]));
    return { repository, ref: state.ref, differing };
  }

  /** Those of today, with what has gone since. What has come since is asked for, and not found. */
  async #namesIn(folder: string, asked: Promise<State | undefined>): Promise<readonly string[]> {
    const uri = uriAt(folder);
    const state = await asked;
    const entries = uri === undefined ? [] : await vscode.workspace.fs.readDirectory(uri).then(undefined, () => []);
    const names = entries.map(([name, type]) => ((type & vscode.FileType.Directory) === 0 ? name : `${name}/`));
    const gone = [...(state?.differing ?? [])].flatMap((path) => {
      if (!path.startsWith(`${folder}/`)) return [];
      const [name = '', ...more] = path.slice(folder.length + 1).split('/');
      return [more.length === 0 ? name : `${name}/`];
    });
    return [...new Set([...names, ...gone])];
  }
}

type Told = Parameters<WorkspaceBuilds['older']['tell']>[1];

/** What differs is asked of Git; all else is as it is now. */
async function textThen(path: string, state: State | undefined, now: WorkspaceBuilds['files']): Promise<Told> {
  const uri = uriAt(path);
  if (uri === undefined) return { refused: 'lies outside the workspace, and is not read' };
  if (state !== undefined && !state.differing.has(path) && now.isKnown(path)) {
    const refused = now.refusal(path);
    const text = now.read(path);
    if (refused !== undefined) return { refused };
    return text === undefined ? (now.isFolder(path) ? 'folder' : 'none') : { text };
  }
  const text = state === undefined ? undefined : await showFile(state.repository, state.ref, uri.fsPath);
  if (text !== undefined) return { text };
  const wasFolder = [...(state?.differing ?? [])].some((other) => other.startsWith(`${path}/`));
  return wasFolder || (await isFolder(uri)) ? 'folder' : 'none';
}

async function isFolder(uri: vscode.Uri): Promise<boolean> {
  try {
    return ((await vscode.workspace.fs.stat(uri)).type & vscode.FileType.Directory) !== 0;
  } catch {
    return false;
  }
}
