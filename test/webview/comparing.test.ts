import assert from 'node:assert/strict';
import { expect } from '@playwright/test';
import { TRAPS } from '../../webview/traps/traps';
import { test } from './support/fixtures';
import { testScenario } from './support/scenarios';

test.describe('compared and explored', () => {
  test('pins a run and says what is different', async ({ simulator }) => {
    await simulator.press('pin');
    await simulator.show('What if');
    await simulator.dispatch({ type: 'tuned', tuning: { maxSurge: '100%' } });
    await simulator.until({ settled: true });
    await expect(simulator.page.locator('.compared')).toBeVisible();
    await expect(simulator.page.locator('.compared')).toHaveText(
      /Pinned \(as written\).*This run: .*shorter.*more pods at the peak/s,
    );
    await simulator.press('pin');
    await expect(simulator.page.locator('.compared')).toBeHidden();
  });

  test('computes the strategy map and uses a pair that is clicked', async ({ open }) => {
    const simulator = await open(testScenario({ replicas: 4 }));
    await simulator.show('Map');
    await simulator.until({ mapRuns: false });
    await expect(simulator.page.locator('.map-cell')).toHaveCount(36);
    await expect(simulator.page.locator('.map-cell.is-front')).not.toHaveCount(0);
    await expect(simulator.page.locator('.map-cell.is-notAllowed')).toHaveCount(1);
    // Both of its values differ from what is written.
    const target = simulator.page.locator('.map-cell').nth(10);
    await target.hover();
    await expect(simulator.page.locator('.map-info')).toHaveText(/maxSurge .*maxUnavailable .*completes in/);
    await target.click();
    await simulator.until({ settled: true });
    assert.deepEqual(Object.keys((await simulator.seen()).tuning).sort(), ['maxSurge', 'maxUnavailable']);
    await expect(target).toHaveClass(/is-now/);
    assert.equal((await simulator.seen()).mapRuns, false);
  });

  test('stops the map', async ({ open }) => {
    const simulator = await open(testScenario({ replicas: 400, nodes: 20 }));
    await simulator.show('Map');
    await simulator.press('stop-map');
    await simulator.until({ mapRuns: false });
    assert.ok(await simulator.page.evaluate<boolean>('window.rolloutLens.store.state.map.cells.includes(undefined)'));
  });

  test('cancels a long run and keeps the last picture', async ({ simulator }) => {
    await simulator.dispatch({ type: 'tuned', tuning: { replicas: 5000, maxSurge: 1, maxUnavailable: 0 } });
    await simulator.page.locator('#cancel-run').click();
    await simulator.until({ run: 'canceled' });
    assert.equal((await simulator.seen()).desired, 10);
  });

  for (const { id, title } of TRAPS) {
    test(`opens the trap “${title}”`, async ({ simulator }) => {
      await simulator.show('Traps');
      await simulator.page.locator(`[data-trap="${id}"]`).click();
      await simulator.until({ settled: true });
      await expect(simulator.page.locator('h1')).toHaveText(/.{11}/);
      await expect(simulator.page.locator('.banner.error:not([hidden])')).toHaveCount(0);
    });
  }

  test('goes back from a trap to the workload, which may have changed meanwhile', async ({ simulator }) => {
    await simulator.show('Traps');
    await simulator.page.locator('[data-trap="recreate"]').click();
    await simulator.until({ settled: true });
    await simulator.tellScenario(testScenario({ replicas: 7 }), { type: 'scenario' });
    await simulator.show('Traps');
    assert.equal((await simulator.seen()).desired, 5);
    await expect(simulator.page.locator('.trap-banner')).toContainText('a trap, not your workload');
    await simulator.press('back-to-source');
    await simulator.until({ settled: true });
    assert.equal((await simulator.seen()).desired, 7);
    await expect(simulator.page.locator('.trap-banner')).toBeHidden();
    const titles = (await simulator.told('showing')).map(({ title }) => title);
    assert.match(titles.join(' | '), /^Rollout: web \| Trap: .+ \| Rollout: web$/);
  });
});

test.describe('exported', () => {
  for (const [format, check] of [
    ['svg', (data: string): boolean => data.startsWith('<svg') && data.includes('Completes in')],
    ['png', (data: string): boolean => Buffer.from(data, 'base64').subarray(1, 4).toString() === 'PNG'],
    ['markdown', (data: string): boolean => /^# Deployment web/.test(data)],
    ['table', (data: string): boolean => /^NAME +DESIRED +CURRENT +READY +AGE/.test(data)],
    ['scenario', (data: string): boolean => (JSON.parse(data) as { version: number }).version === 1],
  ] as const) {
    test(`as ${format}`, async ({ simulator }) => {
      await simulator.page.getByRole('button', { name: 'Export' }).click();
      await simulator.page.locator(`[data-id="export-${format}"]`).click();
      await expect.poll(() => simulator.told('export')).toHaveLength(1);
      const [message] = await simulator.told('export');
      assert.equal(message?.format, format);
      assert.ok(check(message.data), message.data.slice(0, 200));
    });
  }
});
