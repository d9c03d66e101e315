import * as vscode from 'vscode';
import type { Analyses } from './analyses';
import type { Guard } from './guard';
import type { Product } from './product';

/** “Show Log”, and “Report Issue” with the versions filled in. */
export function registerSupport(
  analyses: Analyses,
  log: vscode.LogOutputChannel,
  product: Product,
  guard: Guard,
): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.commands.registerCommand('rolloutLens.showLog', () => {
      log.show();
    }),
    vscode.commands.registerCommand('rolloutLens.reportIssue', () =>
      guard.runAsync('Reporting an issue', async () => {
        const { read, unread } = analyses.index.coverage;
        const { openReport } = await import('./issueReport');
        await openReport(product, `${read} manifest files read, ${unread} not`);
      }),
    ),
  );
}
