import * as vscode from 'vscode';
import type { Analyses } from './analyses';
import { Disposables } from './disposables';
import { isManifestDocument } from './languages';

/** The little that is needed of the API of the built-in Git extension. */
interface GitExtension {
  getAPI(version: 1): { getRepository(uri: vscode.Uri): { show(ref: string, path: string): Promise<string> } | null };
}

/**
 * What version control holds of the open manifests: some changes (of a selector) are refused only because of what was
 * there before. Without Git, or outside a repository, nothing is compared.
 */
export class CommittedVersions implements vscode.Disposable {
  readonly #analyses: Analyses;
  readonly #disposables = new Disposables();

  constructor(analyses: Analyses) {
    this.#analyses = analyses;
    this.#disposables.add(
      vscode.workspace.onDidOpenTextDocument((document) => {
        void this.#read(document);
      }),
    );
    this.#disposables.add(
      vscode.workspace.onDidSaveTextDocument((document) => {
        void this.#read(document);
      }),
    );
    for (const document of vscode.workspace.textDocuments) void this.#read(document);
  }

  async #read(document: vscode.TextDocument): Promise<void> {
    if (!isManifestDocument(document) || document.uri.scheme !== 'file') return;
    const text = await committedText(document.uri);
    if (text === undefined || document.isClosed) return;
    this.#analyses.setCommitted(document.uri.toString(), text);
    this.#analyses.refresh();
  }

  dispose(): void {
    this.#disposables.dispose();
  }
}

async function committedText(uri: vscode.Uri): Promise<string | undefined> {
  const extension = vscode.extensions.getExtension<GitExtension>('vscode.git');
  if (extension === undefined) return undefined;
  try {
    const git = extension.isActive ? extension.exports : await extension.activate();
    const repository = git.getAPI(1).getRepository(uri);
    return repository === null ? undefined : await repository.show('HEAD', uri.fsPath);
  } catch {
    // Git is switched off, or the file is new: there is nothing to compare with.
    return undefined;
  }
}
