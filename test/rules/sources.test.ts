import assert from 'node:assert/strict';
import { WorkspaceIndex } from '../../src/features/workspaceIndex';
import { Analysis } from '../../src/features/analysis';
import { computeDiagnostics } from '../../src/features/diagnostics';
import { DEFAULT_SETTINGS } from '../../src/features/settings';
import { computeHover } from '../../src/features/hover/hover';
import { readManifest } from '../../src/manifest/manifest';
import { shortName } from '../../src/rules/sources';
import { analyzed, deployment, diagnosticsOf, object, URI } from '../features/support';
import { RULE_CASES } from './allCases';

const CASES = Object.entries(RULE_CASES).flatMap(([id, cases]) => cases.map((entry) => ({ id, ...entry })));

const SERVICE = object('Service', 'v1', 'front', { selector: { app: 'web' } });
const AUTOSCALER = object('HorizontalPodAutoscaler', 'autoscaling/v2', 'hpa', {
  scaleTargetRef: { kind: 'Deployment', name: 'web' },
  minReplicas: 2,
  maxReplicas: 9,
});
const NO_PROBE = deployment({}, { containers: [{ name: 'web', image: 'web:1.0' }] });

/** A file among others, each at its own place. */
function among(home: string, text: string, others: Readonly<Record<string, string>>): Analysis {
  const index = new WorkspaceIndex();
  for (const [uri, other] of Object.entries(others)) index.updateText(uri, other);
  return new Analysis(home, text, { settings: DEFAULT_SETTINGS, facts: index.factsFor(home) });
}

describe('findings that rest on other files', () => {
  const inOthers = CASES.filter(({ around, says }) => says !== undefined && around?.others !== undefined);

  for (const { id, when, text, around = {} } of inOthers) {
    it(`name the file: ${id} when ${when}`, () => {
      const { others = [], ...rest } = around;
      const alone = new Set(diagnosticsOf(text, rest).map(({ ruleId, message }) => ruleId + message));
      const owed = diagnosticsOf(text, { ...rest, others }).filter(({ ruleId, message }) => !alone.has(ruleId + message));
      for (const { message, related } of owed) {
        const [, file = ''] = /\b(other-\d\.yaml)/.exec(message) ?? [];
        assert.notEqual(file, '', message);
        assert.ok(
          related.some(({ uri }) => uri === `file:///w/${file}`),
          message,
        );
      }
    });
  }

  it('are more than a few', () => {
    const ids = new Set(inOthers.map(({ id }) => id));
    assert.ok(ids.size >= 10, [...ids].join(' '));
  });

  it('link to the object: its line and its first key', () => {
    const [found] = diagnosticsOf(NO_PROBE, { others: [`# the front\n\n---\nkind: ConfigMap\n---\n${SERVICE}`] });
    assert.match(found?.message ?? '', /Service “front” in other-0\.yaml/);
    assert.deepEqual(found?.related, [{ uri: 'file:///w/other-0.yaml', message: 'Service “front”', line: 5, start: 1, end: 13 }]);
  });

  it('follow the lines of a file that is open, and leave the verdicts alone', () => {
    const index = new WorkspaceIndex();
    const uri = 'file:///w/service.yaml';
    const first = readManifest(`a: 1\n---\n${SERVICE}`);
    index.updateManifest(uri, first);
    const facts = index.factsFor(URI);
    const analysis = new Analysis(URI, NO_PROBE, { settings: DEFAULT_SETTINGS, facts });
    assert.equal(computeDiagnostics(analysis)[0]?.related[0]?.line, 2);
    index.updateManifest(uri, readManifest(`a: 1\nb: 2\n---\n${SERVICE}`, first));
    assert.equal(index.factsFor(URI), facts);
    assert.equal(computeDiagnostics(analysis)[0]?.related[0]?.line, 3);
  });

  it('link to what is in the same file without naming it', () => {
    const [found] = diagnosticsOf(`${NO_PROBE}\n---\n${SERVICE}`);
    assert.doesNotMatch(found?.message ?? '', /app\.yaml/);
    assert.deepEqual(
      found?.related.map(({ uri }) => uri),
      [URI],
    );
  });

  it('say so where two objects are meant just as well', () => {
    const found = computeDiagnostics(
      among('file:///w/app.yaml', deployment({ replicas: 3 }), {
        'file:///w/one.yaml': AUTOSCALER,
        'file:///w/two.yaml': AUTOSCALER.replace('"minReplicas":2', '"minReplicas":5'),
      }),
    ).find(({ ruleId }) => ruleId === 'hpa-owns-replicas');
    assert.match(found?.message ?? '', /“hpa” in one\.yaml \(or the one in two\.yaml, which is just as near\)/);
    assert.deepEqual(
      found?.related.map(({ uri, message }) => [uri, message]),
      [
        ['file:///w/one.yaml', 'HorizontalPodAutoscaler “hpa”'],
        ['file:///w/two.yaml', 'HorizontalPodAutoscaler “hpa”, which is just as near'],
      ],
    );
  });

  it('are told apart where they have one name', () => {
    const autoscaler = AUTOSCALER.replace('"hpa"', '"front"');
    const text = deployment({ replicas: undefined });
    const found = computeDiagnostics(
      among('file:///w/app.yaml', text, { 'file:///w/hpa.yaml': autoscaler, 'file:///w/service.yaml': SERVICE }),
    ).find(({ ruleId }) => ruleId === 'no-budget');
    assert.match(found?.message ?? '', /behind Service “front” in service\.yaml at once/);
    assert.match(found?.message ?? '', /the minimum of HorizontalPodAutoscaler “front” in hpa\.yaml \(2–9\)/);
  });

  it('are placed once where a claim and its volume have one name', () => {
    const pod = {
      containers: [{ name: 'web', image: 'web:1.0' }],
      volumes: [{ name: 'd', persistentVolumeClaim: { claimName: 'data' } }],
    };
    const claim = object('PersistentVolumeClaim', 'v1', 'data', { accessModes: ['ReadWriteOnce'], volumeName: 'data' });
    const found = computeDiagnostics(
      among('file:///w/app.yaml', deployment({ replicas: 1 }, pod), {
        'file:///w/pv.yaml': `${claim}\n---\n${object('PersistentVolume', 'v1', 'data', {})}`,
      }),
    ).find(({ ruleId }) => ruleId === 'stall-volume');
    assert.match(found?.message ?? '', /volume “data” in pv\.yaml until/);
    assert.equal(found?.related.length, 2);
  });

  it('show a few of very many nodes', () => {
    const node = (index: number): string =>
      object('Node', 'v1', `n${index}`, {}, { status: { allocatable: { cpu: '1', pods: '9' } } });
    const nodes = Array.from({ length: 30 }, (_, index) => node(index)).join('\n---\n');
    const pod = { containers: [{ name: 'web', image: 'web:1.0', resources: { requests: { cpu: '1' } } }] };
    const [found] = diagnosticsOf(deployment({ replicas: 40 }, pod), { others: [nodes] });
    assert.match(found?.message ?? '', /30 nodes take 30 pods of this size/);
    assert.deepEqual(
      found?.related.map(({ message }) => message),
      ['Node “n0”', 'Node “n1”', 'Node “n2”', 'Node “n3”', 'Node “n4”'],
    );
  });

  it('are not said to miss pods by the labels of a chart, where they lie far off', () => {
    const selector = { matchLabels: { 'app.kubernetes.io/name': 'web', 'app.kubernetes.io/instance': 'web' } };
    const budget = object(
      'PodDisruptionBudget',
      'policy/v1',
      'guard',
      { minAvailable: 1, selector },
      { metadata: { name: 'guard', namespace: 'shop' } },
    );
    const text = deployment({ replicas: 3 }, {}, { metadata: { name: 'web', namespace: 'shop' } });
    const misses = (uri: string): readonly string[] =>
      computeDiagnostics(among('file:///w/k8s/app.yaml', text, { [uri]: budget }))
        .filter(({ ruleId }) => ruleId === 'pdb-misses')
        .map(({ message }) => message);
    assert.deepEqual(misses('file:///w/cloud/monitoring/pdb.yaml'), []);
    assert.match(
      misses('file:///w/k8s/pdb.yaml')[0] ?? '',
      /“web” is their “app”, not their “app\.kubernetes\.io\/name” and “web” is their “app”, not their “app\.kubernetes\.io\/instance”\.$/,
    );
  });

  it('are linked from the hover', () => {
    const analysis = analyzed(deployment({ replicas: undefined }), { others: [`\n${AUTOSCALER}`] });
    const { markdown = '' } = computeHover(analysis, analysis.manifest.text.indexOf('"kind"') + 2) ?? {};
    assert.match(
      markdown,
      /the minimum of HorizontalPodAutoscaler “hpa” in \[other\\-0\\\.yaml\]\(file:\/\/\/w\/other-0\.yaml#L2\)/,
    );
    assert.match(markdown, /Never fewer than \*\*2\*\* of 2–9 available, never more than \*\*12 pods\*\*/);
    assert.match(markdown, /- surge 1: 25 % of 2 = 0\.5 → 1, rounded up; with 9 replicas 3: 25 % of 9 = 2\.25 → 3, rounded up/);
  });

  it('are told by a short name', () => {
    const names: readonly (readonly [string, string, string])[] = [
      ['file:///w/apps/web/deploy.yaml', 'file:///w/apps/web/svc.yaml', 'svc.yaml'],
      ['file:///w/apps/web/deploy.yaml', 'file:///w/quota.yaml', 'quota.yaml'],
      ['file:///w/apps/web/deploy.yaml', 'file:///w/base/a%20b/quota.yaml', 'base/a b/quota.yaml'],
      ['file:///w/apps/web.yaml', 'file:///w/apps/web/svc.yaml', 'web/svc.yaml'],
      ['untitled:a', 'file:///w/%E0%A4%A', 'file:///w/%E0%A4%A'],
    ];
    for (const [home, uri, short] of names) assert.equal(shortName(uri, home), short);
  });
});
