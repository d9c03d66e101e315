import * as vscode from 'vscode';
import { looksLikeJsonManifest } from '../manifest/kinds';

/**
 * Where manifests are found. What other extensions call `helm` are charts' templates. Nothing wakes for JSON, which is
 * everywhere: its manifests are analyzed once YAML or a command has woken the extension.
 */
export const SELECTOR: vscode.DocumentSelector = [
  { language: 'yaml' },
  { language: 'helm' },
  { language: 'json' },
  { language: 'jsonc' },
];
const JSON_LANGUAGES: ReadonlySet<string> = new Set(['json', 'jsonc']);

/** Documents that are YAML by name but no manifests: cells of notebooks, what other extensions print. */
const FOREIGN_SCHEMES: ReadonlySet<string> = new Set([
  'vscode-notebook-cell',
  'vscode-notebook-cell-output',
  'vscode-notebook-cell-metadata',
  'vscode-interactive-input',
  'output',
]);

/** JSON that has been a manifest stays one, whatever it looks like while it is edited. */
const jsonManifests = new WeakSet<vscode.TextDocument>();
/** An object says at its beginning what it is. */
const HEAD = new vscode.Range(0, 0, 100, 0);

export function isManifestDocument(document: vscode.TextDocument): boolean {
  const { languageId, uri } = document;
  if (FOREIGN_SCHEMES.has(uri.scheme)) return false;
  if (!JSON_LANGUAGES.has(languageId)) return languageId === 'yaml' || languageId === 'helm';
  if (!jsonManifests.has(document) && !looksLikeJsonManifest(document.getText(HEAD))) return false;
  jsonManifests.add(document);
  return true;
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
