import * as vscode from 'vscode';
import { ok } from './assert';

/** Runs a command that shows progress, and presses Cancel the moment that it reports something like that. */
export async function canceledAt(command: string, report: RegExp, ...args: readonly unknown[]): Promise<void> {
  const { window } = vscode;
  const real = window.withProgress;
  const source = new vscode.CancellationTokenSource();
  const messages: string[] = [];
  const hear = (message: string): void => {
    messages.push(message);
    if (report.test(message)) source.cancel();
  };
  Object.assign(window, {
    withProgress: (
      _: vscode.ProgressOptions,
      task: (progress: vscode.Progress<{ message?: string }>, token: vscode.CancellationToken) => Promise<unknown>,
    ) =>
      task(
        {
          report: ({ message = '' }) => {
            hear(message);
          },
        },
        source.token,
      ),
  });
  try {
    await vscode.commands.executeCommand(command, ...args);
    ok(
      messages.some((message) => report.test(message)),
      `it has reported ${messages.join(', ')}`,
    );
  } finally {
    Object.assign(window, { withProgress: real });
    source.dispose();
  }
}

export const isReviewShown = (): boolean =>
  vscode.window.tabGroups.all.some(({ tabs }) => tabs.some(({ label }) => label.includes('Rollouts of This Change')));
