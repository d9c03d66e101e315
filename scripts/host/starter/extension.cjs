/** What a user sees right after the installation: the walkthrough, and an example beside it. */
const vscode = require('vscode');

exports.activate = async () => {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  const { all } = vscode.window.tabGroups;
  if (folder === undefined || all.some(({ tabs }) => tabs.length > 0)) return;
  await vscode.commands.executeCommand('workbench.action.openWalkthrough', 'rollout-lens.rollout-lens#start', false);
  const example = vscode.Uri.joinPath(folder.uri, 'deployment.yaml');
  await vscode.window.showTextDocument(example, { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true });
};
