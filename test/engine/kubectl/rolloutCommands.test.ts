import assert from 'node:assert/strict';
import { pauseDeployment, restartDaemonSet, restartDeployment, resumeDeployment } from '../../../src/engine/kubectl/rolloutEdits';
import { daemonSetRolloutHistory, deploymentRolloutHistory } from '../../../src/engine/kubectl/rolloutHistory';
import { undoDaemonSet, undoDeployment } from '../../../src/engine/kubectl/rolloutUndo';
import type {
  ControllerRevision,
  DaemonSet,
  Deployment,
  PodTemplateSpec,
  ReplicaSet,
  StringMap,
} from '../../../src/model/apiTypes';
import { parseTime } from '../../../src/model/time';

const REVISION = 'deployment.kubernetes.io/revision';
const CAUSE = 'kubernetes.io/change-cause';
const NOW = parseTime('2026-02-03T04:05:06Z') ?? 0;
const selector = { matchLabels: { app: 'web' } };

const template = (image: string, labels: StringMap = {}): PodTemplateSpec => ({
  metadata: { labels: { app: 'web', ...labels } },
  spec: { containers: [{ name: 'web', image }] },
});
const controlledBy = (kind: string, name: string): ReplicaSet['metadata']['ownerReferences'] => [
  { apiVersion: 'apps/v1', kind, name, uid: `uid-${name}`, controller: true },
];

function deployment(image: string, annotations: StringMap = {}, paused = false): Deployment {
  return { metadata: { name: 'web', uid: 'uid-web', annotations }, spec: { selector, template: template(image), paused } };
}
function replicaSet(image: string, annotations: StringMap): ReplicaSet {
  const metadata = {
    name: `web-${image}`,
    labels: { app: 'web' },
    annotations,
    ownerReferences: controlledBy('Deployment', 'web'),
  };
  return { metadata, spec: { template: template(image, { 'pod-template-hash': image }) } };
}
function daemonSet(image: string): DaemonSet {
  return { metadata: { name: 'agent', uid: 'uid-agent' }, spec: { selector, template: template(image) } };
}
function controllerRevision(revision: number, image: string, annotations: StringMap = {}): ControllerRevision {
  const data = {
    spec: { template: { ...template(image), spec: { containers: [{ name: 'web', image, resources: {} }] }, $patch: 'replace' } },
  };
  const metadata = {
    name: `agent-${revision}`,
    labels: { app: 'web' },
    annotations,
    ownerReferences: controlledBy('DaemonSet', 'agent'),
  };
  return { metadata, revision, data };
}

const HISTORY = [replicaSet('v1', { [REVISION]: '1', [CAUSE]: 'first' }), replicaSet('v2', { [REVISION]: '12' })];

describe('kubectl rollout history', () => {
  it('lists revisions with their causes', () => {
    const { text } = deploymentRolloutHistory(deployment('v2'), HISTORY);
    assert.equal(text, 'REVISION  CHANGE-CAUSE\n1         first\n12        <none>\n');
  });

  it('leaves out other owners’ ReplicaSets and unreadable revisions', () => {
    const foreign = { ...replicaSet('v3', { [REVISION]: '3' }), metadata: { name: 'other', labels: { app: 'web' } } };
    const { text } = deploymentRolloutHistory(deployment('v2'), [foreign, replicaSet('v4', { [REVISION]: 'four' })]);
    assert.equal(text, 'No rollout history found.');
  });

  it('describes the template of one revision, its cause among the annotations', () => {
    const { text } = deploymentRolloutHistory(deployment('v2'), HISTORY, 1);
    assert.equal(
      text,
      [
        'Pod Template:',
        '  Labels:\tapp=web',
        '\tpod-template-hash=v1',
        '  Annotations:\tkubernetes.io/change-cause: first',
        '  Containers:',
        '   web:',
        '    Image:\tv1',
        '    Port:\t<none>',
        '    Host Port:\t<none>',
        '    Environment:\t<none>',
        '    Mounts:\t<none>',
        '  Volumes:\t<none>',
        '  Node-Selectors:\t<none>',
        '  Tolerations:\t<none>',
        '',
      ].join('\n'),
    );
  });

  it('does not find every revision', () => {
    assert.deepEqual(daemonSetRolloutHistory(daemonSet('v1'), [controllerRevision(1, 'v1')], 2), {
      text: '',
      error: 'unable to find the specified revision',
    });
  });

  it('lists a DaemonSet’s ControllerRevisions', () => {
    const revisions = [controllerRevision(2, 'v2', { [CAUSE]: 'second' }), controllerRevision(1, 'v1')];
    assert.equal(
      daemonSetRolloutHistory(daemonSet('v2'), revisions).text,
      'REVISION  CHANGE-CAUSE\n1         <none>\n2         second\n',
    );
  });
});

describe('kubectl rollout undo deployment', () => {
  it('replaces the template, and every annotation that is not the Deployment’s own', () => {
    const current = deployment('v2', { [REVISION]: '12', owner: 'shop', [CAUSE]: 'second' });
    const result = undoDeployment(current, HISTORY);
    assert.equal(result.result, 'rolled back');
    assert.deepEqual(result.patch, [
      {
        op: 'replace',
        path: '/spec/template',
        value: { metadata: { labels: { app: 'web' } }, spec: { containers: [{ resources: {}, name: 'web', image: 'v1' }] } },
      },
      { op: 'replace', path: '/metadata/annotations', value: { [REVISION]: '12', [CAUSE]: 'first' } },
    ]);
  });

  const table: readonly [title: string, deployment: Deployment, replicaSets: ReplicaSet[], revision: number, answer: string][] = [
    ['refuses a negative revision', deployment('v2'), HISTORY, -1, 'unable to find specified revision -1 in history'],
    ['does not find every revision', deployment('v2'), HISTORY, 3, 'unable to find specified revision 3 in history'],
    ['needs two revisions to go back', deployment('v2'), HISTORY.slice(1), 0, 'no rollout history found for deployment "web"'],
    [
      'refuses while paused',
      deployment('v2', {}, true),
      HISTORY,
      1,
      "you cannot rollback a paused deployment; resume it first with 'kubectl rollout resume' and try again",
    ],
    ['skips what is in force', deployment('v1'), HISTORY, 1, 'skipped rollback (current template already matches revision 1)'],
    [
      'takes the second-highest revision for the previous one, even if it is running',
      deployment('v1'),
      HISTORY,
      0,
      'skipped rollback (current template already matches revision 0)',
    ],
  ];
  for (const [title, subject, replicaSets, revision, answer] of table) {
    it(title, () => {
      const { result, error } = undoDeployment(subject, replicaSets, revision);
      assert.equal(result + error, answer);
    });
  }
});

describe('kubectl rollout undo daemonset', () => {
  const revisions = [controllerRevision(1, 'v1'), controllerRevision(2, 'v2')];

  it('sends the revision’s data', () => {
    const result = undoDaemonSet(daemonSet('v2'), revisions);
    assert.equal(result.result, 'rolled back');
    assert.deepEqual(result.patch, revisions[0]?.data);
  });

  it('skips what is in force', () => {
    assert.equal(
      undoDaemonSet(daemonSet('v2'), revisions, 2).result,
      'skipped rollback (current template already matches revision 2)',
    );
  });

  it('needs two revisions to go back', () => {
    assert.equal(undoDaemonSet(daemonSet('v2'), revisions.slice(1)).error, 'no last revision to roll back to');
  });
});

describe('kubectl rollout restart, pause, resume', () => {
  it('stamp the template', () => {
    const expected = { 'kubectl.kubernetes.io/restartedAt': '2026-02-03T04:05:06Z' };
    assert.deepEqual(restartDeployment(deployment('v1'), NOW).object?.spec.template.metadata?.annotations, expected);
    assert.deepEqual(restartDaemonSet(daemonSet('v1'), NOW).object?.spec.template.metadata?.annotations, expected);
  });

  it('do not restart what is paused', () => {
    const { error } = restartDeployment(deployment('v1', {}, true), NOW);
    assert.equal(error, "can't restart paused deployment (run rollout resume first)");
  });

  it('pause and resume once', () => {
    assert.equal(pauseDeployment(deployment('v1')).object?.spec.paused, true);
    assert.equal(pauseDeployment(deployment('v1', {}, true)).error, 'is already paused');
    assert.equal(resumeDeployment(deployment('v1', {}, true)).object?.spec.paused, undefined);
    assert.equal(resumeDeployment(deployment('v1')).error, 'is not paused');
  });
});
