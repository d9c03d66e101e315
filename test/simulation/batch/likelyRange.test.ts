import assert from 'node:assert/strict';
import { hasKnownSpread } from '../../../src/engine/simulation/batch/knownSpread';
import { likelyRange, RANGE_STEPS, type LikelyRange } from '../../../src/engine/simulation/batch/likelyRange';
import { Rollout } from '../../../src/engine/simulation/rollout';
import type { BehaviorProfile, Scenario } from '../../../src/engine/simulation/scenario/scenario';
import { scenarioFor } from '../../../src/engine/simulation/scenario/scenarioFor';
import { likelyText } from '../../../src/engine/simulation/words/likelyText';
import { deployment } from '../support';

function scenarioOf(replicas: number, behavior: BehaviorProfile): Scenario {
  return { ...scenarioFor(deployment(replicas), { cluster: { nodeCount: 4 } }), behavior };
}

function stepsOf(scenario: Scenario): number {
  const rollout = new Rollout(scenario);
  while (rollout.advance(Infinity));
  return rollout.progress.steps;
}

/** The answer, and how many runs were played for it. */
function askedFor(scenario: Scenario): { readonly range: LikelyRange | undefined; readonly runs: number } {
  const steps = likelyRange(scenario, stepsOf(scenario));
  for (let runs = 0; ; runs++) {
    const { value, done } = steps.next();
    if (done === true) return { range: value, runs };
  }
}

describe('between which times a rollout is likely to end', () => {
  it('is asked of so many runs as fit into the steps that it may take', () => {
    for (const replicas of [1, 3, 10, 20]) {
      const scenario = scenarioOf(replicas, { default: { start: { min: 1, max: 60 } } });
      const { range, runs } = askedFor(scenario);
      assert.ok(range !== undefined && runs >= 10, `${replicas} replicas: ${runs} runs`);
      const each = Array.from({ length: runs }, (_, run) => stepsOf({ ...scenario, seed: scenario.seed + run }));
      const all = each.reduce((sum, steps) => sum + steps, 0);
      assert.ok(all <= RANGE_STEPS * 1.25, `${replicas} replicas: ${all} steps`);
      assert.ok(range.p10 <= range.p50 && range.p50 <= range.p90);
    }
  });

  it('is asked of nobody where ten runs are too many', () => {
    assert.deepEqual(askedFor(scenarioOf(400, { default: { start: { min: 1, max: 60 } } })), { range: undefined, runs: 0 });
  });

  it('stays open where other runs take far longer than the one that is known', () => {
    const crashes = { kind: 'flaky', probability: 0.5 } as const;
    const scenario = scenarioOf(1, { revisions: { after: { failure: crashes } } });
    const quick = Array.from({ length: 20 }, (_, seed) => ({ ...scenario, seed })).find((one) => stepsOf(one) < 200);
    assert.ok(quick !== undefined);
    const long = { ...quick, behavior: { revisions: { after: { failure: crashes, crashes: { probability: 0.5, after: 1 } } } } };
    const { range } = askedFor(long);
    assert.ok(range === undefined || range.p90 === Infinity);
  });

  it('is said in words', () => {
    assert.equal(likelyText({ runs: 20, p10: 38, p50: 45, p90: 60 }), 'about 45 s (38–60) in eight of ten runs');
  });
});

describe('whether there is a range to tell', () => {
  const CASES: readonly (readonly [name: string, behavior: BehaviorProfile, measured: boolean, written: boolean])[] = [
    ['nothing is said of times', {}, false, false],
    ['all are one number', { default: { start: 3, warmUp: 0 } }, false, false],
    ['they are taken for granted', { default: { start: { min: 1.5, max: 4.5 } } }, false, true],
    ['a range has no width', { default: { start: { min: 2, max: 2 } } }, false, false],
    ['they were measured', { default: { warmUp: { list: [4, 5] } } }, true, true],
    ['they were measured and are alike', { default: { warmUp: { list: [4, 4] } } }, false, false],
    ['one revision has a distribution', { revisions: { after: { start: { mean: 5, deviation: 2 } } } }, true, true],
    ['a distribution has no width', { default: { start: { mean: 5, deviation: 0 } } }, false, false],
  ];
  for (const [name, behavior, measured, written] of CASES)
    it(name, () => {
      const scenario = scenarioOf(1, behavior);
      assert.deepEqual([hasKnownSpread(scenario, false), hasKnownSpread(scenario, true)], [measured, written]);
    });
});
