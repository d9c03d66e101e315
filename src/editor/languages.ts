import * as vscode from 'vscode';

/** Where manifests are found. Templates have languages of their own (helm, …) and are left alone. */
const LANGUAGE = 'yaml';
export const SELECTOR: vscode.DocumentSelector = { language: LANGUAGE };

/** Documents that are YAML by name but no manifests: cells of notebooks, what other extensions print. */
const FOREIGN_SCHEMES: ReadonlySet<string> = new Set([
  'vscode-notebook-cell',
  'vscode-notebook-cell-output',
  'vscode-notebook-cell-metadata',
  'vscode-interactive-input',
  'output',
]);

export function isManifestDocument({ languageId, uri }: vscode.TextDocument): boolean {
  return languageId === LANGUAGE && !FOREIGN_SCHEMES.has(uri.scheme);
}

/**
 * Whether a document is the user's own text, and not a view of another: the left side of a comparison (`git:`), for example, has
 * hovers, but neither problems nor facts that count.
 */
export function isOwnDocument(document: vscode.TextDocument): boolean {
  if (!isManifestDocument(document)) return false;
  const { uri } = document;
  if (uri.scheme === 'untitled' || vscode.workspace.getWorkspaceFolder(uri) !== undefined) return true;
  return vscode.workspace.fs.isWritableFileSystem(uri.scheme) === true;
}
