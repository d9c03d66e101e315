import assert from 'node:assert/strict';
import type { ScalableGroup } from '../../../src/engine/simulation/scenario/actions';
import type { Timeline } from '../../../src/engine/simulation/timeline/timeline';
import { verdictText } from '../../../src/engine/simulation/verdict/verdict';
import {
  assertCompletes,
  assertStalls,
  daemonSet,
  deployment,
  messages,
  named,
  nodesWith,
  play,
  type DeploymentOptions,
} from '../support';

const asking = (cpu: string): DeploymentOptions => ({
  container: { resources: { requests: { cpu } } },
  maxSurge: 1,
  maxUnavailable: 0,
});

/** Nodes of two CPUs each, which may become more. */
function group(fields: Partial<ScalableGroup> = {}): ScalableGroup {
  return { name: 'general', count: 2, max: 4, readyAfterSeconds: 120, allocatable: { cpu: '2', memory: '8Gi' }, ...fields };
}

function playWith(groups: readonly ScalableGroup[], replicas: number, options: DeploymentOptions = asking('1')): Timeline {
  return play(deployment(replicas, options), { nodes: [], surroundings: { groups } });
}

const joined = ({ nodes }: Timeline): readonly (readonly [name: string, addedAt: number])[] =>
  nodes.filter(({ addedAt }) => addedAt > 0).map(({ name, addedAt }) => [name, addedAt] as const);

const notesOn = ({ notes = [] }: Timeline): readonly string[] =>
  notes.filter(({ kind }) => kind === 'nodes').map(({ sentence }) => sentence);

describe('story: a full cluster that an autoscaler lets grow', () => {
  const timeline = playWith([group()], 4);

  it('goes on as soon as the node that was asked for is ready', () => {
    assertCompletes(timeline);
    const [scan = 0] = timeline.events.filter(({ reason }) => reason === 'TriggeredScaleUp').map(({ t }) => t);
    assert.ok(scan > 0 && scan <= 10, `looked at ${scan}`);
    assert.deepEqual(joined(timeline), [['general-3', scan + 110]]);
    assert.deepEqual(
      timeline.nodeChanges.filter(({ change }) => change === 'ready').map(({ t }) => t),
      [scan + 120],
    );
    const firstBound = timeline.pods.changeTimes[timeline.pods.changeOffsets[4] ?? 0] ?? 0;
    assert.ok(firstBound < scan, 'the pod was there before');
    assert.ok(timeline.outcome.at > scan + 120 && timeline.outcome.at < scan + 140, `complete at ${timeline.outcome.at}`);
  });

  it('says who adds which node, for whom and how long that takes', () => {
    assert.deepEqual(notesOn(timeline), [
      '1 pod that fits nowhere waits for a node: the cluster autoscaler adds general-3 to group general, which may have 4; it takes pods after 2 min',
    ]);
    assert.match(verdictText(timeline), /^Completes in 2 min \d+ s · .* · 1 pod that fits nowhere waits for a node/);
    assert.deepEqual(messages(timeline, 'TriggeredScaleUp'), ['pod triggered scale-up: [{general 2->3 (max: 4)}]']);
  });

  it('stalls where the group has all the nodes that it may have, and says so', () => {
    const full = playWith([group({ max: 2 })], 4);
    assertStalls(
      full,
      'the new pod fits on no node (not enough cpu on 2/2: it asks for 1, at most 0 is free); the cluster autoscaler adds no node: group general has all 2 that it may have',
    );
    assert.match(full.outcome.blockers[0]?.remedy ?? '', /^raise the maximum of group general, or /);
    assert.deepEqual(messages(full, 'NotTriggerScaleUp'), ["pod didn't trigger scale-up: 1 max node group size reached"]);
  });

  it('misses its deadline where nodes take longer', () => {
    const slow = playWith([group({ readyAfterSeconds: 700 })], 4);
    assert.equal(slow.outcome.kind, 'complete');
    assert.equal(slow.outcome.deadlineExceededAt, 601);
  });
});

describe('story: which nodes an autoscaler adds', () => {
  const cases: readonly {
    readonly name: string;
    readonly groups: readonly ScalableGroup[];
    readonly replicas: number;
    readonly options: DeploymentOptions;
    readonly nodes: readonly string[];
  }[] = [
    {
      name: 'one for several pods that fit on it together',
      groups: [group({ allocatable: { cpu: '4' } })],
      replicas: 8,
      options: { ...asking('1'), maxSurge: 4, maxUnavailable: 0 },
      nodes: ['general-3'],
    },
    {
      name: 'as many as they need, and no more than there may be',
      groups: [group({ max: 5 })],
      replicas: 4,
      options: { ...asking('2'), maxSurge: 4, maxUnavailable: 0 },
      nodes: ['general-5'],
    },
    {
      name: 'those whose nodes are used best',
      groups: [
        group({ max: 2 }),
        group({ name: 'huge', count: 0, allocatable: { cpu: '64', memory: '256Gi' } }),
        group({ name: 'small', count: 0, allocatable: { cpu: '1500m', memory: '4Gi' } }),
      ],
      replicas: 4,
      options: asking('1'),
      nodes: ['small-1'],
    },
    {
      name: 'those that the pods tolerate',
      groups: [
        group({ max: 2 }),
        group({ name: 'spot', count: 0, taints: [{ key: 'spot', effect: 'NoSchedule' }], allocatable: { cpu: '1' } }),
        group({ name: 'rest', count: 0 }),
      ],
      replicas: 4,
      options: asking('1'),
      nodes: ['rest-1'],
    },
    {
      name: 'those whose labels the pods ask for',
      groups: [group({ max: 9 }), group({ name: 'ssd', count: 1, labels: { disk: 'ssd' } })],
      replicas: 2,
      options: { ...asking('1'), pod: { nodeSelector: { disk: 'ssd' } } },
      nodes: ['ssd-2'],
    },
    {
      name: 'for a host port that is taken everywhere',
      groups: [group()],
      replicas: 2,
      options: { container: { ports: [{ containerPort: 80, hostPort: 80 }] } },
      nodes: ['general-3'],
    },
    {
      name: 'none for pods that the new nodes would not take either',
      groups: [group({ name: 'tiny', count: 0, allocatable: { cpu: '500m' } }), group({ max: 2 })],
      replicas: 4,
      options: asking('1'),
      nodes: [],
    },
    {
      name: 'none for pods of a priority below the cutoff',
      groups: [group()],
      replicas: 4,
      options: { ...asking('1'), pod: { priority: -11 } },
      nodes: [],
    },
  ];
  for (const { name, groups, replicas, options, nodes } of cases) {
    it(name, () => {
      const timeline = playWith(groups, replicas, options);
      assert.deepEqual(
        joined(timeline).map(([node]) => node),
        nodes,
        verdictText(timeline),
      );
      assert.equal(timeline.outcome.kind, nodes.length > 0 ? 'complete' : 'stalled', verdictText(timeline));
    });
  }
});

describe('story: new nodes and what runs on every node', () => {
  const agent = { container: { resources: { requests: { cpu: '1500m' } } } };

  it('adds none that its daemon pods leave too little of', () => {
    const others = [{ before: daemonSet(agent) }];
    const groups = [group({ allocatable: { cpu: '4' }, max: 2 }), group({ name: 'small', count: 0 })];
    const timeline = play(deployment(4, asking('1')), { nodes: [], surroundings: { groups }, others });
    assert.deepEqual(joined(timeline), []);
    assert.match(timeline.outcome.sentence, /one of group small would not take it \(Insufficient cpu\)$/);
  });

  it('counts them when it asks how many are needed, and they come', () => {
    const others = [{ before: daemonSet(agent) }];
    const groups = [group({ allocatable: { cpu: '3500m' } })];
    const surging = deployment(4, { ...asking('1'), maxSurge: 4, maxUnavailable: 0 });
    const timeline = play(surging, { nodes: [], surroundings: { groups }, others });
    assertCompletes(timeline);
    assert.deepEqual(
      joined(timeline).map(([node]) => node),
      ['general-3', 'general-4'],
    );
    assert.equal(timeline.others?.[0]?.pods.count, 4);
  });

  it('is nothing for a daemon pod: it is meant for a node that is there', () => {
    const before = daemonSet({ container: { resources: { requests: { cpu: '1' } } } });
    const after = daemonSet({ container: { resources: { requests: { cpu: '3' } } } });
    const timeline = play(after, { before, nodes: [], surroundings: { groups: [group()] } });
    assert.equal(timeline.outcome.kind, 'stalled');
    assert.deepEqual(joined(timeline), []);
  });
});

describe('story: what new nodes are like', () => {
  const labeled = nodesWith('2', 'a', 'b').map((node, index) => ({
    ...node,
    metadata: { ...node.metadata, labels: { pool: 'x', 'topology.kubernetes.io/zone': `eu-${index}` } },
    spec: { taints: [{ key: 'only', effect: 'NoSchedule' as const }] },
  }));
  const tolerant = { tolerations: [{ key: 'only' }], nodeSelector: { pool: 'x' } };

  it('they are like those that have the labels of their group, and these count for its maximum', () => {
    const groups = [{ name: 'x', count: 0, max: 3, labels: { pool: 'x' } }];
    const timeline = play(deployment(4, { ...asking('1'), pod: tolerant }), { nodes: labeled, surroundings: { groups } });
    assertCompletes(timeline);
    assert.deepEqual(messages(timeline, 'TriggeredScaleUp'), ['pod triggered scale-up: [{x 2->3 (max: 3)}]']);
  });

  it('they are like the nodes that there are where their group says nothing', () => {
    const groups = [{ name: 'more', count: 0, max: 1 }];
    assertCompletes(play(deployment(4, { ...asking('1'), pod: tolerant }), { nodes: labeled, surroundings: { groups } }));
    assert.equal(play(deployment(1, asking('3')), { nodes: labeled, surroundings: { groups } }).outcome.kind, 'stalled');
  });

  it('what ran before has the nodes that it needs', () => {
    const timeline = playWith([group({ count: 0 })], 4);
    assert.deepEqual(
      timeline.nodes.map(({ name, addedAt }) => [name, addedAt < 0 || addedAt === 0]),
      [
        ['general-1', true],
        ['general-2', true],
        ['general-3', false],
      ],
    );
  });

  it('two workloads share what comes', () => {
    const others = [
      { before: named(deployment(2, asking('1')), 'api'), after: named(deployment(2, { ...asking('1'), image: 'x' }), 'api') },
    ];
    const timeline = play(deployment(2, asking('1')), { nodes: [], surroundings: { groups: [group()] }, others });
    assertCompletes(timeline);
    assert.deepEqual(
      joined(timeline).map(([node]) => node),
      ['general-3'],
    );
  });
});
