import * as vscode from 'vscode';

/** Offsets of the features become positions of the editor. */
export function rangeOf(
  document: vscode.TextDocument,
  { start, end }: { readonly start: number; readonly end: number },
): vscode.Range {
  return new vscode.Range(document.positionAt(start), document.positionAt(end));
}
