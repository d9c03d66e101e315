import * as vscode from 'vscode';
import { COMMANDS } from '../features/commands';
import { availabilitySvg } from '../features/review/availabilityPicture';
import type { Review as ReviewResult } from '../features/review/reviewChange';
import type { ReviewInput } from '../features/review/reviewInput';
import { reviewMarkdown } from '../features/review/reviewMarkdown';
import type { FeatureSettings } from '../features/settings';
import type { Analyses } from './analyses';
import type { BaseState } from './bases/baseChoice';
import type { Bases } from './bases/bases';
import { changedFiles, isManifestName } from './bases/changedFiles';
import { withBuildsOf } from './bases/buildsOfChange';
import type { Repository } from './bases/git';
import { unlessCanceled } from './canceling';
import { Disposables } from './disposables';
import type { Guard } from './guard';
import { Pace } from './pace';
import type { WorkspaceFiles } from './workspaceFiles';

const SCHEME = 'rollout-lens-review';
const DOCUMENT = vscode.Uri.from({ scheme: SCHEME, path: '/Rollouts of This Change.md' });

type Progress = vscode.Progress<{ message: string }>;

interface Asked {
  readonly settings: FeatureSettings;
  readonly progress: Progress;
  readonly token: vscode.CancellationToken;
}

/** The command that explains what all changed manifests of a repository roll out, in one document. */
export class Review implements vscode.Disposable {
  readonly #analyses: Analyses;
  readonly #bases: Bases;
  readonly #files: WorkspaceFiles;
  readonly #disposables = new Disposables();
  readonly #changed = this.#disposables.add(new vscode.EventEmitter<vscode.Uri>());
  #text = '';
  #forPullRequest = '';

  constructor(analyses: Analyses, bases: Bases, files: WorkspaceFiles, guard: Guard) {
    this.#analyses = analyses;
    this.#bases = bases;
    this.#files = files;
    this.#disposables.add(
      vscode.workspace.registerTextDocumentContentProvider(SCHEME, {
        onDidChange: this.#changed.event,
        provideTextDocumentContent: () => this.#text,
      }),
    );
    this.#disposables.add(
      vscode.commands.registerCommand(COMMANDS.copyReview, () => guard.runAsync('Copying the review', () => this.#copy())),
    );
    this.#disposables.add(
      vscode.commands.registerCommand(COMMANDS.reviewChange, () =>
        guard.runAsync('Reviewing the change', async () => {
          await vscode.window.withProgress(
            {
              location: vscode.ProgressLocation.Notification,
              title: 'Explaining the rollouts of this change',
              cancellable: true,
            },
            (progress: Progress, token) => this.#review(progress, token),
          );
        }),
      ),
    );
  }

  async #review(progress: Progress, token: vscode.CancellationToken): Promise<void> {
    const uri = vscode.window.activeTextEditor?.document.uri ?? vscode.workspace.workspaceFolders?.[0]?.uri;
    const repository = uri === undefined ? undefined : this.#bases.repositories.around(uri);
    const isCanceled = (): boolean => token.isCancellationRequested;
    progress.report({ message: 'asking Git what changed' });
    // Git may take its time, or never answer: whoever cancels does not wait for it.
    const state = repository === undefined ? undefined : await unlessCanceled(this.#bases.stateIn(repository), token);
    if (isCanceled()) return;
    if (uri === undefined || repository === undefined || state === undefined) {
      void vscode.window.showInformationMessage(
        repository === undefined
          ? `There is nothing to compare with: ${this.#bases.repositories.obstacleAt(uri)}. The command line compares folders: review --base FOLDER.`
          : 'There is nothing to compare with: the repository has no commit, or what was chosen is not in it.',
      );
      return;
    }
    const input = await this.#inputFor(repository, state, { settings: this.#analyses.settingsFor(uri), progress, token });
    if (input === undefined) return;
    // Brings the engine along: loaded when it is asked for.
    const { reviewInSteps } = await import('../features/review/reviewChange');
    const steps = reviewInSteps(input);
    const pace = new Pace();
    for (let step = steps.next(); !isCanceled(); step = steps.next()) {
      if (step.done === true) {
        await this.#show(step.value);
        return;
      }
      progress.report({ message: `${step.value.done} of ${step.value.of} files` });
      await pace.pause();
    }
  }

  /** What changed, as it is built where it is built. Undefined: it was canceled. */
  async #inputFor(repository: Repository, state: BaseState, asked: Asked): Promise<ReviewInput | undefined> {
    const { settings, progress, token } = asked;
    progress.report({ message: 'reading the workspace' });
    await unlessCanceled(this.#files.catchUp(), token);
    const { index } = this.#analyses;
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

  async #show(review: ReviewResult): Promise<void> {
    this.#text = reviewMarkdown(review, (run) => pictureOf(availabilitySvg(run)));
    this.#forPullRequest = reviewMarkdown(review);
    this.#changed.fire(DOCUMENT);
    try {
      await vscode.commands.executeCommand('markdown.showPreview', DOCUMENT);
    } catch {
      // Markdown's own extension may be switched off.
      await vscode.window.showTextDocument(DOCUMENT);
    }
  }

  /** Pull requests show no pictures that are part of their text: there it is a line of blocks. */
  async #copy(): Promise<void> {
    if (this.#forPullRequest === '') await vscode.commands.executeCommand(COMMANDS.reviewChange);
    if (this.#forPullRequest === '') return;
    await vscode.env.clipboard.writeText(this.#forPullRequest);
    void vscode.window.setStatusBarMessage('The review is in the clipboard, as Markdown.', 5000);
  }

  dispose(): void {
    this.#disposables.dispose();
  }
}

function pictureOf(svg: string): string {
  return `![available pods over time](<data:image/svg+xml;utf8,${encodeURIComponent(svg)}>)`;
}
