import * as vscode from 'vscode';
import type { Analyses } from './analyses';
import type { Guard } from './guard';

/** What the commands for trouble need to know of the extension. */
export interface Product {
  readonly version: string;
  /** Where its files are. */
  readonly extensionUri: vscode.Uri;
  /** Where issues are reported; undefined: nowhere. */
  readonly issues: string | undefined;
}

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
        const body = issueBody(product, `${read} manifest files read, ${unread} not`);
        await vscode.commands
          .executeCommand('workbench.action.openIssueReporter', {
            extensionId: 'rollout-lens.rollout-lens',
            issueBody: body,
            data: body,
          })
          .then(undefined, () => copyInstead(product, body));
      }),
    ),
  );
}

/** Editors on the web have no reporter. */
async function copyInstead({ issues }: Product, body: string): Promise<void> {
  await vscode.env.clipboard.writeText(body);
  const open = 'Open the Issues';
  const choice = await vscode.window.showInformationMessage(
    'The form for an issue is in the clipboard, with the versions filled in.',
    ...(issues === undefined ? [] : [open]),
  );
  if (choice === open && issues !== undefined) await vscode.env.openExternal(vscode.Uri.parse(issues));
}

/** Nothing of the workspace's contents is in it. */
function issueBody({ version }: Product, reading: string): string {
  const host = vscode.env.uiKind === vscode.UIKind.Web ? 'in a browser' : 'on the desktop';
  const remote = vscode.env.remoteName === undefined ? '' : `, remote: ${vscode.env.remoteName}`;
  const trust = vscode.workspace.isTrusted ? 'trusted' : 'not trusted';
  return `### What happened



### What I expected



### The manifest (without secrets), or the scenario exported from the simulator

\`\`\`yaml

\`\`\`

### Versions

- Rollout Lens ${version}
- ${vscode.env.appName} ${vscode.version}, ${host}${remote}
- the workspace is ${trust}; ${reading}
`;
}
