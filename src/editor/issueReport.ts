import * as vscode from 'vscode';
import type { Product } from './product';

/** In the editor's own reporter, where it has one. */
export async function openReport(product: Product, reading: string): Promise<void> {
  const body = issueBody(product, reading);
  await vscode.commands
    .executeCommand('workbench.action.openIssueReporter', {
      extensionId: 'rollout-lens.rollout-lens',
      issueBody: body,
      data: body,
    })
    .then(undefined, () => copyInstead(product, body));
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
