import assert from 'node:assert/strict';
import { EngineError } from '../../src/engine/kernel/engineError';
import { simulate } from '../../src/engine/simulation/simulate';
import { checkScenario } from '../../src/engine/simulation/scenario/checkScenario';
import type { Scenario } from '../../src/engine/simulation/scenario/scenario';
import { daemonSet, deployment, named, nodesWith, scenario } from './support';

const GOOD = scenario(deployment(3));

function failureOf(run: () => unknown): { code: string; subject: string; message: string } | undefined {
  try {
    run();
    return undefined;
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    return { code: error.code, subject: error.subject, message: error.message.slice(error.subject.length + 2) };
  }
}

type Change = Readonly<Record<string, unknown>>;

/** What is wrong, what the scenario has instead, where the fault is seen and what is said of it. */
const BAD: readonly (readonly [string, Change, string, string | RegExp])[] = [
  ['a title that is no text', { title: 5 }, 'scenario.title', 'must be a text, not 5'],
  ['limits beyond the product’s', { limits: { maxSteps: 1e9 } }, 'scenario.limits.maxSteps', /^must be at most 5000000, not/],
  [
    'groups with too many nodes together',
    {
      cluster: {
        groups: [
          { name: 'a', count: 15_000 },
          { name: 'b', count: 15_000 },
        ],
      },
    },
    'scenario.cluster',
    /^has 30000 nodes with all its groups .* at most 20000 are allowed$/,
  ],
  [
    'a pod without a spec',
    { cluster: { pods: [{ metadata: { name: 'p' } }] } },
    'scenario.cluster.pods[0].spec',
    'must be an object, not nothing',
  ],
  [
    'taints that are none',
    { cluster: { nodes: [{ metadata: { name: 'n' }, spec: { taints: 5 } }] } },
    'scenario.cluster.nodes[0].spec.taints',
    'must be a list, not 5',
  ],
  ['a prototype', JSON.parse('{"cluster": {"__proto__": {}}}') as Change, 'scenario.cluster', /^has a field __proto__/],
  ['another version', { version: 2 }, 'scenario.version', 'must be one of 1, not 2'],
  ['no seed', { seed: undefined }, 'scenario.seed', 'is missing'],
  ['a broken seed', { seed: 1.5 }, 'scenario.seed', 'must be a whole number, not 1.5'],
  ['a horizon of nothing', { horizonSeconds: 0 }, 'scenario.horizonSeconds', 'must be at least 1, not 0'],
  ['no end in sight', { horizonSeconds: Infinity }, 'scenario.horizonSeconds', /^must be a number, not/],
  ['an unknown field', { color: 'red' }, 'scenario.color', /^is not known here; known are version, title,/],
  [
    'negative durations',
    { behavior: { default: { start: -1 } } },
    'scenario.behavior.default.start',
    'must be at least 0, not -1',
  ],
  [
    'a delay of nothing',
    { behavior: { default: { start: { list: [] } } } },
    'scenario.behavior.default.start.list',
    'must not be empty',
  ],
  [
    'a range upside down',
    { behavior: { default: { start: { min: 5, max: 2 } } } },
    'scenario.behavior.default.start',
    'min 5 is more than max 2',
  ],
  [
    'an unknown failure',
    { behavior: { default: { failure: { kind: 'boredom' } } } },
    'scenario.behavior.default.failure.kind',
    /^must be one of neverReady, .*, not "boredom"$/,
  ],
  [
    'a probability beyond 1',
    { behavior: { default: { failure: { kind: 'flaky', probability: 2 } } } },
    'scenario.behavior.default.failure.probability',
    'must be at most 1, not 2',
  ],
  [
    'actions that are none',
    { actions: [{ at: 1, action: 'dance' }] },
    'scenario.actions[0].action',
    /^must be one of patch, .*, not "dance"$/,
  ],
  [
    'an action before the beginning',
    { actions: [{ at: -1, action: 'pause' }] },
    'scenario.actions[0].at',
    'must be at least 0, not -1',
  ],
  ['an action without its number', { actions: [{ at: 1, action: 'scale' }] }, 'scenario.actions[0].replicas', 'is missing'],
  [
    'an action with a field of another',
    { actions: [{ at: 1, action: 'pause', replicas: 3 }] },
    'scenario.actions[0].replicas',
    /^is not known here/,
  ],
  [
    'two billion replicas',
    { workload: { after: deployment(2_000_000_000) } },
    'scenario.workload.after.spec.replicas',
    /^2000000000 is more than the 20000 pods that a simulation may have/,
  ],
  [
    'scaling to two billion replicas',
    { actions: [{ at: 1, action: 'scale', replicas: 2_000_000_000 }] },
    'scenario.actions[0].replicas',
    /^2000000000 is more than the 20000 pods/,
  ],
  [
    'patching to two billion replicas',
    { actions: [{ at: 1, action: 'patch', patch: { spec: { replicas: 2_000_000_000 } } }] },
    'scenario.actions[0].patch.spec.replicas',
    /^2000000000 is more than the 20000 pods/,
  ],
  [
    'negative replicas',
    { workload: { after: deployment(-1) } },
    'scenario.workload.after.spec.replicas',
    'must be at least 0, not -1',
  ],
  [
    'a workload without pods',
    { workload: { after: { kind: 'Deployment', metadata: { name: 'web' }, spec: {} } } },
    'scenario.workload.after.spec.template',
    'must be an object, not nothing',
  ],
  [
    'a workload whose containers are no list',
    { workload: { after: { ...deployment(1), spec: { ...deployment(1).spec, template: { spec: { containers: {} } } } } } },
    'scenario.workload.after.spec.template.spec.containers',
    'must be a list, not {}',
  ],
  [
    'a workload of another kind',
    { workload: { after: { ...deployment(1), kind: 'Job' } } },
    'scenario.workload.after',
    /not a Job$/,
  ],
  [
    'two kinds of workload',
    { workload: { before: daemonSet(), after: deployment(1) } },
    'scenario.workload',
    'before is a DaemonSet, after a Deployment; they must be of one kind',
  ],
  [
    'a workload that the API server refuses',
    { workload: { after: { ...deployment(1), spec: { ...deployment(1).spec, selector: { matchLabels: { app: 'other' } } } } } },
    'scenario.workload.after',
    /^the API server refuses it: Deployment\.apps "web" is invalid: spec\.template\.metadata\.labels:/,
  ],
  [
    'a kind that is no text and cannot be made one',
    { workload: { after: { kind: { toString: 1 } } } },
    'scenario.workload.after',
    'must be a Deployment or a DaemonSet, not what is no text',
  ],
  ['services that are no list', { cluster: { services: 5 } }, 'scenario.cluster.services', 'must be a list, not 5'],
  ['a field that every object has', { cluster: { constructor: 1 } }, 'scenario.cluster.constructor', /^is not known here/],
  [
    'an action that every object has',
    { actions: [{ at: 1, action: 'constructor' }] },
    'scenario.actions[0].action',
    /^must be one of patch, .*, not "constructor"$/,
  ],
  ['a million nodes', { cluster: { nodeCount: 1_000_000 } }, 'scenario.cluster.nodeCount', 'must be at most 20000, not 1000000'],
  [
    'nodes without names',
    { cluster: { nodes: [{ metadata: {} }] } },
    'scenario.cluster.nodes[0].metadata.name',
    /^must be a name/,
  ],
  ['another workload without a version', { others: [{}] }, 'scenario.others[0]', 'has neither before nor after nor standing'],
  [
    'another workload that is the same',
    { others: [{ before: deployment(1) }] },
    'scenario.others[0]',
    'is Deployment default/web, which is in the scenario already',
  ],
  [
    'another workload that becomes yet another',
    { others: [{ before: named(deployment(1), 'api'), after: named(deployment(1), 'shop') }] },
    'scenario.others[0]',
    'before is Deployment default/api, after is Deployment default/shop; they must be the same',
  ],
  [
    'too many replicas of another workload',
    { others: [{ before: named(deployment(30_000), 'api') }] },
    'scenario.others[0].before.spec.replicas',
    /^30000 is more than the 20000 pods/,
  ],
  [
    'another workload that the API server refuses',
    { others: [{ after: named(deployment(1, { maxSurge: 0, maxUnavailable: 0 }), 'api') }] },
    'scenario.others[0].after',
    /^the API server refuses it: /,
  ],
  [
    'a node twice',
    { cluster: { nodes: [{ metadata: { name: 'a' } }, { metadata: { name: 'a' } }] } },
    'scenario.cluster',
    'nodes "a" already exists',
  ],
];

describe('a scenario that is none is refused with the place and the reason:', () => {
  for (const [name, change, subject, message] of BAD) {
    it(name, () => {
      const failure = failureOf(() => simulate({ ...GOOD, ...change }));
      assert.equal(failure?.code, 'InvalidInput', `should be refused, got ${JSON.stringify(failure)}`);
      assert.equal(failure.subject, subject);
      if (typeof message === 'string') assert.equal(failure.message, message);
      else assert.match(failure.message, message);
    });
  }

  for (const value of [null, 3, 'text', [], {}]) {
    it(JSON.stringify(value), () => {
      assert.equal(failureOf(() => checkScenario(value))?.code, 'InvalidInput');
    });
  }

  it('an object that contains itself', () => {
    const cyclic: Record<string, unknown> = { name: 'x' };
    cyclic['self'] = cyclic;
    const actions = [{ at: 1, action: 'patch', patch: { spec: cyclic } }];
    const failure = failureOf(() => simulate({ ...GOOD, actions } as unknown as Scenario));
    assert.equal(failure?.code, 'InvalidInput');
    assert.equal(failure.subject, 'scenario.actions[0].patch.spec.self');
    assert.equal(failure.message, 'contains itself');
  });
});

describe('a strange scenario that is one is played:', () => {
  it('no nodes', () => {
    const { outcome } = simulate({ ...GOOD, cluster: { nodeCount: 0 } });
    assert.equal(outcome.kind, 'stalled');
    assert.equal(outcome.sentence, '4 pods fit on no node (there are no nodes)');
  });

  it('no replicas', () => {
    const { outcome } = simulate(scenario(deployment(0)));
    assert.deepEqual([outcome.kind, outcome.sentence], ['nothingToDo', 'Nothing to roll out: 0 replicas are wanted']);
  });

  it('a DaemonSet that fits no node', () => {
    const { outcome } = simulate(
      scenario(daemonSet({ pod: { nodeSelector: { disk: 'ssd' } } }), { nodes: nodesWith('4', 'a', 'b') }),
    );
    assert.equal(outcome.kind, 'nothingToDo');
  });

  it('a scenario that says nothing of how pods behave: each takes a second to start', () => {
    const { behavior: _none, ...silent } = GOOD;
    for (const given of [silent, { ...silent, behavior: {} }, { ...silent, behavior: { revisions: {} } }]) {
      const { outcome } = simulate(checkScenario(given));
      assert.equal(outcome.kind, 'complete');
      assert.ok(outcome.at < 10, `complete at ${outcome.at}`);
    }
  });

  it('edits that contradict each other at the same moment', () => {
    const actions = Array.from(
      { length: 20 },
      (_, index) => ({ at: 1, action: 'scale', replicas: index % 2 === 0 ? 30 : 3 }) as const,
    );
    const timeline = simulate({ ...GOOD, actions });
    assert.equal(timeline.outcome.kind, 'complete');
    assert.equal(timeline.envelope.desired, 3);
    assert.equal(timeline.markers.length, 20);
  });

  it('actions on what does not exist have no effect, and say so', () => {
    const actions = [
      { at: 1, action: 'cordon', node: 'nowhere' },
      { at: 1, action: 'killPod', pod: 'nobody' },
      { at: 1, action: 'undo', toRevision: 99 },
      { at: 1, action: 'setImage', image: 'web:3', container: 'nothing' },
    ] as const;
    const { markers } = simulate({ ...GOOD, actions });
    assert.deepEqual(
      markers.map(({ problem }) => problem),
      [
        'there is no node nowhere',
        'there is no pod nobody',
        'unable to find specified revision 99 in history',
        'there is no container nothing; known are web',
      ],
    );
  });
});
