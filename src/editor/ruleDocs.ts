import * as vscode from 'vscode';
import { ruleSection } from '../features/ruleDoc';

const SCHEME = 'rollout-lens-rule';

/** Where the code of a problem leads: a page in the editor, without a network. */
export function ruleAddress(ruleId: string): vscode.Uri {
  return vscode.Uri.from({ scheme: SCHEME, path: `/${ruleId}.md` });
}

/** Shows what a rule finds, why, and what to do: the extension brings the page of all rules along. */
export function registerRuleDocs(extensionUri: vscode.Uri): vscode.Disposable {
  return vscode.workspace.registerTextDocumentContentProvider(SCHEME, {
    provideTextDocumentContent: async ({ path }) => {
      const ruleId = path.replace(/^\//, '').replace(/\.md$/, '');
      const bytes = await vscode.workspace.fs.readFile(vscode.Uri.joinPath(extensionUri, 'docs', 'rules.md'));
      return ruleSection(new TextDecoder().decode(bytes), ruleId) ?? `# ${ruleId}\n\nThere is no rule of this name.\n`;
    },
  });
}
