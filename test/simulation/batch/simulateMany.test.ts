import assert from 'node:assert/strict';
import { RunCollector } from '../../../src/engine/simulation/batch/statistics';
import type { RunFigures } from '../../../src/engine/simulation/batch/repeatedRun';
import { simulateMany } from '../../../src/engine/simulation/batch/simulateMany';
import { scenarioFor } from '../../../src/engine/simulation/scenario/scenarioFor';
import { simulate } from '../../../src/engine/simulation/simulate';
import type { Scenario } from '../../../src/engine/simulation/scenario/scenario';
import { serializeTimeline } from '../../../src/engine/simulation/timeline/serializeTimeline';
import { valuesAt } from '../../../src/engine/simulation/timeline/timelineQueries';
import { trafficOf } from '../../../src/engine/traffic/trafficReport';
import { daemonSet, deployment } from '../support';
import { swarmScenario } from '../swarm';

const SEEDS = [1, 2, 3];

function manyRuns(scenario: Scenario, seeds: Iterable<number> = SEEDS): readonly RunFigures[] {
  const results: RunFigures[] = [];
  simulateMany(scenario, seeds, (figures) => {
    results.push(figures);
  });
  return results;
}

/** The same numbers from the timelines of single runs. */
function singleRuns(scenario: Scenario): readonly Omit<RunFigures, 'available'>[] {
  return SEEDS.map((seed) => {
    const { facts, outcome } = simulate({ ...scenario, seed });
    const { kind, at, deadlineExceededAt } = outcome;
    return { seed, outcome: { kind, at, deadlineExceededAt }, facts };
  });
}

describe('many runs', () => {
  const scenarios: Readonly<Record<string, Scenario>> = {
    'a Deployment': scenarioFor(deployment(10), { cluster: { nodeCount: 3 } }),
    'a DaemonSet': scenarioFor(daemonSet({ maxUnavailable: '20%' }), { cluster: { nodeCount: 12 } }),
  };
  for (const [name, scenario] of Object.entries(scenarios)) {
    it(`give what single runs of the same seeds give: ${name}`, () => {
      const many = manyRuns(scenario).map(({ available: _, ...rest }) => rest);
      assert.deepEqual(many, singleRuns(scenario));
    });

    it(`tell available pods over time as the timeline does: ${name}`, () => {
      const [run] = manyRuns(scenario, [5]);
      const timeline = simulate({ ...scenario, seed: 5 });
      for (let t = 0; t <= timeline.end; t += 0.25) {
        const step = (run?.available.times ?? new Float64Array()).findLastIndex((at) => at <= t);
        assert.equal(run?.available.values[step], valuesAt(timeline.totals, t)?.available, `at ${t} s`);
      }
    });
  }

  it('count failed requests as single runs do, where the scenario asks for them', () => {
    const plain = scenarioFor(deployment(4), { cluster: { nodeCount: 2 } });
    const { labels } = plain.workload.after.spec.template.metadata ?? {};
    const service = { kind: 'Service', metadata: { name: 'front' }, spec: { selector: labels, ports: [{ port: 80 }] } };
    const scenario = { ...plain, cluster: { ...plain.cluster, services: [service] }, traffic: {} };
    const many = manyRuns(scenario).map(({ available: _, ...rest }) => rest);
    const failed = SEEDS.map((seed) => trafficOf(simulate({ ...scenario, seed }), scenario)?.failed);
    assert.ok(
      failed.every((requests) => (requests ?? 0) > 0),
      String(failed),
    );
    assert.deepEqual(
      many,
      singleRuns(scenario).map((run, index) => ({ ...run, failedRequests: failed[index] })),
    );
    assert.equal(manyRuns(plain)[0]?.failedRequests, undefined);
  });

  it('give what single runs give over random scenarios, refusals included', function () {
    this.timeout(120_000);
    for (let seed = 1; seed <= 50; seed++) {
      const scenario = swarmScenario(seed);
      let single: unknown;
      try {
        single = singleRuns(scenario);
      } catch (error) {
        assert.throws(() => manyRuns(scenario), { message: (error as Error).message });
        continue;
      }
      const many = manyRuns(scenario).map(({ available: _, ...rest }) => rest);
      assert.deepEqual(many, single, `seed ${seed}`);
    }
  });

  it('do not disturb each other: a run is the same after others, and leaves the scenario as it was', () => {
    const scenario = scenarioFor(deployment(6), { cluster: { nodeCount: 2 } });
    const text = JSON.stringify(scenario);
    const [last] = manyRuns(scenario, [9, 8, 7, 1]).slice(-1);
    assert.deepEqual(last, manyRuns(scenario, [1])[0]);
    assert.equal(JSON.stringify(scenario), text);
    const before = serializeTimeline(simulate(scenario));
    manyRuns(scenario);
    assert.equal(serializeTimeline(simulate(scenario)), before);
  });

  it('can be ended between two runs', () => {
    const scenario = scenarioFor(deployment(2), { cluster: { nodeCount: 2 } });
    let runs = 0;
    const count = (): void => {
      runs++;
    };
    assert.throws(
      () => {
        simulateMany(scenario, [1, 2, 3, 4], count, { isAborted: () => runs === 2 });
      },
      { code: 'Aborted' },
    );
    assert.equal(runs, 2);
  });

  it('are summed up alike in whatever order they end', () => {
    const runs = manyRuns(scenarioFor(deployment(8), { cluster: { nodeCount: 3 } }), Array(40).keys());
    const forth = new RunCollector();
    const back = new RunCollector();
    for (const run of runs) forth.add(run);
    for (const run of runs.toReversed()) back.add(run);
    assert.deepEqual(back.summary(), forth.summary());
    assert.deepEqual(back.band(), forth.band());
  });
});
