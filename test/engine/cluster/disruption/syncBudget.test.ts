import assert from 'node:assert/strict';
import type { PodControllers } from '../../../../src/engine/cluster/disruption/podControllers';
import { syncBudget } from '../../../../src/engine/cluster/disruption/syncBudget';
import type {
  Deployment,
  OwnerReference,
  Pod,
  PodDisruptionBudget,
  PodDisruptionBudgetSpec,
  PodDisruptionBudgetStatus,
  ReplicaSet,
} from '../../../../src/model/apiTypes';

const NOW = 10_000_000;
const selector = { matchLabels: { app: 'web' } };
const template = { spec: { containers: [] } };

function owner(kind: string, name: string, apiVersion = 'apps/v1'): OwnerReference {
  return { apiVersion, kind, name, uid: `uid-${name}`, controller: true };
}
function pod(name: string, controller: OwnerReference | undefined, ready = true, deleted = false): Pod {
  return {
    metadata: {
      name,
      labels: { app: 'web' },
      ownerReferences: controller === undefined ? undefined : [controller],
      deletionTimestamp: deleted ? NOW : undefined,
    },
    spec: { containers: [] },
    status: { phase: 'Running', conditions: [{ type: 'Ready', status: ready ? 'True' : 'False' }] },
  };
}
const pods = (count: number, replicaSet = 'web-1'): Pod[] =>
  Array.from({ length: count }, (_, index) => pod(`${replicaSet}-${index}`, owner('ReplicaSet', replicaSet)));
function budget(spec: PodDisruptionBudgetSpec, status?: PodDisruptionBudgetStatus): PodDisruptionBudget {
  return { metadata: { name: 'pdb', generation: 1 }, spec: { selector, ...spec }, status };
}

/** A Deployment of ten whose rollout goes from web-1 to web-2. */
const deployment: Deployment = { metadata: { name: 'web', uid: 'uid-web' }, spec: { replicas: 10, template } };
const replicaSets: readonly ReplicaSet[] = ['web-1', 'web-2'].map((name) => ({
  metadata: { name, uid: `uid-${name}`, ownerReferences: [owner('Deployment', 'web')] },
  spec: { replicas: 10, template },
}));
const cluster: PodControllers = {
  getReplicaSet: (_namespace, name) => replicaSets.find((item) => item.metadata.name === name),
  getDeployment: (_namespace, name) => (name === 'web' ? deployment : undefined),
  getScale: ({ uid, name }) => (name === 'database' ? { uid, scale: 3 } : undefined),
};

function counts(spec: PodDisruptionBudgetSpec, selected: readonly Pod[]): number[] {
  const { status } = syncBudget(budget(spec), selected, cluster, NOW);
  return [status.expectedPods ?? 0, status.desiredHealthy ?? 0, status.currentHealthy ?? 0, status.disruptionsAllowed ?? 0];
}

describe('a PodDisruptionBudget’s status', () => {
  const rollout = [...pods(8), ...pods(5, 'web-2')];
  const table: readonly [title: string, spec: PodDisruptionBudgetSpec, pods: Pod[], expected: number[]][] = [
    ['expects what the Deployment wants, whatever surge there is', { maxUnavailable: 1 }, rollout, [10, 9, 13, 4]],
    ['rounds maxUnavailable up: 25 % of 10 are 3', { maxUnavailable: '25%' }, pods(10), [10, 7, 10, 3]],
    ['rounds minAvailable up: 25 % of 10 are 3', { minAvailable: '25%' }, pods(10), [10, 3, 10, 7]],
    ['counts pods for an integer minAvailable', { minAvailable: 8 }, rollout, [13, 8, 13, 5]],
    ['never wants less than none', { maxUnavailable: 20 }, pods(10), [10, 0, 10, 10]],
    [
      'takes other controllers’ scale from the API server',
      { maxUnavailable: 1 },
      [pod('db-0', owner('StatefulSet', 'database'))],
      [3, 2, 1, 0],
    ],
    ['allows nothing where no pod is expected', { maxUnavailable: 1 }, [pod('bare', undefined)], [0, 0, 1, 0]],
  ];
  for (const [title, spec, selected, expected] of table) {
    it(title, () => {
      assert.deepEqual(counts(spec, selected), expected);
    });
  }

  it('does not count unready, terminating and just evicted pods as healthy', () => {
    const controller = owner('ReplicaSet', 'web-1');
    const selected = [pod('a', controller), pod('b', controller, false), pod('c', controller, true, true), pod('d', controller)];
    const { status, recheckAt } = syncBudget(
      budget({ minAvailable: 1 }, { disruptedPods: { d: NOW - 60_000, gone: NOW } }),
      selected,
      cluster,
      NOW,
    );
    assert.equal(status.currentHealthy, 1);
    assert.deepEqual(status.disruptedPods, { d: NOW - 60_000 });
    assert.equal(recheckAt, NOW + 60_000);
  });

  it('gives up on an evicted pod after two minutes', () => {
    const selected = [pod('a', owner('ReplicaSet', 'web-1'))];
    const { status, events } = syncBudget(
      budget({ minAvailable: 0 }, { disruptedPods: { a: NOW - 120_001 } }),
      selected,
      cluster,
      NOW,
    );
    assert.equal(status.currentHealthy, 1);
    assert.deepEqual(
      events.map(({ reason, message }) => [reason, message]),
      [['NotDeleted', "Pod was expected by PDB default/default to be deleted but it wasn't"]],
    );
  });
});

describe('a PodDisruptionBudget that cannot be computed', () => {
  const table: readonly [title: string, controller: OwnerReference, message: string][] = [
    ['DaemonSet pods', owner('DaemonSet', 'agent'), 'daemonsets.apps does not implement the scale subresource'],
    ['pods of a Job', owner('Job', 'import', 'batch/v1'), 'jobs.batch does not implement the scale subresource'],
    ['pods whose ReplicaSet is gone', owner('ReplicaSet', 'web-0'), 'found no controllers for pod "a"'],
    [
      'pods of an unknown kind',
      owner('Rocket', 'saturn', 'nasa.gov/v5'),
      'no matches for kind "Rocket" in version "nasa.gov/v5"',
    ],
  ];
  for (const [title, controller, message] of table) {
    it(title, () => {
      const before = { disruptionsAllowed: 5, currentHealthy: 7, observedGeneration: 0 };
      const { status, events } = syncBudget(budget({ maxUnavailable: 1 }, before), [pod('a', controller)], cluster, NOW);
      assert.equal(status.disruptionsAllowed, 0);
      assert.equal(status.currentHealthy, 7);
      assert.equal(status.observedGeneration, 0);
      assert.equal(status.conditions?.[0]?.reason, 'SyncFailed');
      assert.equal(status.conditions[0].message, message);
      assert.equal(events[0]?.message, `Failed to calculate the number of expected pods: ${message}`);
    });
  }

  it('but DaemonSet pods can be counted', () => {
    assert.deepEqual(counts({ minAvailable: 1 }, [pod('a', owner('DaemonSet', 'agent'))]), [1, 1, 1, 0]);
  });
});

describe('the disruption controller’s events', () => {
  it('report a budget without pods', () => {
    const { events } = syncBudget(budget({ minAvailable: 1 }), [], cluster, NOW);
    assert.deepEqual(events, [{ type: 'Normal', reason: 'NoPods', message: 'No matching pods found' }]);
  });

  it('print the selector as Go does', () => {
    const spec = {
      maxUnavailable: 1,
      selector: { ...selector, matchExpressions: [{ key: 'x', operator: 'NotIn' as const, values: ['a', 'b'] }] },
    };
    const { events } = syncBudget(budget(spec), [pod('bare', undefined)], cluster, NOW);
    assert.match(
      events[0]?.message ?? '',
      /selector: &LabelSelector\{MatchLabels:map\[string\]string\{app: web,\},MatchExpressions:\[\]LabelSelectorRequirement\{LabelSelectorRequirement\{Key:x,Operator:NotIn,Values:\[a b\],\},\},\}\)/,
    );
  });
});
