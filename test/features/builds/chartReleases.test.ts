import { strict as assert } from 'node:assert';
import { computeCodeLenses } from '../../../src/features/codeLens';
import { computeDiagnostics } from '../../../src/features/diagnostics';
import { computeHover } from '../../../src/features/hover/hover';
import { readReleases } from '../../../src/features/builds/chartReleases';
import { simulationTargets } from '../../../src/features/simulationTarget';
import { OpenWorkspace } from './openWorkspace';

const HELM_RELEASE = `apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: {name: web, namespace: prod}
spec:
  chart:
    spec:
      chart: ./charts/web
      sourceRef: {kind: GitRepository, name: all}
  values:
    replicas: 10
`;
const APPLICATION = `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: {name: web-prod}
spec:
  destination: {namespace: prod}
  source:
    path: charts/web
    helm:
      valueFiles: [values-prod.yaml, /env/prod.yaml, $values/env/more.yaml]
      parameters:
      - {name: replicas, value: "7"}
      - {name: tag, value: "1", forceString: true}
      values: |
        surge: 2
`;

const APPLICATION_SET = `apiVersion: argoproj.io/v1alpha1
kind: ApplicationSet
metadata: {name: web}
spec:
  goTemplate: true
  generators:
  - list:
      elements:
      - {env: prod, replicas: "7"}
      - {env: dev, replicas: "1"}
  template:
    metadata: {name: 'web-{{ .env }}'}
    spec:
      destination: {namespace: '{{.env}}'}
      source:
        path: charts/web
        helm:
          valueFiles: ['values-{{.env}}.yaml']
          parameters:
          - {name: replicas, value: '{{.replicas}}'}
          - {name: zone, value: '{{.zone}}'}
`;

function inlineOf(written: string): string | undefined {
  const [found] = readReleases(written);
  return found?.inline === undefined ? undefined : written.slice(found.inline.start, found.inline.end);
}

describe('what says how a chart is installed', () => {
  it('is a HelmRelease of a repository', () => {
    const [found, ...more] = readReleases(HELM_RELEASE);
    assert.deepEqual(
      [found?.name, found?.folder, found?.release, found?.namespace],
      ['HelmRelease web', 'charts/web', 'web', 'prod'],
    );
    assert.deepEqual([found?.files, found?.replacesOwn, more.length], [[], false, 0]);
    assert.equal(inlineOf(HELM_RELEASE)?.trim(), 'replicas: 10');
  });

  it('is an Application with a source for Helm', () => {
    const [found] = readReleases(APPLICATION);
    assert.deepEqual([found?.release, found?.namespace], ['web-prod', 'prod']);
    assert.deepEqual(found?.files, ['values-prod.yaml', '/env/prod.yaml', '/env/more.yaml']);
    assert.deepEqual(found.parameters, [
      { isText: false, line: 'replicas=7' },
      { isText: true, line: 'tag=1' },
    ]);
    assert.equal(inlineOf(APPLICATION)?.trim(), 'surge: 2');
  });

  it('has commas in its parameters, as Argo CD gives them to Helm, but for those of a list', () => {
    const [found] = readReleases(APPLICATION.replace('"7"', '"a,b\\\\,c"').replace('"1"', '"{a,b}"'));
    assert.deepEqual(
      found?.parameters.map(({ line }) => line),
      ['replicas=a\\,b\\,c', 'tag={a,b}'],
    );
  });

  it('names its release after namespace and object, as Flux does', () => {
    const [found] = readReleases(HELM_RELEASE.replace('  values:', '  targetNamespace: shop\n  values:'));
    assert.deepEqual([found?.release, found?.namespace], ['shop-web', 'shop']);
  });

  it('is each Application that an ApplicationSet makes of a list', () => {
    const found = readReleases(APPLICATION_SET);
    assert.deepEqual(
      found.map(({ name, folder, release, namespace, files, parameters }) => ({
        name,
        folder,
        release,
        namespace,
        files,
        parameters,
      })),
      ['prod', 'dev'].map((env) => ({
        name: 'ApplicationSet web',
        folder: 'charts/web',
        release: `web-${env}`,
        namespace: env,
        files: [`values-${env}.yaml`],
        parameters: [{ isText: false, line: `replicas=${env === 'prod' ? '7' : '1'}` }],
      })),
    );
    assert.deepEqual(
      found.map(({ unknown }) => unknown),
      [['the parameter zone'], ['the parameter zone']],
    );
  });

  it('names what gives values that are not written', () => {
    const [flux] = readReleases(
      `${HELM_RELEASE}  valuesFrom:\n  - {kind: ConfigMap, name: web-values}\n  - {kind: Secret, name: keys}\n`,
    );
    assert.deepEqual(flux?.unknown, ['ConfigMap web-values', 'Secret keys']);
    const [argo] = readReleases(
      APPLICATION.replace('values-prod.yaml,', 'https://example.com/v.yaml,').replace('surge: 2', 'surge: {{ .n }}'),
    );
    assert.deepEqual(argo?.unknown, ['https://example.com/v.yaml', 'the values that stand in it']);
    assert.equal(argo.inline, undefined);
  });

  for (const [what, written] of [
    ['a chart of a HelmRepository', HELM_RELEASE.replace('GitRepository', 'HelmRepository')],
    ['a folder that a template fills in', APPLICATION.replace('path: charts/web', "path: 'charts/{{name}}'")],
    ['an Application of plain files', APPLICATION.replace('    helm:', '    directory:')],
    ['broken YAML', `${HELM_RELEASE}  [`],
  ] as const)
    it(`is not ${what}`, () => {
      assert.deepEqual(readReleases(written), []);
    });
});

const FILES: Readonly<Record<string, string>> = {
  'charts/web/Chart.yaml': 'apiVersion: v2\nname: web\nversion: 1.0.0\n',
  'charts/web/values.yaml': 'replicas: 2\nsurge: 1\n',
  'charts/web/values-prod.yaml': 'replicas: 4\n',
  'charts/web/templates/web.yaml': `apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ .Release.Name }}
spec:
  replicas: {{ .Values.replicas }}
  strategy: {rollingUpdate: {maxSurge: {{ .Values.surge }}, maxUnavailable: 0}}
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: web, image: "web:1"}]}
`,
};
const TEMPLATE = 'charts/web/templates/web.yaml';

const lensesOf = (workspace: OpenWorkspace): string =>
  computeCodeLenses(workspace.open(TEMPLATE))
    .map(({ title }) => title)
    .join('\n');

describe('a chart that a HelmRelease or an Application installs', () => {
  it('is rendered with the values that stand in the HelmRelease, and says which one that is', () => {
    const workspace = new OpenWorkspace({ ...FILES, 'apps/prod/web.yaml': HELM_RELEASE });
    assert.match(lensesOf(workspace), /web: surge 1 · unavailable 0 · 10–11 pods/);
    const [plan] = workspace.builds.plansFor(TEMPLATE);
    assert.equal(plan?.appliedBy, 'HelmRelease web in prod/web.yaml');
    const [target] = simulationTargets(workspace.open(TEMPLATE));
    assert.deepEqual(target?.name, 'web');
  });

  it('shows where a value is written: in the HelmRelease', () => {
    const workspace = new OpenWorkspace({ ...FILES, 'apps/prod/web.yaml': HELM_RELEASE });
    const analysis = workspace.open(TEMPLATE);
    const hover = computeHover(analysis, workspace.textOf(TEMPLATE).indexOf('.Values.replicas'));
    assert.match(hover?.markdown ?? '', /10/);
    assert.match(hover?.markdown ?? '', /apps\/prod\/web\.yaml/);
  });

  it('takes files, values and parameters in the order of Argo CD', () => {
    const workspace = new OpenWorkspace({ ...FILES, 'apps/web.yaml': APPLICATION, 'env/prod.yaml': 'replicas: 5\n' });
    assert.match(lensesOf(workspace), /surge 2 · unavailable 0 · 7–9 pods/);
  });

  it('follows what is typed in the HelmRelease', () => {
    const workspace = new OpenWorkspace({ ...FILES, 'apps/prod/web.yaml': HELM_RELEASE });
    lensesOf(workspace);
    workspace.type('apps/prod/web.yaml', HELM_RELEASE.replace('replicas: 10', 'replicas: 20'));
    assert.match(lensesOf(workspace), /20–21 pods/);
  });

  it('is rendered for each Application that an ApplicationSet makes', () => {
    const workspace = new OpenWorkspace({ ...FILES, 'apps/web.yaml': APPLICATION_SET });
    assert.match(lensesOf(workspace), /web-prod: surge 1 .*7–8 pods \| web-dev: surge 1 .*1–2 pods/);
  });

  it('is rendered for each folder that an ApplicationSet finds', () => {
    const overFolders = APPLICATION_SET.replace(
      / {2}- list:[^]*? {2}template:/,
      '  - git: {directories: [{path: charts/*}, {path: charts/old, exclude: true}]}\n  template:',
    )
      .replace('web-{{ .env }}', '{{ .path.basename }}-app')
      .replace('{{.env}}', 'shop')
      .replace('charts/web', "'{{ .path.path }}'")
      .replace(/ {10}parameters:[^]*/, '');
    const workspace = new OpenWorkspace({
      ...FILES,
      'apps/web.yaml': overFolders.replace("'values-{{.env}}.yaml'", 'values-prod.yaml'),
    });
    assert.match(lensesOf(workspace), /4–5 pods/);
    const [plan] = workspace.builds.plansFor(TEMPLATE);
    assert.deepEqual([plan?.name, plan?.appliedBy], ['web-app', 'ApplicationSet web in apps/web.yaml']);
    const old = new OpenWorkspace({
      ...Object.fromEntries(Object.entries(FILES).map(([path, text]) => [path.replace('charts/web', 'charts/old'), text])),
      'apps/web.yaml': overFolders,
    });
    assert.ok(old.builds.plansFor('charts/old/templates/web.yaml').every(({ appliedBy }) => appliedBy === undefined));
  });

  it('says at Chart.yaml which values it is rendered without', () => {
    const from = `${HELM_RELEASE}  valuesFrom: [{kind: ConfigMap, name: web-values}]\n`;
    const said = (release: string): readonly (readonly [string, string])[] => {
      const workspace = new OpenWorkspace({ ...FILES, 'apps/prod/web.yaml': release });
      return computeDiagnostics(workspace.open('charts/web/Chart.yaml')).map(({ severity, message }) => [severity, message]);
    };
    assert.deepEqual(said(HELM_RELEASE), []);
    assert.deepEqual(said(from), [
      [
        'information',
        'In web: HelmRelease web in prod/web.yaml takes values that cannot be known here: ConfigMap web-values. The chart is rendered without them.',
      ],
    ]);
    const absent = APPLICATION.replace('[values-prod.yaml, /env/prod.yaml, $values/env/more.yaml]', '[values-prodd.yaml]');
    assert.deepEqual(said(absent), [
      [
        'warning',
        'In web-prod: Application web-prod in prod/web.yaml names values that are not there: web/values-prodd.yaml. The chart is rendered without them.',
      ],
    ]);
    assert.deepEqual(said(absent.replace('    helm:', '    helm:\n      ignoreMissingValueFiles: true')), []);
  });

  it('is not blamed for what the files may give that are not there', () => {
    const demand = { ...FILES, [TEMPLATE]: `{{ required "a zone." .Values.zone }}\n${FILES[TEMPLATE] ?? ''}` };
    const said = (apps: string, release: string): string =>
      computeDiagnostics(new OpenWorkspace({ ...demand, [apps]: release }).open(TEMPLATE))
        .map(({ severity, message }) => `${severity}: ${message}`)
        .join('\n');
    assert.match(
      said('apps/web.yaml', APPLICATION),
      /^information: Helm: .*a zone\. Values that cannot be known here may change that$/m,
    );
    const without = APPLICATION.replace(/ +valueFiles.*\n/, '');
    assert.match(said('apps/web.yaml', without), /^error: .*Helm: .*a zone\.$/m);
    const forgiving = APPLICATION.replace('    helm:', '    helm:\n      ignoreMissingValueFiles: true');
    assert.match(said('apps/web.yaml', forgiving), /^error: .*Helm: .*a zone\.$/m);
  });

  it('is told apart where it is installed twice under one name', () => {
    const staging = HELM_RELEASE.replace('replicas: 10', 'replicas: 3');
    const workspace = new OpenWorkspace({ ...FILES, 'apps/prod/web.yaml': HELM_RELEASE, 'apps/staging/web.yaml': staging });
    assert.match(lensesOf(workspace), /prod\/web: surge 1 .*10–11 pods \| staging\/web: surge 1 .*3–4 pods/);
  });

  it('is told apart by its files where several sets of values have one name: a plan is known by it', () => {
    const values: Readonly<Record<string, string>> = {
      'charts/web/values-web.yaml': 'replicas: 2\n',
      'charts/web/values-dev.yaml': 'replicas: 3\n',
      'charts/web/dev-values.yaml': 'replicas: 4\n',
    };
    const workspace = new OpenWorkspace({ ...FILES, ...values, 'apps/prod/web.yaml': HELM_RELEASE });
    const names = workspace.builds.plansFor('charts/web/templates/web.yaml').map(({ name }) => name);
    assert.deepEqual(names.toSorted(), ['dev', 'prod', 'values-dev.yaml', 'values-web.yaml', 'web']);
    assert.match(lensesOf(workspace), /dev: surge 1 .*4–5 pods \| values-dev\.yaml: surge 1 .*3–4 pods/);
  });
});
