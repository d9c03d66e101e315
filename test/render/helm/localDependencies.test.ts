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
