import assert from 'node:assert/strict';
import { computeHover } from '../../../src/features/hover/hover';
import { chartPlan } from '../../../src/render/helm/chartPlan';
import { fileTree } from '../../support/fileTree';
import { OpenWorkspace } from '../../features/builds/openWorkspace';

type Files = Readonly<Record<string, string>>;

const SET = {
  name: 'values.yaml',
  files: [],
  inline: [],
  release: { name: 'rel', namespace: 'ns' },
  kubeVersion: '1.36.4',
};

const dependsOn = (...paths: readonly string[]): string =>
  `dependencies:\n${paths.map((path) => `  - {name: ${path.split('/').at(-1) ?? ''}, version: 1.0.0, repository: "file://${path}"}\n`).join('')}`;

const chartYaml = (name: string, rest = ''): string => `apiVersion: v2\nname: ${name}\nversion: 1.0.0\n${rest}`;

const FILES: Files = {
  'charts/web/Chart.yaml': chartYaml('web', dependsOn('../common')),
  'charts/web/templates/web.yaml': 'kind: ConfigMap\nmetadata: {name: {{ include "common.name" . }}}\n',
  'charts/common/Chart.yaml': chartYaml('common', 'type: library\n'),
  'charts/common/templates/_names.tpl': '{{ define "common.name" }}{{ .Release.Name }}-{{ .Chart.Name }}{{ end }}',
};

function rendered(files: Files, folder = 'charts/web'): { readonly text: string; readonly problems: readonly string[] } {
  const { text, problems } = chartPlan(folder, SET).build(fileTree(files));
  return { text, problems: problems.map(({ severity, message }) => `${severity}: ${message}`) };
}

describe('Charts in folders beside a chart', () => {
  it('are taken where charts/ does not hold them, as helm dependency build would', () => {
    const { text, problems } = rendered(FILES);
    assert.match(text, /name: rel-web\}/);
    assert.deepEqual(problems, []);
  });

  it('are not taken where charts/ holds one of that name', () => {
    const own = { 'charts/web/charts/common/Chart.yaml': chartYaml('common'), ...helperIn('charts/web/charts/common', 'packed') };
    assert.match(rendered({ ...FILES, ...own }).text, /name: packed\}/);
  });

  it('are taken for those that are taken', () => {
    const files = {
      ...FILES,
      'charts/common/Chart.yaml': chartYaml('common', `type: library\n${dependsOn('../base')}`),
      'charts/common/templates/_names.tpl': '{{ define "common.name" }}{{ include "base.name" . }}{{ end }}',
      'charts/base/Chart.yaml': chartYaml('base'),
      'charts/base/templates/_names.tpl': '{{ define "base.name" }}from-base{{ end }}',
    };
    assert.match(rendered(files).text, /name: from-base\}/);
  });

  it('end where they depend on each other, or on a folder around them', () => {
    const around = {
      ...FILES,
      'charts/common/Chart.yaml': chartYaml('common', `type: library\n${dependsOn('../web', '..', '.')}`),
    };
    assert.match(rendered(around).text, /name: rel-web\}/);
  });

  it('bring values, which those of the chart count more than', () => {
    const files = {
      'shop/Chart.yaml': chartYaml('shop', dependsOn('../web')),
      'shop/values.yaml': 'web: {color: red}\n',
      'web/Chart.yaml': chartYaml('web'),
      'web/values.yaml': 'color: blue\nsize: 3\n',
      'web/templates/web.yaml': 'kind: ConfigMap\nmetadata: {name: web}\ndata: {is: "{{ .Values.color }} {{ .Values.size }}"}\n',
      'web/.helmignore': 'notes/\n',
      'web/notes/Chart.yaml': 'a: [\n',
    };
    assert.match(rendered(files, 'shop').text, /is: "red 3"/);
  });

  describe('are taken for those of a repository of charts', () => {
    const from = (version: string, name = 'common'): string =>
      `dependencies:\n  - {name: ${name}, version: ${version}, repository: "https://charts.example.com"}\n`;
    const using = (version: string, more: Files = {}): string => {
      const files = { ...FILES, 'charts/web/Chart.yaml': chartYaml('web', from(version)), ...more };
      const { text, problems } = rendered(files);
      return [text.trim(), ...problems].join('\n');
    };

    it('where version and name are those of the folder beside', () => {
      assert.match(using('1.0.0'), /name: rel-web\}$/);
      assert.match(using('^1.0.0'), /name: rel-web\}$/);
      assert.match(using('1.x.x', { 'charts/common/Chart.yaml': chartYaml('common', from('2.0.0', 'base')) }), /name: rel-web\}/);
    });

    for (const [why, version, more] of [
      ['another version is asked for', '1.1.0', {}],
      ['the chart there has another name', '1.0.0', { 'charts/common/Chart.yaml': chartYaml('ours') }],
      [
        'the chart there only wraps the one of that name',
        '"*"',
        { 'charts/common/Chart.yaml': chartYaml('common', from('9.1.0')) },
      ],
      ['what is there is no chart', '1.0.0', { 'charts/common/Chart.yaml': 'a: [\n' }],
    ] as const)
      it(`not where ${why}`, () => {
        assert.match(using(version, more), /information: The subchart common is not in charts\//);
      });

    it('but not for a chart that wraps one of its own name', () => {
      const files = { ...FILES, 'charts/web/Chart.yaml': chartYaml('web', from('"*"', 'web')) };
      assert.match(rendered(files).problems.join('\n'), /information: The subchart web is not in charts\//);
    });
  });

  it('are told to be missing where the folder is not there', () => {
    const files = { ...FILES, 'charts/web/Chart.yaml': chartYaml('web', dependsOn('../commons')) };
    assert.match(rendered(files).problems.join('\n'), /information: The subchart commons is not in charts\//);
  });

  it('are followed as they are typed, and show what they come to in the charts that depend on them', () => {
    const workspace = new OpenWorkspace(FILES);
    const path = 'charts/common/templates/_names.tpl';
    const text = workspace.textOf(path).replace('.Release.Name', '.Release.Namespace');
    workspace.open('charts/web/templates/web.yaml');
    workspace.type(path, text);
    const hover = computeHover(workspace.open(path), text.indexOf('.Release.Namespace'));
    assert.match(hover?.markdown ?? '', /→ `default`/);
  });
});

function helperIn(folder: string, name: string): Files {
  return { [`${folder}/templates/_names.tpl`]: `{{ define "common.name" }}${name}{{ end }}` };
}
