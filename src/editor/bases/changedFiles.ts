import * as vscode from 'vscode';
import type { ChangedFile } from '../../features/review/changedFile';
import { filesSince, showFile, type Repository } from './git';

/** Nobody reads a review of more. */
const MAX_FILES = 2_000;
const AT_ONCE = 8;
const MANIFEST = /\.(?:ya?ml|json)$/i;

export function isManifestName(path: string): boolean {
  return MANIFEST.test(path);
}

/** What is asked of a repository. */
export interface Wanted {
  readonly ref: string;
  readonly isWanted: (path: string) => boolean;
  readonly token: vscode.CancellationToken;
}

/** The files that differ from a state of the repository, as they stand in the editor, saved or not. */
export async function changedFiles(repository: Repository, { ref, isWanted, token }: Wanted): Promise<ChangedFile[]> {
  const found = await filesSince(repository, ref);
  const wanted = [...found]
    .filter(([now, before]) => isWanted(vscode.Uri.parse(now).path) || isWanted(before.path))
    .slice(0, MAX_FILES);
  const files: ChangedFile[] = [];
  for (let at = 0; at < wanted.length && !token.isCancellationRequested; at += AT_ONCE) {
    const some = wanted.slice(at, at + AT_ONCE);
    files.push(...(await Promise.all(some.map(([now, before]) => readBoth(repository, ref, vscode.Uri.parse(now), before)))));
  }
  return files.filter(({ before, after }) => before !== after);
}

async function readBoth(repository: Repository, ref: string, uri: vscode.Uri, original: vscode.Uri): Promise<ChangedFile> {
  const [before, after] = await Promise.all([showFile(repository, ref, original.fsPath), textOf(uri)]);
  const [name, oldName] = [uri, original].map(({ path }) => path.slice(repository.rootUri.path.length + 1));
  return {
    uri: uri.toString(),
    name: name ?? '',
    ...(oldName === name || oldName === undefined ? {} : { oldName }),
    before,
    after,
  };
}

async function textOf(uri: vscode.Uri): Promise<string | undefined> {
  const open = vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
  if (open !== undefined) return open.getText();
  try {
    return new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
  } catch {
    // It was deleted.
    return undefined;
  }
}
