import type { Pod, PodPhase } from '../../../../src/model/apiTypes';
import { strict as assert } from 'node:assert';
import fc from 'fast-check';
import {
  choosePodsToDelete,
  countActivePodsByNode,
  decidingRules,
  hasListDecided,
  rankPod,
  type RankedPod,
} from '../../../../src/engine/controllers/replicaset/podRanking';
import { getPodsToDelete } from '../../../support/replicaSetWholes';

const NOW = 1_000_000_000;
const MINUTE = 60_000;

interface PodShape {
  readonly node?: string;
  readonly phase?: PodPhase;
  readonly readyFor?: number | undefined;
  readonly age?: number;
  readonly cost?: string;
  readonly restarts?: number;
  readonly sidecarRestarts?: number;
}

function pod(uid: string, shape: PodShape = {}): Pod {
  const { node = 'n1', phase = 'Running', readyFor, age = 60 * MINUTE, cost, restarts = 0, sidecarRestarts } = shape;
  const ready = { type: 'Ready', status: 'True', lastTransitionTime: NOW - (readyFor ?? 0) } as const;
  return {
    metadata: {
      name: `p-${uid}`,
      namespace: 'default',
      uid,
      creationTimestamp: NOW - age,
      ...(cost !== undefined && { annotations: { 'controller.kubernetes.io/pod-deletion-cost': cost } }),
    },
    spec: {
      containers: [{ name: 'c' }],
      nodeName: node,
      ...(sidecarRestarts !== undefined && { initContainers: [{ name: 's', restartPolicy: 'Always' }] }),
    },
    status: {
      phase,
      conditions: readyFor === undefined ? [] : [ready],
      containerStatuses: [{ name: 'c', restartCount: restarts }],
      ...(sidecarRestarts !== undefined && { initContainerStatuses: [{ name: 's', restartCount: sidecarRestarts }] }),
    },
  };
}

interface Case {
  readonly name: string;
  readonly first: PodShape;
  readonly second: PodShape;
  readonly rule: string;
}

const ready = { readyFor: 30 * MINUTE };
const CASES: readonly Case[] = [
  { name: 'a pod without a node before one with', first: { ...ready, node: '' }, second: {}, rule: 'unassigned' },
  { name: 'a pending pod before an unknown one', first: { phase: 'Pending' }, second: { phase: 'Unknown' }, rule: 'phase' },
  { name: 'an unknown pod before a running one', first: { phase: 'Unknown' }, second: {}, rule: 'phase' },
  { name: 'one that is not ready before one that is', first: {}, second: ready, rule: 'notReady' },
  { name: 'a negative cost before none', first: { ...ready, cost: '-1' }, second: ready, rule: 'deletionCost' },
  { name: 'none before a cost', first: ready, second: { ...ready, cost: '10' }, rule: 'deletionCost' },
  { name: 'ready for 1 minute before ready for 30', first: { readyFor: MINUTE }, second: ready, rule: 'readyMoreRecently' },
  { name: 'more restarts before fewer', first: { ...ready, restarts: 2 }, second: { ...ready, restarts: 1 }, rule: 'restarts' },
  {
    name: 'more restarts of a sidecar',
    first: { ...ready, sidecarRestarts: 2 },
    second: { ...ready, sidecarRestarts: 1 },
    rule: 'restarts',
  },
  {
    name: 'a younger pod before an older',
    first: { ...ready, age: 31 * MINUTE },
    second: { ...ready, age: 600 * MINUTE },
    rule: 'createdMoreRecently',
  },
  { name: 'of equals the lower uid', first: ready, second: ready, rule: 'uid' },
];

describe('getPodsToDelete', () => {
  for (const { name, first, second, rule } of CASES) {
    it(`takes ${name}, by the rule ${rule}`, () => {
      const [a, b] = [pod('1', first), pod('2', second)];
      // What decides must not be the order in which they come; only for equals is it the uid.
      for (const pods of [
        [a, b],
        [b, a],
      ])
        assert.deepEqual(getPodsToDelete(pods, pods, 1, NOW), [a]);
      assert.deepEqual(decidingRules([a], b, countActivePodsByNode([a, b]), NOW), [rule]);
    });
  }

  it('leaves equals in the order in which they are listed, if that is asked for; classes of age go by the uid all the same', () => {
    const [a, b] = [pod('1', ready), pod('2', ready)].map(rankPod) as [RankedPod, RankedPod];
    assert.deepEqual(choosePodsToDelete([b, a], new Map(), 1, NOW, true), [b.pod]);
    const later = rankPod(pod('3', { ...ready, readyFor: 31 * MINUTE }));
    assert.deepEqual(choosePodsToDelete([later, a], new Map(), 1, NOW, true), [a.pod]);
  });

  it('knows whether the order in which they are listed has decided', () => {
    const [a, b, c] = ['1', '2', '3'].map((name) => rankPod(pod(name, ready))) as [RankedPod, RankedPod, RankedPod];
    const waiting = rankPod(pod('4', {}));
    const none = new Map<string, number>();
    const decides = (ranked: readonly RankedPod[], count: number): boolean =>
      hasListDecided(ranked, choosePodsToDelete(ranked, none, count, NOW, true), none, NOW);
    assert.equal(decides([a, b, c], 1), true);
    assert.equal(decides([a, b, c], 3), false);
    assert.equal(decides([a, b, waiting], 1), false);
    assert.equal(decides([a, b, waiting], 2), true);
  });

  it('takes a pod from the node that has most of the owner’s pods', () => {
    const alone = pod('1', { ...ready, node: 'n1' });
    const together = [pod('2', { ...ready, node: 'n2' }), pod('3', { ...ready, node: 'n2' })];
    assert.deepEqual(getPodsToDelete([alone, ...together], [alone, ...together], 1, NOW), [together[0]]);
  });

  it('counts related pods of other replica sets, but only active ones', () => {
    const [a, b] = [pod('1', { ...ready, node: 'n1' }), pod('2', { ...ready, node: 'n2' })];
    const other = pod('9', { node: 'n2' });
    assert.deepEqual(getPodsToDelete([a, b], [a, b, other], 1, NOW), [b]);
    assert.deepEqual(getPodsToDelete([a, b], [a, b, pod('9', { node: 'n2', phase: 'Succeeded' })], 1, NOW), [a]);
  });

  const costs: readonly [text: string, counts: boolean][] = [
    ['5', true],
    ['-5', true],
    ['0', false],
    ['+5', false],
    ['05', false],
    ['5.5', false],
    ['2147483648', false],
    ['many', false],
  ];
  for (const [text, counts] of costs) {
    it(`${counts ? 'reads' : 'ignores'} the deletion cost "${text}"`, () => {
      const [plain, marked] = [pod('1', ready), pod('2', { ...ready, cost: text })];
      const rule = decidingRules([plain], marked, new Map(), NOW)[0];
      assert.equal(rule === 'deletionCost', counts);
    });
  }

  it('does not tell ready times apart that differ by less than a power of two, there the uid decides', () => {
    const [older, younger] = [pod('1', { readyFor: 40 * MINUTE }), pod('2', { readyFor: 37 * MINUTE })];
    assert.deepEqual(getPodsToDelete([younger, older], [], 1, NOW), [older]);
  });

  it('chooses the same few as sorting all would', () => {
    const shape = fc.record({
      node: fc.constantFrom('', 'n1', 'n2', 'n3'),
      phase: fc.constantFrom<PodPhase>('Pending', 'Running', 'Unknown'),
      readyFor: fc.option(fc.constantFrom(0, MINUTE, 10 * MINUTE), { nil: undefined }),
      restarts: fc.nat(2),
    });
    fc.assert(
      fc.property(fc.array(shape, { minLength: 40, maxLength: 80 }), (shapes) => {
        const pods = shapes.map((each, index) => pod(String(index).padStart(4, '0'), each));
        const sorted = getPodsToDelete(pods, pods, pods.length - 1, NOW);
        for (const count of [1, 2]) assert.deepEqual(getPodsToDelete(pods, pods, count, NOW), sorted.slice(0, count));
      }),
      { numRuns: 50 },
    );
  });
});
