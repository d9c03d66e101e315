import assert from 'node:assert/strict';
import { chanceOf, distributionOf, quantile, RunCollector, type ManyRuns } from '../../../src/engine/simulation/batch/statistics';
import { simulateMany } from '../../../src/engine/simulation/batch/simulateMany';
import type { BehaviorProfile, Scenario } from '../../../src/engine/simulation/scenario/scenario';
import { scenarioFor } from '../../../src/engine/simulation/scenario/scenarioFor';
import { deployment } from '../support';

/** All pods are created at once, on nodes of their own, and nothing but what the behavior says takes time. */
function oneWave(pods: number, behavior: BehaviorProfile, nodeCount = pods, minReadySeconds = 0): Scenario {
  const manifest = deployment(pods, { progressDeadlineSeconds: 100_000, minReadySeconds });
  const { workload, ...rest } = scenarioFor(manifest, { cluster: { nodeCount } });
  const still = { imagePull: 0, start: 0, warmUp: 0, shutDown: 0, ...behavior.default };
  return { ...rest, workload: { after: workload.after }, latencyMs: 0, behavior: { ...behavior, default: still } };
}

function played(scenario: Scenario, runs: number): { readonly durations: readonly number[]; readonly summary: ManyRuns } {
  const durations: number[] = [];
  const collector = new RunCollector();
  const seeds = Array.from({ length: runs }, (_, index) => index + 1);
  simulateMany(scenario, seeds, (figures) => {
    durations.push(figures.facts.duration ?? Infinity);
    collector.add(figures);
  });
  return { durations, summary: collector.summary() };
}

/** Within four standard errors: a true statement fails once in fifteen thousand times, and seeds never change. */
function assertNear(measured: number, expected: number, deviation: number, runs: number, what: string): void {
  const allowed = (4 * deviation) / Math.sqrt(runs) + 1e-9;
  assert.ok(Math.abs(measured - expected) <= allowed, `${what}: ${measured}, expected ${expected} ± ${allowed}`);
}

function assertShare(measured: number, expected: number, runs: number, what: string): void {
  assertNear(measured, expected, Math.sqrt(expected * (1 - expected)), runs, what);
}

describe('the statistics of many runs, against closed forms', function () {
  this.timeout(120_000);

  for (const pods of [1, 2, 5, 12]) {
    it(`a wave of ${pods} pods that start within 20 to 90 s takes as long as the slowest`, () => {
      const runs = 600;
      const [least, most] = [20, 90];
      const { durations, summary } = played(oneWave(pods, { default: { start: { min: least, max: most } } }), runs);
      const width = most - least;
      const mean = least + (width * pods) / (pods + 1);
      const deviation = width * Math.sqrt(pods / ((pods + 1) ** 2 * (pods + 2)));
      assertNear(summary.duration?.mean ?? NaN, mean, deviation, runs, 'mean');
      // All are as fast as the p-quantile in p of all runs: F(x)ⁿ = p. Times are drawn in tenths.
      for (const share of [0.1, 0.5, 0.9]) {
        const exact = least + width * share ** (1 / pods);
        assertShare(durations.filter((t) => t <= exact + 0.05).length / runs, share, runs, `share of runs within ${exact} s`);
      }
      assert.equal(
        summary.duration?.p90,
        quantile(
          durations.toSorted((a, b) => a - b),
          0.9,
        ),
      );
      assert.equal(
        summary.histogram.reduce((sum, { count }) => sum + count, 0),
        runs,
      );
    });
  }

  it('pulls that fail by chance are repeated a geometric number of times, with the kubelet’s back-off in between', () => {
    const runs = 800;
    const chance = 0.4;
    const { durations } = played(oneWave(1, { default: { pullErrors: chance } }), runs);
    // 10 s, 20 s, 40 s: after n failures the sum of the first n.
    for (const failures of [1, 2, 3]) {
      const waited = 10 * (2 ** failures - 1);
      const share = durations.filter((t) => t >= waited - 0.5).length / runs;
      assertShare(share, chance ** failures, runs, `share of runs with ${failures} failures`);
    }
    assert.ok(durations.every((t) => [0, 10, 30, 70, 150, 310, 610, 910].some((sum) => Math.abs(t - sum) < 1)));
  });

  it('starts that crash by chance are repeated a geometric number of times', () => {
    const runs = 600;
    const chance = 0.3;
    const after = 4;
    // Ready at once, available after 5 s: a pod that crashes before that starts again.
    const scenario = oneWave(1, { default: { crashes: { probability: chance, after } } }, 1, 5);
    const { durations } = played(scenario, runs);
    const share = (seconds: number): number => durations.filter((t) => t >= seconds).length / runs;
    assertShare(share(after + 5), chance, runs, 'one crash');
    assertShare(share(2 * after + 10 + 5), chance ** 2, runs, 'two crashes, and the first back-off');
  });

  it('a slow node slows down its pods, by its factor and as often as its chance', () => {
    const runs = 800;
    const slow = { probability: 0.15, factor: 3 };
    const { durations } = played(oneWave(3, { default: { start: 10 }, nodes: { slow } }), runs);
    assert.deepEqual([...new Set(durations.map(Math.round))].sort(), [10, 30]);
    assertShare(
      durations.filter((t) => t > 20).length / runs,
      1 - (1 - slow.probability) ** 3,
      runs,
      'at least one slow node of 3',
    );
  });

  it('pods on the same node take the same times where that is asked for: a wave on one node is as long as one pod', () => {
    const runs = 500;
    const start = { min: 20, max: 90 };
    const { summary } = played(oneWave(6, { default: { start }, nodes: { sameSpeed: true } }, 1), runs);
    assertNear(summary.duration?.mean ?? NaN, 55, 70 / Math.sqrt(12), runs, 'mean');
  });

  it('nothing is random that nobody asked for', () => {
    const { durations, summary } = played(oneWave(4, { default: { start: 7, warmUp: 2 } }), 20);
    assert.deepEqual([...new Set(durations)].length, 1);
    assert.deepEqual([summary.missesDeadline.count, summary.notComplete.count], [0, 0]);
  });

  it('runs that miss the deadline, or never end, are counted and named by their seeds', () => {
    const scenario = oneWave(1, { default: { start: 3, failure: { kind: 'flaky', probability: 0.5 } } });
    const { spec } = scenario.workload.after;
    const after = {
      ...scenario.workload.after,
      spec: { ...spec, progressDeadlineSeconds: 60 },
    } as typeof scenario.workload.after;
    const runs = 200;
    const { summary, durations } = played({ ...scenario, workload: { after } }, runs);
    assertShare(summary.notComplete.share, 0.5, runs, 'never ready');
    assert.equal(summary.missesDeadline.count, summary.notComplete.count);
    assert.ok(summary.failedSeeds.every((seed) => durations[seed - 1] === Infinity));
    assert.equal(summary.duration?.count, runs - summary.notComplete.count);
  });
});

describe('quantiles, shares and their bounds', () => {
  const ROWS: readonly [share: number, expected: number][] = [
    [0, 1],
    [0.1, 1],
    [0.11, 2],
    [0.5, 5],
    [0.9, 9],
    [0.99, 10],
    [1, 10],
  ];
  for (const [share, expected] of ROWS) {
    it(`the ${share} quantile of 1 … 10 is ${expected}`, () => {
      assert.equal(quantile([1, 2, 3, 4, 5, 6, 7, 8, 9, 10], share), expected);
    });
  }

  it('a distribution does not depend on the order of its numbers', () => {
    assert.deepEqual(distributionOf([3, 1, 2]), distributionOf([2, 3, 1]));
    assert.deepEqual(distributionOf([3, 1, 2]), { count: 3, mean: 2, least: 1, p10: 1, p50: 2, p90: 3, p99: 3, most: 3 });
  });

  it('what was never seen in 100 runs may still happen in 3.7 % of them', () => {
    const { share, low, high } = chanceOf(0, 100);
    assert.deepEqual([share, low, Math.round(high * 1000) / 10], [0, 0, 3.7]);
    assert.equal(chanceOf(100, 100).high, 1);
    assert.deepEqual(chanceOf(0, 0), { count: 0, of: 0, share: 0, low: 0, high: 1 });
  });
});
