import { strict as assert } from 'node:assert';
import type { Path } from '../../../src/manifest/source';
import type { BuiltManifest, FilePlace } from '../../../src/render/builtManifest';
import { chartPlan, type ValuesSet } from '../../../src/render/helm/chartPlan';
import { fileTree } from '../../support/fileTree';

const SET: ValuesSet = {
  name: 'default',
  files: [],
  inline: [],
  release: { name: 'rel', namespace: 'ns' },
  kubeVersion: '1.36.4',
};

const FILES: Readonly<Record<string, string>> = {
  'c/Chart.yaml': `apiVersion: v2
name: c
version: 1.0.0
appVersion: "4.2"
`,
  'c/values.yaml': `replicaCount: 3
strategy:
  maxSurge: 25%
resources:
  requests:
    cpu: 100m
image:
  repository: nginx
  tag: ""
sub:
  port: 8080
extra: []
`,
  'c/prod.yaml': `replicaCount: 10
`,
  'c/templates/_helpers.tpl': `{{- define "c.labels" -}}
app: web
release: {{ .Release.Name }}
{{- end }}
{{- define "c.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}
`,
  'c/templates/web.yaml': `apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ .Release.Name }}-web
  labels:
    {{- include "c.labels" . | nindent 4 }}
spec:
  replicas: {{ .Values.replicaCount }}
  minReadySeconds: {{ .Values.minReady | default 7 }}
  strategy:
    rollingUpdate:
      maxSurge: {{ .Values.strategy.maxSurge | quote }}
      maxUnavailable: 0
  selector:
    matchLabels: { app: web }
  template:
    metadata:
      labels: {{- include "c.labels" . | nindent 8 }}
    spec:
      containers:
        - name: web
          image: {{ include "c.image" . | quote }}
          resources:
            {{- toYaml .Values.resources | nindent 12 }}
`,
  'c/charts/sub/Chart.yaml': 'apiVersion: v2\nname: sub\nversion: 1.0.0\n',
  'c/charts/sub/values.yaml': 'port: 80\nname: s\n',
  'c/charts/sub/templates/svc.yaml': `apiVersion: v1
kind: Service
metadata:
  name: {{ .Values.name }}
spec:
  ports:
    - port: {{ .Values.port }}
`,
};

function built(files = FILES, set: Partial<ValuesSet> = {}): BuiltManifest {
  return chartPlan('c', { ...SET, ...set }).build(fileTree(files));
}

function objectOf({ objects, text }: BuiltManifest, kind: string): BuiltManifest['objects'][number] {
  const found = objects.find(({ start }) => new RegExp(`^---\n# Source: .*\n(?:.*\n)?kind: ${kind}`).test(text.slice(start)));
  assert.ok(found, `no ${kind} in ${text}`);
  return found;
}

function shown(place: FilePlace | undefined, files = FILES): string | undefined {
  return place === undefined ? undefined : `${place.file}: ${(files[place.file] ?? '').slice(place.start, place.end)}`;
}

describe('charts that are built', () => {
  const spec = (...path: Path): Path => ['spec', ...path];
  const container = (...path: Path): Path => spec('template', 'spec', 'containers', 0, ...path);

  const places: readonly (readonly [path: Path, place: string, value?: string])[] = [
    [['kind'], 'c/templates/web.yaml: Deployment'],
    [spec('replicas'), 'c/templates/web.yaml: {{ .Values.replicaCount }}', 'c/values.yaml: 3'],
    [spec('minReadySeconds'), 'c/templates/web.yaml: {{ .Values.minReady | default 7 }}'],
    [
      spec('strategy', 'rollingUpdate', 'maxSurge'),
      'c/templates/web.yaml: {{ .Values.strategy.maxSurge | quote }}',
      'c/values.yaml: 25%',
    ],
    [spec('strategy', 'rollingUpdate', 'maxUnavailable'), 'c/templates/web.yaml: 0'],
    [['metadata', 'name'], 'c/templates/web.yaml: {{ .Release.Name }}-web'],
    [['metadata', 'labels', 'app'], 'c/templates/web.yaml: {{- include "c.labels" . | nindent 4 }}'],
    [container('image'), 'c/templates/web.yaml: {{ include "c.image" . | quote }}'],
    [
      container('resources', 'requests', 'cpu'),
      'c/templates/web.yaml: {{- toYaml .Values.resources | nindent 12 }}',
      'c/values.yaml: 100m',
    ],
  ];
  for (const [path, place, value] of places) {
    it(`${path.join('.')} is at ${place}${value === undefined ? '' : `, from ${value}`}`, () => {
      const found = objectOf(built(), 'Deployment').placeAt(path);
      assert.equal(shown(found), place);
      assert.equal(shown(found?.values?.[0]), value);
    });
  }

  it('a value of another file counts before that of the chart, and one of the parent before the subchart’s', () => {
    const inProd = built(FILES, { files: ['c/prod.yaml'] });
    const replicas = objectOf(inProd, 'Deployment').placeAt(['spec', 'replicas']);
    assert.deepEqual(
      replicas?.values?.map((place) => shown(place)),
      ['c/prod.yaml: 10', 'c/values.yaml: 3'],
    );
    const port = objectOf(inProd, 'Service').placeAt(['spec', 'ports', 0, 'port']);
    assert.deepEqual(
      port?.values?.map((place) => shown(place)),
      ['c/values.yaml: 8080', 'c/charts/sub/values.yaml: 80'],
    );
  });

  const fixes: readonly (readonly [what: string, path: Path, value: string, kind: string, edit: string])[] = [
    ['a value', spec('replicas'), '5', 'Deployment', 'c/values.yaml: 3 → 5'],
    ['a literal of an expression', spec('minReadySeconds'), '9', 'Deployment', 'c/templates/web.yaml: 7 → 9'],
    ['text', spec('strategy', 'rollingUpdate', 'maxUnavailable'), '1', 'Deployment', 'c/templates/web.yaml: 0 → 1'],
    ['a subchart’s value', ['metadata', 'name'], 't', 'Service', 'c/values.yaml:  →   name: t\n'],
    ['a new field', spec('paused'), 'true', 'Deployment', ''],
  ];
  for (const [what, path, value, kind, edit] of fixes) {
    it(`${what} is edited where it is written`, () => {
      const edits = objectOf(built(), kind).editsFor([{ op: 'set', path, value }]);
      const [first] = edits ?? [];
      assert.ok(first, 'no edit');
      if (edit !== '') assert.equal(`${shown(first)} → ${first.newText}`, edit);
    });
  }

  it('what is computed from values has to be edited by hand', () => {
    assert.equal(objectOf(built(), 'Deployment').editsFor([{ op: 'set', path: ['metadata', 'name'], value: 'x' }]), undefined);
  });

  it('an error of one template is at its place, and the others are rendered', () => {
    const files = { ...FILES, 'c/templates/bad.yaml': 'a: 1\nb: {{ .Values.no.where }}\n', 'c/templates/worse.yaml': '{{ if }}' };
    const { problems, objects } = built(files);
    assert.equal(objects.length, 2);
    assert.deepEqual(problems.map(({ place }) => shown(place, files)).sort(), [
      'c/templates/bad.yaml: {{ .Values.no.where }}',
      'c/templates/worse.yaml: {{ if }}',
    ]);
    assert.match(problems.map(({ message }) => message).join(), /nil pointer evaluating interface \{\}\.where/);
  });

  it('YAML that a template makes invalid is told at the template', () => {
    const files = { ...FILES, 'c/templates/bad.yaml': 'a: 1\n{{ "b: [" }}\nc: 2\n' };
    const [problem] = built(files).problems;
    assert.match(problem?.message ?? '', /YAML parse error on c\/templates\/bad.yaml/);
    assert.equal(problem?.place?.file, 'c/templates/bad.yaml');
  });

  it('a subchart that is not there is named at Chart.yaml, with the command that fetches it', () => {
    const dependency = 'dependencies:\n  - name: redis\n    version: 1.x\n    repository: https://example.org\n';
    const files = { ...FILES, 'c/Chart.yaml': `${FILES['c/Chart.yaml'] ?? ''}${dependency}` };
    const { problems } = built(files);
    assert.deepEqual(
      problems.map(({ severity, place }) => [severity, shown(place, files)]),
      [['information', 'c/Chart.yaml: name: redis']],
    );
    assert.match(problems[0]?.message ?? '', /helm dependency build c/);
  });

  it('after an edit only what depends on it is rendered again', () => {
    const plan = chartPlan('c', SET);
    const before = plan.build(fileTree(FILES));
    const edited = { ...FILES, 'c/charts/sub/templates/svc.yaml': `${FILES['c/charts/sub/templates/svc.yaml'] ?? ''}# x\n` };
    const after = plan.build(fileTree(edited));
    assert.notEqual(after.text, before.text.replace('a', 'b'));
    const helper = {
      ...FILES,
      'c/templates/_helpers.tpl': (FILES['c/templates/_helpers.tpl'] ?? '').replace('app: web', 'app: api'),
    };
    assert.match(plan.build(fileTree(helper)).text, /app: api/);
    assert.equal(plan.build(fileTree(FILES)).text, before.text);
  });

  it('a template that changes the values gets them as they are at each rendering', () => {
    const files = {
      ...FILES,
      'c/templates/a.yaml': 'kind: A\nx: {{ .Values.count }}\n{{ $_ := set .Values "count" (add1 .Values.count) }}',
      'c/values.yaml': 'count: 1\n',
    };
    const plan = chartPlan('c', SET);
    const first = plan.build(fileTree(files)).text;
    assert.match(first, /x: 1/);
    const edited = { ...files, 'c/templates/b.yaml': 'kind: B\n' };
    assert.match(plan.build(fileTree(edited)).text, /x: 1/);
    assert.equal(plan.build(fileTree(files)).text, first);
  });

  it('what is rendered and what is written lead to each other', () => {
    const rendered = built();
    const { text } = rendered;
    const at = (word: string): string | undefined => shown(rendered.sourceAt?.(text.indexOf(word)));
    assert.equal(at('maxUnavailable'), 'c/templates/web.yaml: m');
    assert.equal(at('3\n'), 'c/templates/web.yaml: {{ .Values.replicaCount }}');
    const web = FILES['c/templates/web.yaml'] ?? '';
    const line = (offset: number | undefined): string | undefined => text.slice(offset).split('\n')[0];
    assert.equal(line(rendered.builtAt?.('c/templates/web.yaml', web.indexOf('.Values.replicaCount'))), '3');
    assert.equal(line(rendered.builtAt?.('c/templates/web.yaml', web.indexOf('maxUnavailable'))), 'maxUnavailable: 0');
    assert.equal(line(rendered.builtAt?.('c/templates/web.yaml', web.indexOf('nindent 8'))), 'app: web');
  });
});
