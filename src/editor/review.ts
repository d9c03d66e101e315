import * as vscode from 'vscode';
import { COMMANDS } from '../features/commands';
import { availabilitySvg } from '../features/review/availabilityPicture';
import { reviewMarkdown } from '../features/review/reviewMarkdown';
import type { Analyses } from './analyses';
import type { Bases } from './bases/bases';
import { changedFiles } from './bases/changedFiles';
import { Disposables } from './disposables';
import type { Guard } from './guard';
import { Pace } from './pace';

const SCHEME = 'rollout-lens-review';
const DOCUMENT = vscode.Uri.from({ scheme: SCHEME, path: '/Rollouts of This Change.md' });

/** The command that explains what all changed manifests of a repository roll out, in one document. */
export class Review implements vscode.Disposable {
  readonly #analyses: Analyses;
  readonly #bases: Bases;
  readonly #disposables = new Disposables();
  readonly #changed = this.#disposables.add(new vscode.EventEmitter<vscode.Uri>());
  #text = '';

  constructor(analyses: Analyses, bases: Bases, guard: Guard) {
    this.#analyses = analyses;
    this.#bases = bases;
    this.#disposables.add(
      vscode.workspace.registerTextDocumentContentProvider(SCHEME, {
        onDidChange: this.#changed.event,
        provideTextDocumentContent: () => this.#text,
      }),
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
            (progress: vscode.Progress<{ message: string }>, token) => this.#review(progress, token),
          );
        }),
      ),
    );
  }

  async #review(progress: vscode.Progress<{ message: string }>, token: vscode.CancellationToken): Promise<void> {
    const uri = vscode.window.activeTextEditor?.document.uri ?? vscode.workspace.workspaceFolders?.[0]?.uri;
    const repository = uri === undefined ? undefined : this.#bases.repositories.around(uri);
    const state = repository === undefined ? undefined : await this.#bases.stateIn(repository);
    if (repository === undefined || state === undefined) {
      void vscode.window.showInformationMessage(
        repository === undefined
          ? 'There is nothing to compare with: no Git repository is open here. The command line compares folders: review --base FOLDER.'
          : 'There is nothing to compare with: the repository has no commit, or what was chosen is not in it.',
      );
      return;
    }
    const files = await changedFiles(repository, state.ref, token);
    // Brings the engine along: loaded when it is asked for.
    const { reviewInSteps } = await import('../features/review/reviewChange');
    const settings = this.#analyses.settingsFor(uri ?? repository.rootUri);
    const steps = reviewInSteps({ files, baseName: state.name, index: this.#analyses.index, settings });
    const pace = new Pace();
    for (let step = steps.next(); !token.isCancellationRequested; step = steps.next()) {
      if (step.done === true) {
        await this.#show(reviewMarkdown(step.value, (run) => pictureOf(availabilitySvg(run))));
        return;
      }
      progress.report({ message: `${step.value.done} of ${step.value.of} files` });
      await pace.pause();
    }
  }

  async #show(text: string): Promise<void> {
    this.#text = text;
    this.#changed.fire(DOCUMENT);
    try {
      await vscode.commands.executeCommand('markdown.showPreview', DOCUMENT);
    } catch {
      // Markdown's own extension may be switched off.
      await vscode.window.showTextDocument(DOCUMENT);
    }
  }

  dispose(): void {
    this.#disposables.dispose();
  }
}

function pictureOf(svg: string): string {
  return `![available pods over time](<data:image/svg+xml;utf8,${encodeURIComponent(svg)}>)`;
}
