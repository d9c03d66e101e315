import assert from 'node:assert/strict';
import { CauseCollector, leverSeeds, leversOf, type Cause } from '../../../src/engine/simulation/batch/causes';
import { simulateMany } from '../../../src/engine/simulation/batch/simulateMany';
import type { BehaviorProfile, Scenario } from '../../../src/engine/simulation/scenario/scenario';
import { scenarioFor } from '../../../src/engine/simulation/scenario/scenarioFor';
import { causesSentence } from '../../../src/engine/simulation/words/manyText';
import { deployment } from '../support';

const STILL = { imagePull: 0, start: 0, warmUp: 0, shutDown: 0 };

/** Pods on nodes of their own, created at once, and nothing but what the behavior says takes time. */
function oneWave(pods: number, behavior: BehaviorProfile): Scenario {
  const { workload, ...rest } = scenarioFor(deployment(pods), { cluster: { nodeCount: pods } });
  return {
    ...rest,
    workload: { after: workload.after },
    latencyMs: 0,
    behavior: { ...behavior, default: { ...STILL, ...behavior.default } },
  };
}

function causesOf(scenario: Scenario): readonly Cause[] {
  const levers = leversOf(scenario);
  const collector = new CauseCollector(levers);
  for (const [index, lever] of levers.entries())
    for (const side of ['high', 'low'] as const)
      simulateMany(lever[side], leverSeeds(scenario.seed), (figures) => {
        collector.add(index, side, figures);
      });
  return collector.causes();
}

describe('what matters most', () => {
  it('is told as it adds up: start-up moves one pod by 56 s, the pull by 8 s', () => {
    const scenario = oneWave(1, { default: { start: { min: 20, max: 90 }, imagePull: { min: 0, max: 10 } } });
    const [start, pull, ...others] = causesOf(scenario);
    assert.deepEqual([start?.name, pull?.name, others], ['start', 'imagePull', []]);
    assert.ok(Math.abs((start?.high ?? 0) - (start?.low ?? 0) - 56) < 0.11, JSON.stringify(start));
    assert.ok(Math.abs((pull?.high ?? 0) - (pull?.low ?? 0) - 8) < 0.11, JSON.stringify(pull));
    assert.ok(Math.abs((start?.share ?? 0) - 56 / 64) < 0.003);
    assert.ok(Math.abs((start?.share ?? 0) + (pull?.share ?? 0) - 1) < 1e-9);
  });

  for (const { name, behavior, expected } of [
    { name: 'nothing, where all is certain', behavior: { default: { start: 7 } }, expected: [] },
    {
      name: 'nothing, where a chance is none',
      behavior: { default: { pullErrors: 0, crashes: { probability: 0 } } },
      expected: [],
    },
    {
      name: 'a normal time at its own percentiles',
      behavior: { default: { start: { mean: 60, deviation: 10 } } },
      expected: [{ name: 'start', low: 60 - 12.816, high: 60 + 12.816 }],
    },
    {
      name: 'a measured list at its own percentiles',
      behavior: { default: { start: { list: [1, 2, 3, 4, 5, 6, 7, 8, 9, 50] } } },
      expected: [{ name: 'start', low: 1, high: 9 }],
    },
    {
      name: 'a revision’s own time',
      behavior: { revisions: { after: { start: { min: 10, max: 20 } } } },
      expected: [{ name: 'start', low: 11, high: 19 }],
    },
  ] as const) {
    it(`is ${name}`, () => {
      const causes = causesOf(oneWave(1, behavior));
      assert.deepEqual(
        causes.map((cause) => cause.name),
        expected.map((cause) => cause.name),
      );
      for (const [index, { low, high }] of expected.entries()) {
        assert.ok(Math.abs((causes[index]?.low ?? 0) - low) < 0.1, `${causes[index]?.low ?? ''} is about ${low}`);
        assert.ok(Math.abs((causes[index]?.high ?? 0) - high) < 0.1, `${causes[index]?.high ?? ''} is about ${high}`);
      }
    });
  }

  it('is a chance that keeps the rollout from completing, before all that only delays it', () => {
    const flaky = { failure: { kind: 'flaky', probability: 0.5 } } as const;
    const causes = causesOf(oneWave(6, { default: { start: { min: 5, max: 50 }, ...flaky } }));
    assert.equal(causes[0]?.name, 'flaky');
    assert.equal(causes[0].high, undefined);
    assert.match(causesSentence(causes), /^pods that never get ready makes? 100 % of the spread \(.* to never complete\)/);
  });

  it('is also slow nodes, of which there is none without them', () => {
    const slow = { slow: { probability: 0.5, factor: 4 } };
    const causes = causesOf(oneWave(4, { default: { start: 10 }, nodes: slow }));
    assert.deepEqual(causes, [{ name: 'slowNodes', low: 10, high: 40, share: 1 }]);
  });
});
