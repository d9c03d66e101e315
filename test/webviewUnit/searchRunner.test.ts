import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { StrategySearch, type SearchAnswer } from '../../src/engine/simulation/batch/strategySearch';
import { simulateMany } from '../../src/engine/simulation/batch/simulateMany';
import type { Scenario } from '../../src/engine/simulation/scenario/scenario';
import { scenarioFor } from '../../src/engine/simulation/scenario/scenarioFor';
import { RunPool } from '../../webview/link/runPool';
import { SearchRunner } from '../../webview/link/searchRunner';
import type { Event } from '../../webview/model/events';
import { deployment } from '../simulation/support';
import { fakeWorkers } from './fakeWorkers';

const SCENARIO: Scenario = {
  ...scenarioFor(deployment(2), { cluster: { nodeCount: 2 } }),
  behavior: { default: { start: { min: 1, max: 20 } } },
};
const QUESTION = { goal: 'shortest', minAvailable: 2, runs: 10 } as const;

function oneByOne(): SearchAnswer {
  const search = new StrategySearch(SCENARIO, QUESTION);
  for (let orders = search.nextOrders(); orders.length > 0; orders = search.nextOrders())
    for (const { candidate, scenario, seeds } of orders)
      simulateMany(scenario, seeds, (figures) => {
        search.add(candidate, figures);
      });
  return search.answer();
}

type Ended = Extract<Event, { type: 'searchEnded' }>;

describe('the search in the page', () => {
  for (const workers of [1, 3])
    it(`finds on ${workers} workers what is found one by one, and tells how far it is`, async () => {
      const { create } = fakeWorkers((reply) => (reply * 7) % 3);
      const told: Event[] = [];
      const ended = await new Promise<Ended>((resolve) => {
        new SearchRunner(new RunPool(create, workers), (event) => {
          told.push(event);
          if (event.type === 'searchEnded') resolve(event);
        }).find(SCENARIO, QUESTION);
      });
      assert.deepEqual(ended.answer, oneByOne());
      const progress = told.flatMap((event) => (event.type === 'searchProgressed' ? [event] : []));
      assert.ok(progress.length > 5);
      assert.ok(progress.every(({ played }, index) => index === 0 || played > (progress[index - 1]?.played ?? 0)));
      const last = progress.at(-1);
      assert.equal(last?.played, last?.all);
    });

  it('ends when it is canceled, without an answer, and says nothing more', async () => {
    const { create } = fakeWorkers(() => 2);
    const told: Event[] = [];
    const runner = new SearchRunner(new RunPool(create, 2), (event) => {
      told.push(event);
    });
    runner.find(SCENARIO, QUESTION);
    await pause(30);
    runner.cancel();
    const count = told.length;
    assert.deepEqual(told.at(-1), { type: 'searchEnded', answer: undefined, problem: undefined });
    await pause(100);
    assert.equal(told.length, count);
  });
});
