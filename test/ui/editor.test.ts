import { expect } from '@playwright/test';
import { test } from './support/workbench';

test.describe.configure({ mode: 'serial' });

test.describe('the editor with the extension', () => {
  test('opens an example as YAML', async ({ workbench }) => {
    await workbench.open('deployment.yaml');
    await expect(workbench.page.locator('.statusbar-item[id="status.editor.mode"]')).toHaveText(/YAML/);
    await workbench.screenshot('editor');
  });

  test('offers its command in the palette', async ({ workbench }) => {
    await workbench.page.keyboard.press('F1');
    await workbench.page.keyboard.type('Rollout Lens: Simulate Rollout');
    const entries = workbench.page.locator('.quick-input-list .monaco-list-row');
    await expect(entries.filter({ hasText: 'Rollout Lens: Simulate Rollout' }).first()).toBeVisible();
    await workbench.screenshot('palette');
    await workbench.page.keyboard.press('Escape');
  });
});
