import { withBuilds } from '../../features/review/builtFiles';
import { reviewInSteps, type Review, type ReviewProgress } from '../../features/review/reviewChange';
import type { FeatureSettings } from '../../features/settings';
import { WorkspaceIndex } from '../../features/workspaceIndex';
import { changedBetween, changedTrees, reviewTrees, uriOf } from './reviewTrees';

interface Compared {
  readonly folder: string;
  readonly base: string;
  /** Undefined: the files as they stand. */
  readonly head: string | undefined;
  readonly settings: FeatureSettings;
}

/** What a change does to the workloads that run, with the overlays and charts that it reaches. */
export function* reviewInSlices({ folder, base, head, settings }: Compared): Generator<ReviewProgress | undefined, Review> {
  const trees = reviewTrees(folder, base, head);
  const index = new WorkspaceIndex();
  for (const path of trees.after.paths) index.updateText(uriOf(folder, path), trees.after.textOf(path) ?? '');
  const files = changedBetween(folder, trees);
  const plain = { files, baseName: trees.baseName, index, settings };
  const input = yield* withBuilds(plain, changedTrees(folder, trees));
  return yield* reviewInSteps(input);
}
