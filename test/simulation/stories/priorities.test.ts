import assert from 'node:assert/strict';
import { verdictText } from '../../../src/engine/simulation/verdict/verdict';
import type { ClusterSpec } from '../../../src/engine/simulation/scenario/scenario';
import type { Timeline } from '../../../src/engine/simulation/timeline/timeline';
import type { Pod, PriorityClass } from '../../../src/model/apiTypes';
import { assertCompletes, assertStalls, daemonSet, deployment, messages, nodesWith, play } from '../support';

function asking(cpu: string): { readonly container: object } {
  return { container: { resources: { requests: { cpu } } } };
}

/** A pod of others that takes 800m of node `a`. */
function bystander(name: string, spec: Partial<Pod['spec']> = {}): Pod {
  const containers = [{ name: 'c', image: 'other:1', resources: { requests: { cpu: '800m' } } }];
  return { metadata: { name }, spec: { nodeName: 'a', ...spec, containers } };
}

function priorityClass(name: string, value: number, more: Partial<PriorityClass> = {}): PriorityClass {
  return { metadata: { name }, value, ...more };
}

function timesOf({ events }: Timeline, wanted: string): readonly number[] {
  return events.filter(({ reason }) => reason === wanted).map(({ t }) => t);
}

const CRITICAL = { priorityClassName: 'system-node-critical' };
const pods = [bystander('web-1'), bystander('web-2')];
const nodes = nodesWith('2', 'a');

describe('story: a DaemonSet of a high priority grows on a node that is full', () => {
  const before = daemonSet({ ...asking('200m'), pod: CRITICAL, image: 'agent:1' });

  it('takes the place of pods whose priority is lower, and says whose', () => {
    const timeline = play(daemonSet({ ...asking('700m'), pod: CRITICAL }), { before, nodes, surroundings: { pods } });
    assertCompletes(timeline);
    assert.match(verdictText(timeline), /1 pod of others \(web-\d\) is preempted to make room: its priority is lower/);
  });

  it('waits for ever without its priority', () => {
    const plain = daemonSet({ ...asking('200m'), image: 'agent:1' });
    const timeline = play(daemonSet(asking('700m')), { before: plain, nodes, surroundings: { pods } });
    assertStalls(
      timeline,
      'the new pod does not fit on a (not enough cpu: it asks for 700m, at most 400m is free; 2 other pods run there)',
    );
  });
});

/** One replica that wants 700m where 400m are free. */
const TABLE: readonly [
  when: string,
  names: { readonly priorityClassName?: string; readonly priority?: number },
  around: ClusterSpec,
  preempts: boolean,
][] = [
  ['no class is named', {}, {}, false],
  ['the class is built in', { priorityClassName: 'system-cluster-critical' }, {}, true],
  ['the class is described', { priorityClassName: 'high' }, { priorityClasses: [priorityClass('high', 1)] }, true],
  ['the class is below zero', { priorityClassName: 'low' }, { priorityClasses: [priorityClass('low', -1)] }, false],
  ['a class is the default', {}, { priorityClasses: [priorityClass('usual', 5, { globalDefault: true })] }, false],
  [
    'the class never preempts',
    { priorityClassName: 'high' },
    { priorityClasses: [priorityClass('high', 1, { preemptionPolicy: 'Never' })] },
    false,
  ],
  ['nobody knows the class', { priorityClassName: 'unknown' }, {}, false],
  ['the pod says the number of a class that nobody describes', { priorityClassName: 'p10', priority: 10 }, {}, true],
  [
    'of several defaults the lowest counts, for the others, too',
    { priorityClassName: 'three' },
    {
      priorityClasses: [
        priorityClass('three', 3),
        priorityClass('two', 2, { globalDefault: true }),
        priorityClass('four', 4, { globalDefault: true }),
      ],
    },
    true,
  ],
];

describe('a pod that finds no room', () => {
  for (const [when, spec, around, preempts] of TABLE) {
    it(`${preempts ? 'preempts' : 'waits'} when ${when}`, () => {
      const surroundings = { ...around, pods };
      const before = deployment(0, { image: 'web:1' });
      const timeline = play(deployment(1, { ...asking('700m'), pod: spec }), { before, nodes, surroundings });
      assert.equal(timeline.outcome.kind, preempts ? 'complete' : 'stalled', timeline.outcome.sentence);
      assert.equal(messages(timeline, 'Preempted').length, preempts ? 1 : 0);
    });
  }
});

describe('pods that make room for others', () => {
  const around = {
    pods: ['low-1', 'low-2', 'low-3', 'low-4'].map((name, index) => bystander(name, { nodeName: index < 2 ? 'a' : 'b' })),
  };
  const preemptedAt = (latencyMs: number): readonly number[] => {
    const after = deployment(2, { ...asking('700m'), pod: CRITICAL });
    const options = { before: deployment(0, { image: 'web:1' }), nodes: nodesWith('2', 'a', 'b'), surroundings: around };
    const timeline = play(after, { ...options, latencyMs });
    assertCompletes(timeline);
    const [refusedAt = NaN] = timesOf(timeline, 'FailedScheduling');
    return timesOf(timeline, 'Preempted').map((t) => t - refusedAt);
  };

  it('go some time after the choice fell on them, while the scheduler goes on', () => {
    const times = preemptedAt(100);
    assert.equal(times.length, 2);
    assert.ok(times.every((t) => t > 0));
  });

  it('go at once without latency', () => {
    assert.deepEqual(preemptedAt(0), [0, 0]);
  });
});

describe('the admission of priorities', () => {
  const refused = (pod: Partial<Pod['spec']>, around: ClusterSpec, message: RegExp): void => {
    const timeline = play(deployment(1, { pod }), { before: deployment(0), surroundings: around });
    assert.match(timeline.outcome.blockers[0]?.message ?? '', message);
  };

  it('refuses pods whose number is not that of their class', () => {
    refused(
      { priorityClassName: 'high', priority: 7 },
      { priorityClasses: [priorityClass('high', 1)] },
      /^pods "web-\w+-\w+" is forbidden: the integer value of priority \(7\) must not be provided in pod spec; priority admission controller computed 1 from the given PriorityClass name$/,
    );
  });

  it('refuses pods whose policy is not that of their class', () => {
    refused(
      { priorityClassName: 'high', preemptionPolicy: 'Never' },
      { priorityClasses: [priorityClass('high', 1)] },
      /the string value of PreemptionPolicy \(Never\) must not be provided in pod spec; priority admission controller computed PreemptLowerPriority/,
    );
  });
});
