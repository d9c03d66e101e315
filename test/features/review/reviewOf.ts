import { withBuilds } from '../../../src/features/review/builtFiles';
import type { SourceTree } from '../../../src/features/review/changedTrees';
import { reviewInSteps, type Review } from '../../../src/features/review/reviewChange';
import { DEFAULT_SETTINGS } from '../../../src/features/settings';
import { WorkspaceIndex } from '../../../src/features/workspaceIndex';
import { fileTree } from '../../support/fileTree';

export type Files = Readonly<Record<string, string>>;

function treeOf(files: Files): SourceTree {
  return { ...fileTree(files), paths: Object.keys(files) };
}

function finished<T>(steps: Generator<unknown, T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** Of two versions of a folder. */
export function review(before: Files, after: Files): Review {
  const uriOf = (path: string): string => `file:///w/${path}`;
  const changed = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((path) => before[path] !== after[path]);
  const index = new WorkspaceIndex();
  for (const [path, text] of Object.entries(after)) index.updateText(uriOf(path), text);
  const files = changed
    .filter((path) => path.endsWith('.yaml'))
    .map((path) => ({ uri: uriOf(path), name: path, before: before[path], after: after[path] }));
  const plain = { files, baseName: 'main', index, settings: DEFAULT_SETTINGS };
  const trees = { before: treeOf(before), after: treeOf(after), changed, uriOf };
  return finished(reviewInSteps(finished(withBuilds(plain, trees))));
}

/** `name (build) place: what happens` of each workload. */
export function told({ workloads }: Review): string[] {
  return workloads.map(({ name, variant, place, title }) => `${name} (${variant ?? ''}) ${place}: ${title}`).sort();
}
