import assert from 'node:assert/strict';
import { computeQuickFixes } from '../../src/features/quickFixes';
import { applyEdits } from '../support/applyEdits';
import { analyzed, diagnosticsOf, object, type Around } from './support';
import type { QuickFixData } from '../../src/features/said';

const HEAD = 'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec:\n  replicas: 3\n';
const TEMPLATE = `  template:
    metadata: {labels: {app: web, version: v2}}
    spec:
      containers:
        - name: web
          image: web:1
`;
const SELECTOR = '  selector: {matchLabels: {app: web}}\n';
const WEB = `${HEAD}${SELECTOR}${TEMPLATE}`;
const READY = '          readinessProbe: {tcpSocket: {port: 80}}\n';
const SERVICE = object('Service', 'v1', 'front', { selector: { app: 'web' } });

function fixOf(text: string, title: RegExp, around: Around = {}): QuickFixData {
  const fixes = computeQuickFixes(analyzed(text, around), 0, text.length);
  const fix = fixes.find((candidate) => title.test(candidate.title));
  assert.ok(fix !== undefined, `no such fix; there are: ${fixes.map((candidate) => candidate.title).join(' · ')}`);
  return fix;
}

const ports = (...lines: string[]): string => `          ports:\n${lines.map((line) => `            - ${line}\n`).join('')}`;
const HTTP = '          readinessProbe:\n            httpGet:\n              path: ${1:/}\n              port: ';

const SHAPES: readonly (readonly [what: string, ports: string, snippet: string])[] = [
  ['a named port', ports('{name: http, containerPort: 80}'), `${HTTP}http\n`],
  ['a number', ports('{containerPort: 8080}'), `${HTTP}8080\n`],
  ['no port', '', `${HTTP}\${2:8080}\n`],
  [
    'the port beside that for metrics',
    ports('{name: metrics, containerPort: 9090}', '{name: api, containerPort: 80}'),
    `${HTTP}api\n`,
  ],
];

describe('images that something fills in', () => {
  const imageless = (name: string): string =>
    WEB.replace('name: web}', `name: ${name}}`).replace(
      '          image: web:1\n',
      '          volumeMounts: [{name: tls, mountPath: /a}]\n',
    );
  const rejected = (others: readonly string[]): readonly string[] =>
    diagnosticsOf(imageless('web'), { others })
      .filter(({ severity }) => severity === 'error')
      .map(({ message }) => message);

  it('are no mistake where several files lack them, nor is what is filled in with them', () => {
    assert.deepEqual(rejected([imageless('api'), imageless('worker')]), []);
  });

  it('are one in a file of its own, beside patches as well', () => {
    const patch = imageless('api').replace(SELECTOR, '');
    assert.match(rejected([WEB, patch, patch.replace('api', 'worker')]).join('\n'), /container “web” has no image/);
  });
});

describe('fixes to fill in', () => {
  for (const [what, written, snippet] of SHAPES)
    it(`shape a readiness probe after ${what}`, () => {
      const text = `${WEB}${written}`;
      const fix = fixOf(text, /^Add a readiness probe/, { others: [SERVICE] });
      const edits = fix.edits.map((edit) => ({ ...edit, newText: fix.snippet ?? '' }));
      assert.equal(applyEdits(text, edits), `${WEB}${snippet}${written}`);
      assert.deepEqual([edits.length, fix.preferred], [1, false]);
    });

  it('ask a database for its port, and gRPC for its own probe, which leaves nothing open', () => {
    const database = fixOf(`${WEB}${ports('{containerPort: 5432}')}`, /readiness probe/);
    assert.deepEqual([database.title, database.snippet], ['Add a readiness probe (port 5432)', undefined]);
    assert.match(database.edits[0]?.newText ?? '', /tcpSocket:\n {14}port: 5432\n/);
    const grpc = fixOf(`${WEB}${ports('{name: grpc, containerPort: 50051}')}`, /readiness probe/);
    assert.match(grpc.edits[0]?.newText ?? '', /grpc:\n {14}port: 50051\n/);
  });

  it('give the start of all containers the time that a person chooses', () => {
    const liveness = '          livenessProbe:\n            exec: {command: [cat, "/tmp/${up}"]}\n            periodSeconds: 5\n';
    const text = `${WEB}${READY}${liveness}        - name: b\n          image: b:1\n${liveness}`;
    const fix = fixOf(text, /^Give the start its own time \(startup probe, 5 min\)$/);
    const snippet = fix.snippet ?? '';
    assert.ok(snippet.includes('command: ["cat","/tmp/\\${up\\}"]'), snippet);
    assert.match(snippet, /failureThreshold: \$\{1:60\}[^]*failureThreshold: \$\{2:60\}/);
    const after = applyEdits(text, fix.edits);
    const left = diagnosticsOf(after).map(({ ruleId }) => ruleId);
    assert.ok(!left.includes('liveness-kills-start') && !left.includes('deadline-too-short'));
  });

  it('leave the deadline for progress as it is', () => {
    const deadline = (seconds: number, ready: string): string =>
      `${WEB}${ready}          livenessProbe: {tcpSocket: {port: 80}}\n`.replace(
        'spec:\n',
        `spec:\n  progressDeadlineSeconds: ${seconds}\n`,
      );
    assert.match(fixOf(deadline(100, READY), /startup probe/).snippet ?? '', /failureThreshold: \$\{1:8\}/);
    assert.equal(fixOf(deadline(12, ''), /minReadySeconds/).title, 'Set minReadySeconds to 6');
  });

  it('write JSON into JSON', () => {
    const spec = { selector: { matchLabels: { app: 'a' } }, template: { metadata: { labels: { app: 'a' } }, spec: {} } };
    const pods = { containers: [{ name: 'a', image: 'a:1' }] };
    const text = JSON.stringify({
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'a' },
      spec: { ...spec, template: { ...spec.template, spec: pods } },
    });
    const after = applyEdits(text, fixOf(text, /readiness probe/).edits);
    assert.ok(after.includes('"readinessProbe": {"httpGet": {"path": "/", "port": 8080}}'), after);
  });
});

describe('fixes that know better', () => {
  it('put a budget behind the document that the rollout keeps', () => {
    const text = `${WEB}${READY}`.replace('spec:\n', 'spec:\n  strategy: {rollingUpdate: {maxUnavailable: 2}}\n');
    const fix = fixOf(text, /^Add a PodDisruptionBudget that lets 2 of 3 go$/, { others: [SERVICE] });
    const after = applyEdits(text, fix.edits);
    const budget = 'apiVersion: policy/v1\nkind: PodDisruptionBudget\nmetadata:\n  name: web\nspec:\n  maxUnavailable: 2\n';
    assert.equal(after, `${text}---\n${budget}  selector:\n    matchLabels:\n      app: "web"\n`);
    const left = diagnosticsOf(after, { others: [SERVICE] }).map(({ ruleId }) => ruleId);
    assert.ok(!left.some((id) => /budget|pdb/.test(id)));
  });

  it('rename a field that is misspelled', () => {
    const text = `${WEB}          readinesProbe: {tcpSocket: {port: 80}}\n`;
    assert.match(diagnosticsOf(text)[0]?.message ?? '', /did you mean “readinessProbe”\?/);
    const after = applyEdits(text, fixOf(text, /^Rename it to readinessProbe$/).edits);
    assert.equal(after, text.replace('readinesProbe', 'readinessProbe'));
    const json = JSON.stringify(
      { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'a' }, spec: { replica: 2, selector: {}, template: {} } },
      undefined,
      1,
    );
    assert.match(applyEdits(json, fixOf(json, /^Rename it to replicas$/).edits), /"replicas": 2/);
  });

  it('say nothing of fields that are like none, or written already', () => {
    const titles = (text: string): string[] => computeQuickFixes(analyzed(text), 0, text.length).map(({ title }) => title);
    assert.ok(!titles(`${WEB}${READY}          colour: red\n`).some((title) => title.startsWith('Rename')));
    assert.ok(!titles(`${WEB}${READY}          readinesProbe: {}\n`).some((title) => title.startsWith('Rename')));
  });

  it("select the template's labels that stay", () => {
    const text = `${HEAD}${TEMPLATE}${READY}`.replace('{app: web, ', '{app: web, app.kubernetes.io/part-of: shop, ');
    const fix = fixOf(text, /^Select the template's labels “app: web” and “app\.kubernetes\.io\/part-of: shop”$/);
    assert.match(
      applyEdits(text, fix.edits),
      /selector:\n {4}matchLabels:\n {6}app\.kubernetes\.io\/part-of: "shop"\n {6}app: "web"\n/,
    );
  });
});
