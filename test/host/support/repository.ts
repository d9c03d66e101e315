import * as vscode from 'vscode';
import { inWorkspace, until } from './editor';
import { hostProcess } from './hostProcess';

/** A real repository below the workspace, made by the tests; what they do to it is done as a person would, in a terminal. */

/** What is asked of Git behind the scenes, as whoever wants to be in the way needs it. */
export interface GitMethods {
  show: (ref: string, path: string) => Promise<string>;
  diffWith: (ref: string) => Promise<unknown>;
}

interface GitRepository extends GitMethods {
  status(): Promise<void>;
}

interface GitApi {
  openRepository(root: vscode.Uri): Promise<GitRepository | null>;
  getRepository(uri: vscode.Uri): GitRepository | null;
}

export class TestRepository {
  readonly root: vscode.Uri;

  constructor(name: string) {
    this.root = inWorkspace(name);
  }

  /** Made with one commit on `main`. */
  static async made(name: string, files: Readonly<Record<string, string>>): Promise<TestRepository> {
    const repository = new TestRepository(name);
    await vscode.workspace.fs.createDirectory(repository.root);
    repository.git('init', '-q');
    await repository.write(files);
    repository.commit('first');
    await repository.opened();
    return repository;
  }

  /** A file of the workspace that is in no repository. */
  static async plainFile(name: string, text: string): Promise<vscode.Uri> {
    const uri = inWorkspace(name);
    await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));
    return uri;
  }

  /** The Git extension knows it. */
  async opened(): Promise<void> {
    await (await gitApi()).openRepository(this.root);
  }

  git(...words: readonly string[]): string {
    const settings = [
      'user.name=n',
      'user.email=n@example.org',
      'init.defaultBranch=main',
      'commit.gpgsign=false',
      'protocol.file.allow=always',
    ];
    return hostProcess()
      .getBuiltinModule('child_process')
      .execFileSync('git', [...settings.flatMap((setting) => ['-c', setting]), ...words], {
        cwd: this.root.fsPath,
        encoding: 'utf8',
      });
  }

  commit(message: string): void {
    this.git('add', '-A');
    this.git('commit', '-q', '-m', message);
  }

  file(name: string): vscode.Uri {
    return vscode.Uri.joinPath(this.root, name);
  }

  async write(files: Readonly<Record<string, string>>): Promise<void> {
    for (const [name, text] of Object.entries(files))
      await vscode.workspace.fs.writeFile(this.file(name), new TextEncoder().encode(text));
  }

  async open(name: string): Promise<vscode.TextDocument> {
    return (await vscode.window.showTextDocument(this.file(name), { preview: false })).document;
  }

  /** The Git extension looks at what was done behind its back. */
  async noticed(): Promise<void> {
    await (await gitApi()).getRepository(this.root)?.status();
  }

  /** All that Git keeps: what a look at it must leave alone. */
  kept(): string {
    return ['ls-files -s', 'for-each-ref', 'rev-parse HEAD', 'stash list', 'config --list --local']
      .map((words) => this.git(...words.split(' ')))
      .join('\n');
  }
}

async function gitApi(): Promise<GitApi> {
  const extension = vscode.extensions.getExtension<{ enabled: boolean; getAPI(version: 1): GitApi }>('vscode.git');
  if (extension === undefined) throw new Error('This editor has no Git extension.');
  const git = await extension.activate();
  await until('Git is switched on', () => git.enabled);
  return git.getAPI(1);
}

/** The methods that all repositories of the Git extension share: it hands out another object each time. */
export async function gitPrototype(root: vscode.Uri): Promise<GitMethods> {
  const repository = (await gitApi()).getRepository(root);
  if (repository === null) throw new Error('The Git extension does not know the repository.');
  return Object.getPrototypeOf(repository) as GitMethods;
}

export async function switchGit(isOn: boolean): Promise<void> {
  await vscode.workspace.getConfiguration('git').update('enabled', isOn, vscode.ConfigurationTarget.Global);
}
