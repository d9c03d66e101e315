import assert from 'node:assert/strict';
import { readManifest } from '../../src/manifest/manifest';
import { nodeAt } from '../../src/manifest/source';
import type { Workload } from '../../src/manifest/workload';
import { computeHover } from '../../src/features/hover/hover';
import { analyzed, diagnosticsOf } from '../features/support';

function read(text: string): Workload | undefined {
  return readManifest(text).documents.flatMap(({ document }) => document.workloads)[0];
}

function known(text: string): Record<string, unknown> {
  const workload = read(text);
  if (workload === undefined) return {};
  const { replicas, maxSurge, maxUnavailable, minReadySeconds, strategyType } = workload;
  const fields = { replicas, strategyType, maxSurge, maxUnavailable, minReadySeconds };
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.known ? field.value : 'unknown']));
}

const HELM = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ include "web.fullname" . }}
  labels:
    {{- include "web.labels" . | nindent 4 }}
spec:
  {{- if not .Values.autoscaling.enabled }}
  replicas: {{ .Values.replicaCount }}
  {{- end }}
  minReadySeconds: 15
  strategy:
    type: RollingUpdate
    rollingUpdate:
      maxSurge: 2
      maxUnavailable: "{{ .Values.maxUnavailable | default "25%" }}"
  selector:
    matchLabels:
      {{- include "web.selectorLabels" . | nindent 6 }}
  template:
    metadata:
      {{- with .Values.podAnnotations }}
      annotations:
        {{- toYaml . | nindent 8 }}
      {{- end }}
    spec:
      containers:
        - name: {{ .Chart.Name }}
          image: "{{ .Values.image.repository }}:{{ .Values.image.tag }}"
`;

describe('what a template leaves open', () => {
  const OPEN: readonly (readonly [what: string, text: string, open: readonly unknown[]])[] = [
    [
      'the map that a hidden branch stands in',
      'spec:\n  {{- if .a }}\n  replicas: 1\n  {{- else }}\n  paused: true\n  {{- end }}\n  minReadySeconds: 1\n',
      [['spec']],
    ],
    [
      'the root, where the branch stands there',
      'spec: {}\n{{- if .a }}\nstatus: {replicas: 1}\n{{- else }}\nmore: 1\n{{- end }}\n',
      [[]],
    ],
    [
      'the map that an expression is indented into',
      'spec:\n  template:\n    metadata: {}\n    {{- include "pod" . | nindent 4 }}\n  replicas: 1\n',
      [['spec', 'template']],
    ],
  ];
  for (const [what, text, open] of OPEN) {
    it(`is ${what}`, () => {
      const [resource] = readManifest(`kind: Deployment\nmetadata: {name: a}\n${text}`).documents[0]?.document.resources ?? [];
      assert.deepEqual(resource?.unknowns.open, open);
    });
  }

  it('is nothing where an expression is amid a text that goes on below', () => {
    const text = 'kind: Deployment\nmetadata: {name: a}\nspec:\n  text: run {{ .x }}\n     more\n  replicas: 1\n';
    const [resource] = readManifest(text).documents[0]?.document.resources ?? [];
    assert.deepEqual([resource?.unknowns.open, resource?.unknowns.values], [[], [['spec', 'text']]]);
  });

  it('is not the version of a workload that writes none', () => {
    const text = (first: string): string => `${first}kind: Deployment\nmetadata: {name: a}\nspec: {{ toJson .spec }}\n`;
    const versionOf = (of: string) => readManifest(of).documents[0]?.document.resources[0]?.apiVersion;
    assert.equal(versionOf(text('')), '');
    assert.equal(versionOf(text('apiVersion: {{ .version }}\n')), 'apps/v1');
  });

  it('is nothing in an annotation, which may hold what the shell or the pod replaces', () => {
    const text = 'kind: Deployment\nmetadata: {name: a, annotations: {run: "echo ${HOME}"}, labels: {x: "${X}"}}\n';
    const [resource] = readManifest(text).documents[0]?.document.resources ?? [];
    assert.deepEqual(resource?.unknowns.values, [['metadata', 'labels', 'x']]);
  });
});

describe('templates', () => {
  it('keeps the literal fields of a chart and knows nothing about the others', () => {
    assert.deepEqual(known(HELM), {
      replicas: 'unknown',
      strategyType: 'RollingUpdate',
      maxSurge: 2,
      maxUnavailable: 'unknown',
      minReadySeconds: 15,
    });
    assert.equal(read(HELM)?.certain, false);
  });

  it('states no default where a template may add the field', () => {
    const text = 'kind: Deployment\nspec:\n  replicas: 3\n  {{- toYaml .Values.strategy | nindent 2 }}\n  paused: false\n';
    assert.deepEqual(known(text), {
      replicas: 3,
      strategyType: 'unknown',
      maxSurge: 'unknown',
      maxUnavailable: 'unknown',
      minReadySeconds: 'unknown',
    });
  });

  it('takes defaults for granted where the template fills another field', () => {
    const text = 'kind: Deployment\nspec:\n  replicas: 3\n  template:\n    spec:\n      {{- toYaml .Values.pod | nindent 6 }}\n';
    assert.deepEqual(known(text)['maxSurge'], '25%');
  });

  it('does not trust a value inside a condition, nor one that is there twice', () => {
    const text = 'kind: Deployment\nspec:\n  {{- if .Values.x }}\n  replicas: 3\n  {{- else }}\n  replicas: 5\n  {{- end }}\n';
    assert.equal(known(text)['replicas'], 'unknown');
  });

  it('trusts the fields of a document that is conditional as a whole', () => {
    assert.equal(known('{{- if .Values.web }}\nkind: Deployment\nspec:\n  replicas: 3\n{{- end }}\n')['replicas'], 3);
  });

  const values: readonly string[] = [
    '{{ .Values.n }}',
    '"{{ .Values.n }}"',
    '{{ .Values.n | default 3 }}',
    '${REPLICAS}',
    '$(REPLICAS)',
    '{% raw n %}',
    '<%= n %>',
    '((n))',
    '@replicas@',
    '__REPLICAS__',
    '%REPLICAS%',
    '%REPLICAS%%ZEROS%',
    '1%ZEROS%',
    '%{REPLICAS}%',
    '#{REPLICAS}#',
    '$REPLICAS',
    '{REPLICAS}.0',
    '[THE REPLICAS].0',
    '1${ZEROS}',
    '${REPLICAS:=3}',
    '"${REPLICAS}" # ${X}',
    '#@ data.values.n',
    '"{{ if .a }}3{{ else }}4{{ end }}"',
    '1{{ .Values.zero }}',
  ];
  for (const value of values) {
    it(`knows nothing about replicas: ${value}`, () => {
      const text = `kind: Deployment\nspec:\n  replicas: ${value}\n  minReadySeconds: 5\n`;
      assert.deepEqual([known(text)['replicas'], known(text)['minReadySeconds']], ['unknown', 5]);
    });
  }

  it('knows nothing about placeholders in flow style', () => {
    const text = 'kind: Deployment\nspec: {replicas: ${N:-2}, minReadySeconds: 5, template: {metadata: {labels: {a: ${A}}}}}\n';
    assert.deepEqual([known(text)['replicas'], known(text)['minReadySeconds']], ['unknown', 5]);
    assert.deepEqual(readManifest(text).documents[0]?.document.problems, []);
  });

  it('knows nothing about keys that are placeholders', () => {
    const labels =
      'template: {metadata: {labels: {"${KEY}": v, app: a-$ENV}}, spec: {containers: [{name: $NAME, image: "a:$TAG"}]}}';
    const text = `apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web-$ENV}\nspec: {selector: {matchLabels: {app: a-$ENV}}, ${labels}}\n`;
    assert.deepEqual(
      diagnosticsOf(text).filter(({ severity }) => severity === 'error'),
      [],
    );
  });

  it('leaves $(VAR) in arguments and variables to the container', () => {
    const text =
      'kind: Deployment\nspec:\n  template:\n    spec:\n      containers:\n      - args: ["$(NODE)", "${HOME}"]\n        env: [{name: A, value: $(B)}]\n';
    assert.equal(read(text)?.certain, true);
  });

  it('says nothing about a document whose structure the templates hide', () => {
    const [placed] = readManifest('kind: Deployment\nspec:\n  {{ range . }}- {{ . }}: {{ end }}: [\n').documents;
    assert.equal(placed?.document.resources.length, 0);
    assert.deepEqual(placed.document.problems, []);
  });

  const head = 'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec:\n  replicas: 3\n';
  const shapes: readonly (readonly [what: string, text: string])[] = [
    [
      'a value that goes on below its key',
      `${head}  template:\n    metadata:\n      labels: {{- include "x" . | nindent 8 }}\n        app: web\n`,
    ],
    ['an item that goes on below its dash', `${head}  x:\n  - {{ toYaml . | indent 4 | trim }}\n    labelSelector: {}\n`],
    ['a list that stands in the column of its key', `${head}  x: {{ include "x" . | nindent 2 }}\n  - name: a\n`],
    ['lines of conditions in a block scalar', `${head}  x:\n  - |\n{{- if .a }}\n    one\n{{- end }}\n    two\n  y: 1\n`],
    ['branches that do not fit each other', `${head}  x:\n{{- if .a }}\n    - one\n{{- else }}\n  - two\n{{- end }}\n`],
    [
      'conditions that do not fit each other',
      `${head}  x:\n{{- if .a }}\n    - one\n{{- end }}\n{{- if .b }}\n  - two\n{{- end }}\n`,
    ],
    ['a value with its alternative behind it', `${head}  x:\n  {{- if .a }}\n    y: 1\n  {{- else }} {}\n  {{- end }}\n`],
    ['comments over several lines', `{{- /*\nIt's "mine" }}\n---\n*/ -}}\n${head}`],
    ['braces in texts', `${head}  x: {{ printf "}} %s" .a }}\n  y: {{ \`}}\` }}\n`],
    [
      'keys',
      `${head}  x:\n    {{ .Values.a }}: {{ .Values.b }}\n    {{- range $k, $v := .c }}\n    {{ $k }}: {{ $v | quote }}\n    {{- end }}\n`,
    ],
    [
      'texts with and without quotes',
      `${head}  x: "{{ .a }}-b"\n  y: {{ .a | quote }}\n  z: '{{ .b }}' {{- /* c */}}\n  w: a{{ .b }}\n`,
    ],
    ['helpers before the object', `{{- define "a" }}\nkind: DaemonSet\nspec: [\n{{- end }}\n${head}`],
    ['an expression before the first key', `{{- include "init" (list . .x) -}}${head}`],
    ['expressions before keys', `{{- $x := .y }}{{- if .a -}}${head}  {{ if .b }}paused: true{{ end }}\n{{- end }}\n`],
    ['an API version', `apiVersion: {{ include "version" . }}\nkind: Deployment\nmetadata: {name: web}\nspec:\n  replicas: 3\n`],
  ];
  for (const [what, text] of shapes) {
    it(`reads around ${what}`, () => {
      const [placed, ...others] = readManifest(text).documents.filter(({ document }) => document.workloads.length > 0);
      assert.ok(placed !== undefined && others.length === 0);
      assert.equal(placed.document.notAnalyzed, undefined);
      const [{ kind, replicas, resource }] = placed.document.workloads as [Workload];
      assert.deepEqual([kind, resource.apiVersion, replicas.known, replicas.value], ['Deployment', 'apps/v1', true, 3]);
      const at = nodeAt(resource.source, ['spec', 'replicas']);
      assert.equal(text.slice(placed.start + (at?.start ?? 0), placed.start + (at?.end ?? 0)), '3');
    });
  }

  it('takes a kind for granted that stands in one branch', () => {
    const kind = '{{- if .daemon }}\nkind: StatefulSet\n{{- else }}\nkind: Deployment\n{{- end }}\n';
    const text = `apiVersion: apps/v1\n${kind}metadata: {name: web}\nspec:\n  replicas: 3\n`;
    assert.deepEqual([read(text)?.kind, read(text)?.replicas.value], ['Deployment', 3]);
  });

  it('takes the settings of a chart for no manifest', () => {
    assert.equal(read('kind: DaemonSet\nimage: {tag: "1"}\nreplicas: 3\n'), undefined);
    assert.equal(read('kind: DaemonSet\nmetadata: {name: a}\nreplicas: 3\n')?.kind, 'DaemonSet');
  });

  it('gives what has a generated name one like it', () => {
    const text = head.replace('{name: web}', '{generateName: web-}');
    assert.equal(read(text)?.name, 'web-xxxxx');
    assert.equal(read(text.replace('{gen', '{name: {{ .x }}, gen'))?.name, '');
  });

  it('keeps a volume whose claim or config map has a templated name', () => {
    for (const source of ['persistentVolumeClaim: {claimName: "${X}"}', 'configMap: {name: {{ .x }}}', 'secret: {{ .x }}']) {
      const pod = `      containers: [{name: a, image: "a:1", volumeMounts: [{name: v, mountPath: /v}]}]\n      volumes: [{name: v, ${source}}]\n`;
      const text = `${head}  selector: {matchLabels: {a: b}}\n  template:\n    metadata: {labels: {a: b}}\n    spec:\n${pod}`;
      assert.deepEqual(
        diagnosticsOf(text).filter(({ severity }) => severity !== 'hint'),
        [],
      );
    }
    assert.equal(
      read(`${head}  template: {spec: {volumes: [{persistentVolumeClaim: {claimName: "\${X}"}}]}}\n`)?.pod.claims.length,
      1,
    );
  });

  it('still names a field that does not exist', () => {
    const said = diagnosticsOf(`{{- include "validate" . }}\n${head}  replica: {{ .x }}\n  paused: {{ .y }}\n  strateggy: {}\n`);
    assert.deepEqual(
      said.map(({ message }) => /"(.*?)"/.exec(message)?.[1]),
      ['spec.strateggy'],
    );
  });
});

describe('What a template hides is not shown as a number', () => {
  const text = (pod: string): string =>
    `apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: {{ .x }}}\nspec:\n  replicas: 3\n  minReadySeconds: {{ .y }}\n  template:\n    spec:\n      containers:\n      - name: a\n        image: b\n${pod}`;
  const hover = (source: string, at: string): string => computeHover(analyzed(source), source.indexOf(at) + 1)?.markdown ?? '';

  it('in durations', () => {
    assert.match(hover(text(''), 'replicas'), /How long it takes depends on a template/);
    assert.match(hover(text('').replace('{{ .y }}', '5'), 'replicas'), /About \*\*/);
    assert.match(hover(text(''), 'kind'), /name unknown: templated/);
  });

  it('in probes', () => {
    const probe = (seconds: string): string =>
      `        readinessProbe:\n          initialDelaySeconds: ${seconds}\n          httpGet: {path: "{{ .z }}"}\n`;
    assert.match(hover(text(probe('{{ .z }}')), 'readinessProbe'), /unknown: templated/);
    assert.match(hover(text(probe('20')), 'readinessProbe'), /first asked after 20 s/);
  });

  it('in grace periods', () => {
    const grace = text('      terminationGracePeriodSeconds: {{ .z }}\n').replace('{{ .y }}', '5');
    assert.match(hover(grace, 'replicas'), /each for a time that depends on a template/);
  });
});
