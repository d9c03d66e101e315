import { expect } from '@playwright/test';
import type { Scenario } from '../../src/engine/simulation/scenario/scenario';
import { test } from './support/fixtures';
import { testScenario } from './support/scenarios';
import type { Simulator } from './support/simulatorPage';

/** With a real control plane's times: watches are late, and syncs take their time. */
function timed(more: Partial<Scenario> = {}): Scenario {
  const { latencyMs: _exact, ...scenario } = testScenario();
  return { ...scenario, ...more };
}

async function look(simulator: Simulator): Promise<void> {
  await simulator.show('Inside');
  await simulator.page.locator('.tree-step').first().waitFor();
}

const current = ({ page }: Simulator): Promise<string | null> => page.locator('.tree-step[aria-current] code').textContent();

test.describe('Inside the controllers', () => {
  test('is loaded and recorded when somebody looks, and not before', async ({ open }) => {
    const simulator = await open(timed());
    const { page } = simulator;
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    expect(await page.locator('head script').count()).toBe(0);
    await simulator.dispatch({ type: 'stageShown', stage: 'inside' });
    await page.locator('.tree-step').first().waitFor();
    expect(asked.filter((path) => /inside|recorder/.test(path)).toSorted()).toEqual([
      '/inside.css',
      '/inside.js',
      '/recorder.js',
    ]);
    await expect(page.locator('.station-title')).toHaveText([
      'API server',
      'Watch',
      'Informer caches',
      'Work queue',
      'Sync',
      'Expectations',
      'Slow start',
      'Writes back',
    ]);
    await simulator.press('inside-close');
    await expect(page.locator('.stage-area')).toBeVisible();
    await expect(page.locator('.inside')).toBeHidden();
  });

  test('is stepped through by step, sync and event, forwards and backwards, by mouse and keyboard', async ({ open }) => {
    const simulator = await open(timed());
    await look(simulator);
    await simulator.dispatch({ type: 'seeked', time: 0.01 });
    const { page } = simulator;
    await simulator.press('inside-forward');
    const first = await current(simulator);
    await simulator.press('inside-forward');
    expect(await current(simulator)).not.toBe(first);
    await page.locator('#inside-machine').press('Shift+ArrowLeft');
    await expect(page.locator('.tree-step[aria-current] code')).toHaveText(first ?? '');
    const event = (): Promise<number> =>
      page
        .locator('.inside-where')
        .textContent()
        .then((text) => Number(/\d+/.exec((text ?? '').replaceAll(',', ''))?.[0]));
    const before = await event();
    await page.getByLabel('Step inside by').selectOption('event');
    await simulator.press('inside-forward');
    await expect.poll(event).toBe(before + 1);
    await page.getByLabel('Step inside by').selectOption('sync');
    await simulator.press('inside-forward');
    await expect.poll(event).toBeGreaterThan(before + 1);
    await expect(page.locator('#inside-live')).toHaveText(/deployment default\/web ends/);
  });

  test('tells of a step with its formula, and leads to its lines', async ({ open }) => {
    const simulator = await open(timed());
    await look(simulator);
    const { page } = simulator;
    await page.getByLabel('Break on', { exact: true }).selectOption('verdict');
    await page.getByLabel('Which').selectOption('scaledUp');
    await simulator.dispatch({ type: 'seeked', time: 0.001 });
    await simulator.press('break-next');
    await expect(page.locator('.about-title')).toHaveText('reconcileNewReplicaSet');
    await expect(page.locator('.about .formula').first()).toHaveText(/scaleUpCount = min\(maxTotalPods 13 − currentPodCount \d+/);
    await expect(page.locator('.sources a').first()).toHaveAttribute(
      'href',
      /^https:\/\/github\.com\/kubernetes\/kubernetes\/blob\/v1\.36\.4\/pkg\/controller\/deployment\/rolling\.go#L\d+-L\d+$/,
    );
    await expect(page.locator('.sources a').last()).toHaveAttribute('href', /src\/engine\/controllers\/deployment\/rolling\.ts$/);
    await page.getByRole('button', { name: 'Expectations', exact: true }).click();
    await expect(page.locator('.about-title')).toHaveText('Expectations');
  });

  test('stops play at a break', async ({ open }) => {
    const simulator = await open(timed());
    await look(simulator);
    const { page } = simulator;
    await page.getByLabel('Which').selectOption('slowStartBatch');
    await page.getByLabel('stop play there').check();
    await simulator.dispatch({ type: 'seeked', time: -1 }, { type: 'speedSet', speed: 1 }, { type: 'played' });
    await simulator.until({ playing: false });
    await expect(page.locator('.tree-step[aria-current] code')).toHaveText('slowStartBatch');
    await expect(page.locator('[data-card="slowStart"] li').first()).toHaveText(/^batch 1: 1/);
  });

  test('plays one sync in slow motion, step after step, and ends with it', async ({ open }) => {
    const simulator = await open(timed());
    await look(simulator);
    const { page } = simulator;
    await simulator.dispatch({ type: 'seeked', time: 3 });
    await page.locator('#machine-replicaset').click();
    await simulator.press('inside-slow');
    const seen = new Set<string>();
    await expect
      .poll(
        async () => {
          seen.add((await page.locator('.tree-step[aria-current] code').allTextContents()).join());
          return page.locator('#inside-slow').textContent();
        },
        { intervals: [150], timeout: 25_000 },
      )
      .toBe('Slow motion');
    expect(seen.size).toBeGreaterThan(3);
  });

  test('has the same facts in a table', async ({ open }) => {
    const simulator = await open(timed());
    await look(simulator);
    const { page } = simulator;
    await simulator.press('inside-forward');
    await page.locator('.inside-panel').getByText('As a table').click();
    const steps = await page.locator('.tree-step code').allTextContents();
    const rows = await page.locator('.inside-table tbody tr').allTextContents();
    for (const step of steps) expect(rows.some((row) => row.startsWith(`Sync${step}`))).toBe(true);
    expect(rows.some((row) => row.startsWith('Informer caches'))).toBe(true);
  });

  test('shows the machines around the controllers, each by its tab', async ({ open }) => {
    const simulator = await open(timed());
    await look(simulator);
    const { page } = simulator;
    await page.locator('#machine-deployment').focus();
    await page.keyboard.press('End');
    await expect(page.locator('#machine-kubelets')).toBeFocused();
    await expect(page.locator('.station-title').last()).toHaveText(/^node-\d$/);
    await page.keyboard.press('ArrowLeft');
    await expect(page.locator('.station-title')).toHaveText([
      'API server',
      'Watch',
      'Active',
      'Being tried',
      'Back-off',
      'Unschedulable',
      'Gated',
      'Moves',
    ]);
  });

  test('records again what is changed, and keeps what is looked at', async ({ open }) => {
    const simulator = await open(timed());
    await look(simulator);
    const { page } = simulator;
    await page.locator('#machine-replicaset').click();
    const all = (): Promise<string | null> => page.locator('.inside-where').textContent();
    const before = await all();
    await simulator.dispatch({ type: 'tuned', tuning: { replicas: 4 } });
    await simulator.until({ settled: true });
    await expect.poll(all).not.toBe(before);
    await expect(page.locator('#machine-replicaset')).toHaveAttribute('aria-selected', 'true');
  });

  test('guides through a tour, stop by stop', async ({ open }) => {
    const tour: Scenario['tour'] = [
      { at: 0, station: 'apiServer', text: 'A new image is applied.' },
      { at: 0, station: 'slowStart', machine: 'replicaset', step: 'slowStartBatch', text: 'The first pods are created.' },
      { at: 2, station: 'scheduler', text: 'They have their nodes.' },
    ];
    const { page } = await open(timed({ tour }));
    await expect(page.locator('#tour-text')).toHaveText('A new image is applied.');
    await expect(page.locator('[data-card="apiServer"]')).toHaveClass(/is-active/);
    await page.locator('#tour-next').click();
    await expect(page.locator('#tour-text')).toHaveText('The first pods are created.');
    await expect(page.locator('#machine-replicaset')).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('PageDown');
    await expect(page.locator('.tour-count')).toHaveText('Stop 3 of 3');
    await expect(page.locator('#machine-scheduler')).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('PageUp');
    await expect(page.locator('.tour-count')).toHaveText('Stop 2 of 3');
  });
});
