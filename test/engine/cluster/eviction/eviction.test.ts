import assert from 'node:assert/strict';
import { evictPod } from '../../../../src/engine/cluster/eviction/eviction';
import type {
  Pod,
  PodDisruptionBudget,
  PodDisruptionBudgetSpec,
  PodDisruptionBudgetStatus,
  PodPhase,
} from '../../../../src/model/apiTypes';

const NOW = 5_000_000;

function pod(phase: PodPhase, ready: boolean, deletionTimestamp?: number): Pod {
  return {
    metadata: { name: 'web-1', labels: { app: 'web' }, deletionTimestamp },
    spec: { containers: [] },
    status: { phase, conditions: [{ type: 'Ready', status: ready ? 'True' : 'False' }] },
  };
}
function budget(status: PodDisruptionBudgetStatus, spec: PodDisruptionBudgetSpec = {}, name = 'pdb'): PodDisruptionBudget {
  return {
    metadata: { name, generation: 1 },
    spec: { selector: { matchLabels: { app: 'web' } }, ...spec },
    status: { observedGeneration: 1, ...status },
  };
}
const FULL: PodDisruptionBudgetStatus = { disruptionsAllowed: 0, currentHealthy: 3, desiredHealthy: 3 };
const READY = pod('Running', true);
const UNREADY = pod('Running', false);

describe('the eviction subresource', () => {
  const table: readonly [title: string, pod: Pod, budget: PodDisruptionBudget, expected: string][] = [
    [
      'refuses when the budget is used up',
      READY,
      budget(FULL),
      'The disruption budget pdb needs 3 healthy pods and has 3 currently',
    ],
    [
      'refuses while the budget’s last change is not processed',
      READY,
      budget({ ...FULL, disruptionsAllowed: 2, observedGeneration: 0 }),
      'The disruption budget pdb is still being processed by the server.',
    ],
    [
      'names a failed sync rather than counts that mean nothing',
      READY,
      budget({
        ...FULL,
        conditions: [{ type: 'DisruptionAllowed', status: 'False', reason: 'SyncFailed', message: 'no scale' }],
      }),
      'The disruption budget pdb does not allow evicting pods currently because it failed sync: no scale',
    ],
    [
      'has no better word when there are enough healthy pods',
      READY,
      budget({ ...FULL, currentHealthy: 4 }),
      'The disruption budget pdb does not allow evicting pods currently',
    ],
    ['lets pending pods go', pod('Pending', false), budget(FULL), 'allowed'],
    ['lets finished pods go', pod('Failed', false), budget(FULL), 'allowed'],
    ['lets terminating pods go', pod('Running', true, NOW), budget(FULL), 'allowed'],
    ['lets unready pods go while enough are healthy', UNREADY, budget(FULL), 'allowed'],
    [
      'protects unready pods while too few are healthy',
      UNREADY,
      budget({ ...FULL, currentHealthy: 2 }),
      'The disruption budget pdb needs 3 healthy pods and has 2 currently',
    ],
    [
      'always lets unready pods go when told so',
      UNREADY,
      budget({ ...FULL, currentHealthy: 2 }, { unhealthyPodEvictionPolicy: 'AlwaysAllow' }),
      'allowed',
    ],
    ['uses up one disruption', READY, budget({ ...FULL, disruptionsAllowed: 2 }), 'allowed, 1 left'],
    ['a budget without a selector protects nothing', READY, budget(FULL, { selector: undefined }), 'allowed'],
    [
      'an empty selector protects everything',
      READY,
      budget({ ...FULL, disruptionsAllowed: 1 }, { selector: {} }),
      'allowed, 0 left',
    ],
  ];
  for (const [title, subject, subjectBudget, expected] of table) {
    it(title, () => {
      const result = evictPod(subject, [subjectBudget], NOW);
      const left = result.allowed ? result.budget?.status?.disruptionsAllowed : undefined;
      const text = result.allowed ? (left === undefined ? 'allowed' : `allowed, ${left} left`) : result.cause;
      assert.equal(text, expected);
    });
  }

  it('answers 500 where two budgets meet', () => {
    const result = evictPod(READY, [budget(FULL), budget(FULL, {}, 'other')], NOW);
    assert.deepEqual(result, {
      allowed: false,
      code: 500,
      message: 'This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.',
    });
  });

  it('remembers the evicted pod and closes the budget with its last disruption', () => {
    const result = evictPod(READY, [budget({ ...FULL, disruptionsAllowed: 1 })], NOW + 999);
    assert.ok(result.allowed);
    assert.deepEqual(result.budget?.status?.disruptedPods, { 'web-1': NOW });
    assert.equal(result.budget.status.conditions?.[0]?.reason, 'InsufficientPods');
    assert.equal(result.pod.status?.conditions?.find(({ type }) => type === 'DisruptionTarget')?.reason, 'EvictionByEvictionAPI');
  });
});
