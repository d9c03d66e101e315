import assert from 'node:assert/strict';
import type { Analysis } from '../../../src/features/analysis';
import { computeCodeLenses } from '../../../src/features/codeLens';
import { computeDiagnostics } from '../../../src/features/diagnostics';
import { computeHover } from '../../../src/features/hover/hover';
import { computeInlayHints } from '../../../src/features/inlayHints';
import { computeQuickFixes } from '../../../src/features/quickFixes';
import { DEFAULT_SETTINGS } from '../../../src/features/settings';
import { simulationOf } from '../../../src/features/simulation';
import { simulationTargets } from '../../../src/features/simulationTarget';
import { tuningEdits } from '../../../src/features/tuning';
import { OpenWorkspace } from './openWorkspace';

const FILES: Readonly<Record<string, string>> = {
  'charts/web/Chart.yaml': 'apiVersion: v2\nname: web\nversion: 1.0.0\n',
  'charts/web/values.yaml': `replicas: 10
maxSurge: 25%
image:
  tag: "1.8"
  pullPolicy: IfNotPresent
debug: false
`,
  'charts/web/values-staging.yaml': 'replicas: 1\nmaxSurge: 0\nimage:\n  tag: latest\n',
  'charts/web/templates/_helpers.tpl': '{{ define "web.name" }}{{ .Release.Name }}-web{{ end }}',
  'charts/web/templates/web.yaml': `apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ include "web.name" . }}
spec:
  replicas: {{ .Values.replicas }}
  strategy:
    rollingUpdate:
      maxSurge: {{ .Values.maxSurge }}
      maxUnavailable: 0
  selector:
    matchLabels: {app: web}
  template:
    metadata:
      labels: {app: web}
    spec:
      {{- if .Values.debug }}
      hostNetwork: true
      {{- end }}
      containers:
        - name: web
          image: "web:{{ .Values.image.tag }}"
          readinessProbe: {httpGet: {path: /, port: 80}}
`,
};
const TEMPLATE = 'charts/web/templates/web.yaml';
const VALUES = 'charts/web/values.yaml';

function titles(analysis: Analysis): readonly string[] {
  return computeCodeLenses(analysis).map(({ title }) => title);
}

function said(workspace: OpenWorkspace, path: string): readonly string[] {
  const text = workspace.textOf(path);
  return computeDiagnostics(workspace.open(path)).map(
    ({ start, end, ruleId, message }) => `${ruleId} @ ${text.slice(start, end)}: ${message}`,
  );
}

describe('charts in the editor', () => {
  it('a template has the numbers of what it renders, with each set of values', () => {
    const shown = titles(new OpenWorkspace(FILES).open(TEMPLATE));
    assert.match(
      shown.join('\n'),
      /values\.yaml: surge 3 · unavailable 0 · 10–13 pods \| staging: surge 0 · unavailable 0 · rejected/,
    );
  });

  it('a helper that cannot be read shows nothing at places that it had before', () => {
    const path = 'charts/web/templates/_helpers.tpl';
    const workspace = new OpenWorkspace(FILES);
    const before = workspace.textOf(path);
    const last = before.indexOf('.Release.Name');
    assert.match(computeHover(workspace.open(path), last)?.markdown ?? '', /release-name/);
    workspace.type(path, `{{ define "x" ${before.slice(12)}`);
    workspace.settle([path]);
    const text = workspace.textOf(path);
    for (let offset = 0; offset < text.length; offset += 3)
      assert.doesNotMatch(computeHover(workspace.look(path), offset)?.markdown ?? '', /release-name/);
  });

  it('is known as long as it is there, whether Chart.yaml is closed or read again', () => {
    const workspace = new OpenWorkspace(FILES);
    workspace.open(TEMPLATE);
    workspace.builds.update('charts/web/Chart.yaml', undefined);
    assert.match(titles(workspace.open(TEMPLATE)).join('\n'), /surge 3 · unavailable 0/);
  });

  it('an object is said to be in the template that it is written in, wherever its name comes from', () => {
    const service =
      'apiVersion: v1\nkind: Service\nmetadata:\n  name: {{ template "web.name" . }}\nspec:\n  selector: {app: web}\n';
    const files = { ...FILES, 'charts/web/templates/service.yaml': `${service}  ports: [{port: 80, targetPort: https}]\n` };
    const workspace = new OpenWorkspace(files);
    assert.match(said(workspace, TEMPLATE).join('\n'), /Service “release-name-web” in templates\/service\.yaml gets no answer/);
  });

  it('the hint behind an expression has the number of pods', () => {
    const workspace = new OpenWorkspace(FILES);
    const text = workspace.textOf(TEMPLATE);
    const hints = computeInlayHints(workspace.open(TEMPLATE)).map(
      ({ offset, label }) => `${text.slice(0, offset).split('\n').at(-1)?.trim() ?? ''} ${label}`,
    );
    assert.deepEqual(hints, ['maxSurge: {{ .Values.maxSurge }} → 3 pods']);
  });

  it('a finding is at the expression, and says for which values it holds', () => {
    const found = said(new OpenWorkspace(FILES), TEMPLATE);
    assert.ok(
      found.some((each) => /^both-zero @ .*In staging: /.test(each)),
      found.join('\n'),
    );
  });

  it('a hover tells the number, and in which file and line the value is written', () => {
    const workspace = new OpenWorkspace(FILES);
    const at = workspace.textOf(TEMPLATE).indexOf('.Values.maxSurge');
    const { markdown = '' } = computeHover(workspace.open(TEMPLATE), at) ?? {};
    assert.match(markdown, /25%/);
    assert.match(markdown, /values\\\.yaml\\:2/);
  });

  it('values.yaml has the numbers, too, and a hover there says what they make', () => {
    const workspace = new OpenWorkspace(FILES);
    const analysis = workspace.open(VALUES);
    assert.match(titles(analysis).join('\n'), /surge 3 · unavailable 0 · 10–13 pods/);
    const { markdown = '' } = computeHover(analysis, workspace.textOf(VALUES).indexOf('25%')) ?? {};
    assert.match(markdown, /3 pods/);
  });

  it('a fix edits the value where it is written', () => {
    const workspace = new OpenWorkspace({ ...FILES, 'charts/web/values.yaml': (FILES[VALUES] ?? '').replace('25%', '0') });
    const analysis = workspace.open(TEMPLATE);
    const fixes = computeQuickFixes(analysis, 0, workspace.textOf(TEMPLATE).length);
    const others = fixes.flatMap(({ others: edits = [] }) => edits);
    assert.ok(
      others.some(({ uri, newText }) => uri.endsWith('values.yaml') && newText !== ''),
      JSON.stringify(fixes, null, 1),
    );
  });

  it('an error of rendering is a problem with Helm’s words, while typing as well', () => {
    const workspace = new OpenWorkspace(FILES);
    workspace.open(TEMPLATE);
    workspace.type(TEMPLATE, workspace.textOf(TEMPLATE).replace('.Values.image.tag', '.Values.img.tag'));
    assert.ok(
      said(workspace, TEMPLATE).some((each) => /not-built @ \{\{ \.Values\.img\.tag \}\}: .*nil pointer evaluating/.test(each)),
    );
  });

  it('what cannot be read of the chart itself is a problem in its line', () => {
    const broken = {
      'Chart.yaml': `${FILES['charts/web/Chart.yaml']}type: a: b\n`,
      'values.yaml': 'replicas: 1\nmaxSurge: a: b\n',
    };
    for (const [name, text] of Object.entries(broken)) {
      const workspace = new OpenWorkspace({ ...FILES, [`charts/web/${name}`]: text });
      workspace.open(TEMPLATE);
      assert.match(said(workspace, `charts/web/${name}`).join('\n'), /not-built @ \w+: a: b: .*mapping values are not allowed/);
    }
  });

  it('what cannot be rendered is no number of objects: the chart says where it breaks', () => {
    const text = (FILES[TEMPLATE] ?? '').replace('.Values.image.tag', '.Values.img.tag');
    const workspace = new OpenWorkspace({ ...FILES, [TEMPLATE]: text });
    assert.equal(titles(workspace.open('charts/web/Chart.yaml'))[0], '▤ cannot be rendered: templates/web.yaml:22');
  });

  it('what cannot be rendered is not simulated, and the reason is that of the problem', () => {
    const workspace = new OpenWorkspace(FILES);
    workspace.open(TEMPLATE);
    workspace.type(TEMPLATE, workspace.textOf(TEMPLATE).replace('.Values.image.tag', '.Values.img.tag'));
    const analysis = workspace.open(TEMPLATE);
    assert.match(titles(analysis).join('\n'), /no simulation: cannot be built/);
    const [target] = simulationTargets(analysis);
    assert.ok(target);
    const { problem } = simulationOf(analysis, target);
    assert.match(
      problem?.message ?? '',
      /^This cannot be built, and so not be simulated\. Helm: .*nil pointer evaluating interface \{\}\.tag\./,
    );
  });

  it('sets of values come from the settings, with what is set inline', () => {
    const workspace = new OpenWorkspace(FILES);
    const sets = { big: { set: ['replicas=40'] }, small: { values: ['values-staging.yaml'], set: ['maxSurge=1'] } };
    workspace.settings = { ...DEFAULT_SETTINGS, charts: { 'charts/web': { release: 'shop', sets } } };
    assert.match(titles(workspace.open(TEMPLATE)).join('\n'), /big: surge 10 · .*\| small: surge 1 /);
  });

  it('any expression tells its result, with each set, and the values that it took', () => {
    const workspace = new OpenWorkspace(FILES);
    const analysis = workspace.open(TEMPLATE);
    const at = workspace.textOf(TEMPLATE).indexOf('include "web.name"');
    const { markdown = '' } = computeHover(analysis, at) ?? {};
    assert.match(markdown, /→ `release-name-web`/);
    assert.match(markdown, /`\.Release\.Name` = `release-name`/);
    const condition = computeHover(analysis, workspace.textOf(TEMPLATE).indexOf('if .Values.debug'))?.markdown ?? '';
    assert.match(condition, /`\.Values\.debug` = `false`, \[values/);
  });

  it('what comes to something else each time is marked', () => {
    const text = (FILES[TEMPLATE] ?? '').replace(
      'metadata:\n',
      'metadata:\n  annotations: { salt: {{ randAlphaNum 8 | quote }} }\n',
    );
    const workspace = new OpenWorkspace({ ...FILES, [TEMPLATE]: text });
    const { markdown = '' } = computeHover(workspace.open(TEMPLATE), text.indexOf('randAlphaNum')) ?? {};
    assert.match(markdown, /→ `"\w{8}"`[^]*By chance, or by the time of day/);
    assert.doesNotMatch(computeHover(workspace.open(TEMPLATE), text.indexOf('include "web.name"'))?.markdown ?? '', /By chance/);
  });

  it('a value tells in which templates it is used, at its key as well', () => {
    const workspace = new OpenWorkspace(FILES);
    const analysis = workspace.open(VALUES);
    const { markdown = '' } = computeHover(analysis, workspace.textOf(VALUES).indexOf('debug')) ?? {};
    assert.match(markdown, /web\.yaml#L17\) \(a condition\)/);
  });

  it('a value that thousands of expressions take is told with one look at the template', () => {
    const lines = Array.from({ length: 2000 }, (_, i) => `  x${i}: {{ .Values.replicas }}\n`).join('');
    const workspace = new OpenWorkspace({ ...FILES, 'charts/web/templates/more.yaml': `kind: A\ndata:\n${lines}` });
    const analysis = workspace.open(VALUES);
    const { files } = workspace.builds;
    const read = files.read.bind(files);
    let reads = 0;
    files.read = (path) => {
      reads += path.endsWith('more.yaml') ? 1 : 0;
      return read(path);
    };
    const { markdown = '' } = computeHover(analysis, workspace.textOf(VALUES).indexOf('10')) ?? {};
    assert.match(markdown, /more.yaml#L3\) → `10`[^]*and 1,991 more places/);
    assert.ok(reads < 10, `${reads}`);
  });

  it('branches that are not rendered are known, and those of another set are', () => {
    const workspace = new OpenWorkspace(FILES);
    const text = workspace.textOf(TEMPLATE);
    const faded = (): readonly string[] =>
      (workspace.open(TEMPLATE).builds?.notRendered() ?? []).map(({ start, end }) => text.slice(start, end).trim());
    assert.deepEqual(faded(), ['hostNetwork: true']);
    workspace.type(VALUES, workspace.textOf(VALUES).replace('debug: false', 'debug: true'));
    assert.deepEqual(faded(), []);
  });

  it('what expressions come to stands behind them where that is set', () => {
    const workspace = new OpenWorkspace(FILES);
    assert.equal(computeInlayHints(workspace.open(TEMPLATE)).length, 1);
    workspace.settings = { ...DEFAULT_SETTINGS, templateHints: true };
    const labels = computeInlayHints(workspace.open(TEMPLATE)).map(({ label }) => label);
    assert.deepEqual(labels, ['→ 3 pods', '→ release-name-web', '→ 10', '→ 1.8']);
  });

  it('is simulated as it is rendered, and what was tuned is written where the values are', () => {
    const workspace = new OpenWorkspace(FILES);
    const analysis = workspace.open(TEMPLATE);
    const [target] = simulationTargets(analysis);
    assert.ok(target);
    assert.deepEqual(target.from, {
      tool: 'helm',
      path: 'charts/web',
      release: 'release-name',
      namespace: 'default',
      values: [],
      options: [],
    });
    const simulation = simulationOf(analysis, target);
    assert.equal(simulation.problem, undefined);
    assert.equal((simulation.scenario.workload.after.spec as { replicas?: number }).replicas, 10);
    const result = tuningEdits(analysis, target, { maxSurge: '50%', minReadySeconds: 5 });
    assert.equal(result.problem, undefined);
    assert.deepEqual(
      result.others?.map(({ uri, start, newText }) => [uri, start.line, newText]),
      [['file:///charts/web/values.yaml', 1, '50']],
    );
    const [edit] = result.edits;
    assert.match(edit?.newText ?? '', /minReadySeconds: 5/);
  });

  it('values for tests are offered, and rendered with once they are chosen', () => {
    const workspace = new OpenWorkspace({ ...FILES, 'charts/web/ci/large-values.yaml': 'replicas: 200\n' });
    assert.doesNotMatch(titles(workspace.open(TEMPLATE)).join('\n'), /200/);
    assert.deepEqual(workspace.builds.offersFor(TEMPLATE), ['charts/web/ci/large-values.yaml']);
    workspace.builds.watch('charts/web/ci/large-values.yaml');
    assert.match(titles(workspace.open(TEMPLATE)).join('\n'), /ci\/large-values\.yaml: surge 50/);
    assert.deepEqual(workspace.builds.offersFor(TEMPLATE), []);
  });
});
