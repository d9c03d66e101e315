import assert from 'node:assert/strict';
import { verdictText } from '../../../src/engine/simulation/verdict/verdict';
import { assertCompletes, assertStalls, daemonSet, deployment, play } from '../support';

const TOLERATES_ALL = { tolerations: [{ operator: 'Exists' as const }] };

describe('story: nodes whose manifests say that they are down', () => {
  const nodes = ['a', 'b', 'c', 'd'].map((name) => {
    const status = name === 'a' ? ('Unknown' as const) : ('True' as const);
    return { metadata: { name }, status: { conditions: [{ type: 'Ready', status }] } };
  });

  it('use up the budget of a DaemonSet from the start', () => {
    const timeline = play(daemonSet({ pod: TOLERATES_ALL }), { nodes });
    assertStalls(timeline, 'a has no available pod and uses up maxUnavailable 1: 3 nodes stay on the old version');
    assert.equal(timeline.facts.minAvailable, 3);
    assert.match(verdictText(timeline), /at the start only 3 of 4 of the running version are available: a has no available pod/);
  });

  it('get no pod of a Deployment', () => {
    const timeline = play(deployment(4), { nodes });
    assertCompletes(timeline);
    assert.ok([...timeline.pods.node].every((node) => timeline.nodes[node]?.name !== 'a'));
  });

  it('make no pod ready that tolerates anything', () => {
    const [down] = nodes;
    const { facts, outcome } = play(deployment(1, { pod: TOLERATES_ALL }), { nodes: down === undefined ? [] : [down] });
    assert.deepEqual([facts.minAvailable, outcome.kind], [0, 'stalled']);
  });
});

describe('story: a DaemonSet with maxUnavailable 1 on nodes of which three are dead', () => {
  const sameBefore = daemonSet({ pod: TOLERATES_ALL, image: 'agent:1' });
  const actions = [
    ...['node-01', 'node-02', 'node-03'].map((node) => ({ at: 0, action: 'nodeDown', node }) as const),
    { at: 120, action: 'setImage', image: 'agent:2' } as const,
  ];
  const dead = (maxUnavailable: number): Parameters<typeof play> => [
    daemonSet({ pod: TOLERATES_ALL, image: 'agent:1', maxUnavailable }),
    { before: sameBefore, nodeCount: 20, actions },
  ];

  it('never starts: the dead nodes use up the budget', () => {
    const timeline = play(...dead(1));
    assertStalls(
      timeline,
      'node-01, node-02 and node-03 have no available pod and use up maxUnavailable 1: 17 nodes stay on the old version',
    );
    assert.equal(timeline.facts.minAvailable, 17);
  });

  it('updates the living nodes when more may be unavailable than are dead', () => {
    const timeline = play(...dead(4));
    const { status } = timeline;
    const updated = status.values[(status.times.length - 1) * status.columns.length + status.columns.indexOf('updated')];
    assert.equal(updated, 17);
  });

  it('goes through when the dead nodes are taken out of the cluster', () => {
    const [workload, options] = dead(1);
    const removed = ['node-01', 'node-02', 'node-03'].map((node) => ({ at: 200, action: 'removeNode', node }) as const);
    const timeline = play(workload, { ...options, actions: [...actions, ...removed] });
    assertCompletes(timeline);
  });
});

describe('story: a DaemonSet update that never gets ready', () => {
  const bad = { failure: { kind: 'neverReady' } } as const;

  it('stops at the first node, which uses up maxUnavailable', () => {
    const timeline = play(daemonSet(), { nodeCount: 5, after: bad });
    assertStalls(timeline, '1 new pod never gets ready');
    assert.match(
      timeline.outcome.blockers[1]?.sentence ?? '',
      /^node-\d has no available pod and uses up maxUnavailable 1: 4 nodes stay on the old version$/,
    );
    assert.equal(timeline.facts.minAvailable, 4);
  });

  it('does not lose further nodes to a second bad update', () => {
    const actions = [{ at: 60, action: 'setImage', image: 'agent:3' }] as const;
    const timeline = play(daemonSet(), { nodeCount: 5, after: bad, actions });
    assert.equal(timeline.outcome.kind, 'stalled');
    assert.equal(timeline.facts.minAvailable, 4);
  });

  it('goes through with a version that gets ready', () => {
    const actions = [
      { at: 60, action: 'breakRevision', revision: 'agent:3', failure: null },
      { at: 60, action: 'setImage', image: 'agent:3' },
    ] as const;
    assertCompletes(play(daemonSet(), { nodeCount: 5, after: bad, actions }));
  });

  it('is undone by kubectl rollout undo', () => {
    const timeline = play(daemonSet(), { nodeCount: 5, after: bad, actions: [{ at: 60, action: 'undo' }] });
    assertCompletes(timeline);
    assert.ok(timeline.outcome.at > 60);
  });
});

describe('story: a DaemonSet with updateStrategy OnDelete', () => {
  it('changes nothing until somebody deletes pods', () => {
    const timeline = play(daemonSet({ onDelete: true }), { nodeCount: 3 });
    assertStalls(
      timeline,
      'OnDelete: the controller replaces a pod only after somebody has deleted it (3 pods still of the old version)',
    );
  });

  it('is complete when every pod has been deleted', () => {
    const actions = [{ at: 10, action: 'killPod', count: 3 }] as const;
    assertCompletes(play(daemonSet({ onDelete: true }), { nodeCount: 3, actions }));
  });
});
