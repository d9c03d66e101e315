import { expect } from '@playwright/test';
import { deployment, nodesWith, scenario } from '../simulation/support';
import { test } from './support/fixtures';

const container = { resources: { requests: { cpu: '1' } } };
const strict = { maxSurge: 1, maxUnavailable: 0, container };

test.describe('a full cluster', () => {
  test('grows where somebody lets it, and the page says who adds which node and that none goes', async ({ open }, info) => {
    const nodes = nodesWith('2', 'node-1', 'node-2');
    const before = deployment(4, { image: 'web:1', ...strict });
    const simulator = await open(scenario(deployment(4, { image: 'web:2', ...strict }), { before, nodes }));
    const { page } = simulator;
    const heading = page.locator('h1');
    await expect(heading).toContainText('fits on no node');
    await simulator.show('Assumed');
    await expect(page.locator('.panel.assumptions')).toContainText(
      'Nodes are added where pods fit nowhere, at most so many, and taken away by nobody.',
    );
    for (const [label, value] of [
      ['nodes added', '2'],
      ['ready after', '90'],
    ] as const) {
      const field = page.getByRole('textbox', { name: new RegExp(`^${label}( in .+)?$`) });
      await field.fill(value);
      await field.press('Enter');
      await simulator.until({ settled: true });
    }
    await expect(heading).toContainText('Completes in');
    await expect(heading).toContainText(
      'the cluster autoscaler adds added-1 to group added, which may have 2; it takes pods after 90 s',
    );
    await page.screenshot({ path: info.outputPath('grown.png') });
    await simulator.show('What if');
    await expect(page.locator('.edit-list')).toContainText('nodes added 2');
    await expect(page.locator('.edit-list')).toContainText('nodes ready after 90 s');
  });
});
