import * as vscode from 'vscode';
import { equal, ok } from '../support/assert';
import { ourExtension, until } from '../support/editor';
import { canceledAt, isReviewShown } from '../support/cancelable';
import { deployment } from '../support/manifests';
import { say } from '../support/runSuite';
import { switchGit, TestRepository } from '../support/repository';

const DOCUMENT = vscode.Uri.from({ scheme: 'rollout-lens-review', path: '/Rollouts of This Change.md' });

/** The document, once it says so. */
async function reviewed(headline: string): Promise<string> {
  await vscode.commands.executeCommand('rolloutLens.reviewChange');
  const document = await vscode.workspace.openTextDocument(DOCUMENT);
  await until(headline, () => document.getText().includes(headline));
  return document.getText();
}

/** What happens below these folders is told to nobody, as long as this run lasts. */
async function withoutWatchers(pattern: string): Promise<void> {
  const files = vscode.workspace.getConfiguration('files');
  await files.update('watcherExclude', { [pattern]: true }, vscode.ConfigurationTarget.Global);
}

describe('the review of a whole change', () => {
  before(async () => {
    await ourExtension().activate();
    await switchGit(true);
  });
  afterEach(async () => {
    await vscode.commands.executeCommand('rolloutLens.chooseBase', { kind: 'commit' });
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });
  after(() => switchGit(false));

  it('tells what a branch does: changed, new, deleted, renamed, and a file that is not saved yet', async () => {
    const repository = await TestRepository.made('change', {
      'web.yaml': deployment('web', ['replicas: 3']),
      'gone.yaml': deployment('gone').replace('web:1.0.0', 'gone:1.0.0'),
      'moved.yaml': deployment('moved').replace('web:1.0.0', 'moved:1.0.0'),
    });
    repository.git('checkout', '-q', '-b', 'feature');
    repository.git('rm', '-q', 'gone.yaml');
    repository.git('mv', 'moved.yaml', 'elsewhere.yaml');
    await repository.write({ 'fresh.yaml': deployment('fresh').replace('web:1.0.0', 'fresh:1.0.0') });
    repository.commit('second');
    await repository.write({ 'late.yaml': deployment('late').replace('web:1.0.0', 'late:1.0.0') });
    await repository.noticed();
    const document = await repository.open('web.yaml');
    const edit = new vscode.WorkspaceEdit();
    const at = document.getText().indexOf('1.0.0');
    edit.replace(document.uri, new vscode.Range(document.positionAt(at), document.positionAt(at + 5)), '1.1.0');
    await vscode.workspace.applyEdit(edit);
    await vscode.commands.executeCommand('rolloutLens.chooseBase', { kind: 'ref', ref: 'main' });
    const kept = repository.kept();
    const text = await reviewed('1 workload rolls out (3 pods), 2 are new and 1 is no longer in the files');
    for (const part of [
      'restarts 3 pods: image 1.0.0 → 1.1.0',
      'Deployment fresh',
      'Deployment late',
      'Deployment gone',
      'Written in gone.yaml',
    ])
      ok(text.includes(part), `${part} is not in\n${text}`);
    ok(!text.includes('Deployment moved'), 'a file that was renamed only is no change');
    equal(repository.kept(), kept, 'the repository');
    await vscode.commands.executeCommand('workbench.action.files.revert');
  });

  it('tells an edit of a base in each overlay that is built from it, though nobody has told of these files yet', async () => {
    await withoutWatchers('**/built/**');
    const repository = await TestRepository.made('built', {
      'base/web.yaml': deployment('web', ['replicas: 3']),
      'base/kustomization.yaml': 'resources: [web.yaml]\n',
      'overlays/prod/kustomization.yaml': 'resources: [../../base]\nnamePrefix: prod-\nreplicas: [{ name: web, count: 12 }]\n',
      'overlays/dev/kustomization.yaml': 'resources: [../../base]\nimages: [{ name: registry.example.com/web, newTag: dev }]\n',
    });
    await repository.write({ 'base/web.yaml': deployment('web', ['replicas: 3']).replace('1.0.0', '1.1.0') });
    await repository.noticed();
    await repository.open('base/web.yaml');
    const text = await reviewed('1 workload rolls out (12 pods)');
    for (const part of ['Deployment prod-web (', 'Written in base/web.yaml:'])
      ok(text.includes(part), `${part} is not in\n${text}`);
    await vscode.commands.executeCommand('rolloutLens.copyReview');
    const copied = await vscode.env.clipboard.readText();
    ok(copied === '' || copied.startsWith('# What this change rolls out'), copied.slice(0, 100));
  });

  it('tells an edit of a chart in each of its sets of values', async () => {
    const chart = (image: string): string =>
      deployment('web', ['replicas: {{ .Values.replicas }}'])
        .replace('1.0.0', image)
        .replace('name: web', 'name: {{ .Release.Name }}-web');
    const repository = await TestRepository.made('charted', {
      'shop/Chart.yaml': 'apiVersion: v2\nname: shop\nversion: 1.0.0\n',
      'shop/values.yaml': 'replicas: 2\ntag: 1.0.0\n',
      'shop/values-prod.yaml': 'replicas: 12\n',
      'shop/templates/web.yaml': chart('{{ .Values.tag }}'),
    });
    await repository.write({ 'shop/values.yaml': 'replicas: 2\ntag: 1.1.0\n' });
    await repository.noticed();
    await repository.open('shop/values.yaml');
    const text = await reviewed('2 workloads roll out (14 pods)');
    for (const part of [
      '-web (prod)',
      '-web (values.yaml)',
      'Written in shop/templates/web.yaml:',
      'restarts 12 pods: image 1.0.0 → 1.1.0',
    ])
      ok(text.includes(part), `${part} is not in\n${text}`);
  });

  it('of 500 manifests ends soon, in slices', async () => {
    const files = (image: string): Record<string, string> =>
      Object.fromEntries(
        Array.from({ length: 500 }, (_, at) => [
          `app-${at}.yaml`,
          deployment(`app-${at}`, ['replicas: 4']).replace('1.0.0', at % 10 === 0 ? image : '1.0.0'),
        ]),
      );
    const repository = await TestRepository.made('many', files('1.0.0'));
    await repository.write(files('1.1.0'));
    await repository.noticed();
    await repository.open('app-0.yaml');
    const started = Date.now();
    await reviewed('50 workloads roll out (200 pods)');
    say(`    50 of 500 manifests reviewed in ${Date.now() - started} ms`);
    repository.git('checkout', '-q', '-b', 'release');
    repository.commit('third');
    await repository.noticed();
    await vscode.commands.executeCommand('rolloutLens.chooseBase', { kind: 'ref', ref: 'main' });
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await repository.open('app-0.yaml');
    await canceledAt('rolloutLens.reviewChange', /^[1-9]\d* of \d+ files$/);
    ok(!isReviewShown(), 'a review that is canceled while it simulates shows nothing');
    const again = Date.now();
    await reviewed('50 workloads roll out (200 pods)');
    say(`    the range of commits in ${Date.now() - again} ms`);
  }).timeout(120_000);
});
