import * as vscode from 'vscode';
import { ok } from '../support/assert';
import { inWorkspace, until } from '../support/editor';
import { hostProcess } from '../support/hostProcess';

const MARK = 'only-outside-the-workspace';
const OUTSIDE = `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${MARK}\n`;

/** As in a terminal that stands in the workspace folder. */
function shell(command: string, ...words: readonly string[]): string {
  const cwd = inWorkspace('.').fsPath;
  return hostProcess().getBuiltinModule('child_process').execFileSync(command, words, { cwd, encoding: 'utf8' }).trim();
}

describe('a symbolic link in what an overlay is built from', () => {
  let outside = '';

  before(async () => {
    outside = shell('mktemp', '-d');
    await vscode.workspace.fs.writeFile(vscode.Uri.file(`${outside}/secret.yaml`), new TextEncoder().encode(OUTSIDE));
    shell('mkdir', '-p', 'links/file', 'links/folder');
    shell('ln', '-s', `${outside}/secret.yaml`, 'links/file/link.yaml');
    shell('ln', '-s', outside, 'links/folder/behind');
  });

  after(() => {
    shell('rm', '-rf', 'links', outside);
  });

  for (const [what, name, resource] of [
    ['a file', 'file', 'link.yaml'],
    ['a folder', 'folder', 'behind/secret.yaml'],
  ] as const)
    it(`is not followed out of the workspace: ${what}`, async () => {
      const uri = inWorkspace(`links/${name}/kustomization.yaml`);
      await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(`resources: [${resource}]\n`));
      await vscode.window.showTextDocument(uri);
      const problems = (): readonly string[] => vscode.languages.getDiagnostics(uri).map(({ message }) => message);
      await until('the link is named', () => problems().some((message) => message.includes('symbolic link')));
      await vscode.commands.executeCommand('rolloutLens.showBuilt');
      ok(!vscode.workspace.textDocuments.some((each) => each.getText().includes(MARK)), 'nothing from outside is shown');
    });
});
