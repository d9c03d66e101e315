import assert from 'node:assert/strict';
import type { DecisionStep } from '../../src/engine/controllers/decisions';
import { formulaText, sentenceOf } from '../../src/engine/simulation/words/describeDecision';
import { decisionLines } from '../../src/engine/simulation/words/renderText';
import type { Timeline } from '../../src/engine/simulation/timeline/timeline';
import { daemonSet, deployment, play } from './support';

const NEVER = { failure: { kind: 'neverReady' } } as const;
const quota = { resourceQuotas: [{ metadata: { name: 'q' }, spec: { hard: { pods: '4' } } }] };

/** Rollouts that between them take most of the ways through the controllers. */
const STORIES: readonly (() => Timeline)[] = [
  () => play(deployment(10)),
  () => play(deployment(10, { minReadySeconds: 20 }), { informerLagMs: 300 }),
  () => play(deployment(4, { recreate: true }), { all: { shutDown: 5 } }),
  () => play(deployment(4, { progressDeadlineSeconds: 30 }), { after: NEVER }),
  () => play(deployment(4, { maxSurge: 1, maxUnavailable: 0 }), { surroundings: quota }),
  () => play(deployment(4, { paused: true }), { actions: [{ at: 5, action: 'resume' }] }),
  () =>
    play(deployment(10, { revisionHistoryLimit: 0 }), {
      all: { start: 4 },
      actions: [
        { at: 2, action: 'scale', replicas: 30 },
        { at: 5, action: 'scale', replicas: 6 },
        { at: 6, action: 'pause' },
        { at: 8, action: 'scale', replicas: 9 },
        { at: 12, action: 'resume' },
        { at: 60, action: 'undo' },
      ],
    }),
  () => play(deployment(6), { after: NEVER, actions: [{ at: 20, action: 'setImage', image: 'web:3' }] }),
  () =>
    play(deployment(4), {
      actions: [
        { at: 20, action: 'createErrors', count: 3 },
        { at: 21, action: 'killPod', count: 2 },
      ],
    }),
  () => play(daemonSet({ maxUnavailable: 2 }), { nodeCount: 8 }),
  () => play(daemonSet({ maxSurge: 2, maxUnavailable: 0 }), { nodeCount: 8, all: { start: 3 } }),
  () => play(daemonSet(), { nodeCount: 4, after: NEVER, actions: [{ at: 20, action: 'undo' }] }),
  () =>
    play(daemonSet(), {
      nodeCount: 4,
      surroundings: { resourceQuotas: [{ metadata: { name: 'q' }, spec: { hard: { pods: '3' } } }] },
    }),
];

describe('every decision of a rollout', () => {
  const steps = STORIES.flatMap((story) => story().decisions.flatMap(({ steps: taken }) => taken));

  it('is one of those that have words: a typo does not compile', () => {
    // @ts-expect-error no such verdict
    const typo: DecisionStep = { step: 'oldPodsRunning', verdict: 'wating', inputs: { oldPods: 1 }, outcome: true };
    // @ts-expect-error no such input
    const wrong: DecisionStep = { step: 'oldPodsRunning', verdict: 'waiting', inputs: { pods: 1 }, outcome: true };
    assert.notDeepEqual(typo, wrong);
  });

  it('takes many ways: the stories see the usual steps', () => {
    const seen = new Set(steps.map(({ step, verdict }) => `${step} ${verdict}`));
    for (const expected of [
      'getNewReplicaSet created',
      'reconcileNewReplicaSet scaledUp',
      'reconcileNewReplicaSet atMaximum',
      'reconcileOldReplicaSets waiting',
      'cleanupUnhealthyReplicas scaledDown',
      'scaleDownOldReplicaSetsForRollingUpdate scaledDown',
      'scaleDownOldReplicaSetsForRecreate scaledDown',
      'oldPodsRunning waiting',
      'isScalingEvent scalingEvent',
      'scale scaledUp',
      'scale scaledDown',
      'checkPausedConditions paused',
      'checkPausedConditions resumed',
      'syncRolloutStatus timedOut',
      'requeueStuckDeployment requeued',
      'cleanupDeployment cleanedUp',
      'manageReplicas creating',
      'manageReplicas deleting',
      'manageReplicas failed',
      'nextAvailabilityCheck requeued',
      'addRateLimited requeued',
      'constructHistory created',
      'constructHistory raised',
      'manage synced',
      'rollingUpdate rolling',
      'rollingUpdate waiting',
      'updateDaemonSetStatus complete',
    ])
      assert.ok(seen.has(expected), `no story shows ${expected}`);
  });

  it('says nothing undefined, and no formula has a hole', () => {
    const texts = steps.map((step) => `${step.step}: ${formulaText(step) ?? ''}; ${sentenceOf(step)}`);
    assert.deepEqual([...new Set(texts.filter((text) => /undefined|NaN|\?|; $|\[object/.test(text)))], []);
  });
});

describe('a formula', () => {
  const table: readonly (readonly [string, Parameters<typeof formulaText>[0], string])[] = [
    [
      'has its numbers and its result',
      {
        formula: 'maxScaledDown = allPods − minAvailable − newRSUnavailable',
        inputs: { allPods: 13, minAvailable: 8, newRSUnavailable: 3 },
        outcome: 2,
      },
      'maxScaledDown = allPods 13 − minAvailable 8 − newRSUnavailable 3 = 2',
    ],
    [
      'does not say the same number twice',
      { formula: 'size = replicas', inputs: { replicas: 4 }, outcome: 4 },
      'size = replicas 4',
    ],
    [
      'may be a comparison',
      { formula: 'desiredReplicasAnnotation ≠ replicas', inputs: { desiredReplicasAnnotation: 3, replicas: 5 }, outcome: true },
      'desiredReplicasAnnotation 3 ≠ replicas 5',
    ],
    [
      'rounds what is too exact',
      { formula: 'a = b + c', inputs: { b: 0.1, c: 0.2 }, outcome: 0.1 + 0.2 },
      'a = b 0.1 + c 0.2 = 0.3',
    ],
  ];
  for (const [name, step, expected] of table) {
    it(name, () => {
      assert.equal(formulaText(step), expected);
    });
  }
});

describe('the decisions of the textbook rollout as text', () => {
  const lines = decisionLines(play(deployment(10)), 0, 0);

  it('tell how 3 new pods, then 2 old ones, then 2 new ones follow from the bounds', () => {
    const expected = [
      'newReplicas = min(maxTotalPods 13 − currentPodCount 10, replicas 10) = 3; a ReplicaSet for the new template is created',
      'maxScaledDown = allPods 13 − minAvailable 8 − newRSUnavailable 3 = 2; up to 2 old pods may go',
      'totalScaleDownCount = available 10 − minAvailable 8 = 2; 2 pods more than the floor are available: as many old ones may go',
      'scaleUpCount = min(maxTotalPods 13 − currentPodCount 11, replicas 10 − newReplicas 3) = 2; the ceiling of 13 leaves room for more new pods',
      'toDelete = min(activePods 10 − replicas 8, burstReplicas 500) = 2; 2 pods too many: those go first that are the least loss',
    ];
    for (const text of expected)
      assert.ok(
        lines.some((line) => line.includes(text)),
        `${text}\nin\n${lines.join('\n')}`,
      );
  });
});
