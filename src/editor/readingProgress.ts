import * as vscode from 'vscode';

/** What takes no longer than this is not worth a word. */
const DELAY_MS = 3000;

/** Tells how far the reading of a large workspace has come, and lets the user end it. */
export class ReadingProgress implements vscode.Disposable {
  readonly #total: number;
  readonly #timer: ReturnType<typeof setTimeout>;
  #shown: vscode.Progress<{ message: string }> | undefined;
  #finish: (() => void) | undefined;
  #isCanceled = false;

  constructor(total: number) {
    this.#total = total;
    this.#timer = setTimeout(() => {
      this.#show();
    }, DELAY_MS);
  }

  get isCanceled(): boolean {
    return this.#isCanceled;
  }

  #show(): void {
    const options = {
      location: vscode.ProgressLocation.Notification,
      title: 'Rollout Lens looks for Services, budgets and quotas',
      cancellable: true,
    };
    void vscode.window.withProgress(options, async (progress: vscode.Progress<{ message: string }>, token) => {
      this.#shown = progress;
      token.onCancellationRequested(() => {
        this.#isCanceled = true;
      });
      await new Promise<void>((resolve) => {
        this.#finish = resolve;
      });
    });
  }

  at(count: number): void {
    this.#shown?.report({ message: `${count} of ${this.#total} files` });
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#finish?.();
  }
}
