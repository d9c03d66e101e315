import * as vscode from 'vscode';
import { equal, ok } from '../support/assert';
import { canceledAt, isReviewShown } from '../support/cancelable';
import { ourExtension, until } from '../support/editor';
import { change, deployment, hoverAt, lensesOf } from '../support/manifests';
import { gitPrototype, switchGit, TestRepository, type GitMethods } from '../support/repository';

const WEB = deployment('web', ['replicas: 3']);

async function titlesOf(document: vscode.TextDocument): Promise<string> {
  return (await lensesOf(document)).map(({ title }) => title).join(' | ');
}

function comparedWith(): string {
  return ourExtension().exports.comparedWith();
}

/** Git's own answers, held back until somebody lets them go. */
class HeldAnswers {
  readonly #prototype: GitMethods;
  readonly #real: GitMethods;
  readonly #waiting: (() => void)[] = [];
  #isHeld = true;
  asked = 0;

  constructor(prototype: GitMethods) {
    this.#prototype = prototype;
    const real = { show: prototype.show, diffWith: prototype.diffWith };
    this.#real = real;
    const later = this.#later;
    prototype.show = function (...words) {
      return later(() => real.show.apply(this, words));
    };
    prototype.diffWith = function (...words) {
      return later(() => real.diffWith.apply(this, words));
    };
  }

  readonly #later = async <T>(ask: () => Promise<T>): Promise<T> => {
    this.asked += 1;
    if (this.#isHeld) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    return ask();
  };

  letGo(): void {
    Object.assign(this.#prototype, this.#real);
    this.#isHeld = false;
    for (const resolve of this.#waiting) resolve();
  }
}

describe('while Git does not answer', () => {
  let repository: TestRepository;
  let answers: HeldAnswers;
  let count = 0;

  before(async () => {
    await ourExtension().activate();
    await switchGit(true);
  });
  beforeEach(async () => {
    repository = await TestRepository.made(`slow-${++count}`, { 'web.yaml': WEB });
    answers = new HeldAnswers(await gitPrototype(repository.root));
  });
  afterEach(async () => {
    answers.letGo();
    await vscode.commands.executeCommand('workbench.action.files.revert');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });
  after(() => switchGit(false));

  it('all else is said, the status says that it is awaited, and the answer counts when it comes', async () => {
    const document = await repository.open('web.yaml');
    await change(document, 'web:1.0.0', 'web:1.1.0');
    await until('the lens', async () => (await titlesOf(document)).includes('surge 1 · unavailable 0 · 3–4 pods'));
    ok((await hoverAt(document, 'replicas: 3')) !== '', 'no hover');
    await until('the status says so', () => comparedWith() === 'Compared with nothing yet: Git has not answered');
    ok(!(await titlesOf(document)).includes('Δ'), 'nothing is known');
    const { asked } = answers;
    await vscode.commands.executeCommand('workbench.action.newGroupRight').then(undefined, () => undefined);
    await repository.open('web.yaml');
    await new Promise<void>((resolve) => setTimeout(resolve, 400));
    equal(answers.asked, asked, 'what is not answered is not asked again');
    answers.letGo();
    await until('the change is told', async () => (await titlesOf(document)).includes('Δ restarts 3 pods: image 1.0.0 → 1.1.0'));
    equal(comparedWith(), 'Compared with the committed version');
  });

  it('a review can be canceled, and leaves nothing behind', async () => {
    const document = await repository.open('web.yaml');
    await change(document, 'web:1.0.0', 'web:1.1.0');
    await canceledAt('rolloutLens.reviewChange', /reading what changed/);
    ok(!isReviewShown(), 'nothing is shown');
  });
});

/** Files that are in no folder of a disk, as on the web. */
class FilesInMemory implements vscode.FileSystemProvider {
  readonly onDidChangeFile = new vscode.EventEmitter<vscode.FileChangeEvent[]>().event;
  watch(): vscode.Disposable {
    return new vscode.Disposable(() => undefined);
  }
  stat(): vscode.FileStat {
    return { type: vscode.FileType.File, ctime: 0, mtime: 0, size: WEB.length };
  }
  readFile(): Uint8Array {
    return new TextEncoder().encode(WEB);
  }
  readDirectory(): [string, vscode.FileType][] {
    return [];
  }
  createDirectory(): void {}
  writeFile(): void {}
  delete(): void {}
  rename(): void {}
}

describe('where there is no repository', () => {
  let files: vscode.Disposable | undefined;

  before(async () => {
    await ourExtension().activate();
    files = vscode.workspace.registerFileSystemProvider('memory', new FilesInMemory());
  });
  after(async () => {
    files?.dispose();
    await switchGit(false);
  });
  afterEach(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));

  async function says(uri: vscode.Uri, why: string): Promise<void> {
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document);
    await until('the lens', async () => (await titlesOf(document)).includes('surge 1 · unavailable 0 · 3–4 pods'));
    try {
      await until(why, () => comparedWith() === `Compared with nothing: ${why}`, 100);
    } catch {
      equal(comparedWith(), `Compared with nothing: ${why}`);
    }
    ok(!(await titlesOf(document)).includes('Δ'), 'a change of nothing');
  }

  it('a file of a virtual workspace is told so', async () => {
    await switchGit(true);
    await says(
      vscode.Uri.from({ scheme: 'memory', path: '/web.yaml' }),
      'files of the kind “memory” are in no Git repository here',
    );
  });

  it('a file outside every repository is told so', async () => {
    await switchGit(true);
    const uri = await TestRepository.plainFile('loose/web.yaml', WEB);
    await says(uri, 'it is in no Git repository that is open here');
  });

  it('a file is told that Git is switched off', async () => {
    await switchGit(false);
    const uri = await TestRepository.plainFile('loose/other.yaml', WEB);
    await says(uri, 'Git is switched off, or not installed');
  });
});
