import assert from 'node:assert/strict';
import { expect } from '@playwright/test';
import { RunCollector } from '../../src/engine/simulation/batch/statistics';
import { simulateMany } from '../../src/engine/simulation/batch/simulateMany';
import type { Scenario } from '../../src/engine/simulation/scenario/scenario';
import { chanceRows, durationSentence } from '../../src/engine/simulation/words/manyText';
import { formatDuration } from '../../src/model/words';
import { test } from './support/fixtures';
import { testScenario } from './support/scenarios';
import type { Simulator } from './support/simulatorPage';

const varying = (): Scenario => ({
  ...testScenario({ replicas: 4 }),
  behavior: { default: { imagePull: 1, start: { min: 2, max: 40 }, warmUp: { min: 1, max: 4 }, shutDown: 1 } },
});

async function allPlayed({ page }: Simulator): Promise<void> {
  await expect(page.getByRole('heading', { name: 'What matters most' })).toBeVisible({ timeout: 60_000 });
  await expect(page.locator('#stop-odds')).toBeHidden();
}

/** What is drawn of the available pods. */
const CHART = `document.querySelector('.chart-view canvas').toDataURL()`;

const shownDuration = ({ page }: Simulator): Promise<number> =>
  page.evaluate('window.rolloutLens.store.state.shown.timeline.facts.duration');

test.describe('the odds', () => {
  test('say what a thousand runs come to, whichever worker plays them', async ({ open }) => {
    const scenario = varying();
    const simulator = await open(scenario);
    await simulator.show('Odds');
    await allPlayed(simulator);
    const collector = new RunCollector();
    simulateMany(
      scenario,
      Array.from({ length: 1000 }, (_, index) => scenario.seed + index),
      (figures) => {
        collector.add(figures);
      },
    );
    const summary = collector.summary();
    await expect(simulator.page.locator('.odds-sentence')).toHaveText(`${durationSentence(summary)}.`);
    await expect(simulator.page.locator('.odds-bar')).toHaveCount(summary.histogram.length);
    const marks = ([50, 90, 99] as const).map((share) => `p${share} ${formatDuration(summary.duration?.[`p${share}`] ?? 0)}`);
    await expect(simulator.page.locator('.odds-mark')).toHaveText(marks);
    for (const { label, value } of chanceRows(summary))
      await expect(simulator.page.locator('.odds-table').first().getByRole('row', { name: label })).toContainText(value);
    await expect(simulator.page.locator('.odds')).toContainText('Start-up makes');
    await expect(simulator.page.locator('.odds-bar.is-now')).toHaveCount(1);
  });

  test('play a run of the bar that is chosen, by pointer and by key, and take it back', async ({ open }) => {
    const simulator = await open(varying());
    const before = await shownDuration(simulator);
    await simulator.show('Odds');
    await allPlayed(simulator);
    const last = simulator.page.locator('.odds-bar').last();
    const from = Number(await last.getAttribute('data-bar'));
    await last.focus();
    await simulator.page.keyboard.press('Enter');
    await simulator.until({ settled: true });
    assert.ok((await shownDuration(simulator)) >= from, 'the slowest bar is played');
    await expect(simulator.page.locator('.odds-bar').last()).toHaveClass(/is-now/);
    await expect(simulator.page.locator('.odds-bar').last()).toBeFocused();
    await expect(simulator.page.locator('#stop-odds')).toBeHidden();
    await simulator.page.locator('.odds-bar').first().click();
    await simulator.until({ settled: true });
    assert.ok((await shownDuration(simulator)) < from, 'the fastest bar is played');
    await simulator.show('What if');
    await expect(simulator.page.locator('.edit-list')).toContainText('run with seed');
    await simulator.press('undo');
    await simulator.press('undo');
    await simulator.until({ settled: true });
    assert.equal(await shownDuration(simulator), before);
  });

  test('draw the band of eight of ten runs behind the one on show', async ({ open }) => {
    const simulator = await open(varying());
    const chart = (): Promise<string> => simulator.page.evaluate(CHART);
    await simulator.show('Why');
    const before = await chart();
    await simulator.show('Odds');
    await allPlayed(simulator);
    await simulator.show('Why');
    await expect.poll(chart).not.toBe(before);
    await simulator.dispatch({ type: 'tuned', tuning: { minReadySeconds: 5 } });
    await simulator.until({ settled: true });
    await simulator.dispatch({ type: 'undone' });
    await simulator.until({ settled: true });
    await expect.poll(chart, 'it is there again with the question it is about').not.toBe(before);
  });

  test('offer a run that was not completed', async ({ open }) => {
    const scenario = varying();
    const failure = { kind: 'flaky', probability: 0.02 } as const;
    const simulator = await open({ ...scenario, behavior: { default: { ...scenario.behavior?.default, failure } } });
    await simulator.show('Odds');
    await allPlayed(simulator);
    await simulator.page
      .getByRole('button', { name: /^Play the run with seed/ })
      .first()
      .click();
    await simulator.until({ settled: true });
    assert.equal(await shownDuration(simulator), undefined);
  });

  test('stop when they are told to, and go on when they are asked to', async ({ open }) => {
    const simulator = await open({ ...varying(), workload: testScenario({ replicas: 90 }).workload });
    await simulator.show('Odds');
    await simulator.page.locator('#stop-odds').click();
    await expect(simulator.page.locator('#stop-odds')).toBeHidden();
    const played = await simulator.page.evaluate<number>('window.rolloutLens.store.state.odds.played');
    assert.ok(played < 1000);
    await simulator.page.locator('#play-odds').click();
    await expect(simulator.page.locator('.odds-sentence')).toContainText('runs: complete after', { timeout: 60_000 });
  });

  test('are played again when a what-if changes the question', async ({ open }) => {
    const simulator = await open(varying());
    await simulator.show('Odds');
    await allPlayed(simulator);
    const before = await simulator.page.locator('.odds-sentence').innerText();
    await simulator.dispatch({ type: 'tuned', tuning: { minReadySeconds: 60 } });
    await expect(simulator.page.locator('.odds-sentence')).not.toHaveText(before, { timeout: 60_000 });
    await allPlayed(simulator);
  });
});

test.describe('the range in the header', () => {
  const header = ({ page }: Simulator) => page.locator('h1');

  test('is told where somebody has written ranges, a moment after the verdict, and of each edit anew', async ({ load }) => {
    const simulator = await load({ reducedMotion: true });
    await simulator.open(varying(), { session: { origin: 'file' } });
    await expect(header(simulator)).toContainText(/about \d+ s \(\d+–\d+\) in eight of ten runs/);
    const first = await header(simulator).innerText();
    await simulator.dispatch({ type: 'tuned', tuning: { minReadySeconds: 60 } });
    await expect(header(simulator)).toContainText(/about \d+ min \(.*\) in eight of ten runs/);
    await simulator.dispatch({ type: 'undone' });
    await simulator.until({ settled: true });
    assert.equal(await header(simulator).innerText(), first);
  });

  test('is not told where times are only assumed', async ({ open }) => {
    const simulator = await open(varying());
    await simulator.page.waitForTimeout(1000);
    await expect(header(simulator)).not.toContainText('eight of ten');
  });
});
