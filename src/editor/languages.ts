import type * as vscode from 'vscode';

/** Where manifests are found. Templates have languages of their own (helm, …) and are left alone. */
export const LANGUAGES: readonly string[] = ['yaml'];
export const SELECTOR: vscode.DocumentSelector = LANGUAGES.map((language) => ({ language }));

export function isManifestDocument(document: vscode.TextDocument): boolean {
  return LANGUAGES.includes(document.languageId);
}
