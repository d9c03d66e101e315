import * as vscode from 'vscode';
import type { Review } from '../features/review/reviewChange';
import type { ReviewInput } from '../features/review/reviewInput';
import type { FeatureSettings } from '../features/settings';
import type { Analyses } from './analyses';
import type { BaseState } from './bases/baseChoice';
import type { Bases } from './bases/bases';
import { withBuildsOf } from './bases/buildsOfChange';
import { changedFiles, isManifestName } from './bases/changedFiles';
import type { Repository } from './bases/git';
import { unlessCanceled } from './canceling';
import { Pace } from './pace';
import type { WorkspaceFiles } from './workspaceFiles';

export type Progress = vscode.Progress<{ message: string }>;

/** What a review is made from. */
export interface ReviewSources {
  readonly analyses: Analyses;
  readonly bases: Bases;
  readonly files: WorkspaceFiles;
}

interface Asked {
  readonly repository: Repository;
  readonly state: BaseState;
  readonly settings: FeatureSettings;
  readonly progress: Progress;
  readonly token: vscode.CancellationToken;
}

/** What the change rolls out; undefined: it was canceled, or there is nothing to compare with, which was said. */
export async function reviewFrom(
  sources: ReviewSources,
  progress: Progress,
  token: vscode.CancellationToken,
  { base, tell = showInformation }: { readonly base?: string; readonly tell?: (message: string) => void } = {},
): Promise<Review | undefined> {
  const { analyses, bases } = sources;
  const uri = vscode.window.activeTextEditor?.document.uri ?? vscode.workspace.workspaceFolders?.[0]?.uri;
  const repository = uri === undefined ? undefined : bases.repositories.around(uri);
  const isCanceled = (): boolean => token.isCancellationRequested;
  progress.report({ message: 'asking Git what changed' });
  // Git may take its time, or never answer: whoever cancels does not wait for it.
  const state = repository === undefined ? undefined : await unlessCanceled(bases.stateIn(repository, base), token);
  if (isCanceled()) return undefined;
  if (uri === undefined || repository === undefined || state === undefined) {
    tell(
      repository === undefined
        ? `There is nothing to compare with: ${bases.repositories.obstacleAt(uri)}. The command line compares folders: review --base FOLDER.`
        : 'There is nothing to compare with: the repository has no commit, or what was chosen is not in it.',
    );
    return undefined;
  }
  const input = await inputFor(sources, { repository, state, settings: analyses.settingsFor(uri), progress, token });
  if (input === undefined) return undefined;
  // Brings the engine along: loaded when it is asked for.
  const { reviewInSteps } = await import('../features/review/reviewChange');
  const steps = reviewInSteps(input);
  const pace = new Pace();
  for (let step = steps.next(); !isCanceled(); step = steps.next()) {
    if (step.done === true) return step.value;
    progress.report({ message: `${step.value.done} of ${step.value.of} files` });
    await pace.pause();
  }
  return undefined;
}

function showInformation(message: string): void {
  void vscode.window.showInformationMessage(message);
}

/** What changed, as it is built where it is built. Undefined: it was canceled. */
async function inputFor({ analyses, files: workspace }: ReviewSources, asked: Asked): Promise<ReviewInput | undefined> {
  const { repository, state, settings, progress, token } = asked;
  progress.report({ message: 'reading the workspace' });
  await unlessCanceled(workspace.catchUp(), token);
  const { index } = analyses;
  const folders = [...index.definitions()].map(([definition]) => vscode.Uri.joinPath(vscode.Uri.parse(definition), '../').path);
  // Files of any name may go into an overlay or a chart.
  const isWanted = (path: string): boolean => isManifestName(path) || folders.some((folder) => path.startsWith(folder));
  progress.report({ message: 'reading what changed' });
  const changed = await unlessCanceled(changedFiles(repository, { ref: state.ref, isWanted, token }), token);
  if (changed === undefined) return undefined;
  const files = changed.filter(({ uri: file }) => isManifestName(vscode.Uri.parse(file).path));
  const plain = { files, baseName: state.name, index, settings };
  if (folders.length === 0) return plain;
  progress.report({ message: 'building overlays and charts' });
  return unlessCanceled(withBuildsOf(plain, { changed, root: repository.rootUri, token }), token);
}
