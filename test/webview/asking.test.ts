import assert from 'node:assert/strict';
import { expect } from '@playwright/test';
import { test } from './support/fixtures';
import { testScenario } from './support/scenarios';
import type { Simulator } from './support/simulatorPage';

async function fill(simulator: Simulator, label: string, value: string): Promise<void> {
  const field = simulator.page.getByRole('textbox', { name: new RegExp(`^${label}( in .+)?$`) });
  await field.fill(value);
  await field.press('Enter');
  await simulator.until({ settled: true });
}

test.describe('asked what if', () => {
  for (const { label, value, tuning, tab = 'What if' } of [
    { label: 'replicas', value: '20', tuning: { replicas: 20 } },
    { label: 'nodes', value: '7', tuning: { nodeCount: 7 }, tab: 'Assumed' },
    { label: 'maxSurge', value: '50%', tuning: { maxSurge: '50%' } },
    { label: 'maxUnavailable', value: '4', tuning: { maxUnavailable: 4 } },
    { label: 'min ready', value: '12', tuning: { minReadySeconds: 12 } },
    { label: 'deadline', value: '90', tuning: { progressDeadlineSeconds: 90 } },
    { label: 'image pull', value: '6', tuning: { imagePullSeconds: 6 }, tab: 'Assumed' },
    { label: 'start-up', value: '9', tuning: { startSeconds: 9 }, tab: 'Assumed' },
    { label: 'warm-up', value: '11', tuning: { warmUpSeconds: 11 }, tab: 'Assumed' },
    { label: 'shut-down', value: '8', tuning: { shutDownSeconds: 8 }, tab: 'Assumed' },
    { label: 'zones', value: '2', tuning: { zoneCount: 2 }, tab: 'Assumed' },
    { label: 'API requests', value: '5', tuning: { clientQps: 5 }, tab: 'Assumed' },
    { label: 'API burst', value: '7', tuning: { clientBurst: 7 }, tab: 'Assumed' },
    { label: 'grace period', value: '3', tuning: { terminationGracePeriodSeconds: 3 } },
  ]) {
    test(`${label} ${value}`, async ({ simulator }) => {
      await simulator.show(tab);
      const before = await simulator.page.locator('h1').innerText();
      await fill(simulator, label, value);
      assert.deepEqual((await simulator.seen()).tuning, tuning);
      await simulator.show('What if');
      await expect(simulator.page.locator('.edit-list')).toContainText(value);
      await simulator.press('undo');
      await simulator.until({ settled: true });
      assert.deepEqual((await simulator.seen()).tuning, {});
      await expect(simulator.page.locator('h1')).toHaveText(before, { useInnerText: true });
    });
  }

  test('an edit that replaces no pod offers a restart and a new image', async ({ open }) => {
    const given = testScenario();
    const simulator = await open({ ...given, workload: { before: given.workload.after, after: given.workload.after } });
    await expect(simulator.page.locator('h1')).toContainText('Nothing to roll out');
    await simulator.press('simulate-restart');
    await simulator.until({ settled: true });
    assert.deepEqual((await simulator.seen()).tuning, { replaced: 'restart' });
    await expect(simulator.page.locator('h1')).toContainText('Completes in');
    await expect(simulator.page.locator('#simulate-restart')).toBeHidden();
    await simulator.show('What if');
    await expect(simulator.page.locator('.edit-list')).toContainText('a restart of all pods');
    await simulator.press('undo');
    await expect(simulator.page.locator('#simulate-restart')).toBeVisible();
  });

  test('by a slider, as one step of undo', async ({ simulator }) => {
    await simulator.show('What if');
    const slider = simulator.page.getByRole('slider', { name: 'maxUnavailable' });
    await slider.focus();
    for (let index = 0; index < 12; index++) await simulator.page.keyboard.press('ArrowRight');
    await simulator.until({ settled: true });
    const { tuning } = await simulator.seen();
    assert.match(String(tuning['maxUnavailable']), /^\d+%$/);
    await simulator.press('undo');
    assert.deepEqual((await simulator.seen()).tuning, {});
  });

  test('a value that makes no sense is refused and changes nothing', async ({ simulator }) => {
    await simulator.show('What if');
    await fill(simulator, 'replicas', 'many');
    assert.deepEqual((await simulator.seen()).tuning, {});
    const field = simulator.page.locator('.field', { has: simulator.page.locator('.entry[aria-invalid="true"]') });
    await expect(field).toHaveCount(1);
    await expect(field.getByRole('alert')).toHaveText('“many” is not used: a whole number is expected here.');
    await field.getByRole('button', { name: 'Give back replicas' }).click();
    await expect(field).toHaveCount(0);
    await fill(simulator, 'maxSurge', '50 percent');
    await expect(simulator.page.getByRole('alert').filter({ hasText: 'percentage such as 25%' })).toBeVisible();
    await simulator.page.getByRole('button', { name: 'Scale', exact: true }).click();
    await expect(simulator.page.getByRole('alert').filter({ hasText: 'Scale to how many?' })).toBeVisible();
    assert.deepEqual((await simulator.seen()).actions, []);
  });

  test('a value that is set back is not changed, a large one is shown as everywhere', async ({ simulator }) => {
    await simulator.show('What if');
    await fill(simulator, 'replicas', '1200');
    await simulator.until({ settled: true });
    await expect(simulator.page.locator('.edit-list')).toContainText('replicas 1,200');
    await fill(simulator, 'replicas', '10');
    await simulator.until({ settled: true });
    await expect(simulator.page.locator('.edit-list')).toContainText('Nothing yet');
    await expect(simulator.page.locator('.chip.is-edited')).toHaveCount(0);
  });

  test('the new version never gets ready', async ({ simulator }) => {
    await simulator.show('What if');
    await simulator.page.evaluate(
      `(() => { const list = document.querySelector('select[aria-label="New version"]'); list.value = 'neverReady'; list.dispatchEvent(new Event('change')); })()`,
    );
    await simulator.until({ settled: true });
    await expect(simulator.page.locator('.header')).toHaveAttribute('data-tone', 'bad');
    await expect(simulator.page.locator('h1')).toHaveText(/Stalls at/);
    await simulator.press('reset');
    await simulator.until({ settled: true });
    await expect(simulator.page.locator('.header')).toHaveAttribute('data-tone', 'good');
  });

  for (const [button, action] of [
    ['do-kill', 'killPod'],
    ['do-crash', 'breakRevision'],
    ['do-undo', 'undo'],
    ['do-restart', 'restart'],
    ['do-pause', 'pause'],
    ['do-resume', 'resume'],
    ['do-cordon', 'cordon'],
    ['do-drain', 'drain'],
    ['do-fail', 'nodeDown'],
    ['do-add-node', 'addNode'],
  ] as const) {
    test(`${action} at the moment that is shown, and takes it back`, async ({ simulator }) => {
      await simulator.page.getByRole('slider', { name: 'Time' }).fill('400');
      const { time } = await simulator.seen();
      await simulator.show('What if');
      await simulator.press(button);
      await simulator.until({ settled: true });
      const { actions } = await simulator.seen();
      assert.deepEqual(
        actions.map((item) => item.action),
        [action],
      );
      assert.ok(Math.abs((actions[0]?.at ?? 0) - time) < 0.06);
      await expect(simulator.page.locator('.edit-list .error-text')).toHaveCount(0);
      await simulator.page.locator('.edit-list .reset').click();
      await simulator.until({ settled: true });
      assert.deepEqual((await simulator.seen()).actions, []);
    });
  }

  test('scales and pushes another image', async ({ simulator }) => {
    await simulator.page.getByRole('slider', { name: 'Time' }).fill('300');
    await simulator.show('What if');
    await simulator.page.getByRole('textbox', { name: 'Scale to' }).fill('14');
    await simulator.press('do-scale');
    await simulator.page.getByRole('textbox', { name: 'Image to push' }).fill('web:3.0');
    await simulator.press('do-image');
    await simulator.until({ settled: true });
    assert.deepEqual(
      (await simulator.seen()).actions.map(({ action }) => action),
      ['scale', 'setImage'],
    );
    assert.equal((await simulator.seen()).revisions, 3);
  });

  test('goes to the field of a fact that is clicked', async ({ simulator }) => {
    await simulator.page.getByRole('button', { name: /^maxSurge/ }).click();
    assert.equal((await simulator.seen()).panel, 'whatIf');
    await expect(simulator.page.getByRole('textbox', { name: 'maxSurge' })).toBeFocused();
  });

  test('leads to the manifest', async ({ simulator }) => {
    await simulator.page.getByRole('button', { name: /^Deployment web/ }).click();
    assert.equal((await simulator.told('reveal')).length, 1);
  });

  test('applies to the manifest what has a place there, once something differs', async ({ simulator }) => {
    await expect(simulator.page.locator('#apply[disabled]')).toBeVisible();
    await simulator.show('What if');
    await fill(simulator, 'maxSurge', '1');
    await simulator.show('Assumed');
    await fill(simulator, 'start-up', '9');
    await simulator.press('apply');
    assert.deepEqual(await simulator.told('apply'), [{ type: 'apply', values: { maxSurge: 1 } }]);
    await simulator.tell({ type: 'applied', ok: true, message: 'Written into the manifest.' });
    await expect(simulator.page.locator('.notice')).toContainText('Written');
    assert.deepEqual((await simulator.seen()).tuning, { startSeconds: 9 });
  });
});
