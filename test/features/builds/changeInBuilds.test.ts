import assert from 'node:assert/strict';
import { computeCodeLenses } from '../../../src/features/codeLens';
import { computeHover } from '../../../src/features/hover/hover';
import { computeDiagnostics } from '../../../src/features/diagnostics';
import { simulationOf } from '../../../src/features/simulation';
import { simulationTargets } from '../../../src/features/simulationTarget';
import { OpenWorkspace } from './openWorkspace';

type Files = Readonly<Record<string, string>>;

const WEB = `apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec:
  replicas: 3
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec:
      containers:
        - name: web
          image: shop/web:1.8
          env: [{ name: LEVEL, value: info }]
`;

const OVERLAYS: Files = {
  'app/base/kustomization.yaml': 'resources: [web.yaml]\n',
  'app/base/web.yaml': WEB,
  'app/overlays/prod/kustomization.yaml': 'resources: [../../base]\nnamePrefix: prod-\nreplicas: [{ name: web, count: 10 }]\n',
  'app/overlays/dev/kustomization.yaml': 'resources: [../../base]\nimages: [{ name: shop/web, newTag: dev }]\n',
};

const CHART: Files = {
  'shop/Chart.yaml': 'apiVersion: v2\nname: shop\nversion: 1.0.0\n',
  'shop/values.yaml': 'tag: "1.8"\nreplicas: 3\n',
  'shop/values-prod.yaml': 'replicas: 10\n',
  'shop/templates/web.yaml': WEB.replace('1.8', '{{ .Values.tag }}').replace('replicas: 3', 'replicas: {{ .Values.replicas }}'),
};

function opened(older: Files, path: string, text: string): { workspace: OpenWorkspace; lenses: string[] } {
  const workspace = new OpenWorkspace({ ...older, [path]: text });
  workspace.compareWith('the committed version', older);
  const analysis = workspace.open(path);
  return { workspace, lenses: computeCodeLenses(analysis).map(({ title }) => title) };
}

function edited(files: Files, path: string, from: string, to: string): string {
  const text = files[path] ?? '';
  assert.ok(text.includes(from), `${path} has no ${from}`);
  return text.replace(from, to);
}

describe('an edit of what is built, compared with a version before', () => {
  const rows: [what: string, files: Files, path: string, from: string, to: string, said: string[]][] = [
    [
      'a base tells what becomes of it in each overlay',
      OVERLAYS,
      'app/base/web.yaml',
      'value: info',
      'value: debug',
      ['Δ prod: restarts 10 pods: env LEVEL info → debug | dev: restarts 3 pods'],
    ],
    [
      'an image that one overlay sets restarts the other',
      OVERLAYS,
      'app/base/web.yaml',
      '1.8',
      '1.9',
      ['Δ prod: restarts 10 pods: image 1.8 → 1.9'],
    ],
    [
      'replicas that one overlay sets scale the other',
      OVERLAYS,
      'app/base/web.yaml',
      'replicas: 3',
      'replicas: 4',
      ['Δ dev: scale 3 → 4, no restart'],
    ],
    [
      'a kustomization tells it at its top',
      OVERLAYS,
      'app/overlays/prod/kustomization.yaml',
      'count: 10',
      'count: 14',
      ['prod-web: Δ scale 10 → 14, no restart · surge 4 · unavailable 3 · 11–18 pods'],
    ],
    [
      'another prefix is another object',
      OVERLAYS,
      'app/overlays/prod/kustomization.yaml',
      'prod-',
      'live-',
      [
        'live-web: Δ renamed from Deployment prod-web: 10 pods start beside the old, which runs on unless it is pruned · surge 3 · unavailable 2 · 8–13 pods',
      ],
    ],
    ['a comment is no change', OVERLAYS, 'app/base/web.yaml', 'replicas: 3', 'replicas: 3 # three', []],
    [
      'a value of a chart tells it above the key',
      CHART,
      'shop/values.yaml',
      '"1.8"',
      '"1.9"',
      ['▷ Simulate rollout · Deployment web: Δ restarts 10 pods: image 1.8 → 1.9 · surge 3 · unavailable 2 · 8–13 pods'],
    ],
    [
      'a template tells it for each set of values',
      CHART,
      'shop/templates/web.yaml',
      'value: info',
      'value: debug',
      ['Δ prod: restarts 10 pods: env LEVEL info → debug | values.yaml: restarts 3 pods'],
    ],
  ];
  for (const [what, files, path, from, to, said] of rows)
    it(what, () => {
      const { lenses } = opened(files, path, edited(files, path, from, to));
      const told = lenses.filter((title) => title.includes('Δ')).map((title) => title.replace(/ · ⚠.*$/, ''));
      assert.deepEqual(told, said);
    });

  it('is nothing where the older files are not known', () => {
    const workspace = new OpenWorkspace({ ...OVERLAYS, 'app/base/web.yaml': WEB.replace('1.8', '1.9') });
    const lenses = computeCodeLenses(workspace.open('app/base/web.yaml')).map(({ title }) => title);
    assert.ok(!lenses.some((title) => title.includes('Δ')), lenses.join());
  });

  it('is nothing where the older version could not be built as a whole', () => {
    const older = { ...OVERLAYS, 'app/base/kustomization.yaml': 'resources: [web.yaml, nowhere.yaml]\n' };
    const workspace = new OpenWorkspace({ ...OVERLAYS, 'app/base/web.yaml': WEB.replace('1.8', '1.9') });
    workspace.compareWith('main', older);
    const lenses = computeCodeLenses(workspace.open('app/base/web.yaml')).map(({ title }) => title);
    assert.ok(!lenses.some((title) => title.includes('Δ')), lenses.join());
  });

  it('is all new in an overlay that was not there', () => {
    const { 'app/overlays/prod/kustomization.yaml': prod = '', ...older } = OVERLAYS;
    const { lenses } = opened(older, 'app/overlays/prod/kustomization.yaml', prod);
    assert.ok(
      lenses.some((title) => title.startsWith('prod-web: Δ new: 10 pods start · ')),
      lenses.join('\n'),
    );
  });

  it('follows the typing without another look at the older files', () => {
    const path = 'app/base/web.yaml';
    const { workspace } = opened(OVERLAYS, path, WEB);
    workspace.type(path, WEB.replace('1.8', '1.9'));
    workspace.settle([path]);
    const lenses = computeCodeLenses(workspace.look(path)).map(({ title }) => title);
    assert.ok(lenses.includes('Δ prod: restarts 10 pods: image 1.8 → 1.9'), lenses.join('\n'));
    workspace.type(path, WEB);
    workspace.settle([path]);
    assert.ok(!computeCodeLenses(workspace.look(path)).some(({ title }) => title.includes('Δ')));
  });

  it('is told in the hover, with what it does in the build in force', () => {
    const path = 'app/base/web.yaml';
    const text = WEB.replace('1.8', '1.9');
    const { workspace } = opened(OVERLAYS, path, text);
    const hover = computeHover(workspace.look(path), text.indexOf('shop/web') + 2)?.markdown ?? '';
    assert.match(hover, /Δ Since the committed version: image 1\.8 → 1\.9\. This change restarts every pod \(10 pods\)/);
  });

  it('marks what makes the pods restart where it is written', () => {
    const cases: [files: Files, path: string, from: string, to: string, marked: string[]][] = [
      [OVERLAYS, 'app/base/web.yaml', '1.8', '1.9', ['image: shop/web:1.9']],
      [OVERLAYS, 'app/base/web.yaml', 'replicas: 3', 'replicas: 4', []],
      [CHART, 'shop/values.yaml', '"1.8"', '"1.9"', ['tag: "1.9"']],
      [CHART, 'shop/templates/web.yaml', 'value: info', 'value: debug', ['value: debug']],
    ];
    for (const [files, path, from, to, marked] of cases) {
      const text = edited(files, path, from, to);
      const { workspace } = opened(files, path, text);
      const places = workspace.look(path).builds?.restartPlaces() ?? [];
      assert.deepEqual(
        places.map(({ start, end }) => text.slice(start, end)),
        marked,
        path,
      );
    }
  });

  it('is a problem where the API server refuses it in one of the overlays', () => {
    const path = 'app/base/web.yaml';
    const text = WEB.replaceAll('app: web', 'app: shop');
    const { workspace } = opened(OVERLAYS, path, text);
    const found = computeDiagnostics(workspace.look(path)).map(({ ruleId, severity }) => `${ruleId} ${severity}`);
    assert.ok(found.includes('selector-changed error'), found.join());
  });

  it('is what a simulation applies', () => {
    const path = 'app/base/web.yaml';
    const { workspace } = opened(OVERLAYS, path, WEB.replace('1.8', '1.9'));
    const analysis = workspace.look(path);
    const [target] = simulationTargets(analysis);
    assert.ok(target !== undefined);
    const simulation = simulationOf(analysis, target);
    assert.ok(simulation.problem === undefined);
    assert.equal(simulation.scenario.workload.before?.spec.template.spec.containers[0]?.image, 'shop/web:1.8');
    assert.ok(simulation.notes.includes('Assumed to run now: the committed version.'), simulation.notes.join('\n'));
  });
});

describe('an edit of what installs a chart, compared with a version before', () => {
  const helmRelease = (replicas: number, more = ''): string => `apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: { name: eu, namespace: shop }
spec:
  chart: { spec: { chart: ./shop, sourceRef: { kind: GitRepository, name: shop } } }
  values:
${more}    replicas: ${replicas}
`;
  const application = (replicas: number): string => `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: { name: us, namespace: argocd }
spec:
  destination: { namespace: shop }
  source:
    repoURL: https://git.example/shop.git
    path: shop
    helm: { parameters: [{ name: replicas, value: "${replicas}" }] }
`;
  const { 'shop/values-prod.yaml': _, ...chart } = CHART;
  const rows: [what: string, before: string, after: string, said: string | undefined][] = [
    ['values within a HelmRelease', helmRelease(5), helmRelease(7), 'Δ eu: scale 5 → 7, no restart'],
    [
      'values of another length',
      helmRelease(5),
      helmRelease(7, '    # as many as there are zones\n'),
      'Δ eu: scale 5 → 7, no restart',
    ],
    ['a parameter of an Application', application(5), application(7), 'Δ us: scale 5 → 7, no restart'],
    ['nothing but a comment', helmRelease(5), helmRelease(5, '    # as many as there are zones\n'), undefined],
  ];
  for (const [what, before, after, said] of rows)
    it(`tells ${what} in the template`, () => {
      const workspace = new OpenWorkspace({ ...chart, 'apps/shop.yaml': after });
      workspace.compareWith('the committed version', { ...chart, 'apps/shop.yaml': before });
      const lenses = computeCodeLenses(workspace.open('shop/templates/web.yaml')).map(({ title }) => title);
      assert.deepEqual(
        lenses.filter((title) => title.startsWith('Δ')),
        said === undefined ? [] : [said],
      );
    });
});
