import type * as vscode from 'vscode';

/** Undefined: it was canceled first. What was begun may go on; nobody listens to it. */
export function unlessCanceled<T>(begun: Promise<T>, token: vscode.CancellationToken): Promise<T | undefined> {
  if (token.isCancellationRequested) return Promise.resolve(undefined);
  return new Promise((resolve, reject) => {
    const listener = token.onCancellationRequested(() => {
      resolve(undefined);
    });
    begun
      .finally(() => {
        listener.dispose();
      })
      .then(resolve, reject);
  });
}
