import { strict as assert } from 'node:assert';
import { renderLocalChart } from '../../src/render/helm/inflatedChart';
import { build, buildText } from '../../src/render/kustomize/build';
import { fileTree } from '../support/fileTree';

const CHART: Readonly<Record<string, string>> = {
  'Chart.yaml': 'apiVersion: v2\nname: web\nversion: 1.2.3\n',
  'values.yaml': 'replicas: 1\ncolors: {a: red, b: blue}\n',
  'crds/color.yaml':
    'apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: colors.example.com}\n',
  'templates/web.yaml': `apiVersion: v1
kind: ConfigMap
metadata:
  name: {{ .Release.Name }}-web
  namespace: {{ .Release.Namespace }}
data:
  replicas: "{{ .Values.replicas }}"
  colors: {{ .Values.colors | toJson | quote }}
`,
  'templates/hook.yaml':
    'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: before\n  annotations: {helm.sh/hook: pre-install}\n',
  'templates/test.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: trial\n  annotations: {helm.sh/hook: test}\n',
};

/** What a kustomization builds of a chart that lies in `home`. */
function built(kustomization: string, home = 'top/charts/web', more: Readonly<Record<string, string>> = {}) {
  const chart = Object.fromEntries(Object.entries(CHART).map(([name, text]) => [`${home}/${name}`, text]));
  const files = fileTree({ ...chart, ...more, 'top/kustomization.yaml': kustomization });
  const result = build(files, 'top', { renderChart: renderLocalChart });
  const text = buildText(result);
  const value = (key: string): string | undefined => new RegExp(`^ {2}${key}: (.*)$`, 'm').exec(text)?.[1];
  return { text, value, result, error: result.error?.message };
}

const charts = (...lines: readonly string[]): string =>
  ['helmCharts:', '- name: web', ...lines.map((line) => `  ${line}`), ''].join('\n');

describe('helmCharts of a kustomization', () => {
  it('are rendered from the folder charts, with their own values', () => {
    const { value } = built(charts());
    assert.deepEqual(['name', 'namespace', 'replicas'].map(value), ['release-name-web', 'default', '"1"']);
  });

  it('take release, namespace and inline values', () => {
    const { value } = built(charts('releaseName: shop', 'namespace: prod', 'valuesInline: {replicas: 3, colors: {b: green}}'));
    assert.deepEqual(['name', 'namespace', 'replicas', 'colors'].map(value), [
      'shop-web',
      'prod',
      '"3"',
      `'{"a":"red","b":"green"}'`,
    ]);
  });

  for (const [how, replicas, colors] of [
    ['override', '"3"', `'{"a":"red","b":"green"}'`],
    ['merge', '"1"', `'{"a":"red","b":"blue"}'`],
    ['replace', '"3"', `'{"a":"red","b":"green"}'`],
  ])
    it(`joins inline values and those of the file as valuesMerge says: ${how}`, () => {
      const { value } = built(charts(`valuesMerge: ${how}`, 'valuesInline: {replicas: 3, colors: {b: green}}'));
      assert.deepEqual([value('replicas'), value('colors')], [replicas, colors]);
    });

  it('take files of values, the last one counts', () => {
    const more = { 'top/prod.yaml': 'replicas: 5\n', 'top/more.yaml': 'replicas: 7\n' };
    assert.equal(built(charts('valuesFile: prod.yaml'), undefined, more).value('replicas'), '"5"');
    const both = charts('valuesFile: prod.yaml', 'additionalValuesFiles: [more.yaml]');
    assert.equal(built(both, undefined, more).value('replicas'), '"7"');
  });

  for (const [what, kustomization, home] of [
    ['chartHome', `helmGlobals: {chartHome: ../elsewhere}\n${charts()}`, 'elsewhere/web'],
    [
      'the folder of a version that was pulled',
      charts('version: 1.2.3', 'repo: https://example.com'),
      'top/charts/web-1.2.3/web',
    ],
  ] as const)
    it(`are found in ${what}`, () => {
      assert.equal(built(kustomization, home).value('replicas'), '"1"');
    });

  it('are transformed like all else', () => {
    assert.equal(built(`namePrefix: a-\n${charts()}`).value('name'), 'a-release-name-web');
  });

  for (const [option, names] of [
    ['', ['release-name-web', 'before', 'trial']],
    ['skipTests: true', ['release-name-web', 'before']],
    ['skipHooks: true', ['release-name-web']],
    ['includeCRDs: true', ['colors.example.com', 'release-name-web', 'before', 'trial']],
  ] as const)
    it(`hold hooks and definitions as wanted: ${option || 'usually'}`, () => {
      const found = [...built(charts(...(option === '' ? [] : [option]))).text.matchAll(/^ {2}name: (.*)$/gm)];
      assert.deepEqual(found.map(([, name]) => name).sort(), [...names].sort());
    });

  it('bring the definitions of what they depend on along', () => {
    const more = {
      'top/charts/web/charts/sub/Chart.yaml': 'apiVersion: v2\nname: sub\nversion: 1.0.0\n',
      'top/charts/web/charts/sub/crds/s.yaml':
        'apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: sizes.example.com}\n',
    };
    assert.match(built(charts('includeCRDs: true'), undefined, more).text, /name: sizes\.example\.com/);
  });

  it('are never pulled: what is not there is named, and the rest is built', () => {
    const { error } = built(charts('repo: https://example.com', 'version: 9.9.9'));
    assert.match(error ?? '', /the chart "web" is not at hand, and nothing is fetched/);
  });

  it('say why they cannot be rendered', () => {
    const more = { 'top/charts/web/templates/bad.yaml': '{{ .Values.a.b.c }}' };
    assert.match(built(charts(), undefined, more).error ?? '', /the chart web cannot be rendered: .*nil pointer/s);
  });

  it('are no part of the build where helm is not enabled', () => {
    const files = fileTree({ 'kustomization.yaml': charts() });
    assert.equal(build(files, '').error?.message, 'must specify --enable-helm');
  });
});
