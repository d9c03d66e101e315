import assert from 'node:assert/strict';
import { daemonSetRolloutStatus, deploymentRolloutStatus } from '../../../src/engine/kubectl/rolloutStatus';
import type { DaemonSet, DaemonSetStatus, Deployment, DeploymentStatus } from '../../../src/model/apiTypes';

const template = { spec: { containers: [] } };

function deployment(status: DeploymentStatus, paused = false): Deployment {
  return {
    metadata: { name: 'web', generation: 2, annotations: { 'deployment.kubernetes.io/revision': '5' } },
    spec: { replicas: 3, template, paused },
    status: { observedGeneration: 2, ...status },
  };
}
function daemonSet(status: DaemonSetStatus, type = 'RollingUpdate'): DaemonSet {
  return { metadata: { name: 'agent', generation: 1 }, spec: { template, updateStrategy: { type } }, status };
}
const timedOut = [{ type: 'Progressing', status: 'False' as const, reason: 'ProgressDeadlineExceeded' }];

describe('kubectl rollout status deployment', () => {
  const table: readonly [title: string, status: DeploymentStatus, text: string][] = [
    ['not observed', { observedGeneration: 1, conditions: timedOut }, 'Waiting for deployment spec update to be observed...\n'],
    [
      'not all updated',
      { updatedReplicas: 1, replicas: 4 },
      'Waiting for deployment "web" rollout to finish: 1 out of 3 new replicas have been updated...\n',
    ],
    [
      'old ones left',
      { updatedReplicas: 3, replicas: 5, availableReplicas: 3 },
      'Waiting for deployment "web" rollout to finish: 2 old replicas are pending termination...\n',
    ],
    [
      'not all available',
      { updatedReplicas: 3, replicas: 3, availableReplicas: 2 },
      'Waiting for deployment "web" rollout to finish: 2 of 3 updated replicas are available...\n',
    ],
    ['done', { updatedReplicas: 3, replicas: 3, availableReplicas: 3 }, 'deployment "web" successfully rolled out\n'],
  ];
  for (const [title, status, text] of table) {
    it(title, () => {
      assert.deepEqual(deploymentRolloutStatus(deployment(status)), { text, done: title === 'done', error: '' });
    });
  }

  it('ends with an error at the deadline, paused or not', () => {
    const { error } = deploymentRolloutStatus(deployment({ conditions: timedOut }, true));
    assert.equal(error, 'deployment "web" exceeded its progress deadline');
  });

  it('refuses to watch another revision than the running one', () => {
    const { error } = deploymentRolloutStatus(deployment({}), 4);
    assert.equal(error, 'desired revision (4) is different from the running revision (5)');
  });

  it('cannot read every revision', () => {
    const odd = { ...deployment({}), metadata: { name: 'web', annotations: { 'deployment.kubernetes.io/revision': 'x' } } };
    const { error } = deploymentRolloutStatus(odd, 4);
    assert.equal(error, 'cannot get the revision of deployment "web": strconv.ParseInt: parsing "x": invalid syntax');
  });
});

describe('kubectl rollout status daemonset', () => {
  const table: readonly [title: string, status: DaemonSetStatus, text: string][] = [
    ['not observed', { desiredNumberScheduled: 3 }, 'Waiting for daemon set spec update to be observed...\n'],
    [
      'not all updated',
      { observedGeneration: 1, desiredNumberScheduled: 3, updatedNumberScheduled: 1 },
      'Waiting for daemon set "agent" rollout to finish: 1 out of 3 new pods have been updated...\n',
    ],
    [
      'not all available',
      { observedGeneration: 1, desiredNumberScheduled: 3, updatedNumberScheduled: 3, numberAvailable: 2 },
      'Waiting for daemon set "agent" rollout to finish: 2 of 3 updated pods are available...\n',
    ],
    ['done', { observedGeneration: 1 }, 'daemon set "agent" successfully rolled out\n'],
  ];
  for (const [title, status, text] of table) {
    it(title, () => {
      assert.deepEqual(daemonSetRolloutStatus(daemonSet(status)), { text, done: title === 'done', error: '' });
    });
  }

  it('has an error and is done with OnDelete', () => {
    const error = 'rollout status is only available for RollingUpdate strategy type';
    assert.deepEqual(daemonSetRolloutStatus(daemonSet({}, 'OnDelete')), { text: '', done: true, error });
  });
});
