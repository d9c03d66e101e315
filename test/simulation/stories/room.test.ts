import assert from 'node:assert/strict';
import type { Timeline } from '../../../src/engine/simulation/timeline/timeline';
import { assertCompletes, assertStalls, daemonSet, deployment, messages, nodesWith, play } from '../support';

const SIX_TENTHS = { resources: { requests: { cpu: '600m' } } };
const PORT = { ports: [{ containerPort: 80, hostPort: 80 }] };
const SPREAD_OUT = {
  affinity: {
    podAntiAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: [
        { topologyKey: 'kubernetes.io/hostname', labelSelector: { matchLabels: { app: 'web' } } },
      ],
    },
  },
};

describe('story: a single replica with the default strategy on a full cluster', () => {
  const nodes = nodesWith('1', 'a');

  it('cannot roll: the surge pod fits nowhere, while the old pod serves on and nothing looks wrong', () => {
    const timeline = play(deployment(1, { container: SIX_TENTHS }), { nodes });
    assertStalls(timeline, 'the new pod fits on no node (not enough cpu on 1/1: it asks for 600m, at most 400m is free)');
    assert.equal(timeline.facts.minAvailable, 1);
    assert.match(messages(timeline, 'FailedScheduling')[0] ?? '', /^0\/1 nodes are available: 1 Insufficient cpu\./);
    assert.equal(timeline.outcome.deadlineExceededAt, 601);
  });

  it('rolls when the old pod may go first', () => {
    assertCompletes(play(deployment(1, { container: SIX_TENTHS, maxSurge: 0, maxUnavailable: 1 }), { nodes }));
  });
});

describe('story: required anti-affinity with as many replicas as nodes', () => {
  it('leaves the surge pod pending for ever', () => {
    const timeline = play(deployment(3, { pod: SPREAD_OUT }), { nodeCount: 3 });
    assertStalls(
      timeline,
      'the new pod fits on no node (the required anti-affinity keeps it away from the pods that run there on 3/3)',
    );
    assert.deepEqual(
      timeline.outcome.blockers[0]?.nodes?.map(({ node }) => node),
      ['node-1', 'node-2', 'node-3'],
    );
  });

  const remedies = {
    'one node more': play.bind(undefined, deployment(3, { pod: SPREAD_OUT }), { nodeCount: 4 }),
    'maxSurge 0': play.bind(undefined, deployment(3, { pod: SPREAD_OUT, maxSurge: 0, maxUnavailable: 1 }), { nodeCount: 3 }),
  };
  for (const [name, remedied] of Object.entries(remedies)) {
    it(`goes through with ${name}`, () => {
      assertCompletes(remedied());
    });
  }

  it('goes through when a node joins while it waits', () => {
    const node = nodesWith('4', 'late')[0];
    assert.ok(node);
    const timeline = play(deployment(3, { pod: SPREAD_OUT }), { nodeCount: 3, actions: [{ at: 60, action: 'addNode', node }] });
    assertCompletes(timeline);
  });
});

describe('story: a host port on a single node', () => {
  it('deadlocks a Deployment: old and new pod want the same port', () => {
    const timeline = play(deployment(1, { container: PORT }), { nodeCount: 1 });
    assertStalls(timeline, 'the new pod fits on no node (hostPort 80 is taken on 1/1)');
  });

  it('does not with Recreate', () => {
    assertCompletes(play(deployment(1, { container: PORT, recreate: true }), { nodeCount: 1 }));
  });

  it('deadlocks a DaemonSet with maxSurge, which the API accepts', () => {
    const timeline = play(daemonSet({ container: PORT, maxSurge: 1, maxUnavailable: 0 }), { nodeCount: 5 });
    assert.equal(timeline.outcome.kind, 'stalled');
    assert.match(timeline.outcome.sentence, /^the new pod does not fit on node-\d \(hostPort 80 is taken\)$/);
    assert.match(timeline.outcome.blockers[1]?.sentence ?? '', /uses up maxSurge 1: 5 nodes stay on the old version$/);
    assert.equal(timeline.facts.minAvailable, 5);
  });

  it('does not deadlock a DaemonSet with maxUnavailable', () => {
    assertCompletes(play(daemonSet({ container: PORT, maxUnavailable: 1 }), { nodeCount: 5 }));
  });
});

describe('story: maxSurge 0 on a cluster with no room to spare', () => {
  it('asks for the new pod before the old one is gone, so that the scheduler refuses it at first', () => {
    const workload = deployment(3, { container: SIX_TENTHS, maxSurge: 0, maxUnavailable: 1 });
    const timeline = play(workload, { nodes: nodesWith('1', 'a', 'b', 'c'), all: { shutDown: 20 } });
    assertCompletes(timeline);
    assert.ok(messages(timeline, 'FailedScheduling').length > 0);
    assert.equal(timeline.facts.maxPods, 3);
    assert.equal(timeline.facts.maxPodsWithTerminating, 4);
  });
});

describe('story: 15 replicas with the default strategy', () => {
  it('starts 7 new pods at once, not 4: terminating pods do not count', () => {
    const timeline = play(deployment(15), { all: { shutDown: 25 } });
    const created = timeline.events.filter(({ reason, t }) => reason === 'SuccessfulCreate' && t < 0.5);
    assert.equal(created.length, 7);
    assert.deepEqual(
      { ceiling: timeline.envelope.ceiling, most: timeline.facts.maxPods, floor: timeline.envelope.floor },
      { ceiling: 19, most: 19, floor: 12 },
    );
    assert.ok(timeline.facts.maxPodsWithTerminating > 19);
  });

  it('starts 4 when no pod may be missing', () => {
    const timeline = play(deployment(15, { maxUnavailable: 0 }), { all: { shutDown: 25 } });
    assert.equal(timeline.events.filter(({ reason, t }) => reason === 'SuccessfulCreate' && t < 0.5).length, 4);
  });
});

describe('a node whose manifest leaves amounts out', () => {
  it('has room for 110 pods, and plenty of what every node has', () => {
    const nodes = [{ metadata: { name: 'a' }, status: { allocatable: { cpu: '4' } } }];
    assertCompletes(play(deployment(100, { container: { resources: { requests: { cpu: '1m', memory: '1Gi' } } } }), { nodes }));
    assert.equal(play(deployment(110, { maxUnavailable: 0 }), { nodes }).outcome.kind, 'stalled');
  });

  it('has only such GPUs as it names', () => {
    const gpu = { container: { resources: { limits: { 'nvidia.com/gpu': '1' } } } };
    assertStalls(
      play(deployment(1, gpu), { nodes: nodesWith('4', 'a') }),
      '2 pods fit on no node (not enough nvidia.com/gpu on 1/1: it asks for 1, at most 0 is free)',
    );
    assertCompletes(play(deployment(1, gpu), { nodes: [{ metadata: { name: 'a' } }] }));
  });
});

describe('what would help', () => {
  const noRoom = { container: SIX_TENTHS };
  const twoTenths = nodesWith('200m', 'a');
  const REMEDIES: readonly (readonly [string, Timeline, string])[] = [
    [
      'a Deployment that rolls',
      play(deployment(1, noRoom), { nodes: nodesWith('1', 'a') }),
      'add nodes, lower the requests, or let an old pod go first (maxSurge 0 with maxUnavailable 1, or strategy Recreate)',
    ],
    [
      'one that lets old pods go first anyway',
      play(deployment(1, { ...noRoom, recreate: true }), { nodes: twoTenths }),
      'add nodes, or lower the requests',
    ],
    ['a daemon pod, which has one node', play(daemonSet(noRoom), { nodes: twoTenths }), 'make room on a, or lower the requests'],
  ];
  for (const [name, { outcome }, remedy] of REMEDIES) {
    it(`fits ${name}`, () => {
      assert.equal(outcome.blockers[0]?.remedy, remedy);
    });
  }

  it('follows from the nodes that the pod may use at all, not from the many that are not for it', () => {
    const taints = [{ key: 'gpu', effect: 'NoSchedule' as const }];
    const others = nodesWith('64', 'b', 'c', 'd').map((node) => ({ ...node, spec: { taints } }));
    assertStalls(
      play(deployment(1, noRoom), { nodes: [...nodesWith('1', 'a'), ...others] }),
      'the new pod fits on no node (not enough cpu on the only node that it may use: it asks for 600m, at most 400m is free)',
    );
  });
});
