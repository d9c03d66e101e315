import assert from 'node:assert/strict';
import { Analysis } from '../../src/features/analysis';
import { describeLeftOut } from '../../src/features/coverage';
import { computeDiagnostics } from '../../src/features/diagnostics';
import { DEFAULT_SETTINGS } from '../../src/features/settings';
import { WorkspaceIndex } from '../../src/features/workspaceIndex';
import { readManifest } from '../../src/manifest/manifest';
import { shortName } from '../../src/rules/sources';
import { deployment, object, QUIET_CONTAINER } from './support';

const service = (name: string): string => object('Service', 'v1', name, { selector: { app: name } });

function names(index: WorkspaceIndex): string[] {
  return [...index.factsFor('a').bySort].flatMap(([, near]) => near).map(({ fact }) => `${fact.fact} ${fact.name}`);
}

describe('the workspace index', () => {
  it('collects facts from files and forgets those of removed files', () => {
    const index = new WorkspaceIndex();
    index.updateText('a', `${service('x')}\n---\n${service('y')}`);
    index.updateText('b', object('PodDisruptionBudget', 'policy/v1', 'p', {}));
    assert.deepEqual(names(index), ['service x', 'service y', 'budget p']);
    index.remove('a');
    assert.deepEqual(names(index), ['budget p']);
  });

  it('is the same object as long as no fact changes', () => {
    const index = new WorkspaceIndex();
    const first = readManifest(`${service('x')}\n---\nkind: Deployment\nspec: {replicas: 1}\n`);
    index.updateManifest('a', first);
    const before = index.factsFor('a');
    index.updateManifest('a', readManifest(`${service('x')}\n---\nkind: Deployment\nspec: {replicas: 2}\n`, first));
    assert.equal(index.factsFor('a'), before);
    index.updateText('b', 'kind: Job\n');
    assert.equal(index.factsFor('a'), before);
    index.updateManifest('a', readManifest(service('z'), first));
    assert.notEqual(index.factsFor('a'), before);
  });

  it('has changed when a file of values is there for the first time, or something is applied by a controller', () => {
    const index = new WorkspaceIndex();
    const revisions = [index.revision];
    for (const [uri, text] of [
      ['file:///web/values.yaml', 'replicas: 1\n'],
      ['file:///web/values.yaml', 'replicas: 2\n'],
      ['file:///app.yaml', 'apiVersion: argoproj.io/v1alpha1\nkind: Application\nspec: {source: {path: web}}\n'],
    ] as const) {
      index.updateText(uri, text);
      revisions.push(index.revision);
    }
    const [first = 0, added = 0, edited = 0, deployed = 0] = revisions;
    assert.ok(added > first && edited === added && deployed > edited, revisions.join(' '));
  });

  it('tells a workload for what selects it and for what it takes, not for the rest of it', () => {
    const index = new WorkspaceIndex();
    const text = (replicas: number, app: string, image = 'i'): string =>
      `kind: Deployment\nmetadata: {name: w}\nspec: {replicas: ${replicas}, selector: {matchLabels: {app: ${app}}}, template: {metadata: {labels: {app: ${app}}}, spec: {containers: [{name: c, image: ${image}}]}}}\n`;
    index.updateManifest('a', readManifest(text(1, 'x')));
    const before = index.factsFor('b');
    index.updateManifest('a', readManifest(text(1, 'x', 'j')));
    assert.equal(index.factsFor('b'), before);
    index.updateManifest('a', readManifest(text(2, 'x', 'j')));
    const scaled = index.factsFor('b');
    assert.notEqual(scaled, before);
    index.updateManifest('a', readManifest(text(2, 'y', 'j')));
    assert.notEqual(index.factsFor('b'), scaled);
  });

  it('stops at its limits and says so', () => {
    const index = new WorkspaceIndex({ files: 2, facts: 3, fileSize: 500 });
    for (const uri of ['a', 'b', 'c']) index.updateText(uri, service(uri));
    assert.deepEqual([names(index).length, index.factsFor('a').limited, index.coverage.beyond], [2, true, 1]);
    const large = new WorkspaceIndex({ files: 9, facts: 9, fileSize: 20 });
    large.updateText('a', service('x'));
    assert.deepEqual([names(large), large.factsFor('a').limited, large.coverage.large], [[], true, ['a']]);
    const many = new WorkspaceIndex({ files: 9, facts: 1, fileSize: 500 });
    many.updateText('a', service('x'));
    many.updateText('b', service('y'));
    assert.deepEqual([names(many), many.factsFor('a').limited, many.coverage.crowded], [['service x'], true, true]);
  });

  it('is limited as long as a single file is unread, and no longer', () => {
    const index = new WorkspaceIndex();
    index.updateText('a', service('x'));
    const isLimited = (read: number, unread: number): boolean => {
      index.setProgress(read, unread);
      return index.factsFor('a').limited;
    };
    assert.deepEqual(
      [isLimited(0, 0), isLimited(0, 1), isLimited(1, 0), isLimited(1, 2), isLimited(2, 1), isLimited(3, 0)],
      [...[false, true, false, true, true, false]],
    );
    assert.deepEqual([index.coverage.read, index.coverage.unread], [3, 0]);
  });

  it('does not take a Node that a kustomization labels for all nodes that there are', () => {
    const apply = (node: string, resources: string): readonly string[] => {
      const index = new WorkspaceIndex();
      index.updateText('file:///w/nodes/a.yaml', node);
      index.updateText('file:///w/nodes/kustomization.yaml', `resources: [${resources}]\n`);
      return (index.factsFor('file:///w/web.yaml').bySort.get('node') ?? []).map(({ fact }) => fact.name);
    };
    const bare = object('Node', 'v1', 'a', { taints: [{ key: 'gpu', effect: 'NoSchedule' }] });
    assert.deepEqual(apply(bare, 'a.yaml'), []);
    assert.deepEqual(apply(bare, 'b.yaml'), ['a']);
    assert.deepEqual(apply(object('Node', 'v1', 'a', {}, { status: {} }), 'a.yaml'), ['a']);
  });

  it('has no place for what was pasted', () => {
    const index = new WorkspaceIndex();
    index.updateManifest('rollout-lens:nodes', readManifest(object('Node', 'v1', 'n', {})));
    const facts = index.factsFor('file:///w/a.yaml');
    const [near] = facts.bySort.get('node') ?? [];
    assert.ok(near !== undefined);
    assert.deepEqual([facts.placeOf(near.fact), shortName(near.fact.uri, facts.home)], [undefined, 'the list that was pasted']);
  });

  it('counts files with facts only', () => {
    const index = new WorkspaceIndex({ files: 1, facts: 9, fileSize: 500 });
    for (const uri of ['a', 'b', 'c']) index.updateText(uri, 'kind: Job\n');
    index.updateText('d', service('x'));
    assert.deepEqual([names(index), index.factsFor('a').limited], [['service x'], false]);
  });

  it('never refuses an open document', () => {
    const index = new WorkspaceIndex({ files: 1, facts: 1, fileSize: 20 });
    index.updateText('a', 'kind: Service\n');
    index.updateManifest('b', readManifest(service('y')));
    assert.deepEqual(names(index), ['service y']);
  });

  it('forgets what it left out when that is gone, or fits', () => {
    const index = new WorkspaceIndex({ files: 1, facts: 9, fileSize: 500 });
    index.skipLarge('a');
    index.updateText('b', service('x'));
    index.updateText('c', service('y'));
    index.setProgress(3, 1);
    assert.deepEqual(index.coverage, { read: 3, unread: 1, failed: [], large: ['a'], beyond: 1, crowded: false });
    index.setProgress(4, 0);
    index.updateText('a', 'kind: Job\n');
    index.remove('b');
    index.updateText('c', service('y'));
    assert.deepEqual(index.coverage, { read: 4, unread: 0, failed: [], large: [], beyond: 0, crowded: false });
    assert.deepEqual([names(index), index.factsFor('a').limited], [['service y'], false]);
  });

  it('has words for what is not read, and none where all is', () => {
    const all = { read: 5, unread: 0, failed: [], large: [], beyond: 0, crowded: false };
    assert.equal(describeLeftOut(all), undefined);
    const said = describeLeftOut({
      ...all,
      unread: 1,
      large: ['file:///w/a%20b.yaml', 'x/%zz', 'c', 'd'],
      beyond: 3000,
      crowded: true,
    });
    assert.match(
      said ?? '',
      /^Not read: 1 file not looked into yet; 3,000 files beyond the first 2,000 that matter; objects beyond the first 20,000; over 2 MiB: a b\.yaml, %zz, c, …\. Services/,
    );
  });

  it('takes what only tests read for less than what is rolled out, where there is anything else', () => {
    const broken = deployment({ replicas: -1 });
    const severities = (...files: readonly string[]): string[] => {
      const index = new WorkspaceIndex();
      for (const uri of files) index.updateText(uri, broken);
      const uri = 'file:///w/pkg/testdata/app.yaml';
      const facts = index.factsFor(uri);
      const found = computeDiagnostics(
        new Analysis(uri, `${broken}\n---\nkind: Deployment\na: b: c\n`, { settings: DEFAULT_SETTINGS, facts }),
      );
      return found.map(({ severity }) => severity);
    };
    assert.deepEqual(severities('file:///w/pkg/testdata/app.yaml', 'file:///w/pkg/web.yaml'), ['information', 'information']);
    assert.deepEqual(severities('file:///w/pkg/testdata/app.yaml'), ['error', 'error']);
    assert.deepEqual(severities('file:///w/pkg/testdata/app.yaml', 'untitled:new'), ['error', 'error']);
  });

  it('takes lost requests for information where nobody sends any: in samples, and in what programs write', () => {
    const service = 'apiVersion: v1\nkind: Service\nmetadata: {name: web}\nspec: {selector: {app: web}}\n';
    const probeless = deployment({}, { containers: [{ name: 'web', image: 'web:1' }] });
    const severities = (place: string, head = ''): string[] => {
      const uri = `file:///w/${place}`;
      const text = `${head}${service}---\n${probeless}\n---\n${deployment({ replicas: -1 })}`;
      const index = new WorkspaceIndex();
      index.updateText('file:///w/other.yaml', service);
      index.updateText(uri, '# DO NOT EDIT, not yet known\na: b\n');
      index.updateText(uri, text);
      const found = computeDiagnostics(new Analysis(uri, text, { settings: DEFAULT_SETTINGS, facts: index.factsFor(uri) }));
      return found.filter(({ severity }) => severity !== 'hint').map(({ ruleId, severity }) => `${ruleId} ${severity}`);
    };
    const [lost, told, wrong] = ['no-readiness warning', 'no-readiness information', 'rejected error'];
    const drops = 'drops-requests information';
    assert.deepEqual(severities('apps/app.yaml'), [lost, drops, wrong]);
    assert.deepEqual(severities('docs/app.yaml'), [told, wrong]);
    assert.deepEqual(severities('tests/app.yaml'), [told, 'rejected information']);
    for (const head of [
      '---\n# This manifest was generated by flux. DO NOT EDIT.\n---\n',
      '# Source: web/templates/a.yaml\n',
      '---\n# Builtin: web\na: b\n---\n# Source: web/templates/a.yaml\n',
      'kind: ConfigMap\nmetadata:\n  labels:\n    heritage: Helm\n---\n',
      'kind: ConfigMap\nmetadata:\n  labels:\n    helm.sh/chart: "web-1.2.3"\n---\n',
    ])
      assert.deepEqual(severities('apps/app.yaml', head), [told, wrong], head);
    const template = 'kind: ConfigMap\nmetadata:\n  labels:\n    heritage: Helm\n    release: {{ .Release.Name }}\n---\n';
    for (const head of ['# The web server.\n', template])
      assert.deepEqual(severities('apps/app.yaml', head), [lost, drops, wrong], head);
  });

  it('says of a sample that another file describes the pods that it has to be near to', () => {
    const term = { topologyKey: 'zone', labelSelector: { matchExpressions: [{ key: 'app', operator: 'In', values: ['db'] }] } };
    const near = { affinity: { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [term] } } };
    const labels = { app: 'db' };
    const set = {
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [QUIET_CONTAINER] } },
    };
    const said = (place: string): readonly string[] => {
      const uri = `file:///w/${place}/app.yaml`;
      const index = new WorkspaceIndex();
      const text = deployment({}, near);
      index.updateText(uri, text);
      index.updateText('file:///w/other.yaml', deployment());
      index.updateText(`file:///w/${place}/db.yaml`, object('StatefulSet', 'apps/v1', 'db', set));
      const found = computeDiagnostics(new Analysis(uri, text, { settings: DEFAULT_SETTINGS, facts: index.factsFor(uri) }));
      return found.filter(({ ruleId }) => ruleId === 'stall-others').map(({ message }) => message);
    };
    assert.match(said('samples/db').join(), /only near pods with app=db .*, which only another file describes; where none runs/);
    assert.doesNotMatch(said('apps/db').join(), /describes/);
  });

  it('leaves out what a template decides', () => {
    const index = new WorkspaceIndex();
    index.updateText(
      'a',
      'apiVersion: v1\nkind: Service\nmetadata: {name: x}\nspec:\n  selector:\n    {{- include "l" . | nindent 4 }}\n',
    );
    index.updateText(
      'b',
      'apiVersion: v1\nkind: Service\nmetadata:\n  name: yy\n  labels:\n    {{- include "l" . | nindent 4 }}\nspec: {selector: {a: b}}\n',
    );
    assert.deepEqual(names(index), ['service yy']);
  });

  it('survives facts of any shape', () => {
    const index = new WorkspaceIndex();
    const kinds = [
      'Service',
      'PodDisruptionBudget',
      'HorizontalPodAutoscaler',
      'PersistentVolumeClaim',
      'ResourceQuota',
      'LimitRange',
      'Node',
    ];
    for (const kind of kinds)
      for (const spec of ['5', '[]', '{selector: 5, hard: [1], limits: {a: 1}, taints: [1], accessModes: 5}'])
        index.updateText(kind + spec, `kind: ${kind}\nspec: ${spec}\n`);
    assert.equal(names(index).length, kinds.length * 3);
  });
});
