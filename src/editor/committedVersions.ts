import * as vscode from 'vscode';
import type { Analyses } from './analyses';
import { Disposables } from './disposables';
import type { Guard } from './guard';
import { isOwnDocument } from './languages';

/** The little that is needed of the API of the built-in Git extension. */
interface GitExtension {
  getAPI(version: 1): { getRepository(uri: vscode.Uri): Repository | null };
}
interface Repository {
  readonly state: { readonly HEAD: { readonly commit?: string } | undefined; readonly onDidChange: vscode.Event<void> };
  show(ref: string, path: string): Promise<string>;
}

/**
 * What version control holds of the open manifests: some changes (of a selector) are refused only because of what was
 * there before. Without Git, or outside a repository, nothing is compared.
 */
export class CommittedVersions implements vscode.Disposable {
  readonly #analyses: Analyses;
  readonly #guard: Guard;
  readonly #disposables = new Disposables();
  /** The commit that was last looked at in each repository that is listened to. */
  readonly #heads = new Map<Repository, string | undefined>();

  constructor(analyses: Analyses, guard: Guard) {
    this.#analyses = analyses;
    this.#guard = guard;
    this.#disposables.add(
      vscode.workspace.onDidOpenTextDocument((document) => {
        this.#compare(document);
      }),
    );
    for (const document of vscode.workspace.textDocuments) this.#compare(document);
  }

  #compare(document: vscode.TextDocument): void {
    if (!isOwnDocument(document) || document.uri.scheme !== 'file') return;
    void this.#guard.runAsync('Comparing with the committed version', async () => {
      const repository = await repositoryOf(document.uri);
      if (repository === undefined) return;
      this.#listen(repository);
      const text = await committedText(repository, document.uri);
      if (!document.isClosed) this.#analyses.setCommitted(document, text);
    });
  }

  /** After a commit, a pull or a change of branch there is another version to compare with. */
  #listen(repository: Repository): void {
    if (this.#heads.has(repository)) return;
    this.#heads.set(repository, repository.state.HEAD?.commit);
    this.#disposables.add(
      repository.state.onDidChange(() => {
        const head = repository.state.HEAD?.commit;
        if (head === this.#heads.get(repository)) return;
        this.#heads.set(repository, head);
        for (const document of vscode.workspace.textDocuments) this.#compare(document);
      }),
    );
  }

  dispose(): void {
    this.#disposables.dispose();
  }
}

async function repositoryOf(uri: vscode.Uri): Promise<Repository | undefined> {
  const extension = vscode.extensions.getExtension<GitExtension>('vscode.git');
  if (extension === undefined) return undefined;
  try {
    const git = extension.isActive ? extension.exports : await extension.activate();
    return git.getAPI(1).getRepository(uri) ?? undefined;
  } catch {
    // Git is switched off, or not installed.
    return undefined;
  }
}

async function committedText(repository: Repository, uri: vscode.Uri): Promise<string | undefined> {
  try {
    return await repository.show('HEAD', uri.fsPath);
  } catch {
    // The file is new: there is nothing to compare with.
    return undefined;
  }
}
