import assert from 'node:assert/strict';
import { expect } from '@playwright/test';
import { test } from './support/fixtures';
import { testScenario } from './support/scenarios';

test.describe('in trouble', () => {
  for (const [kind, message] of [
    ['invalid', 'The document is not valid YAML: missing bracket.'],
    ['gone', 'Deployment web is no longer in the file.'],
    ['closed', 'The manifest is closed: its edits are not followed.'],
  ] as const) {
    test(`keeps the last good picture when the source is ${kind}, and says so`, async ({ simulator }) => {
      const verdict = await simulator.page.locator('h1').innerText();
      await simulator.tell({ type: 'problem', problem: { kind, message } });
      await expect(simulator.page.locator('.banner.warning:not([hidden])')).toContainText(message.slice(0, 20));
      await expect(simulator.page.locator('h1')).toHaveText(verdict, { useInnerText: true });
      await expect(simulator.page.locator('.stage-canvas')).toBeVisible();
      await simulator.tell({ type: 'problem', problem: null });
      await expect(simulator.page.locator('.banner.warning')).toBeHidden();
    });
  }

  test('says what is wrong with a scenario whose title is no text, and does not wait for ever', async ({ load }) => {
    const simulator = await load();
    await simulator.tellScenario({ ...testScenario(), title: 5 as never });
    await expect(simulator.page.locator('.empty-state')).toContainText('scenario.title: must be a text, not 5');
    await expect(simulator.page.locator('.waiting')).toBeHidden();
  });

  for (const [format, start] of [
    ['svg', '<svg'],
    ['png', 'iVBORw0KGgo'],
  ] as const)
    test(`exports names with characters that XML does not have: ${format}`, async ({ open }) => {
      const scenario = testScenario();
      const { after } = scenario.workload;
      const image = 'web:a\uFFFFb\u202Ec';
      const template = structuredClone(after.spec.template);
      for (const container of template.spec.containers) Object.assign(container, { image });
      const simulator = await open({ ...scenario, workload: { ...scenario.workload, after: { ...after, spec: { ...after.spec, template } } } }); // prettier-ignore
      await simulator.page.getByRole('button', { name: 'Export' }).click();
      await simulator.page.locator(`[data-id="export-${format}"]`).click();
      await expect.poll(async () => (await simulator.told('export')).length).toBe(1);
      const [exported] = await simulator.told('export');
      const data = exported?.data ?? '';
      assert.ok(data.startsWith(start), data.slice(0, 40));
      assert.doesNotMatch(data, /\uFFFF|\u202E/);
    });

  for (const [what, tuning] of [
    ['huge replicas', { replicas: 2_000_000_000 }],
    ['a thousandfold of nodes', { nodeCount: 900_000_000 }],
    ['both zero', { maxSurge: 0, maxUnavailable: 0 }],
    ['a deadline below the wait', { minReadySeconds: 100, progressDeadlineSeconds: 50 }],
  ] as const) {
    test(`keeps the last good picture for ${what}`, async ({ simulator }) => {
      await simulator.dispatch({ type: 'tuned', tuning });
      await expect.poll(async () => (await simulator.seen()).run).toMatch(/failed|idle/);
      assert.equal((await simulator.seen()).run, 'failed');
      await expect(simulator.page.locator('.banner.error:not([hidden])')).toBeVisible();
      await expect(simulator.page.locator('.stage-canvas')).toBeVisible();
      assert.equal((await simulator.seen()).desired, 10);
      await simulator.tell({ type: 'command', command: 'undo' });
      await expect(simulator.page.locator('.banner.error')).toBeHidden();
    });
  }

  test('ignores messages that are not in the protocol', async ({ simulator }) => {
    await simulator.page.evaluate(
      `window.postMessage({ type: 'open', scenario: { version: 1 }, session: {} }, '*'); window.postMessage('x', '*')`,
    );
    assert.equal((await simulator.seen()).desired, 10);
  });

  test('says that there is no picture yet when the first scenario cannot be run', async ({ load }) => {
    const simulator = await load({ reducedMotion: true });
    const scenario = testScenario({ maxSurge: 0, maxUnavailable: 0 });
    await simulator.tellScenario(scenario);
    await expect(simulator.page.locator('.empty-state')).toContainText('may not be 0 when `maxSurge` is 0');
    await expect(simulator.page.locator('.banner:visible')).toHaveCount(0);
    await expect(simulator.page.locator('.side')).toBeHidden();
    await simulator.tellScenario(testScenario());
    await expect(simulator.page.locator('h1')).toContainText('Completes in');
    await expect(simulator.page.locator('.empty-state')).toBeHidden();
  });

  test('says why nothing can be simulated and what to do, shows a trap meanwhile, and comes back', async ({ load }) => {
    const simulator = await load({ reducedMotion: true });
    const message = 'Templates decide parts of this workload; it can be simulated once they are rendered.';
    await simulator.tell({ type: 'problem', problem: { kind: 'invalid', message } });
    const empty = simulator.page.locator('.empty-state');
    await expect(empty).toContainText(message);
    await expect(empty).toContainText('begins by itself');
    await expect(empty).not.toContainText('last good');
    await simulator.press('empty-source');
    assert.equal((await simulator.told('reveal')).length, 1);
    await simulator.press('empty-traps');
    await simulator.page.locator('[data-trap="recreate"]').click();
    await simulator.until({ settled: true });
    await simulator.tell({ type: 'problem', problem: { kind: 'invalid', message: 'The file is not valid YAML.' } });
    await expect(simulator.page.locator('.banner.warning')).toBeHidden();
    await simulator.press('back-to-source');
    await expect(empty).toContainText('The file is not valid YAML.');
  });

  test('takes manifest text as text', async ({ load }) => {
    const scenario = testScenario({ name: '<img src=x onerror=alert(1)>' });
    const simulator = await load({ reducedMotion: true });
    await simulator.tellScenario(scenario, { notes: ['<b>bold</b>'] });
    await simulator.until({ wanted: true });
    await expect.poll(async () => (await simulator.seen()).run).not.toBe('running');
    await expect(simulator.page.locator('img')).toHaveCount(0);
  });
});
