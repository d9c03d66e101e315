import assert from 'node:assert/strict';
import type { Scenario } from '../../src/engine/simulation/scenario/scenario';
import { scenarioFor } from '../../src/engine/simulation/scenario/scenarioFor';
import { serializeTimeline } from '../../src/engine/simulation/timeline/serializeTimeline';
import { simulate } from '../../src/engine/simulation/simulate';
import { daemonSet, deployment } from './support';

const EVENTFUL: Scenario = {
  ...scenarioFor(deployment(12), { cluster: { nodeCount: 4 }, seed: 7 }),
  behavior: {
    default: {
      imagePull: { min: 1, max: 6 },
      start: { mean: 3, deviation: 1 },
      warmUp: { min: 0, max: 4 },
      shutDown: { list: [1, 2, 5] },
    },
    revisions: { after: { failure: { kind: 'flaky', probability: 0.1 } } },
  },
  informerLagMs: 40,
  actions: [
    { at: 3, action: 'killPod', choose: 'newest' },
    { at: 5, action: 'nodeDown', node: 'node-2', forSeconds: 90 },
    { at: 8, action: 'scale', replicas: 20 },
    { at: 300, action: 'undo' },
  ],
};
const SCENARIOS: Readonly<Record<string, Scenario>> = {
  'a Deployment with faults': EVENTFUL,
  'a DaemonSet': scenarioFor(daemonSet({ maxUnavailable: '30%' }), { cluster: { nodeCount: 9 }, seed: 3 }),
};

describe('the same scenario', () => {
  for (const [name, scenario] of Object.entries(SCENARIOS)) {
    it(`gives the same timeline, byte for byte: ${name}`, () => {
      assert.equal(serializeTimeline(simulate(scenario)), serializeTimeline(simulate(scenario)));
    });

    it(`gives the same timeline after it was saved and read again: ${name}`, () => {
      const saved = JSON.parse(JSON.stringify(scenario)) as Scenario;
      assert.equal(serializeTimeline(simulate(saved)), serializeTimeline(simulate(scenario)));
    });

    it(`is not changed by playing it: ${name}`, () => {
      const saved = JSON.stringify(scenario);
      simulate(scenario);
      assert.equal(JSON.stringify(scenario), saved);
    });
  }

  it('gives another timeline with another seed', () => {
    assert.notEqual(serializeTimeline(simulate(EVENTFUL)), serializeTimeline(simulate({ ...EVENTFUL, seed: 8 })));
  });

  it('keeps what comes before an action as it was without it: a what-if branches off at its own time', () => {
    const { actions } = EVENTFUL;
    const shorter = { ...EVENTFUL, actions: actions.slice(0, 2) };
    const until = (scenario: Scenario): string => JSON.stringify(simulate(scenario).events.filter(({ t }) => t < 8));
    assert.equal(until(shorter), until({ ...EVENTFUL, actions: actions.slice(0, 3) }));
  });
});

describe('a timeline', () => {
  const timeline = simulate(EVENTFUL);

  it('survives structured cloning', () => {
    assert.deepEqual(structuredClone(timeline), timeline);
  });

  it('tells nothing that comes after its end', () => {
    const times = [
      ...timeline.events.map(({ t }) => t),
      ...timeline.decisions.map(({ t }) => t),
      ...timeline.conditions.map(({ t }) => t),
      ...timeline.markers.map(({ t }) => t),
      ...timeline.nodeChanges.map(({ t }) => t),
      ...timeline.pods.changeTimes,
      ...timeline.pods.createdAt,
      ...timeline.status.times,
      ...timeline.totals.times,
      ...timeline.revisionCounts.flatMap(({ times: rows }) => [...rows]),
    ];
    assert.deepEqual(
      times.filter((t) => t > timeline.end),
      [],
    );
  });

  it('has its times in order', () => {
    const inOrder = (times: readonly number[]): boolean => times.every((t, index) => index === 0 || (times[index - 1] ?? 0) <= t);
    for (const list of [timeline.events, timeline.decisions, timeline.conditions, timeline.markers]) {
      assert.ok(inOrder(list.map(({ t }) => t)));
    }
    for (const { times } of [timeline.status, timeline.totals, ...timeline.revisionCounts]) assert.ok(inOrder([...times]));
  });
});
