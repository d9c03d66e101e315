import { expect } from '@playwright/test';
import { test } from './support/workbench';

/** The view of all workloads, the Explorer's menu, and Make It Safe. test/out/workloads-*.png and safe-*.png to be looked at. */
test.use({ size: { width: 1400, height: 900 } });
test.describe.configure({ mode: 'serial' });

test.describe('all workloads', () => {
  test('stand in the side bar with their numbers and worst findings', async ({ workbench }) => {
    const { page } = workbench;
    await page.locator('.activitybar .action-label[aria-label^="Rollout Lens"]').first().click();
    const row = page.locator('.pane-body .monaco-list-row', { hasText: 'storefront' }).first();
    await expect(row).toContainText('surge 3 · unavailable 2 · 8–13 pods');
    await expect(page.locator('.pane-body .monaco-list-row', { hasText: 'both-budgets' }).first()).toBeVisible();
    await workbench.screenshot('workloads-view');
    // As long as files are read the rows are drawn again, and a click on one that goes is lost.
    await expect(async () => {
      await row.hover();
      await row.locator('.action-label[aria-label="Simulate Rollout"]').click();
      await expect(page.locator('.tab', { hasText: 'Rollout: storefront' })).toBeVisible({ timeout: 5000 });
    }).toPass({ timeout: 30_000 });
    await expect(
      workbench
        .webview()
        .getByText(/[Cc]ompletes in/)
        .first(),
    ).toBeVisible();
    await workbench.screenshot('workloads-simulated');
  });

  test('can be simulated from the Explorer, two clicks from a verdict on a file that is not open', async ({ workbench }) => {
    const { page } = workbench;
    await workbench.runCommand('View: Close All Editors');
    await page.locator('.activitybar .action-label[aria-label^="Explorer"]').first().click();
    const file = page.locator('.explorer-folders-view .monaco-list-row', { hasText: 'daemonset.yaml' }).first();
    await file.click({ button: 'right' });
    const entry = page.locator('.monaco-menu .action-label', { hasText: 'Simulate Rollout' }).first();
    await expect(entry).toBeVisible();
    await workbench.screenshot('workloads-explorer-menu');
    const begun = Date.now();
    await entry.click();
    await expect(
      workbench
        .webview()
        .getByText(/[Cc]ompletes in/)
        .first(),
    ).toBeVisible();
    console.log(`      a verdict after ${Date.now() - begun} ms`);
    await workbench.runCommand('View: Close All Editors');
  });
});

test.describe('Make It Safe', () => {
  test('proposes edits with what the simulation shows, previews them, writes them', async ({ workbench }) => {
    const { page } = workbench;
    await workbench.open('deployment.yaml');
    await workbench.runCommand('Rollout Lens: Make It Safe…');
    const rows = page.locator('.quick-input-list .monaco-list-row');
    await expect(rows.filter({ hasText: 'Start new pods before old ones go' })).toContainText(/fewest available 8 → 10 of 10/);
    // A budget counts what is ready: minReadySeconds later it is available, and the next pod may be gone by then.
    await expect(rows.filter({ hasText: 'PodDisruptionBudget' })).toContainText(
      /half of the nodes drained at once: fewest available [0-6] → [89] of 10/,
    );
    await workbench.screenshot('safe-proposals');
    await page.locator('.quick-input-widget .monaco-button', { hasText: 'OK' }).first().click();
    const apply = rows.filter({ hasText: /Together: fewest available 8 → 10 of 10/ });
    await expect(apply).toBeVisible();
    await expect(page.locator('.monaco-diff-editor .line-insert').first()).toBeVisible();
    await workbench.screenshot('safe-preview');
    await apply.click();
    await expect(page.locator('.codelens-decoration a', { hasText: 'unavailable 0 · 10–13 pods' }).first()).toBeVisible();
    await workbench.screenshot('safe-applied');
  });
});
