import assert from 'node:assert/strict';
import { expect } from '@playwright/test';
import type { Scenario } from '../../src/engine/simulation/scenario/scenario';
import { deployment, nodesWith, scenario } from '../simulation/support';
import { fromHere } from '../support/caughtRollouts';
import { test } from './support/fixtures';

/** A rollout that has found no room for two pods, as a snapshot has caught it. */
function stuck(): Scenario {
  const container = { resources: { requests: { cpu: '1' } } };
  const [old, young] = ['web:1', 'web:2'].map((image) => deployment(6, { image, maxSurge: 2, maxUnavailable: 0, container }));
  assert.ok(old !== undefined && young !== undefined);
  const nodes = nodesWith('2', 'node-1', 'node-2', 'node-3');
  return fromHere(scenario(young, { before: old, nodes }), 900);
}

test.describe('a rollout that goes on from a snapshot', () => {
  test('offers what can be done, each beside what comes of waiting', async ({ open }, info) => {
    const simulator = await open(stuck());
    const { page } = simulator;
    await expect(page.locator('h1')).toContainText('2 pods fit on no node');
    await simulator.dispatch({ type: 'seeked', time: -1e9 });
    await expect(page.locator('.now-time')).toHaveText('in the snapshot');
    await expect(page.locator('.why')).toContainText('Why, in the snapshot');
    await expect(page.locator('.why')).not.toContainText('applied yet');
    await expect(page.locator('.why')).toContainText('What was decided before is in no snapshot.');
    await expect(page.locator('.why')).toContainText('2 pods fit on no node');
    await simulator.show('Table');
    await expect(page.locator('.panel.pods h2').first()).toHaveText('In the snapshot');
    await simulator.show('What if');
    await page.screenshot({ path: info.outputPath('waiting.png') });
    await page.locator('#from-here-maxUnavailable-1').click();
    await simulator.until({ settled: true });
    await expect(page.locator('h1')).toContainText('completes in', { ignoreCase: true });
    await expect(page.locator('.comparison, header')).toContainText(['Pinned (as written)']);
    await page.screenshot({ path: info.outputPath('maxUnavailable.png') });
    await page.locator('#from-here-wait').click();
    await simulator.until({ settled: true });
    await expect(page.locator('h1')).toContainText('2 pods fit on no node');
    await page.locator('#from-here-undo').click();
    await simulator.until({ settled: true });
    const command = page.locator('.what-if .command', { hasText: 'kubectl rollout undo deployment/web -n default' });
    await expect(command).toBeVisible();
    await command.click();
    await expect
      .poll(async () => (await simulator.told('copy')).at(-1)?.text)
      .toBe('kubectl rollout undo deployment/web -n default');
    await page.screenshot({ path: info.outputPath('undo.png') });
  });
});
