import assert from 'node:assert/strict';
import type { ScenarioAction } from '../../../src/engine/simulation/scenario/actions';
import { actionWords } from '../../../src/engine/simulation/scenario/actionWords';
import type { Timeline } from '../../../src/engine/simulation/timeline/timeline';
import { simulate } from '../../../src/engine/simulation/simulate';
import { verdict } from '../../../src/engine/simulation/verdict/verdict';
import type { Node, Pod, PodDisruptionBudget, ResourceQuota, Toleration } from '../../../src/model/apiTypes';
import { assertCompletes, assertStalls, daemonSet, deployment, messages, named, nodesWith, play, scenario } from '../support';

const careful = { maxSurge: 1, maxUnavailable: 0 };
const api = named(deployment(3, careful), 'api');
const API = { kind: 'Deployment', name: 'api' } as const;

function quota(pods: number): ResourceQuota {
  return { kind: 'ResourceQuota', metadata: { name: 'team' }, spec: { hard: { pods: String(pods) } } };
}

function budget(minAvailable: number): PodDisruptionBudget {
  return { metadata: { name: 'web' }, spec: { minAvailable, selector: { matchLabels: { app: 'web' } } } };
}

function problems({ markers }: Timeline): (string | undefined)[] {
  return markers.map(({ problem }) => problem);
}

describe('story: a full quota', () => {
  const play6 = (action: ScenarioAction): Timeline =>
    play(deployment(3, careful), { others: [{ before: api }], surroundings: { resourceQuotas: [quota(6)] }, actions: [action] });

  const WAYS: readonly ScenarioAction[] = [
    { at: 60, action: 'deleteObject', kind: 'ResourceQuota', name: 'team' },
    { at: 60, action: 'scale', replicas: 2, workload: API },
    { at: 60, action: 'deleteObject', kind: 'Deployment', name: 'api' },
    { at: 60, action: 'applyObject', object: named(deployment(1), 'api') },
  ];
  for (const way of WAYS) {
    it(`lets the rollout go on after: ${actionWords(way)}`, () => {
      const timeline = play6(way);
      assertCompletes(timeline);
      assert.ok(timeline.outcome.at > 60);
      assert.deepEqual(problems(timeline), [undefined]);
    });
  }

  it('is filled by another workload that comes', () => {
    const timeline = play(deployment(3, { ...careful, minReadySeconds: 30 }), {
      surroundings: { resourceQuotas: [quota(4)] },
      actions: [{ at: 10, action: 'applyObject', object: named(deployment(1), 'late') }],
    });
    assert.deepEqual(
      timeline.others?.map(({ name, desired }) => [name, desired]),
      [['late', 1]],
    );
    assert.equal(timeline.outcome.kind, 'complete', 'in turns');
    assert.equal(
      timeline.notes?.some(({ kind }) => kind === 'refusals'),
      true,
    );
  });
});

describe('what cannot be deleted or changed', () => {
  const TABLE: readonly (readonly [ScenarioAction, string])[] = [
    [{ at: 1, action: 'deleteObject', kind: 'ConfigMap', name: 'x' }, 'objects of kind ConfigMap cannot be deleted here'],
    [
      { at: 1, action: 'deleteObject', kind: 'Deployment', name: 'web' },
      'the workload that the timeline is about cannot be deleted',
    ],
    [{ at: 1, action: 'deleteObject', kind: 'Service', name: 'x' }, 'there is no Service x'],
    [{ at: 1, action: 'scale', replicas: 1, workload: API }, 'there is no Deployment api'],
    [
      { at: 1, action: 'applyObject', object: named(deployment(1, { maxSurge: 0, maxUnavailable: 0 }), 'api') },
      'Deployment.apps "api" is invalid: spec.strategy.rollingUpdate.maxUnavailable: Invalid value: 0: may not be 0 when `maxSurge` is 0',
    ],
  ];
  for (const [action, problem] of TABLE) {
    it(`is marked with the reason: ${actionWords(action)}`, () => {
      assert.deepEqual(problems(play(deployment(1), { actions: [action] })), [problem]);
    });
  }
});

describe('story: nodes that are not ready', () => {
  const pod = { nodeSelector: { pool: 'new' } };
  const unready: Node = {
    metadata: { name: 'late', labels: { pool: 'new' } },
    status: { conditions: [{ type: 'Ready', status: 'False' }] },
  };
  const before = deployment(0, { pod });

  it('join, and take pods only when their kubelet is ready', () => {
    const actions = [{ at: 10, action: 'addNode', node: unready, readyAfterSeconds: 60 }] as const;
    const timeline = play(deployment(2, { pod }), { before, nodes: nodesWith('1', 'a'), actions });
    assertCompletes(timeline);
    assert.ok(timeline.outcome.at >= 70, `was complete at ${timeline.outcome.at}`);
    assert.deepEqual(messages(timeline, 'NodeReady'), ['Node late status is now: NodeReady']);
  });

  for (const action of ['addNode', 'applyObject'] as const) {
    it(`take none as long as it is not: ${action}`, () => {
      const join: ScenarioAction =
        action === 'addNode' ? { at: 10, action, node: unready } : { at: 10, action, object: { kind: 'Node', ...unready } };
      const timeline = play(deployment(2, { pod }), { before, nodes: nodesWith('1', 'a'), actions: [join] });
      assert.equal(timeline.outcome.kind, 'stalled');
    });
  }

  it('start pods that were bound to them once a manifest says that they answer again', () => {
    const [node] = nodesWith('4', 'a') as [Node];
    const down: Node = { ...node, kind: 'Node', status: { ...node.status, conditions: [{ type: 'Ready', status: 'Unknown' }] } };
    const actions = [
      { at: 0, action: 'applyObject', object: down },
      { at: 100, action: 'applyObject', object: { ...node, kind: 'Node' } },
    ] as const;
    const timeline = play(deployment(1, careful), { nodes: [node], actions });
    assertCompletes(timeline);
    assert.ok(timeline.outcome.at > 100);
  });

  it('are down from the start as a group', () => {
    const groups = [
      { name: 'up', count: 1 },
      { name: 'down', count: 2, notReady: true },
    ];
    const timeline = play(daemonSet({ maxUnavailable: 1, pod: { tolerations: [{ operator: 'Exists' }] } }), {
      nodeCount: 0,
      surroundings: { groups },
    });
    assert.equal(timeline.outcome.blockers[0]?.rule, 'unavailableNodes');
    assert.match(timeline.notes?.[0]?.sentence ?? '', /^at the start only 1 of 3 of the running version are available/);
  });
});

describe('story: the options of a drain', () => {
  const around = { podDisruptionBudgets: [budget(3)] };
  const drained = (flags: object): Timeline =>
    play(deployment(3, careful), {
      surroundings: around,
      actions: [{ at: 30, action: 'drain', node: 'node-1', ...flags }],
    });

  it('asks the budget for ever without any', () => {
    assert.match(verdict(drained({})).headline, /, but the drain of node-1 is refused by a disruption budget for web-/);
  });

  it('gives up in time', () => {
    const timeline = drained({ timeoutSeconds: 20 });
    assert.match(verdict(timeline).headline, /, but the drain of node-1 gave up on web-/);
    assert.match(timeline.outcome.blockers[0]?.message ?? '', /global timeout reached: 20s/);
  });

  it('asks nobody', () => {
    const timeline = drained({ disableEviction: true, gracePeriodSeconds: 0 });
    assertCompletes(timeline);
    assert.deepEqual(
      timeline.markers.map(({ source }) => actionWords(source)),
      ['drain node-1 --disable-eviction --grace-period=0'],
    );
    assert.ok(timeline.facts.minAvailable < 3);
  });

  it('leaves pods alone that are not selected', () => {
    assertCompletes(drained({ podSelector: { app: 'other' } }));
  });

  it('refuses to begin where DaemonSets are not to be ignored', () => {
    const timeline = play(daemonSet(), { actions: [{ at: 30, action: 'drain', node: 'node-1', ignoreDaemonSets: false }] });
    assert.match(
      problems(timeline)[0] ?? '',
      /^cannot delete DaemonSet-managed Pods \(use --ignore-daemonsets to ignore\): default\/agent-/,
    );
  });
});

describe('story: what is due in the last second before the story', () => {
  it('happens before it: a pod of a lost node whose patience ends then', () => {
    const groups = [
      { name: 'up', count: 1 },
      { name: 'down', count: 1, notReady: true },
    ];
    for (let tolerationSeconds = 7083; tolerationSeconds < 7090; tolerationSeconds++) {
      const tolerations: Toleration[] = [{ operator: 'Exists', effect: 'NoExecute', tolerationSeconds }];
      const patient: Pod = {
        metadata: { name: 'patient' },
        spec: { nodeName: 'down-1', tolerations, containers: [{ name: 'c', image: 'other:1' }] },
      };
      for (let seed = 1; seed <= 4; seed++) {
        const timeline = play(daemonSet(), { nodeCount: 0, surroundings: { groups, pods: [patient] }, seed });
        assert.equal(timeline.outcome.kind, 'stalled', 'the daemon pod of the lost node is not replaced');
      }
    }
  });
});

describe('story: a Deployment among DaemonSets on a cluster with a lost node', () => {
  it('has no pod there that would have to terminate first', () => {
    const groups = [
      { name: 'up', count: 2 },
      { name: 'down', count: 1, notReady: true },
    ];
    const others = [{ before: named(daemonSet(), 'logs') }];
    assertCompletes(play(deployment(3), { nodeCount: 0, surroundings: { groups }, others }));
  });
});

describe('story: what ran before', () => {
  it('ran before it was paused', () => {
    const workload = deployment(3, { paused: true });
    const whole = scenario(workload, { before: deployment(3, { image: 'web:1', paused: true }) });
    const timeline = simulate(whole);
    assertStalls(timeline, 'the Deployment is paused: a new template is not rolled out');
    assert.equal(timeline.pods.count, 3);
    assert.equal(whole.workload.before?.kind, 'Deployment');
  });

  const moves: readonly [string, Readonly<Record<string, string>>, Readonly<Record<string, string>>, number][] = [
    ['with the old name of a label', { 'beta.kubernetes.io/os': 'linux' }, { 'kubernetes.io/os': 'linux' }, 3],
    ['with other labels', { disk: 'ssd' }, { pool: 'web' }, 3],
    ['on the nodes of another pool', { pool: 'old' }, { pool: 'new' }, 6],
  ];
  for (const [title, from, to, nodes] of moves)
    it(`ran on assumed nodes ${title}, and undo finds them again`, () => {
      for (const [before, after] of [
        [from, to],
        [to, from],
      ] as const) {
        const timeline = simulate(
          scenario(deployment(3, { ...careful, pod: { nodeSelector: after } }), {
            before: deployment(3, { image: 'web:1', pod: { nodeSelector: before } }),
          }),
        );
        assertCompletes(timeline);
        assert.equal(timeline.facts.minAvailable, 3);
        assert.equal(timeline.nodes.length, nodes);
      }
    });
});

describe('story: pods that crash once the rollout is complete', () => {
  it('are watched until the pauses between two restarts get no longer', () => {
    const timeline = play(deployment(2, { minReadySeconds: 0 }), { after: { failure: { kind: 'crash', after: 20 } } });
    assert.equal(timeline.outcome.kind, 'complete');
    assert.match(timeline.outcome.aftermath ?? '', /^2 of 2 new pods crash and restart$/);
    assert.ok(Math.max(...timeline.pods.restarts) >= 7, `only ${Math.max(...timeline.pods.restarts)} restarts`);
    assert.ok(timeline.end > 600 && timeline.end < 3600, `ends at ${timeline.end}`);
  });
});
