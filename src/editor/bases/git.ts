import * as vscode from 'vscode';
import { Disposables } from '../disposables';

/** The little that is needed of the built-in Git extension: nothing in it writes, and it alone runs Git. */
interface GitExtension {
  readonly enabled: boolean;
  readonly onDidChangeEnablement: vscode.Event<boolean>;
  getAPI(version: 1): GitApi;
}

interface GitApi {
  readonly onDidChangeState: vscode.Event<unknown>;
  readonly onDidOpenRepository: vscode.Event<Repository>;
  readonly onDidCloseRepository: vscode.Event<Repository>;
  getRepository(uri: vscode.Uri): Repository | null;
}

interface Ref {
  readonly name?: string;
  readonly commit?: string;
}

/** A file that differs between two states; `originalUri` and `renameUri` are the same unless it was renamed. */
interface DifferentFile {
  readonly uri: vscode.Uri;
  readonly originalUri: vscode.Uri;
  readonly renameUri: vscode.Uri | undefined;
}

export interface Repository {
  readonly rootUri: vscode.Uri;
  readonly state: {
    readonly HEAD: Ref | undefined;
    readonly indexChanges: readonly DifferentFile[];
    readonly workingTreeChanges: readonly DifferentFile[];
    readonly untrackedChanges?: readonly DifferentFile[];
    readonly onDidChange: vscode.Event<void>;
  };
  show(ref: string, path: string): Promise<string>;
  getCommit(ref: string): Promise<{ readonly hash: string }>;
  getMergeBase(ref1: string, ref2: string): Promise<string | undefined>;
  /** All files of the working tree that differ from a commit. */
  diffWith(ref: string): Promise<readonly DifferentFile[]>;
  getRefs?(query: { readonly sort?: 'committerdate' }): Promise<readonly Ref[]>;
}

/**
 * The repositories that the Git extension knows. Nobody waits for it: until it is there, or where it is switched off, not
 * installed or not trusted, there are none, and whoever listens hears of it when that changes.
 */
export class Repositories implements vscode.Disposable {
  readonly #disposables = new Disposables();
  readonly #changed = this.#disposables.add(new vscode.EventEmitter<void>());
  /** What is heard of one extension, until another takes its place. */
  #heard = new Disposables();
  #extension: GitExtension | undefined;
  #api: GitApi | undefined;
  #isAsked = false;
  #isThere = false;

  readonly onDidChange = this.#changed.event;

  constructor() {
    this.#disposables.add(
      vscode.extensions.onDidChange(() => {
        if (this.#isAsked) this.#connect();
      }),
    );
  }

  /** The repository that a file is in. */
  around(uri: vscode.Uri): Repository | undefined {
    if (uri.scheme !== 'file') return undefined;
    if (!this.#isAsked) this.#connect();
    try {
      return this.#api?.getRepository(uri) ?? undefined;
    } catch {
      return undefined;
    }
  }

  /** Why there is no repository around a file, as the end of a sentence. */
  obstacleAt(uri: vscode.Uri | undefined): string {
    if (uri !== undefined && uri.scheme !== 'file') return `files of the kind “${uri.scheme}” are in no Git repository here`;
    if (!this.#isThere) {
      return vscode.workspace.isTrusted
        ? 'there is no Git extension here, or it is disabled'
        : 'Git takes no part in a workspace that is not trusted';
    }
    if (this.#extension === undefined) return 'the Git extension has not started yet';
    // It may go on without repositories when it is switched off later.
    const isOn = vscode.workspace.getConfiguration('git', uri ?? null).get('enabled') !== false;
    if (!isOn || !this.#extension.enabled) return 'Git is switched off, or not installed';
    return 'it is in no Git repository that is open here';
  }

  #connect(): void {
    this.#isAsked = true;
    const extension = vscode.extensions.getExtension<GitExtension>('vscode.git');
    this.#isThere = extension !== undefined;
    if (extension === undefined) {
      this.#use(undefined);
      return;
    }
    extension.activate().then(
      (git) => {
        this.#use(git);
      },
      () => {
        this.#use(undefined);
      },
    );
  }

  #use(git: GitExtension | undefined): void {
    if (git === this.#extension) return;
    this.#extension = git;
    this.#heard.dispose();
    this.#heard = new Disposables();
    const toggle = (): void => {
      this.#listen();
      this.#changed.fire();
    };
    if (git !== undefined) this.#heard.add(git.onDidChangeEnablement(toggle));
    toggle();
  }

  #listen(): void {
    this.#api = undefined;
    const git = this.#extension;
    if (git?.enabled !== true) return;
    const api = git.getAPI(1);
    const fire = (): void => {
      this.#changed.fire();
    };
    for (const event of [api.onDidChangeState, api.onDidOpenRepository, api.onDidCloseRepository]) this.#heard.add(event(fire));
    this.#api = api;
  }

  dispose(): void {
    this.#heard.dispose();
    this.#disposables.dispose();
  }
}

/** Files of commits that are kept. */
const MAX_SHOWN = 500;
const SHOWN = new Map<string, Promise<string | undefined>>();

/**
 * What a commit, or with '' the index, holds of a file; undefined: it is not there. What a commit holds stays as it is: Git is
 * asked once, also while it does not answer.
 */
export function showFile(repository: Repository, ref: string, path: string): Promise<string | undefined> {
  const key = `${repository.rootUri.toString()} ${ref} ${path}`;
  const known = ref === '' ? undefined : SHOWN.get(key);
  if (known !== undefined) return known;
  const shown = textIn(repository, ref, path);
  if (ref === '') return shown;
  const [oldest] = SHOWN.size >= MAX_SHOWN ? SHOWN.keys() : [];
  if (oldest !== undefined) SHOWN.delete(oldest);
  SHOWN.set(key, shown);
  void shown.then((text) => {
    // It may have been another failure than that there is no such file.
    if (text === undefined) SHOWN.delete(key);
  });
  return shown;
}

async function textIn(repository: Repository, ref: string, path: string): Promise<string | undefined> {
  try {
    return await repository.show(ref, path);
  } catch {
    return undefined;
  }
}

/** The id of what a name stands for; undefined: the repository has no such thing. */
export async function commitOf(repository: Repository, ref: string): Promise<string | undefined> {
  try {
    return (await repository.getCommit(ref)).hash;
  } catch {
    return undefined;
  }
}

/** Where a pull request would begin: the newest commit that this branch shares with the default one. */
export async function mergeBase(repository: Repository): Promise<{ commit: string; branch: string } | undefined> {
  for (const branch of ['origin/HEAD', 'origin/main', 'origin/master', 'main', 'master', 'trunk']) {
    try {
      const commit = await repository.getMergeBase('HEAD', branch);
      if (commit !== undefined && commit !== '') return { commit, branch };
    } catch {
      // There is no such branch here.
    }
  }
  return undefined;
}

/** The name that a file had in the state it is compared with, where it was renamed since. */
export async function nameBefore(repository: Repository, ref: string, uri: vscode.Uri): Promise<string | undefined> {
  const isThis = ({ renameUri, uri: other }: DifferentFile): boolean => (renameUri ?? other).toString() === uri.toString();
  const { indexChanges, workingTreeChanges, HEAD } = repository.state;
  const isNewest = ref === '' || ref === HEAD?.commit;
  const known = isNewest ? [...indexChanges, ...workingTreeChanges] : await changedSince(repository, ref);
  const original = known.find(isThis)?.originalUri;
  return original === undefined || original.toString() === uri.toString() ? undefined : original.fsPath;
}

async function changedSince(repository: Repository, ref: string): Promise<readonly DifferentFile[]> {
  try {
    return await repository.diffWith(ref);
  } catch {
    return [];
  }
}

export async function refNames(repository: Repository): Promise<readonly string[]> {
  const refs = (await repository.getRefs?.({ sort: 'committerdate' })) ?? [];
  return [...new Set(refs.flatMap(({ name }) => name ?? []))];
}

/** The files that differ from a state, as they stand in the editor, saved or not: where each is now, and where it was then. */
export async function filesSince(repository: Repository, ref: string): Promise<ReadonlyMap<string, vscode.Uri>> {
  const found = new Map<string, vscode.Uri>();
  const { HEAD, untrackedChanges = [], workingTreeChanges } = repository.state;
  for (const { uri, originalUri, renameUri } of await changedSince(repository, ref === '' ? (HEAD?.commit ?? 'HEAD') : ref))
    found.set((renameUri ?? uri).toString(), originalUri);
  for (const { uri } of [...untrackedChanges, ...workingTreeChanges])
    if (!found.has(uri.toString())) found.set(uri.toString(), uri);
  for (const { uri, isDirty } of vscode.workspace.textDocuments)
    if (isDirty && uri.scheme === 'file' && uri.path.startsWith(`${repository.rootUri.path}/`))
      found.set(uri.toString(), found.get(uri.toString()) ?? uri);
  return found;
}
