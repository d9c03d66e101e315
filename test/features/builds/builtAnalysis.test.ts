import assert from 'node:assert/strict';
import { applyEdits } from '../../support/applyEdits';
import { BuiltAnalysis } from '../../../src/features/builds/builtAnalysis';
import { DEFAULT_SETTINGS } from '../../../src/features/settings';
import type { ObjectEdit } from '../../../src/manifest/edits';
import { nearestPlace, type BuiltObject } from '../../../src/render/builtManifest';
import { overlayPlan } from '../../../src/render/kustomize/overlayPlan';
import { NO_FACTS } from '../../../src/rules/facts';
import { fileTree } from '../../support/fileTree';

const FILES: Readonly<Record<string, string>> = {
  'base/web.yaml': `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  replicas: 3
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers:
      - name: web
        image: web:latest
`,
  'base/service.yaml': `apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  selector: {app: web}
  ports: [{port: 80}]
`,
  'base/kustomization.yaml': 'resources: [web.yaml, service.yaml]\n',
  'prod/kustomization.yaml': `resources: [../base]
namePrefix: prod-
replicas:
- {name: web, count: 9}
patches:
- path: surge.yaml
- target: {kind: Deployment, name: web}
  patch: |-
    - op: add
      path: /spec/minReadySeconds
      value: 20
`,
  'prod/surge.yaml': `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  strategy:
    rollingUpdate:
      maxSurge: 2
`,
};

const OUTSIDE = { facts: { ...NO_FACTS, home: 'file:///prod/kustomization.yaml' }, isOfBuilds: () => false };

function analyzed(files = FILES, previous?: BuiltAnalysis): BuiltAnalysis {
  const tree = fileTree(files);
  const plan = previous?.plan ?? overlayPlan('prod', { name: 'prod', home: 'prod/kustomization.yaml' });
  const uriOf = (file: string): string => `file:///${file}`;
  const around = { settings: DEFAULT_SETTINGS, outside: OUTSIDE, textOf: (file: string) => tree.read(file), uriOf };
  return new BuiltAnalysis(plan, plan.build(tree), around, previous);
}

function messages({ analysis }: BuiltAnalysis): readonly string[] {
  return analysis.workloads.flatMap(({ assessment }) =>
    assessment.findings.map(({ rule, finding }) => `${rule.id}: ${finding.message}`),
  );
}

function objectIn(found: BuiltAnalysis): BuiltObject {
  const [placed] = found.analysis.workloads;
  const object = placed === undefined ? undefined : found.objectOf(placed.workload);
  assert.ok(object !== undefined);
  return object;
}

/** The change of the built object, the file that takes what is new, and the lines that the files get. */
const EDITS: readonly (readonly [what: string, change: ObjectEdit, into: string | undefined, line: string])[] = [
  [
    'a patched value',
    { op: 'set', path: ['spec', 'strategy', 'rollingUpdate', 'maxSurge'], value: '25%' },
    undefined,
    'prod/surge.yaml:       maxSurge: 25%',
  ],
  [
    'a count among the replicas',
    { op: 'set', path: ['spec', 'replicas'], value: '12' },
    undefined,
    'prod/kustomization.yaml: - {name: web, count: 12}',
  ],
  [
    'an inline patch',
    { op: 'set', path: ['spec', 'minReadySeconds'], value: '30' },
    undefined,
    'prod/kustomization.yaml:       value: 30',
  ],
  ['what nobody has written', { op: 'set', path: ['spec', 'paused'], value: 'true' }, undefined, 'base/web.yaml:   paused: true'],
  [
    'what nobody has written, into a patch',
    { op: 'set', path: ['spec', 'paused'], value: 'true' },
    'prod/surge.yaml',
    'prod/surge.yaml:   paused: true',
  ],
  ['what is removed', { op: 'remove', path: ['spec', 'strategy', 'rollingUpdate', 'maxSurge'] }, undefined, 'prod/surge.yaml: '],
];

describe('what is built', () => {
  it('is judged as it is applied, with the objects that are built with it', () => {
    const found = analyzed();
    const [placed] = found.analysis.workloads;
    assert.equal(placed?.workload.name, 'prod-web');
    assert.equal(placed.assessment.envelope?.desired, 9);
    const budget = placed.assessment.findings.find(({ rule }) => rule.id === 'no-budget');
    assert.match(budget?.finding.message ?? '', /behind Service “prod-web” in base\/service\.yaml/);
    const [service] = budget?.sources ?? [];
    assert.deepEqual(service && placed.assessment.surroundings.facts.placeOf(service.fact), { line: 3, start: 8, end: 11 });
  });

  it('names the file of an object where that is another one than the one in which a finding stands', () => {
    const both = { 'base/web.yaml': `${FILES['base/web.yaml']}---\n${FILES['base/service.yaml']}` };
    const kustomization = { 'base/kustomization.yaml': 'resources: [web.yaml]\n' };
    const [placed] = analyzed({ ...FILES, ...kustomization, ...both }).analysis.workloads;
    const messageOf = (id: string): string =>
      placed?.assessment.findings.find(({ rule }) => rule.id === id)?.finding.message ?? assert.fail(id);
    assert.match(messageOf('drops-requests'), /Requests of Service “prod-web” fail/);
    assert.match(messageOf('no-budget'), /behind Service “prod-web” in base\/web\.yaml/);
  });

  it('places what nobody has written at the nearest field above it', () => {
    const place = nearestPlace(objectIn(analyzed()), ['spec', 'strategy', 'rollingUpdate', 'maxUnavailable']);
    assert.equal(place?.file, 'prod/surge.yaml');
  });

  it('listens to comments in the files that it is made of', () => {
    const plain = analyzed();
    assert.match(messages(plain).join('\n'), /mutable-tag/);
    const ignored = {
      ...FILES,
      'base/web.yaml': FILES['base/web.yaml']?.replace('web:latest', 'web:latest # rollout-lens: ignore mutable-tag') ?? '',
    };
    const next = analyzed(ignored, plain);
    assert.doesNotMatch(messages(next).join('\n'), /mutable-tag/);
    assert.match(messages(analyzed(FILES, next)).join('\n'), /mutable-tag/);
  });

  it('keeps what an edit leaves alone', () => {
    const before = analyzed();
    const same = analyzed({ ...FILES, 'base/web.yaml': `# A comment.\n${FILES['base/web.yaml'] ?? ''}` }, before);
    assert.equal(same.analysis.workloads[0]?.assessment, before.analysis.workloads[0]?.assessment);
    assert.equal(nearestPlace(objectIn(same), ['metadata', 'name'])?.overridden.at(-1)?.start, 68);
  });

  for (const [what, change, into, line] of EDITS)
    it(`is changed where it is written: ${what}`, () => {
      const edits = objectIn(analyzed()).editsFor([change], into) ?? [];
      const changed = edits.map(({ file, ...edit }) => {
        const text = FILES[file] ?? '';
        const before = new Set(text.split('\n'));
        const lines = applyEdits(text, [edit])
          .split('\n')
          .filter((each) => !before.has(each));
        return `${file}: ${lines.join('\n')}`;
      });
      assert.deepEqual(changed, [line]);
    });
});
