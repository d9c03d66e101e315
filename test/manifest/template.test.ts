import assert from 'node:assert/strict';
import { readManifest } from '../../src/manifest/manifest';
import type { Workload } from '../../src/manifest/workload';

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
});
