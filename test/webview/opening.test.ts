import assert from 'node:assert/strict';
import { expect } from '@playwright/test';
import { test } from './support/fixtures';
import { testScenario } from './support/scenarios';

test.describe('opened', () => {
  test('says that it is ready, and shows verdict, pods, story and chart', async ({ simulator }) => {
    assert.equal((await simulator.told('ready')).length, 1);
    await expect(simulator.page.locator('h1')).toHaveText(/Completes in .* · never below 8 of 10 available · peak 13 pods/);
    for (const selector of ['.stage-canvas', '.story-canvas', '.chart-view canvas', '.play-head'])
      await expect(simulator.page.locator(selector)).toBeVisible();
  });

  test('draws something on every canvas', async ({ simulator }) => {
    const blank = await simulator.page.evaluate<string[]>(`[...document.querySelectorAll('canvas')].filter((canvas) => {
      // What is hidden has no size.
      if (canvas.getClientRects().length === 0) return false;
      const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
      return !data.some((value) => value !== 0);
    }).map((canvas) => canvas.className || canvas.parentElement.className)`);
    assert.deepEqual(blank, []);
  });

  test('plays by itself the first time, unless motion is reduced', async ({ load, open }) => {
    const moving = await load();
    await moving.open(testScenario());
    await moving.until({ playing: true });
    await moving.page.close();
    const still = await open();
    assert.equal((await still.seen()).playing, false);
  });

  test('opens a panel that comes back with its edits, its time and its picture before the extension has answered', async ({
    simulator,
    load,
  }) => {
    await simulator.show('What if');
    const field = simulator.page.getByRole('textbox', { name: 'replicas', exact: true });
    await field.fill('6');
    await field.press('Enter');
    await simulator.until({ settled: true });
    await simulator.page.locator('#play').focus();
    await simulator.page.keyboard.press('End');
    await expect.poll(async () => (await simulator.saved())?.page.edits.tuning).toEqual({ replicas: 6 });
    await expect.poll(async () => (await simulator.saved())?.time).toBeGreaterThan(1);
    const restored = await load({ saved: await simulator.saved(), reducedMotion: true });
    await expect(restored.page.locator('#app:not(.is-empty)')).toBeVisible();
    const back = await restored.seen();
    assert.deepEqual([back.desired, back.panel, back.tuning], [6, 'whatIf', { replicas: 6 }]);
    assert.ok(back.time > 1);
  });
});

test.describe('a DaemonSet', () => {
  test('shows its nodes, their conditions and its own fields', async ({ open }) => {
    const simulator = await open(testScenario({ kind: 'DaemonSet', nodes: 12, maxUnavailable: 2 }));
    await expect(simulator.page.locator('h1')).toHaveText(/12 nodes served/);
    await simulator.page.getByRole('slider', { name: 'Time' }).fill('300');
    await simulator.show('What if');
    await expect(simulator.page.locator('#do-scale')).toBeHidden();
    await simulator.press('do-cordon');
    await simulator.until({ settled: true });
    assert.deepEqual(
      (await simulator.seen()).actions.map(({ action }) => action),
      ['cordon'],
    );
  });
});

test.describe('a scenario opened as a file', () => {
  test('tells the extension of every edit, so that the file follows', async ({ load }) => {
    const simulator = await load({ reducedMotion: true });
    await simulator.open(testScenario(), { session: { origin: 'file', canApply: false } });
    await simulator.dispatch({ type: 'tuned', tuning: { replicas: 4 } });
    await expect.poll(() => simulator.told('edited')).toHaveLength(1);
    const [message] = await simulator.told('edited');
    assert.equal((message?.scenario.workload.after.spec as { replicas?: number }).replicas, 4);
    await expect(simulator.page.locator('#apply')).toBeHidden();
  });
});

test.describe('with very many pods', () => {
  test('aggregates, and shows single pods when zoomed', async ({ open }) => {
    const simulator = await open(testScenario({ replicas: 1000, nodes: 50 }));
    await expect(simulator.page.locator('.stage-view[data-aggregated]')).toBeVisible();
    await expect(simulator.page.locator('.stage-area .heading')).toHaveText(/1 tile = \d+ pods/);
    await simulator.press('zoom-in');
    await expect(simulator.page.locator('.stage-view:not([data-aggregated])')).toBeVisible();
    await simulator.press('zoom-fit');
    await expect(simulator.page.locator('.stage-view[data-aggregated]')).toBeVisible();
  });
});

test.describe('narrow', () => {
  for (const width of [300, 420, 700]) {
    test(`does not scroll sideways at ${width} pixels`, async ({ open }) => {
      const simulator = await open(undefined, { size: { width, height: 900 } });
      const { scroll, client } = await simulator.page.evaluate<{ scroll: number; client: number }>(
        '({ scroll: document.documentElement.scrollWidth, client: document.documentElement.clientWidth })',
      );
      assert.ok(scroll <= client, `${scroll} > ${client}`);
    });
  }
});
