import assert from 'node:assert/strict';
import { withBuilds, type SourceTree } from '../../../src/features/review/builtFiles';
import { reviewInSteps, type Review } from '../../../src/features/review/reviewChange';
import { DEFAULT_SETTINGS } from '../../../src/features/settings';
import { WorkspaceIndex } from '../../../src/features/workspaceIndex';

type Files = Readonly<Record<string, string>>;

const BASE: Files = {
  'base/kustomization.yaml': 'resources: [web.yaml]\nconfigMapGenerator: [{ name: settings, files: [app.properties] }]\n',
  'base/app.properties': 'level=info\n',
  'base/web.yaml': `apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec:
  replicas: 2
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec:
      containers: [{ name: web, image: "shop/web:1.8", envFrom: [{ configMapRef: { name: settings } }] }]
`,
  'overlays/prod/kustomization.yaml': 'resources: [../../base]\nnamePrefix: prod-\nreplicas: [{ name: web, count: 10 }]\n',
  'overlays/dev/kustomization.yaml': 'resources: [../../base]\nimages: [{ name: shop/web, newTag: dev }]\n',
};

function treeOf(files: Files): SourceTree {
  const paths = Object.keys(files);
  return {
    paths,
    read: (path) => files[path],
    isFolder: (path) => path === '' || paths.some((file) => file.startsWith(`${path}/`)),
  };
}

function finished<T>(steps: Generator<unknown, T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

function review(before: Files, after: Files): Review {
  const uriOf = (path: string): string => `file:///w/${path}`;
  const changed = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((path) => before[path] !== after[path]);
  const index = new WorkspaceIndex();
  for (const [path, text] of Object.entries(after)) index.updateText(uriOf(path), text);
  const files = changed
    .filter((path) => path.endsWith('.yaml'))
    .map((path) => ({ uri: uriOf(path), name: path, before: before[path], after: after[path] }));
  const plain = { files, baseName: 'main', index, settings: DEFAULT_SETTINGS };
  const trees = { before: treeOf(before), after: treeOf(after), changed, uriOf };
  return finished(reviewInSteps(finished(withBuilds(plain, trees))));
}

function told({ workloads }: Review): string[] {
  return workloads.map(({ name, variant, place, title }) => `${name} (${variant ?? ''}) ${place}: ${title}`).sort();
}

/** The files with one of them changed. */
function edited(path: string, from: string, to: string): Files {
  return { ...BASE, [path]: (BASE[path] ?? '').replace(from, to) };
}

describe('the review of what is built', () => {
  it('tells an edit of a base in each overlay that it reaches, where it is written', () => {
    assert.deepEqual(told(review(BASE, edited('base/web.yaml', '1.8', '1.9'))), [
      'prod-web (prod) base/web.yaml:3: restarts 10 pods: image 1.8 → 1.9',
    ]);
  });

  it('tells an edit of an overlay there only', () => {
    assert.deepEqual(told(review(BASE, edited('overlays/prod/kustomization.yaml', 'count: 10', 'count: 14'))), [
      'prod-web (prod) base/web.yaml:3: scale 10 → 14, no restart',
    ]);
  });

  it('knows that a name with a hash restarts whoever reads it', () => {
    const found = told(review(BASE, edited('base/app.properties', 'info', 'debug')));
    assert.equal(found.length, 2);
    for (const text of found) assert.match(text, /restarts \d+ pods: envFrom ConfigMap \S+ → ConfigMap \S+$/);
  });

  it('says what cannot be built, and judges its files one by one', () => {
    const broken = (files: Files): Files => ({ ...files, 'base/kustomization.yaml': 'resources: [web.yaml, nowhere.yaml]\n' });
    const found = review(broken(BASE), broken(edited('base/web.yaml', '1.8', '1.9')));
    assert.ok(
      found.omissions.some((note) => note.includes('nowhere.yaml')),
      found.omissions.join(),
    );
  });

  it('leaves files alone that nothing is built from', () => {
    const alone: Files = { 'web.yaml': BASE['base/web.yaml'] ?? '' };
    assert.deepEqual(told(review(alone, { 'web.yaml': (alone['web.yaml'] ?? '').replace('1.8', '1.9') })), [
      'web () web.yaml:1: restarts 2 pods: image 1.8 → 1.9',
    ]);
  });
});
