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
    [
      'says what the budget’s condition says when there are enough healthy pods',
      READY,
      budget({
        ...FULL,
        currentHealthy: 4,
        conditions: [{ type: 'DisruptionAllowed', status: 'False', reason: 'InsufficientPods', message: 'too few' }],
      }),
      'The disruption budget pdb does not allow evicting pods currently (InsufficientPods): too few',
    ],
    [
      'says nothing of a condition that is fulfilled',
      READY,
      budget({
        ...FULL,
        currentHealthy: 4,
        conditions: [{ type: 'DisruptionAllowed', status: 'True', reason: 'SufficientPods', message: 'enough' }],
      }),
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

  it('asks only budgets of the pod’s namespace', () => {
    const elsewhere = budget(FULL);
    const result = evictPod(READY, [{ ...elsewhere, metadata: { ...elsewhere.metadata, namespace: 'other' } }], NOW);
    assert.ok(result.allowed);
    assert.equal(result.budget, undefined);
  });

  const forbidden: readonly (readonly [what: string, status: PodDisruptionBudgetStatus, why: string])[] = [
    [
      'with more than 2,000 evictions that nobody confirmed',
      { disruptionsAllowed: 5, disruptedPods: Object.fromEntries(Array.from({ length: 2001 }, (_, n) => [`p${n}`, NOW])) },
      'DisruptedPods map too big - too many evictions not confirmed by PDB controller',
    ],
    ['with less than nothing left', { disruptionsAllowed: -1 }, 'pdb disruptions allowed is negative'],
  ];
  for (const [what, status, why] of forbidden) {
    it(`is forbidden ${what}`, () => {
      const message = `poddisruptionbudget.policy "pdb" is forbidden: ${why}`;
      assert.deepEqual(evictPod(READY, [budget({ ...FULL, ...status })], NOW), {
        ...{ allowed: false, code: 403, reason: 'Forbidden', message },
      });
    });
  }

  it('is not yet forbidden with exactly 2,000', () => {
    const disruptedPods = Object.fromEntries(Array.from({ length: 2000 }, (_, n) => [`p${n}`, NOW]));
    assert.ok(evictPod(READY, [budget({ ...FULL, disruptionsAllowed: 5, disruptedPods })], NOW).allowed);
  });

  it('marks a pod once: a mark that stands keeps its time, another condition stays', () => {
    const marked: Pod = {
      ...UNREADY,
      metadata: { ...UNREADY.metadata, generation: 3 },
      status: {
        phase: 'Pending',
        conditions: [
          { type: 'Ready', status: 'False' },
          { type: 'DisruptionTarget', status: 'True', lastTransitionTime: 7 },
        ],
      },
    };
    const result = evictPod(marked, [], NOW + 999);
    assert.ok(result.allowed);
    assert.deepEqual(
      result.pod.status?.conditions?.map(({ type, lastTransitionTime, observedGeneration }) => [
        ...[type, lastTransitionTime, observedGeneration],
      ]),
      [
        ['Ready', undefined, undefined],
        ['DisruptionTarget', 7, 3],
      ],
    );
    const finished = pod('Succeeded', false);
    const untouched = evictPod(finished, [], NOW);
    assert.ok(untouched.allowed);
    assert.equal(untouched.pod, finished);
  });

  it('remembers the evicted pod and closes the budget with its last disruption', () => {
    const result = evictPod(READY, [budget({ ...FULL, disruptionsAllowed: 1 })], NOW + 999);
    assert.ok(result.allowed);
    assert.deepEqual(result.budget?.status?.disruptedPods, { 'web-1': NOW });
    assert.equal(result.budget.status.conditions?.[0]?.reason, 'InsufficientPods');
    assert.equal(result.pod.status?.conditions?.find(({ type }) => type === 'DisruptionTarget')?.reason, 'EvictionByEvictionAPI');
  });
});
