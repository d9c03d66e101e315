import * as vscode from 'vscode';
import { COMMITTED_VERSION } from '../../features/base';
import { commitOf, mergeBase, type Repository } from './git';

/** What the open files are compared with. */
export type BaseChoice =
  | { readonly kind: 'commit' | 'index' | 'mergeBase' | 'none' }
  | { readonly kind: 'ref'; readonly ref: string }
  | { readonly kind: 'file'; readonly uri: string };

export const DEFAULT_CHOICE: BaseChoice = { kind: 'commit' };

/** A choice that was kept, perhaps by another version of the extension. */
export function readChoice(kept: unknown): BaseChoice {
  if (typeof kept !== 'object' || kept === null || !('kind' in kept)) return DEFAULT_CHOICE;
  const { kind } = kept;
  if (kind === 'index' || kind === 'mergeBase' || kind === 'none') return { kind };
  if (kind === 'ref' && 'ref' in kept && typeof kept.ref === 'string') return { kind, ref: kept.ref };
  if (kind === 'file' && 'uri' in kept && typeof kept.uri === 'string') return { kind, uri: kept.uri };
  return DEFAULT_CHOICE;
}

/** A state of a repository, and how texts call it. */
export interface BaseState {
  /** The id of a commit; empty: the index. */
  readonly ref: string;
  readonly name: string;
}

/** Undefined: the repository has no commit yet. What is chosen and not in it gives way to the last commit. */
export async function stateOf(choice: BaseChoice, repository: Repository): Promise<BaseState | undefined> {
  if (choice.kind === 'index') return { ref: '', name: 'the staged version' };
  const head = repository.state.HEAD?.commit;
  if (choice.kind === 'ref') {
    const ref = await commitOf(repository, choice.ref);
    if (ref !== undefined) return { ref, name: choice.ref };
    return head === undefined ? undefined : { ref: head, name: `${COMMITTED_VERSION} (there is no ${choice.ref} here)` };
  }
  if (choice.kind === 'mergeBase') {
    const found = await mergeBase(repository);
    if (found !== undefined) return { ref: found.commit, name: `the merge base with ${found.branch}` };
    return head === undefined ? undefined : { ref: head, name: `${COMMITTED_VERSION} (there is no default branch here)` };
  }
  return head === undefined || choice.kind !== 'commit' ? undefined : { ref: head, name: COMMITTED_VERSION };
}

/** What the status says that files are compared with. */
export function choiceText(choice: BaseChoice): string {
  switch (choice.kind) {
    case 'commit':
      return 'Compared with the last commit';
    case 'index':
      return 'Compared with the index';
    case 'mergeBase':
      return 'Compared with the merge base';
    case 'ref':
      return `Compared with ${choice.ref}`;
    case 'file':
      return `Compared with ${vscode.Uri.parse(choice.uri).path.split('/').at(-1) ?? 'a file'}`;
    case 'none':
      return 'Compared with nothing';
  }
}
