import * as vscode from 'vscode';

interface Api {
  readonly activationMs: number;
  readonly comparedWith: () => string;
  readonly snapshot: (uri: vscode.Uri) => string | undefined;
  readonly coverage: () => { readonly read: number; readonly unread: number };
}

const EXTENSION_ID = 'rollout-lens.rollout-lens';

/** Our extension as the editor knows it; fails when it is not there at all. */
export function ourExtension(): vscode.Extension<Api> {
  const extension = vscode.extensions.getExtension<Api>(EXTENSION_ID);
  if (extension === undefined) throw new Error(`The editor does not know ${EXTENSION_ID}.`);
  return extension;
}

/** A file of the workspace, there or not. */
export function inWorkspace(name: string): vscode.Uri {
  const folder = vscode.workspace.workspaceFolders?.[0];
  if (folder === undefined) throw new Error('The test run has no workspace folder.');
  return vscode.Uri.joinPath(folder.uri, name);
}

/** Opens a file of the workspace in an editor. */
export async function openInWorkspace(name: string): Promise<vscode.TextEditor> {
  return vscode.window.showTextDocument(inWorkspace(name));
}

/** Resolves once `isTrue` holds; asks again at every event that might have made it so. */
export async function until(what: string, isTrue: () => boolean | Promise<boolean>, attempts = 1000): Promise<void> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    if (await isTrue()) return;
    await new Promise<void>((resolve) => setTimeout(resolve, 25));
  }
  throw new Error(`Waited in vain: ${what}`);
}
