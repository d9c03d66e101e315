import * as vscode from 'vscode';
import { until } from './editor';

/** Runs a command that shows progress, and presses Cancel as soon as it has reported something like that. */
export async function canceledAt(command: string, report: RegExp): Promise<void> {
  const { window } = vscode;
  const real = window.withProgress;
  const source = new vscode.CancellationTokenSource();
  const messages: string[] = [];
  Object.assign(window, {
    withProgress: (
      _: vscode.ProgressOptions,
      task: (progress: vscode.Progress<{ message?: string }>, token: vscode.CancellationToken) => Promise<unknown>,
    ) => task({ report: ({ message = '' }) => messages.push(message) }, source.token),
  });
  try {
    const over = vscode.commands.executeCommand(command);
    await until(`it reports ${String(report)}`, () => messages.some((message) => report.test(message)));
    source.cancel();
    await over;
  } finally {
    Object.assign(window, { withProgress: real });
    source.dispose();
  }
}

export const isReviewShown = (): boolean =>
  vscode.window.tabGroups.all.some(({ tabs }) => tabs.some(({ label }) => label.includes('Rollouts of This Change')));
