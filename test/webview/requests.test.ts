import { expect } from '@playwright/test';
import { test } from './support/fixtures';
import { testScenario } from './support/scenarios';

test.describe('Requests that fail', () => {
  test('are told under the verdict, drawn in a lane and listed in the table; what would help is one press away', async ({
    open,
  }) => {
    const simulator = await open(testScenario({ requests: {} }));
    const { page } = simulator;
    await expect(page.locator('.header .requests')).toContainText(
      /^About 65 of 1,900 requests fail \(3\.4 %\), worst 14 % at 0:06/,
    );
    await expect(page.locator('.requests-view canvas')).toBeVisible();
    await page.getByRole('button', { name: 'why?' }).click();
    await page.getByRole('button', { name: '0:06', exact: true }).first().click();
    await expect(page.locator('.why-requests')).toContainText('sent to a pod that has stopped');
    await expect(page.locator('.end-picture')).toBeVisible();
    await simulator.show('Table');
    await expect(page.getByRole('table', { name: 'Requests to Service web that fail' })).toContainText(
      'cut by the end of the process',
    );
    await simulator.show('Why');
    await page.getByRole('button', { name: 'Try: Wait 2 s before stopping (preStop)' }).click();
    await expect(page.locator('.header .requests')).toContainText('No request to Service web fails, as far as is assumed.');
    await simulator.press('apply');
    expect(await simulator.told('apply')).toMatchObject([{ values: { preStopSleepSeconds: 2 } }]);
  });

  test('rest on an assumption that is one click away', async ({ open }) => {
    const simulator = await open(testScenario({ requests: {} }));
    const { page } = simulator;
    await page.getByRole('button', { name: 'on SIGTERM the process ends at once' }).click();
    await expect(page.getByLabel('on SIGTERM')).toBeFocused();
    await page.getByLabel('on SIGTERM').selectOption('serves');
    await simulator.until({ settled: true });
    await expect(page.locator('.header .requests')).toContainText('the process goes on until it is killed');
  });

  test('are nothing where no Service is known, and can be followed where one is', async ({ open }) => {
    const alone = await open(testScenario());
    await expect(alone.page.locator('.header .requests')).toBeHidden();
    await expect(alone.page.locator('.requests-view')).toBeHidden();
    const { traffic: _none, ...silent } = testScenario({ requests: {} });
    const simulator = await open(silent);
    await simulator.show('Assumed');
    await simulator.press('follow-requests');
    await expect(simulator.page.locator('.requests-view')).toBeVisible();
  });

  test('can be what the cells of the map show', async ({ open }) => {
    const { page } = await open(testScenario({ requests: {}, replicas: 2 }));
    await page.getByRole('tab', { name: 'Map' }).click();
    await page.getByLabel('What the cells show').selectOption('requests');
    await expect(page.locator('.map-cell.is-complete').first()).toHaveAttribute('title', /requests? fails?/);
  });
});
