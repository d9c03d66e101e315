import assert from 'node:assert/strict';
import { review, told, type Files } from './reviewOf';

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

  it('tells an overlay that goes with all its workloads, and misses nothing', () => {
    const { 'overlays/prod/kustomization.yaml': gone, ...rest } = BASE;
    assert.notEqual(gone, undefined);
    const found = review(BASE, rest);
    assert.deepEqual(told(found), [
      'prod-web (prod) overlays/prod/kustomization.yaml: no longer in the files: it runs on unless it is pruned',
    ]);
    assert.deepEqual(found.omissions, []);
  });

  it('leaves files alone that nothing is built from', () => {
    const alone: Files = { 'web.yaml': BASE['base/web.yaml'] ?? '' };
    assert.deepEqual(told(review(alone, { 'web.yaml': (alone['web.yaml'] ?? '').replace('1.8', '1.9') })), [
      'web () web.yaml:1: restarts 2 pods: image 1.8 → 1.9',
    ]);
  });
});

const CHART: Files = {
  'shop/Chart.yaml': 'apiVersion: v2\nname: shop\nversion: 1.0.0\n',
  'shop/values.yaml': 'replicas: 2\ntag: "1.8"\nsurge: 1\ncron: false\n',
  'shop/values-prod.yaml': 'replicas: 10\n',
  'shop/values-staging.yaml': 'tag: edge\n',
  'shop/templates/_helpers.tpl': '{{- define "shop.name" -}}{{ .Release.Name }}-web{{- end -}}\n',
  'shop/templates/web.yaml': `apiVersion: apps/v1
kind: Deployment
metadata: { name: {{ include "shop.name" . }} }
spec:
  replicas: {{ .Values.replicas }}
  strategy: { rollingUpdate: { maxSurge: {{ .Values.surge }} } }
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec:
      containers: [{ name: web, image: "shop/web:{{ .Values.tag }}" }]
`,
  'shop/templates/idle.yaml': `{{- if .Values.cron }}
apiVersion: apps/v1
kind: Deployment
metadata: { name: idle }
spec:
  replicas: 1
  selector: { matchLabels: { app: idle } }
  template:
    metadata: { labels: { app: idle } }
    spec: { containers: [{ name: idle, image: "shop/idle:1" }] }
{{- end }}
`,
};

function chartWith(changes: Readonly<Record<string, readonly [from: string, to: string]>>): Files {
  const changed = Object.entries(changes).map(([path, [from, to]]): [string, string] => {
    assert.ok(CHART[path]?.includes(from), `${path} has no ${from}`);
    return [path, (CHART[path] ?? '').replace(from, to)];
  });
  return { ...CHART, ...Object.fromEntries<string>(changed) };
}

describe('the review of what charts render', () => {
  const rows: [what: string, after: Files, said: string[]][] = [
    [
      'a value, in each set that does not override it',
      chartWith({ 'shop/values.yaml': ['"1.8"', '"1.9"'] }),
      [
        'release-name-web (prod) shop/templates/web.yaml:3: restarts 10 pods: image 1.8 → 1.9',
        'release-name-web (values.yaml) shop/templates/web.yaml:3: restarts 2 pods: image 1.8 → 1.9',
      ],
    ],
    [
      'a value of one set',
      chartWith({ 'shop/values-prod.yaml': ['10', '14'] }),
      ['release-name-web (prod) shop/templates/web.yaml:3: scale 10 → 14, no restart'],
    ],
    [
      'a template, in all sets',
      chartWith({ 'shop/templates/web.yaml': ['name: web, image', 'name: app, image'] }),
      [
        'release-name-web (prod) shop/templates/web.yaml:3: restarts 10 pods: container app in the place of web',
        'release-name-web (staging) shop/templates/web.yaml:3: restarts 2 pods: container app in the place of web',
        'release-name-web (values.yaml) shop/templates/web.yaml:3: restarts 2 pods: container app in the place of web',
      ],
    ],
    [
      'a definition',
      chartWith({ 'shop/templates/_helpers.tpl': ['-web', '-shop'] }),
      [
        'release-name-shop (prod) shop/templates/web.yaml:3: renamed from Deployment release-name-web: 10 pods start beside the old, which runs on unless it is pruned',
        'release-name-shop (staging) shop/templates/web.yaml:3: renamed from Deployment release-name-web: 2 pods start beside the old, which runs on unless it is pruned',
        'release-name-shop (values.yaml) shop/templates/web.yaml:3: renamed from Deployment release-name-web: 2 pods start beside the old, which runs on unless it is pruned',
      ],
    ],
    [
      'a set of values that comes with it',
      { ...CHART, 'shop/values-eu.yaml': 'replicas: 5\n' },
      ['release-name-web (eu) shop/templates/web.yaml:3: new: 5 pods start'],
    ],
    ['what is written in another way only', chartWith({ 'shop/values.yaml': ['tag: "1.8"', "tag: '1.8'"] }), []],
  ];
  for (const [what, after, said] of rows)
    it(`tells ${what}`, () => {
      assert.deepEqual(told(review(CHART, after)), said);
    });

  it('says of a template that nothing is rendered from that nothing is', () => {
    const found = review(CHART, chartWith({ 'shop/templates/idle.yaml': ['idle:1', 'idle:2'] }));
    assert.deepEqual(told(found), []);
    assert.deepEqual(found.omissions, [
      'shop/templates/idle.yaml changes, but nothing is rendered from it with any of the values that are known.',
    ]);
  });

  it('says once what cannot be rendered with any set, and judges the template by itself', () => {
    const found = review(CHART, chartWith({ 'shop/templates/web.yaml': ['.Values.tag }}"', '.Values.tag | nosuch }}"'] }));
    assert.equal(found.omissions.filter((note) => note.includes('nosuch')).length, 1, found.omissions.join('\n'));
    assert.match(found.omissions.join(), /^Sets of values values\.yaml, prod and staging \(shop\/templates\/web\.yaml\): Helm: /);
  });

  it('keeps the sets apart: what one renders is no neighbor of another', () => {
    const { together } = review(CHART, chartWith({ 'shop/values.yaml': ['"1.8"', '"1.9"'] }));
    assert.deepEqual(together, []);
  });

  it('names changed values that no chart is known to take, and no others', () => {
    const values = { 'clusters/eu/app.values.yaml': 'replicas: 1\n', 'clusters/eu/values.yaml': 'replicas: 1\n' };
    const more = { 'clusters/eu/app.values.yaml': 'replicas: 2\n', 'clusters/eu/values.yaml': 'replicas: 2\n' };
    const { omissions, workloads } = review({ ...CHART, ...values }, { ...chartWith({ 'shop/values.yaml': ['"1.8"', '"1.9"'] }), ...more }); // prettier-ignore
    assert.ok(workloads.length > 0);
    assert.deepEqual(omissions, [
      'clusters/eu/app.values.yaml and clusters/eu/values.yaml change: values that no chart here is known to take, so what they roll out is not known. The setting rolloutLens.charts says which files a chart takes.',
    ]);
  });

  describe('and that Argo CD and Flux install', () => {
    const HELM_RELEASE = `apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: { name: eu, namespace: shop }
spec:
  chart: { spec: { chart: ./shop, sourceRef: { kind: GitRepository, name: shop } } }
  values:
    replicas: 5
`;
    const APPLICATION = `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: { name: us, namespace: argocd }
spec:
  destination: { namespace: shop }
  source:
    repoURL: https://git.example/shop.git
    path: shop
    helm:
      parameters:
        - { name: replicas, value: "7" }
`;
    const installed: Files = { ...CHART, 'apps/eu.yaml': HELM_RELEASE, 'apps/us.yaml': APPLICATION };
    const withChange = (path: string, from: string, to: string): Files => ({
      ...installed,
      [path]: (installed[path] ?? '').replace(from, to),
    });
    const named: Files = {
      ...CHART,
      'apps/all.yaml': APPLICATION.replace('kind: Application', 'kind: ApplicationSet')
        .replace(/spec:[^]*/, 'spec:\n  generators: [{ git: { files: [{ path: apps/*.json }] } }]\n')
        .concat("  template: { metadata: { name: '{{name}}' }, spec: { source: { path: '{{chart}}', helm: {} } } }\n"),
      'apps/asia.json': '{ "name": "asia", "chart": "shop" }',
    };
    const rows: [what: string, before: Files, after: Files, said: string[]][] = [
      [
        'a chart that only a file names which an ApplicationSet goes through',
        named,
        { ...named, 'shop/values.yaml': (named['shop/values.yaml'] ?? '').replace('"1.8"', '"1.9"') },
        [
          'asia-web (asia) shop/templates/web.yaml:3: restarts 2 pods: image 1.8 → 1.9',
          'release-name-web (prod) shop/templates/web.yaml:3: restarts 10 pods: image 1.8 → 1.9',
        ],
      ],
      [
        'a template, with the values of each release',
        installed,
        withChange('shop/values.yaml', '"1.8"', '"1.9"'),
        [
          'eu-web (eu) shop/templates/web.yaml:3: restarts 5 pods: image 1.8 → 1.9',
          'release-name-web (prod) shop/templates/web.yaml:3: restarts 10 pods: image 1.8 → 1.9',
          'us-web (us) shop/templates/web.yaml:3: restarts 7 pods: image 1.8 → 1.9',
        ],
      ],
      [
        'values within a HelmRelease, with those that were there',
        installed,
        withChange('apps/eu.yaml', 'replicas: 5', 'surge: 3\n    replicas: 15'),
        ['eu-web (eu) shop/templates/web.yaml:3: scale 5 → 15, no restart: maxSurge 1 → 3'],
      ],
      [
        'a parameter of an Application',
        installed,
        withChange('apps/us.yaml', '"7"', '"9"'),
        ['us-web (us) shop/templates/web.yaml:3: scale 7 → 9, no restart'],
      ],
      [
        'a release that comes with it',
        { ...installed, 'apps/eu.yaml': '' },
        installed,
        ['eu-web (eu) shop/templates/web.yaml:3: new: 5 pods start'],
      ],
    ];
    for (const [what, before, after, said] of rows)
      it(`tells ${what}`, () => {
        assert.deepEqual(told(review(before, after)), said);
      });

    it('tells a release that goes', () => {
      const found = review(installed, { ...installed, 'apps/us.yaml': '' });
      assert.match(told(found).join(), /us-web \(us\)/);
      assert.equal(found.workloads.length, 1);
    });
  });

  it('plays what several charts, or overlays, of one name roll out in one world', () => {
    const two = (files: Files): Files => ({
      ...files,
      ...Object.fromEntries(
        Object.entries(files).map(([path, text]) => [path.replace('shop/', 'cart/'), text.replaceAll('-web', '-cart')]),
      ),
    });
    const { together } = review(two(CHART), two(chartWith({ 'shop/values.yaml': ['"1.8"', '"1.9"'] })));
    assert.equal(together.length, 2, together.join('\n'));
    for (const sentence of together) assert.match(sentence, /the slowest, together with 1 other: /);
  });
});
