import assert from 'node:assert/strict';
import { verdict } from '../../../src/engine/simulation/verdict/verdict';
import { simulate } from '../../../src/engine/simulation/simulate';
import type { Node, PodDisruptionBudget, ResourceQuota } from '../../../src/model/apiTypes';
import { assertCompletes, assertStalls, deployment, messages, nodesWith, play, scenario } from '../support';

function quota(pods: number): ResourceQuota {
  return { kind: 'ResourceQuota', metadata: { name: 'team' }, spec: { hard: { pods: String(pods) } } };
}

function budget(minAvailable: number): PodDisruptionBudget {
  return { metadata: { name: 'web' }, spec: { minAvailable, selector: { matchLabels: { app: 'web' } } } };
}

describe('story: a quota that admits no surge pod', () => {
  const surroundings = { resourceQuotas: [quota(10)] };

  it('stops the rollout at once: nothing moves', () => {
    const timeline = play(deployment(10, { maxSurge: 1, maxUnavailable: 0 }), { surroundings });
    assertStalls(
      timeline,
      'the quota admits no further pod (exceeded quota: team, requested: pods=1, used: pods=10, limited: pods=10)',
    );
    assert.equal(timeline.facts.podsCreated, 0);
    assert.equal(timeline.outcome.blockers[0]?.rule, 'quota');
  });

  it('tells how the ReplicaSet waits twice as long after each refusal', () => {
    const { decisions } = play(deployment(10, { maxSurge: 1, maxUnavailable: 0 }), { surroundings });
    const waits = decisions.flatMap(({ steps }) => steps).filter(({ step }) => step === 'addRateLimited');
    assert.deepEqual(
      waits.slice(0, 4).map(({ outcome }) => outcome),
      ['1.28 s', '2.56 s', '5.12 s', '10.24 s'],
    );
  });

  it('goes through when the old pod may go first', () => {
    assertCompletes(play(deployment(10, { maxSurge: 0, maxUnavailable: 1 }), { surroundings }));
  });

  it('goes through once the quota is raised', () => {
    const raised = { at: 120, action: 'applyObject', object: quota(11) } as const;
    const timeline = play(deployment(10, { maxSurge: 1, maxUnavailable: 0 }), { surroundings, actions: [raised] });
    assertCompletes(timeline);
    assert.ok(timeline.outcome.at > 120);
  });
});

describe('story: a full quota, maxSurge 0 and 90 seconds of grace', () => {
  const workload = deployment(10, { maxSurge: 0, maxUnavailable: 1, pod: { terminationGracePeriodSeconds: 90 } });
  const all = { shutDown: 1000 };

  it('takes much longer than the pods need: terminating pods fill the quota, and the ReplicaSet waits ever longer', () => {
    const timeline = play(workload, { all, surroundings: { resourceQuotas: [quota(10)] } });
    assert.equal(timeline.outcome.kind, 'complete');
    const [note] = timeline.notes ?? [];
    assert.match(
      note?.sentence ?? '',
      /^the API server refused \d+ pod creations \(exceeded quota: team, .*\); the controller waited up to 82 s between two tries$/,
    );
    assert.equal(verdict(timeline).tone, 'warning');
    assert.ok(timeline.outcome.at > 15 * 60, `took ${timeline.outcome.at} s`);
  });

  it('takes the pods’ own time with room for one more', () => {
    const timeline = play(workload, { all, surroundings: { resourceQuotas: [quota(20)] } });
    assertCompletes(timeline);
    assert.ok(timeline.outcome.at < 60, `took ${timeline.outcome.at} s`);
    assert.deepEqual(timeline.notes, []);
  });
});

describe('story: a disruption budget and a rollout', () => {
  it('does not hold the rollout back: it goes below the budget, and the timeline says so', () => {
    const timeline = play(deployment(10), { surroundings: { podDisruptionBudgets: [budget(10)] } });
    assertCompletes(timeline);
    assert.deepEqual(timeline.notes, [
      {
        kind: 'budget',
        t: 0,
        sentence: 'the budget web wants 10 healthy pods, the rollout goes down to 8: rollouts do not ask budgets',
      },
    ]);
  });

  it('is not mentioned when the rollout keeps it', () => {
    const timeline = play(deployment(10, { maxUnavailable: 0 }), { surroundings: { podDisruptionBudgets: [budget(10)] } });
    assert.deepEqual(timeline.notes, []);
  });
});

describe('story: a drain and a budget that allows no disruption', () => {
  const actions = [{ at: 30, action: 'drain', node: 'node-1' }] as const;

  it('blocks the drain for ever, though the rollout is complete', () => {
    const timeline = play(deployment(4), { actions, surroundings: { podDisruptionBudgets: [budget(4)] } });
    assert.match(
      verdict(timeline).headline,
      /^Goes below a disruption budget, completes in \d s, but the drain of node-1 is refused by a disruption budget for web-/,
    );
    assert.equal(timeline.outcome.blockers[0]?.message, 'The disruption budget web needs 4 healthy pods and has 4 currently');
    assert.equal(verdict(timeline).tone, 'warning');
  });

  it('is told where nothing rolls out, too', () => {
    const surroundings = { podDisruptionBudgets: [budget(4)] };
    const timeline = play(deployment(4), { before: deployment(4), actions, surroundings });
    assert.match(
      verdict(timeline).headline,
      /^Nothing to roll out: all 4 pods are up to date, but the drain of node-1 is refused by a disruption budget for web-/,
    );
    assert.equal(verdict(timeline).tone, 'warning');
  });

  it('empties the node when one pod may be missing', () => {
    const timeline = play(deployment(4), { actions, surroundings: { podDisruptionBudgets: [budget(3)] } });
    assertCompletes(timeline);
    const onNode = timeline.nodes.findIndex(({ name }) => name === 'node-1');
    const left = timeline.pods.names.filter((_, pod) => timeline.pods.node[pod] === onNode);
    assert.ok(left.length > 0);
    const last = left.map((name) => timeline.pods.names.indexOf(name)).map((pod) => timeline.pods.changeOffsets[pod + 1] ?? 0);
    assert.deepEqual(
      last.map((end) => timeline.pods.changeStates[end - 1]),
      last.map(() => 9),
      'all of them are gone',
    );
  });
});

describe('story: a volume that only one may have', () => {
  const pod = { volumes: [{ name: 'data', persistentVolumeClaim: { claimName: 'data' } }] };
  const claim = (accessMode: string): object => ({
    kind: 'PersistentVolumeClaim',
    metadata: { name: 'data' },
    spec: { accessModes: [accessMode], resources: { requests: { storage: '1Gi' } } },
  });
  const withClaim = (accessMode: string): { persistentVolumeClaims: never[] } => ({
    persistentVolumeClaims: [claim(accessMode) as never],
  });

  it('keeps a surge pod on another node waiting (ReadWriteOnce)', () => {
    const timeline = play(deployment(1, { pod }), { surroundings: withClaim('ReadWriteOnce'), nodeCount: 3 });
    assert.match(
      timeline.outcome.sentence,
      /^the ReadWriteOnce volume of data is attached to node-\d, where web-\S+ uses it: 1 pod on node-\d waits; on node-\d it would get it$/,
    );
    assert.match(
      messages(timeline, 'FailedAttachVolume')[0] ?? '',
      /^Multi-Attach error for volume "pvc-data" Volume is already used by pod\(s\) web-/,
    );
  });

  const SIZES: readonly (readonly [nodes: string, nodes: readonly Node[]])[] = [
    ['equal ones', nodesWith('4', 'a', 'b')],
    ['a large one and a small one', [...nodesWith('64', 'a'), ...nodesWith('1', 'b')]],
    ['huge ones', nodesWith('100000', 'a', 'b', 'c', 'd', 'e')],
  ];
  for (const [what, nodes] of SIZES) {
    it(`does so whatever the seed, since where the pod lands nobody knows: ${what}`, () => {
      const surroundings = withClaim('ReadWriteOnce');
      const seeds = Array.from({ length: 16 }, (_, index) => index + 1);
      const ends = seeds.map((seed) => play(deployment(1, { pod }), { surroundings, nodes, seed }).outcome.kind);
      assert.deepEqual(new Set(ends), new Set(['stalled']));
    });
  }

  it('does not where there is no other node, or none that takes the pod', () => {
    const surroundings = withClaim('ReadWriteOnce');
    const only = { ...pod, nodeSelector: { 'kubernetes.io/hostname': 'a' } };
    assertCompletes(play(deployment(1, { pod }), { surroundings, nodes: nodesWith('4', 'a') }));
    assertCompletes(play(deployment(1, { pod: only }), { surroundings, nodes: nodesWith('4', 'a', 'b') }));
    assertCompletes(
      play(deployment(1, { pod, maxSurge: 0, maxUnavailable: 1 }), { surroundings, nodes: nodesWith('4', 'a', 'b') }),
    );
  });

  it('is as the scheduler wants it where the scenario does not say that this is not known', () => {
    const { volumesApart: _apart, ...drawn } = scenario(deployment(1, { pod }), {
      surroundings: withClaim('ReadWriteOnce'),
      nodes: [...nodesWith('64', 'a'), ...nodesWith('1', 'b')],
    });
    assertCompletes(simulate(drawn));
  });

  it('keeps the surge pod from being scheduled at all (ReadWriteOncePod)', () => {
    const timeline = play(deployment(1, { pod }), { surroundings: withClaim('ReadWriteOncePod') });
    assertStalls(timeline, 'the new pod fits on no node (its ReadWriteOncePod volume is in use by another pod)');
  });

  for (const accessMode of ['ReadWriteOnce', 'ReadWriteOncePod']) {
    it(`is no problem with Recreate (${accessMode})`, () => {
      assertCompletes(play(deployment(1, { pod, recreate: true }), { surroundings: withClaim(accessMode) }));
    });
  }

  it('is no problem when several nodes may use it', () => {
    assertCompletes(play(deployment(3, { pod }), { surroundings: withClaim('ReadWriteMany') }));
  });

  const notAttached: readonly (readonly [what: string, surroundings: Readonly<Record<string, unknown>>])[] = [
    ['every node mounts its volume', { persistentVolumes: [{ metadata: { name: 'pvc-data' }, spec: { nfs: { path: '/' } } }] }],
    [
      'its class is of the nodes',
      { storageClasses: [{ metadata: { name: 'fast' }, provisioner: 'rancher.io/local-path' }], persistentVolumes: [] },
    ],
  ];
  for (const [what, surroundings] of notAttached)
    it(`is no problem where ${what}`, () => {
      const known = claim('ReadWriteOnce') as { readonly spec: Readonly<Record<string, unknown>> };
      const claimed = { ...known, spec: { ...known.spec, storageClassName: 'fast' } };
      const around = { ...surroundings, persistentVolumeClaims: [claimed as never] };
      assertCompletes(play(deployment(1, { pod }), { surroundings: around, nodeCount: 3 }));
    });

  it('is taken to be there and shared when nobody has shown the claim', () => {
    assertCompletes(play(deployment(3, { pod })));
  });
});

describe('story: a limit range that refuses the new version', () => {
  const limitRange = { metadata: { name: 'limits' }, spec: { limits: [{ type: 'Container', max: { cpu: '500m' } }] } };
  const limited = (cpu: string): object => ({ resources: { requests: { cpu }, limits: { cpu } } });
  const surroundings = { limitRanges: [limitRange] };
  const before = deployment(3, { image: 'web:1', container: limited('100m') });

  it('leaves the old version running, and says what the API server says', () => {
    const timeline = play(deployment(3, { container: limited('600m') }), { before, surroundings });
    assertStalls(
      timeline,
      'the API server refuses new pods (forbidden: maximum cpu usage per Container is 500m, but limit is 600m)',
    );
    assert.equal(timeline.facts.minAvailable, 3);
  });

  it('admits a version that keeps within it', () => {
    assertCompletes(play(deployment(3, { container: limited('500m') }), { before, surroundings }));
  });
});
