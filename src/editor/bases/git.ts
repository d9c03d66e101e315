import * as vscode from 'vscode';

/** The little that is needed of the API of the built-in Git extension: nothing in it writes. */
interface GitExtension {
  getAPI(version: 1): { getRepository(uri: vscode.Uri): Repository | null };
}

interface Ref {
  readonly name?: string;
  readonly commit?: string;
}

/** A file that differs between two states; `originalUri` and `renameUri` are the same unless it was renamed. */
interface ChangedFile {
  readonly uri: vscode.Uri;
  readonly originalUri: vscode.Uri;
  readonly renameUri: vscode.Uri | undefined;
}

export interface Repository {
  readonly rootUri: vscode.Uri;
  readonly state: {
    readonly HEAD: Ref | undefined;
    readonly indexChanges: readonly ChangedFile[];
    readonly workingTreeChanges: readonly ChangedFile[];
    readonly untrackedChanges?: readonly ChangedFile[];
    readonly onDidChange: vscode.Event<void>;
  };
  show(ref: string, path: string): Promise<string>;
  getMergeBase(ref1: string, ref2: string): Promise<string | undefined>;
  /** All files of the working tree that differ from a commit. */
  diffWith(ref: string): Promise<readonly ChangedFile[]>;
  diffBetween(ref1: string, ref2: string): Promise<readonly ChangedFile[]>;
  getRefs?(query: { readonly sort?: 'committerdate' }): Promise<readonly Ref[]>;
}

/** The repository that a file is in; none where Git is switched off, not installed, or does not know the file. */
export async function repositoryOf(uri: vscode.Uri): Promise<Repository | undefined> {
  const extension = vscode.extensions.getExtension<GitExtension>('vscode.git');
  if (extension === undefined || uri.scheme !== 'file') return undefined;
  try {
    const git = extension.isActive ? extension.exports : await extension.activate();
    return git.getAPI(1).getRepository(uri) ?? undefined;
  } catch {
    return undefined;
  }
}

/** What a commit, or with '' the index, holds of a file; undefined: it is not there. */
export async function showFile(repository: Repository, ref: string, path: string): Promise<string | undefined> {
  try {
    return await repository.show(ref, path);
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
  const isThis = ({ renameUri, uri: other }: ChangedFile): boolean => (renameUri ?? other).toString() === uri.toString();
  const { indexChanges, workingTreeChanges } = repository.state;
  const known = ref === 'HEAD' || ref === '' ? [...indexChanges, ...workingTreeChanges] : await changedSince(repository, ref);
  return known.find(isThis)?.originalUri.fsPath;
}

export async function changedSince(repository: Repository, ref: string): Promise<readonly ChangedFile[]> {
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
