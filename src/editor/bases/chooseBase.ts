import * as vscode from 'vscode';
import type { BaseChoice } from './baseChoice';
import { mergeBase, refNames, type Repository } from './git';

interface Item extends vscode.QuickPickItem {
  readonly pick: () => Promise<BaseChoice | undefined>;
}

/** Asks what to compare with; undefined: everything stays. */
export async function chooseBase(repository: Repository | undefined): Promise<BaseChoice | undefined> {
  const at = (label: string, description: string, choice: BaseChoice): Item => ({
    label,
    description,
    pick: () => Promise.resolve(choice),
  });
  const found = repository === undefined ? undefined : await mergeBase(repository);
  const items: Item[] = [
    ...(repository === undefined
      ? []
      : [
          at('$(git-commit) The last commit', 'what an edit changes', { kind: 'commit' }),
          at('$(diff-added) The index', 'what is not staged yet', { kind: 'index' }),
          ...(found === undefined
            ? []
            : [
                at('$(git-pull-request) The merge base', `what a pull request to ${found.branch} would do`, {
                  kind: 'mergeBase',
                }),
              ]),
          { label: '$(git-branch) A branch or tag…', pick: () => chooseRef(repository) },
        ]),
    {
      label: '$(file) Another file…',
      description: 'another version, or what kubectl get -o yaml shows of a cluster',
      pick: chooseFile,
    },
    at('$(circle-slash) Nothing', 'a new image is assumed', { kind: 'none' }),
  ];
  const title = 'Rollout Lens: what runs now? Files are compared with it.';
  return (await vscode.window.showQuickPick(items, { title }))?.pick();
}

async function chooseRef(repository: Repository): Promise<BaseChoice | undefined> {
  const ref = await vscode.window.showQuickPick(refNames(repository), { title: 'Compare with this branch or tag' });
  return ref === undefined ? undefined : { kind: 'ref', ref };
}

async function chooseFile(): Promise<BaseChoice | undefined> {
  const [file] = (await vscode.window.showOpenDialog({ canSelectMany: false, openLabel: 'Compare with This File' })) ?? [];
  return file === undefined ? undefined : { kind: 'file', uri: file.toString() };
}
