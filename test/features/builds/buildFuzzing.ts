import assert from 'node:assert/strict';
import type { Analysis } from '../../../src/features/analysis';
import { computeCodeLenses } from '../../../src/features/codeLens';
import { computeDiagnostics } from '../../../src/features/diagnostics';
import { computeHover } from '../../../src/features/hover/hover';
import { computeInlayHints } from '../../../src/features/inlayHints';
import { computeQuickFixes } from '../../../src/features/quickFixes';
import { Draw } from '../../support/draw';
import { BODY } from '../../support/hostileCrowds';
import { spread } from '../everything';
import { OpenWorkspace } from './openWorkspace';

const OVERLAYS: Readonly<Record<string, string>> = {
  'base/kustomization.yaml': 'resources: [web.yaml]\nlabels:\n- pairs: {app: web}\n  includeSelectors: true\n',
  'base/web.yaml': BODY,
  'prod/kustomization.yaml': `namespace: prod
namePrefix: p-
resources:
- ../base
patches:
- path: patch.yaml
- target: {kind: Deployment, name: web}
  patch: |-
    - op: replace
      path: /spec/replicas
      value: 5
images:
- {name: web, newTag: "2"}
replicas:
- {name: web, count: 8}
configMapGenerator:
- name: settings
  literals: [a=b]
replacements:
- source: {kind: Deployment, fieldPath: metadata.name}
  targets:
  - select: {kind: Deployment}
    fieldPaths: [spec.template.metadata.labels.app]
`,
  'prod/patch.yaml':
    'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec:\n  strategy: {rollingUpdate: {maxSurge: 0}}\n',
  'dev/kustomization.yaml': 'resources: [../base]\ncomponents: []\nnameSuffix: -dev\n',
};

const CHART: Readonly<Record<string, string>> = {
  'c/Chart.yaml': 'apiVersion: v2\nname: c\nversion: 1.0.0\ndependencies:\n- {name: d, version: 1.x, condition: d.enabled}\n',
  'c/values.yaml': 'replicas: 3\nimage: {tag: "1"}\nstrategy:\n  maxSurge: 25%\nd: {enabled: true}\n',
  'c/values-prod.yaml': 'replicas: 9\n',
  'c/templates/_helpers.tpl': '{{- define "c.labels" -}}\napp: {{ .Chart.Name }}\n{{- end }}\n',
  'c/templates/web.yaml': BODY.replace(
    'replicas: 3',
    'replicas: {{ .Values.replicas }}\n  {{- with .Values.strategy }}\n  strategy: {rollingUpdate: {{ toJson . }}}\n  {{- end }}',
  )
    .replace('      app: web\n  template', '      {{- include "c.labels" . | nindent 6 }}\n  template')
    .replace('web:1', '"web:{{ .Values.image.tag | default .Chart.AppVersion }}"'),
  'c/charts/d/Chart.yaml': 'apiVersion: v2\nname: d\nversion: 1.2.0\n',
  'c/charts/d/templates/m.yaml':
    'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: {{ .Release.Name }}-m}\ndata: {a: {{ quote .Values.global }}}\n',
};

const TOKENS: readonly string[] = [
  ...[
    '\n',
    '\r\n',
    '\t',
    '  ',
    '\0',
    '\uFEFF',
    '\uD800',
    '"',
    "'",
    '#',
    '[',
    ']',
    '{',
    '}',
    '- ',
    ': ',
    '? ',
    '|\n',
    '&a ',
    '*a',
    '<<: *a',
    '---\n',
    '!!int ',
  ],
  ...[
    'null',
    '~',
    '-1',
    '0',
    '99999999999999999999',
    '25%',
    '1e9',
    '__proto__',
    'constructor',
    'toString: ',
    '../base',
    '../prod',
    '.',
    '/',
    '*',
    '$(A)',
    '${A}',
  ],
  ...[
    'namePrefix: x\n',
    'resources: []\n',
    'kind: Component\n',
    'op: copy',
    '/spec/template',
    'spec.template',
    'spec.template.spec.containers.*.image',
    'name: .*',
    '[name=web]',
  ],
  ...[
    '{{ ',
    ' }}',
    '{{- end }}',
    '{{ range until 3 }}',
    '{{ if .Values.x }}',
    '{{ .Values }}',
    '| nindent 4',
    '| toYaml',
    '{{ include "c.labels" . }}',
    '{{ tpl .Values.replicas . }}',
    '$',
  ],
];

const NONSENSE = /undefined|NaN|\[object|Infinity/;

function mutated(draw: Draw, text: string): string {
  let result = text;
  for (let count = 1 + draw.upTo(4); count > 0; count--) {
    const at = draw.upTo(result.length);
    const rest = result.slice(at + (draw.chance(0.5) ? 0 : draw.upTo(30)));
    const moved = draw.upTo(result.length);
    const put = draw.chance(0.7) ? draw.of(TOKENS) : result.slice(moved, moved + draw.upTo(60));
    result = result.slice(0, at) + put + rest;
  }
  return result;
}

/** Builds, opens and edits what a seed makes of an overlay or a chart; throws where an answer is nonsense. */
export function playBuild(seed: number): void {
  const draw = new Draw('builds', seed);
  const files = { ...draw.of([OVERLAYS, CHART]) };
  const paths = Object.keys(files);
  for (let count = draw.upTo(1); count >= 0; count--) {
    const path = draw.of(paths);
    files[path] = mutated(draw, files[path] ?? '');
  }
  const workspace = new OpenWorkspace(files);
  const open = draw.of(paths);
  check(workspace.open(open), workspace.textOf(open));
  workspace.type(open, mutated(draw, workspace.textOf(open)));
  check(workspace.look(open), workspace.textOf(open));
  workspace.settle([open]);
  check(workspace.look(open), workspace.textOf(open));
}

function check(analysis: Analysis, text: string): void {
  const isInside = ({ start, end }: { start: number; end: number }): boolean => 0 <= start && start <= end && end <= text.length;
  for (const lens of computeCodeLenses(analysis)) {
    assert.ok(isInside(lens), `a lens at ${lens.start}–${lens.end} of ${text.length}`);
    assert.doesNotMatch(lens.title, NONSENSE);
  }
  for (const diagnostic of computeDiagnostics(analysis))
    assert.ok(isInside(diagnostic), `${diagnostic.message} at ${diagnostic.start}–${diagnostic.end} of ${text.length}`);
  for (const hint of computeInlayHints(analysis)) assert.ok(hint.offset <= text.length && !NONSENSE.test(hint.label), hint.label);
  for (const offset of spread(text, 5)) {
    const hover = computeHover(analysis, offset);
    assert.ok(hover === undefined || isInside(hover), `a hover at ${hover?.start}–${hover?.end} of ${text.length}`);
  }
  for (const { edits } of computeQuickFixes(analysis, 0, text.length)) assert.ok(edits.every(isInside));
}
