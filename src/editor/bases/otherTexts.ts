import * as vscode from 'vscode';

/** In a diff editor: what stands at the left of a document. */
export function leftSideOf(uri: vscode.Uri): vscode.Uri | undefined {
  const { tabGroups } = vscode.window;
  for (const { activeTab } of tabGroups.all) {
    const input = activeTab?.input;
    if (input instanceof vscode.TabInputTextDiff && input.modified.toString() === uri.toString()) return input.original;
  }
  return undefined;
}

/** The text of a document, as it stands in the editor if it is open; undefined: it cannot be read. */
export async function openTextOf(uri: vscode.Uri): Promise<string | undefined> {
  const open = vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
  if (open !== undefined) return open.getText();
  try {
    return (await vscode.workspace.openTextDocument(uri)).getText();
  } catch {
    return undefined;
  }
}
