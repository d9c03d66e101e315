import * as vscode from 'vscode';
import { COMMANDS } from '../features/commands';
import type { Review as ReviewResult } from '../features/review/reviewChange';
import { Disposables } from './disposables';
import type { Guard } from './guard';
import type { Progress, ReviewSources } from './reviewing';

const SCHEME = 'rollout-lens-review';
const DOCUMENT = vscode.Uri.from({ scheme: SCHEME, path: '/Rollouts of This Change.md' });

/** The command that explains what all changed manifests of a repository roll out, in one document. */
export class Review implements vscode.Disposable {
  readonly #sources: ReviewSources;
  readonly #disposables = new Disposables();
  readonly #changed = this.#disposables.add(new vscode.EventEmitter<vscode.Uri>());
  #text = '';
  #forPullRequest = '';

  constructor(sources: ReviewSources, guard: Guard) {
    this.#sources = sources;
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
    const { reviewFrom } = await import('./reviewing');
    const review = await reviewFrom(this.#sources, progress, token);
    if (review !== undefined) await this.#show(review);
  }

  async #show(review: ReviewResult): Promise<void> {
    const [{ reviewMarkdown }, { availabilitySvg }] = await Promise.all([
      import('../features/review/reviewMarkdown'),
      import('../features/review/availabilityPicture'),
    ]);
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
