import assert from 'node:assert/strict';
import { expect } from '@playwright/test';
import { StrategySearch, type SearchAnswer, type SearchQuestion } from '../../src/engine/simulation/batch/strategySearch';
import { simulateMany } from '../../src/engine/simulation/batch/simulateMany';
import type { Scenario } from '../../src/engine/simulation/scenario/scenario';
import { choiceText } from '../../src/engine/simulation/words/strategyText';
import { test } from './support/fixtures';
import { testScenario } from './support/scenarios';
import type { Simulator } from './support/simulatorPage';

/** The same search on this thread. */
function searched(scenario: Scenario, question: SearchQuestion): SearchAnswer {
  const search = new StrategySearch(scenario, question);
  for (let orders = search.nextOrders(); orders.length > 0; orders = search.nextOrders())
    for (const { candidate, scenario: asked, seeds } of orders)
      simulateMany(asked, seeds, (figures) => {
        search.add(candidate, figures);
      });
  return search.answer();
}

async function find({ page }: Simulator, limits: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(limits)) await page.getByLabel(label).fill(value);
  await page.locator('#find-strategy').click();
  await expect(page.locator('.search-choice')).toBeVisible({ timeout: 90_000 });
  await expect(page.locator('#stop-search')).toBeHidden();
}

const small = (): Scenario => testScenario({ replicas: 3, maxSurge: 1, maxUnavailable: 1 });

test.describe('a search for a strategy', () => {
  test('finds what one thread finds, says why, shows it on the map and writes it', async ({ open }) => {
    const scenario = small();
    const simulator = await open(scenario);
    const { page } = simulator;
    await simulator.show('Map');
    await find(simulator, { 'available at least': '3', 'pods at most': '5' });
    const question = { goal: 'shortest', minAvailable: 3, maxPods: 5 } as const;
    const answer = searched(scenario, question);
    assert.ok(answer.chosen !== undefined);
    await expect(page.locator('.search-choice')).toHaveText(choiceText(answer, question));
    await expect(page.locator('.search-choice')).toContainText('keep the limits');
    await expect(page.locator('.search tbody tr')).toHaveCount(answer.frontier.length);
    await expect.poll(async () => (await simulator.seen()).mapRuns).toBe(false);
    await expect(page.locator('.map-cell.is-chosen')).toHaveCount(1);
    await expect(page.locator('.map-cell.is-chosen')).toHaveAttribute('aria-label', /Found for the goal/);
    await page.locator('#write-strategy').click();
    await simulator.until({ settled: true });
    const { maxSurge, maxUnavailable } = answer.chosen.strategy;
    const [written] = await simulator.told('apply');
    assert.deepEqual(written?.values, { maxSurge, maxUnavailable });
    await expect(page.locator('.map-cell.is-chosen.is-now')).toHaveCount(1);
  });

  test('says what breaks where nothing keeps the limits, and what is no number', async ({ open }) => {
    const simulator = await open(small());
    const { page } = simulator;
    await simulator.show('Map');
    await page.getByLabel('pods at most').fill('many');
    await page.locator('#find-strategy').click();
    await expect(page.getByRole('alert').filter({ hasText: '“many” is not used' })).toBeVisible();
    await find(simulator, { 'available at least': '3', 'pods at most': '3' });
    await expect(page.locator('.search-choice')).toContainText('None of');
    await expect(page.locator('.search-choice')).toContainText('Nearest:');
    await expect(page.locator('#use-strategy')).toBeHidden();
    await expect(page.locator('.map-cell.is-chosen')).toHaveCount(0);
  });

  test('is stopped, and asked and used by keys alone', async ({ open }) => {
    const simulator = await open(testScenario({ replicas: 60, nodes: 6 }));
    const { page } = simulator;
    await simulator.show('Map');
    await page.locator('#find-strategy').click();
    await page.locator('#stop-search').click();
    await expect(page.locator('#stop-search')).toBeHidden();
    await expect(page.locator('.search-choice')).toBeHidden();
    await simulator.tellScenario(small());
    await simulator.until({ settled: true, desired: 3 });
    await page.getByLabel('pods at most').focus();
    await page.keyboard.type('4');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(page.locator('.search-choice')).toBeVisible({ timeout: 90_000 });
    await page
      .getByRole('button', { name: /: use maxSurge/ })
      .first()
      .focus();
    await page.keyboard.press('Enter');
    await simulator.until({ settled: true });
    assert.ok('maxSurge' in (await simulator.seen()).tuning || (await simulator.seen()).run === 'idle');
  });

  test('ends runs for the odds, and the other way round', async ({ open }) => {
    const simulator = await open(testScenario({ replicas: 60, nodes: 6 }));
    const { page } = simulator;
    await simulator.show('Odds');
    await expect(page.locator('#stop-odds')).toBeVisible();
    await simulator.show('Map');
    await page.locator('#find-strategy').click();
    await simulator.show('Odds');
    await expect(page.locator('#stop-odds')).toBeHidden();
    await page.locator('#play-odds').click();
    await simulator.show('Map');
    await expect(page.locator('#stop-search')).toBeHidden();
  });
});
