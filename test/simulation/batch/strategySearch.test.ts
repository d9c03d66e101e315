import assert from 'node:assert/strict';
import { candidates, withStrategy } from '../../../src/engine/simulation/batch/strategy';
import { StrategySearch, type SearchAnswer, type SearchQuestion } from '../../../src/engine/simulation/batch/strategySearch';
import { simulateMany } from '../../../src/engine/simulation/batch/simulateMany';
import type { Scenario } from '../../../src/engine/simulation/scenario/scenario';
import { scenarioFor } from '../../../src/engine/simulation/scenario/scenarioFor';
import { simulate } from '../../../src/engine/simulation/simulate';
import { strategyWords } from '../../../src/engine/simulation/words/strategyText';
import { daemonSet, deployment } from '../support';

type Play = (orders: ReturnType<StrategySearch['nextOrders']>) => typeof orders;

function searched(scenario: Scenario, question: SearchQuestion, arrange: Play = (orders) => orders): SearchAnswer {
  const search = new StrategySearch(scenario, { runs: 8, ...question });
  for (let orders = search.nextOrders(); orders.length > 0; orders = search.nextOrders()) {
    for (const { candidate, scenario: asked, seeds } of arrange(orders))
      simulateMany(asked, seeds, (figures) => {
        search.add(candidate, figures);
      });
  }
  return search.answer();
}

/** Everything takes ten seconds; six pods on three nodes. */
const STEADY: Scenario = {
  ...scenarioFor(deployment(6, { progressDeadlineSeconds: 300 }), { cluster: { nodeCount: 3 } }),
  behavior: { default: { imagePull: 0, start: 10, warmUp: 0, shutDown: 1 } },
};

describe('the search for a strategy', function () {
  this.timeout(120_000);

  it('without limits the fastest one replaces all pods at once', () => {
    const { chosen } = searched(STEADY, { goal: 'shortest' });
    const { maxPods = 0, minAvailable = 0 } = chosen ?? {};
    assert.ok(maxPods === 12 || minAvailable === 0, JSON.stringify(chosen?.strategy));
    assert.ok((chosen?.duration?.p50 ?? Infinity) < 13, 'one wave');
  });

  const LIMITS: Readonly<Record<string, readonly [question: SearchQuestion, waves: number]>> = {
    'all stay available, 8 pods at most: two at a time': [{ goal: 'shortest', minAvailable: 6, maxPods: 8 }, 3],
    'no extra pod, 3 stay available: three at a time': [{ goal: 'shortest', minAvailable: 3, maxPods: 6 }, 2],
    'all stay available, with as few extra pods as possible: one at a time': [{ goal: 'leastExtra', minAvailable: 6 }, 6],
    'all stay available, within 25 s, with as few extra pods as possible: three at a time': [
      { goal: 'leastExtra', minAvailable: 6, withinSeconds: 25 },
      2,
    ],
  };
  for (const [name, [question, waves]] of Object.entries(LIMITS)) {
    it(name, () => {
      const { chosen, frontier } = searched(STEADY, question);
      assert.ok(chosen !== undefined);
      assert.ok(chosen.minAvailable >= (question.minAvailable ?? 0) && chosen.maxPods <= (question.maxPods ?? Infinity));
      const seconds = chosen.duration?.p50 ?? Infinity;
      assert.ok(seconds >= waves * 10 && seconds < waves * 10 + 8, `${strategyWords(chosen.strategy)} takes ${seconds} s`);
      assert.ok(frontier.includes(chosen));
    });
  }

  it('what it says of a strategy is what a simulation of it gives', () => {
    const { chosen } = searched(STEADY, { goal: 'leastExtra', minAvailable: 6 });
    assert.ok(chosen !== undefined);
    const { workload } = STEADY;
    const { facts } = simulate({ ...STEADY, workload: { ...workload, after: withStrategy(workload.after, chosen.strategy) } });
    assert.deepEqual([facts.maxPods, facts.minAvailable], [chosen.maxPods, chosen.minAvailable]);
  });

  it('nothing on the frontier is beaten, and the fastest comes first', () => {
    const { frontier } = searched(STEADY, { goal: 'shortest' });
    const seconds = frontier.map(({ duration }) => duration?.p50 ?? Infinity);
    assert.deepEqual(
      seconds,
      [...seconds].sort((a, b) => a - b),
    );
    for (const one of frontier)
      for (const other of frontier)
        assert.ok(
          one === other ||
            (one.duration?.p50 ?? 0) < (other.duration?.p50 ?? 0) ||
            one.maxPods < other.maxPods ||
            one.minAvailable > other.minAvailable ||
            one.failures.share < other.failures.share ||
            (one.maxPods === other.maxPods && one.minAvailable === other.minAvailable),
        );
  });

  it('limits that nothing keeps are told, with what comes nearest', () => {
    const { chosen, nearest } = searched(STEADY, { goal: 'shortest', withinSeconds: 3 });
    assert.equal(chosen, undefined);
    assert.deepEqual(nearest?.breaks, ['withinSeconds']);
  });

  it('where pods crash soon after they are ready, longer readiness fails less often', () => {
    const crashing: Scenario = {
      ...STEADY,
      behavior: { ...STEADY.behavior, revisions: { after: { crashes: { probability: 0.5, after: 4 } } } },
    };
    const { chosen } = searched(crashing, { goal: 'fewestFailures', maxPods: 8 });
    assert.ok((chosen?.strategy.minReadySeconds ?? 0) >= 10, JSON.stringify(chosen?.strategy));
  });

  it('the answer does not depend on the order in which runs are played, and is the same each time', () => {
    const random: Scenario = { ...STEADY, behavior: { default: { start: { min: 5, max: 20 }, warmUp: 0 } } };
    const question: SearchQuestion = { goal: 'shortest', minAvailable: 5 };
    const first = searched(random, question);
    assert.deepEqual(
      searched(random, question, (orders) => orders.toReversed()),
      first,
    );
    assert.deepEqual(searched(random, question), first);
  });

  it('a DaemonSet has a surge or missing pods, not both', () => {
    const scenario = scenarioFor(daemonSet(), { cluster: { nodeCount: 8 } });
    for (const { maxSurge, maxUnavailable } of candidates(scenario, false))
      assert.ok((maxSurge === 0) !== (maxUnavailable === 0), `${maxSurge} and ${maxUnavailable}`);
    const { chosen } = searched(scenario, { goal: 'shortest', minAvailable: 8 });
    assert.equal(chosen?.strategy.maxUnavailable, 0);
  });

  it('two candidates never come to the same numbers', () => {
    const all = candidates(scenarioFor(deployment(10), { cluster: { nodeCount: 3 } }), true).map(strategyWords);
    assert.equal(new Set(all).size, all.length);
    assert.ok(all.includes('maxSurge 50%, maxUnavailable 0') && !all.includes('maxSurge 10%, maxUnavailable 0'));
  });

  it('a workload without pods is refused', () => {
    const none = scenarioFor(deployment(0), { cluster: { nodeCount: 3 } });
    assert.throws(() => new StrategySearch(none, { goal: 'shortest' }), /wants no pods/);
  });
});
