import * as vscode from 'vscode';
import { equal, ok } from '../support/assert';
import { ourExtension, until } from '../support/editor';
import { change, deployment, hoverAt, lensesOf, problemsOf } from '../support/manifests';
import { switchGit, TestRepository } from '../support/repository';

const WEB = deployment('web', ['replicas: 3']);
const OVERLAYS = {
  'base/web.yaml': WEB,
  'base/kustomization.yaml': 'resources: [web.yaml]\n',
  'overlays/prod/kustomization.yaml': 'resources: [../../base]\nnamePrefix: prod-\nreplicas: [{ name: web, count: 12 }]\n',
  'overlays/dev/kustomization.yaml': 'resources: [../../base]\nnamePrefix: dev-\n',
};
const CHART = {
  'shop/Chart.yaml': 'apiVersion: v2\nname: shop\nversion: 1.0.0\n',
  'shop/values.yaml': 'replicas: 2\ntag: 1.0.0\n',
  'shop/values-prod.yaml': 'replicas: 12\n',
  'shop/templates/web.yaml': deployment('web', ['replicas: {{ .Values.replicas }}']).replace('1.0.0', '{{ .Values.tag }}'),
};

async function changesOf(document: vscode.TextDocument): Promise<string> {
  const lenses = await lensesOf(document);
  return lenses
    .map(({ title }) => title)
    .filter((title) => title.includes('Δ'))
    .join(' | ');
}

async function untilSaid(document: vscode.TextDocument, wanted: string): Promise<void> {
  let said = '';
  const isSaid = (): boolean => (wanted === '' ? said === '' : said.includes(wanted));
  try {
    await until(
      wanted,
      async () => {
        said = await changesOf(document);
        return isSaid();
      },
      600,
    );
  } catch {
    equal(said, wanted, 'the lens');
  }
}

describe('what is built, compared with a commit', function () {
  // What the watchers tell may take its time.
  this.timeout(60_000);

  let count = 0;
  let latest: TestRepository | undefined;
  const made = async (files: Readonly<Record<string, string>>): Promise<TestRepository> => {
    latest = await TestRepository.made(`built-${++count}`, files);
    return latest;
  };

  before(async () => {
    await ourExtension().activate();
    await switchGit(true);
  });
  afterEach(async () => {
    await vscode.commands.executeCommand('rolloutLens.chooseBase', { kind: 'commit' });
    await vscode.commands.executeCommand('workbench.action.files.revert');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    // Overlays of one name are told apart by their folders: a second try begins as the first one did.
    if (latest !== undefined) await vscode.workspace.fs.delete(latest.root, { recursive: true });
  });
  after(() => switchGit(false));

  it('tells an edit of a base for each overlay, until it is committed', async () => {
    const repository = await made(OVERLAYS);
    const document = await repository.open('base/web.yaml');
    let titles = '';
    const isBuilt = async (): Promise<boolean> => {
      titles = (await lensesOf(document)).map(({ title }) => title).join(' | ');
      return titles.includes('prod: surge');
    };
    await until('it is seen as built', isBuilt, 1200).catch(() => {
      equal(titles, 'prod: surge …', 'the lenses');
    });
    const kept = repository.kept();
    await change(document, 'web:1.0.0', 'web:1.1.0');
    await untilSaid(document, 'Δ prod: restarts 12 pods: image 1.0.0 → 1.1.0 | dev: restarts 3 pods');
    ok((await hoverAt(document, 'image:')).includes('Since the committed version: image 1.0.0 → 1.1.0'), 'no hover');
    await change(document, 'app: web', 'app: shop');
    await until('a problem', () => problemsOf(document).includes('selector-changed'));
    await change(document, 'app: shop', 'app: web');
    equal(repository.kept(), kept, 'the repository');
    await document.save();
    repository.commit('second');
    await repository.noticed();
    await untilSaid(document, '');
  });

  it('tells an edit of an overlay against a tag, with a file that is gone since', async () => {
    const repository = await made({
      ...OVERLAYS,
      'overlays/prod/kustomization.yaml': `${OVERLAYS['overlays/prod/kustomization.yaml']}patches: [{ path: slow.yaml }]\n`,
      'overlays/prod/slow.yaml':
        'apiVersion: apps/v1\nkind: Deployment\nmetadata: { name: web, namespace: web }\nspec: { minReadySeconds: 30 }\n',
    });
    repository.git('tag', 'v1');
    repository.git('rm', '-q', 'overlays/prod/slow.yaml');
    await repository.write({ 'overlays/prod/kustomization.yaml': OVERLAYS['overlays/prod/kustomization.yaml'] });
    repository.commit('without');
    await vscode.commands.executeCommand('rolloutLens.chooseBase', { kind: 'ref', ref: 'v1' });
    const document = await repository.open('overlays/prod/kustomization.yaml');
    await untilSaid(document, 'prod-web: Δ no restart: minReadySeconds removed');
  });

  it('tells a value of a chart in the values and in the template, and shows both versions', async () => {
    const repository = await made(CHART);
    const values = await repository.open('shop/values.yaml');
    await change(values, 'tag: 1.0.0', 'tag: 1.1.0');
    await untilSaid(values, 'Δ restarts 12 pods: image 1.0.0 → 1.1.0');
    const template = await repository.open('shop/templates/web.yaml');
    await untilSaid(template, 'Δ prod: restarts 12 pods: image 1.0.0 → 1.1.0 | values.yaml: restarts 2 pods');
    const { window } = vscode;
    const real = window.showQuickPick;
    Object.assign(window, { showQuickPick: (items: readonly vscode.QuickPickItem[]) => Promise.resolve(items[0]) });
    try {
      await vscode.commands.executeCommand('rolloutLens.compareBuilt');
    } finally {
      Object.assign(window, { showQuickPick: real });
    }
    const texts = (): string[] =>
      vscode.workspace.textDocuments.filter(({ uri }) => uri.scheme === 'rollout-lens-built').map((each) => each.getText());
    await until('both versions are shown', () =>
      ['1.0.0', '1.1.0'].every((tag) => texts().some((text) => text.includes(`web:${tag}`))),
    );
  });
});
