import assert from 'node:assert/strict';
import { restartPlaces } from '../../src/features/change';
import { computeCodeLenses } from '../../src/features/codeLens';
import { computeHover } from '../../src/features/hover/hover';
import { simulationOf } from '../../src/features/simulation';
import { simulationTargets } from '../../src/features/simulationTarget';
import { readManifest } from '../../src/manifest/manifest';
import { analyzed, diagnosticsOf } from './support';

function committed(text: string): { committed: ReturnType<typeof readManifest> } {
  return { committed: readManifest(text) };
}

function changeLenses(text: string, before: string): string[] {
  return computeCodeLenses(analyzed(text, committed(before)))
    .map(({ title }) => title)
    .filter((title) => title.startsWith('Δ'));
}

const WEB = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  replicas: 10
  selector:
    matchLabels: { app: web }
  template:
    metadata:
      labels: { app: web }
    spec:
      containers:
        - name: web
          image: web:1.8
`;

describe('an edit, compared with what runs', () => {
  const cases: [what: string, text: string, lenses: string[]][] = [
    ['is nothing', WEB, []],
    ['is a comment', WEB.replace('spec:', 'spec: # here'), []],
    ['says what was the default', `${WEB}          terminationMessagePath: /dev/termination-log\n`, ['Δ no rollout']],
    ['is a new image', WEB.replace('1.8', '1.9'), ['Δ restarts 10 pods: image 1.8 → 1.9']],
    ['is a number of replicas', WEB.replace('replicas: 10', 'replicas: 14'), ['Δ scale 10 → 14, no restart']],
    ['is another selector', WEB.replaceAll('{ app: web }', '{ app: shop }'), ['Δ rejected: spec.selector: field is immutable']],
    [
      'is another name',
      WEB.replace('name: web\nspec', 'name: shop\nspec'),
      ['Δ renamed from Deployment web: 10 pods start beside the old, which runs on unless it is pruned'],
    ],
    [
      'is another workload in its place',
      WEB.replace('name: web\nspec', 'name: shop\nspec').replace('web:1.8', 'shop:1'),
      ['Δ new: 10 pods start', 'Δ Deployment web is no longer in the files: it runs on unless it is pruned'],
    ],
  ];
  for (const [what, text, lenses] of cases) {
    it(`${what}: the lens says ${lenses.join(' and ') || 'nothing'}`, () => {
      assert.deepEqual(changeLenses(text, WEB), lenses);
    });
  }

  it('is silent where a template decides what changes', () => {
    assert.deepEqual(changeLenses(WEB.replace('web:1.8', 'web:{{ .Values.tag }}'), WEB), []);
  });

  it('says what is sure where a template decides the rest', () => {
    const before = WEB.replace('web:1.8', 'web:{{ .Values.tag }}').replace('replicas: 10', 'replicas: {{ .Values.replicas }}');
    const after = `${before}          env: [{ name: LEVEL, value: debug }]\n`;
    assert.deepEqual(changeLenses(after, before), ['Δ restarts its pods: env LEVEL added (as far as the template tells)']);
    const open = `${before}          {{- include "env" . | nindent 10 }}\n`;
    assert.deepEqual(changeLenses(after, open), []);
  });

  it('is told at each changed field, and what it does', () => {
    const text = WEB.replace('1.8', '1.9');
    const hover = computeHover(analyzed(text, committed(WEB)), text.indexOf('web:1.9') + 1);
    assert.match(
      hover?.markdown ?? '',
      /^Δ Since the committed version: image 1\.8 → 1\.9\. This change restarts every pod \(10 pods\)\./,
    );
  });

  it('of a label of the pods restarts them for nothing', () => {
    const text = WEB.replace('labels: { app: web }\n    spec', 'labels: { app: web, version: v2 }\n    spec');
    const hover = computeHover(analyzed(text, committed(WEB)), text.indexOf('v2') + 1);
    assert.match(
      hover?.markdown ?? '',
      /label version of the pods v2 added\. This change .* although nothing in them runs differently/,
    );
  });

  it('is told at what held a removed field', () => {
    const before = WEB.replace('      containers:', '      nodeSelector: { disk: ssd }\n      containers:');
    const hover = computeHover(analyzed(WEB, committed(before)), WEB.indexOf('spec:\n      containers') + 1);
    assert.match(hover?.markdown ?? '', /nodeSelector\.disk removed|nodeSelector removed/);
  });

  it('marks what makes the pods restart', () => {
    const text = WEB.replace('1.8', '1.9').replace('replicas: 10', 'replicas: 11');
    const [found] = analyzed(text, committed(WEB)).workloads;
    assert.ok(found !== undefined);
    assert.deepEqual(
      restartPlaces(found.assessment).map(({ start, end }) => text.slice(start, end)),
      ['image: web:1.9'],
    );
  });

  it('that the API server refuses is one problem, in plain words', () => {
    const text = WEB.replaceAll('{ app: web }', '{ app: shop }');
    const found = diagnosticsOf(text, committed(WEB)).filter(({ severity }) => severity === 'error');
    assert.deepEqual(
      found.map(({ ruleId }) => ruleId),
      ['selector-changed'],
    );
  });

  it('is compared by name in a file of many workloads', () => {
    const named = (index: number): string => WEB.replace('name: web\nspec', `name: web-${index}\nspec`);
    const many = Array.from({ length: 50 }, (_, index) => named(index));
    const reversed = many.toReversed().join('---\n').replace('1.8', '1.9');
    assert.deepEqual(changeLenses(reversed, many.join('---\n')), ['Δ restarts 10 pods: image 1.8 → 1.9']);
  });

  it('is simulated as it is applied', () => {
    const analysis = analyzed(WEB.replace('1.8', '1.9').replace('replicas: 10', 'replicas: 12'), committed(WEB));
    const [target] = simulationTargets(analysis);
    assert.ok(target !== undefined);
    const simulation = simulationOf(analysis, target);
    assert.ok(simulation.problem === undefined);
    const { before, after } = simulation.scenario.workload;
    assert.deepEqual(
      [before, after].map((workload) => workload?.spec.template.spec.containers[0]?.image),
      ['web:1.8', 'web:1.9'],
    );
  });
});
