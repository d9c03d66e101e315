import * as vscode from 'vscode';
import { equal, ok } from '../support/assert';
import { ourExtension, until } from '../support/editor';
import { change, deployment, hoverAt, lensesOf, problemsOf } from '../support/manifests';
import { switchGit, TestRepository } from '../support/repository';

const WEB = deployment('web', ['replicas: 3']);

async function changesOf(document: vscode.TextDocument): Promise<string> {
  const lenses = await lensesOf(document);
  return lenses
    .map(({ title }) => title)
    .filter((title) => title.startsWith('Δ'))
    .join(' | ');
}

async function untilSaid(document: vscode.TextDocument, wanted: string): Promise<void> {
  let said = '';
  try {
    await until(wanted, async () => (said = await changesOf(document)) === wanted, 400);
  } catch {
    equal(said, wanted, 'the lens');
  }
}

async function compareWith(choice: Readonly<Record<string, string>>): Promise<void> {
  await vscode.commands.executeCommand('rolloutLens.chooseBase', choice);
}

describe('what a file is compared with', () => {
  let repository: TestRepository;
  let count = 0;
  const restarts = (from: string, to: string): string => `Δ restarts 3 pods: image ${from} → ${to}`;

  before(async () => {
    await ourExtension().activate();
    await switchGit(true);
  });
  beforeEach(async () => {
    repository = await TestRepository.made(`shop-${++count}`, { 'web.yaml': WEB, 'old.yaml': WEB.replace('1.0.0', '0.9.0') });
  });
  afterEach(async () => {
    await compareWith({ kind: 'commit' });
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });
  after(() => switchGit(false));

  it('is the last commit: an edit is told, in lens, hover and problems, until it is committed', async () => {
    const document = await repository.open('web.yaml');
    const before = repository.kept();
    await change(document, 'web:1.0.0', 'web:1.1.0');
    await untilSaid(document, restarts('1.0.0', '1.1.0'));
    ok((await hoverAt(document, 'image:')).includes('Since the committed version: image 1.0.0 → 1.1.0'), 'no hover');
    equal(repository.kept(), before, 'the repository');
    await change(document, 'app: web', 'app: shop');
    await until('a problem', () => problemsOf(document).includes('selector-changed'));
    await change(document, 'app: shop', 'app: web');
    await document.save();
    repository.commit('second');
    await repository.noticed();
    await untilSaid(document, '');
  });

  it('is the index, where that was chosen', async () => {
    const document = await repository.open('web.yaml');
    await change(document, 'web:1.0.0', 'web:1.1.0');
    await document.save();
    await compareWith({ kind: 'index' });
    await untilSaid(document, restarts('1.0.0', '1.1.0'));
    repository.git('add', '-A');
    await repository.noticed();
    await untilSaid(document, '');
    await change(document, 'web:1.1.0', 'web:1.2.0');
    await untilSaid(document, restarts('1.1.0', '1.2.0'));
  });

  it('is a branch or a tag; one that the repository does not have gives way to the last commit', async () => {
    repository.git('tag', 'v1');
    await repository.write({ 'web.yaml': WEB.replace('1.0.0', '2.0.0') });
    repository.commit('second');
    const document = await repository.open('web.yaml');
    await compareWith({ kind: 'ref', ref: 'v1' });
    await untilSaid(document, restarts('1.0.0', '2.0.0'));
    await compareWith({ kind: 'ref', ref: 'v7' });
    await untilSaid(document, '');
    await change(document, 'web:2.0.0', 'web:2.1.0');
    await untilSaid(document, restarts('2.0.0', '2.1.0'));
  });

  it('is the merge base with the default branch: what others did there since is nobody’s edit here', async () => {
    repository.git('checkout', '-q', '-b', 'feature');
    await repository.write({ 'web.yaml': WEB.replace('1.0.0', '2.0.0') });
    repository.commit('ours');
    repository.git('checkout', '-q', 'main');
    await repository.write({ 'web.yaml': WEB.replace('replicas: 3', 'replicas: 9') });
    repository.commit('theirs');
    repository.git('checkout', '-q', 'feature');
    await repository.noticed();
    const document = await repository.open('web.yaml');
    await compareWith({ kind: 'mergeBase' });
    await untilSaid(document, restarts('1.0.0', '2.0.0'));
  });

  it('has another name where the file was renamed', async () => {
    repository.git('mv', 'web.yaml', 'shop.yaml');
    await repository.noticed();
    const document = await repository.open('shop.yaml');
    await change(document, 'web:1.0.0', 'web:1.1.0');
    await untilSaid(document, restarts('1.0.0', '1.1.0'));
  });

  it('is nothing for a file that is new in the branch: all in it is new', async () => {
    repository.git('checkout', '-q', '-b', 'feature');
    await repository.write({ 'new.yaml': deployment('fresh', ['replicas: 2']) });
    repository.commit('new');
    const document = await repository.open('new.yaml');
    await compareWith({ kind: 'ref', ref: 'main' });
    await untilSaid(document, 'Δ new: 2 pods start');
  });

  it('is another file', async () => {
    const document = await repository.open('web.yaml');
    await compareWith({ kind: 'file', uri: repository.file('old.yaml').toString() });
    await untilSaid(document, restarts('0.9.0', '1.0.0'));
  });

  it('is the commit of a submodule for what is in it', async () => {
    const outer = await TestRepository.made(`outer-${count}`, { 'readme.yaml': 'a: b\n' });
    outer.git('submodule', '--quiet', 'add', repository.root.fsPath, 'inner');
    outer.commit('submodule');
    const inner = new TestRepository(`outer-${count}/inner`);
    await inner.opened();
    const document = await inner.open('web.yaml');
    await change(document, 'web:1.0.0', 'web:1.1.0');
    await untilSaid(document, restarts('1.0.0', '1.1.0'));
  });

  it('is the left side in a diff editor', async () => {
    await vscode.commands.executeCommand('vscode.diff', repository.file('old.yaml'), repository.file('web.yaml'), 'old ↔ new');
    const document = await vscode.workspace.openTextDocument(repository.file('web.yaml'));
    await untilSaid(document, restarts('0.9.0', '1.0.0'));
    ok((await hoverAt(document, 'image:')).includes('Since the left side'), 'no hover');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await untilSaid(await repository.open('web.yaml'), '');
  });

  it('is nothing while Git is switched off, and what it was once it is back', async () => {
    const document = await repository.open('web.yaml');
    await change(document, 'web:1.0.0', 'web:1.1.0');
    await untilSaid(document, restarts('1.0.0', '1.1.0'));
    await switchGit(false);
    await untilSaid(document, '');
    ok((await lensesOf(document)).length > 0, 'the other lenses are there');
    await switchGit(true);
    await repository.opened();
    await untilSaid(document, restarts('1.0.0', '1.1.0'));
    await vscode.commands.executeCommand('workbench.action.files.revert');
  });
});
