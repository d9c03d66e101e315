import { expect, type Locator, type Page } from '@playwright/test';
import { restOn } from './support/restOn';
import { test } from './support/workbench';

/** Overlays as somebody sees them who edits a base or a patch. Screenshots: test/out/overlays-*.png. */
test.use({ size: { width: 1280, height: 900 } });
test.describe.configure({ mode: 'serial' });

const lens = (page: Page, text: string | RegExp): Locator =>
  page.locator('.editor-group-container.active .codelens-decoration a').filter({ hasText: text }).first();
const word = (page: Page, text: string): Locator =>
  page.locator('.editor-group-container.active .view-line span span').filter({ hasText: text }).first();

const hover = (page: Page): Locator => page.locator('.monaco-hover:not(.hidden) .monaco-hover-content').first();

test.describe('overlays in the editor', () => {
  test('a base shows the overlays that use it, and the one in force', async ({ workbench }) => {
    const { page } = workbench;
    await workbench.open('web.yaml');
    await expect(lens(page, 'prod: surge 3 · unavailable 0 · 10–13 pods | staging: surge 1')).toBeVisible();
    await expect(page.locator('.statusbar-item', { hasText: 'prod' })).toBeVisible();
    await restOn(page, word(page, 'replicas'), hover(page), 'by the patch in');
    await expect(hover(page)).toContainText('staging 1');
    await workbench.screenshot('overlays-base');
  });

  test('another overlay is chosen in the status bar', async ({ workbench }) => {
    const { page } = workbench;
    await page.keyboard.press('Escape');
    await page.locator('.statusbar-item', { hasText: 'prod' }).click();
    await expect(page.locator('.quick-input-list .monaco-list-row', { hasText: 'staging' })).toBeVisible();
    await workbench.screenshot('overlays-choice');
    await page.locator('.quick-input-list .monaco-list-row', { hasText: 'staging' }).first().click();
    await expect(lens(page, 'Simulate rollout in staging')).toBeVisible();
    await expect(page.locator('.statusbar-item', { hasText: 'staging' })).toBeVisible();
    await workbench.screenshot('overlays-staging');
    await page.locator('.statusbar-item', { hasText: 'staging' }).click();
    const input = page.locator('.quick-input-widget input[type="text"]').first();
    await expect(input).toBeFocused();
    await page.keyboard.type('prod');
    await expect(page.locator('.quick-input-list .monaco-list-row.focused', { hasText: 'prod' })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(lens(page, 'Simulate rollout in prod')).toBeVisible();
  });

  test('is simulated as it is built, and the card says how it is applied', async ({ workbench }) => {
    const { page } = workbench;
    await lens(page, 'Simulate rollout in prod').click();
    const webview = workbench.webview();
    await expect(webview.locator('h1')).toContainText(/Completes in|Stalls at/);
    await webview.locator('#toggle-card').click();
    await expect(webview.locator('.card .card-commands')).toContainText('kubectl apply -k overlays/prod');
    await workbench.screenshot('overlays-simulated');
    await workbench.runCommand('View: Close All Editors');
  });

  test('a patch shows what it does, and the built manifest stands beside it', async ({ workbench }) => {
    const { page } = workbench;
    await workbench.open('scale.yaml');
    await expect(lens(page, 'prod: surge 3 · unavailable 0 · 10–13 pods')).toBeVisible();
    await workbench.runCommand('Rollout Lens: Show Built Manifest');
    await expect(page.locator('.view-line', { hasText: 'prod-storefront' }).first()).toBeVisible();
    await workbench.screenshot('overlays-built');
    await workbench.runCommand('View: Close All Editors');
  });

  test('a kustomization shows what it builds, and problems at its entries', async ({ workbench }) => {
    const { page } = workbench;
    await page.keyboard.press('Control+P');
    await page.locator('.quick-input-widget input[type="text"]').first().fill('staging/kustomization.yaml');
    await page.locator('.quick-input-list .monaco-list-row', { hasText: 'kustomization.yaml' }).first().click();
    await expect(lens(page, 'staging-storefront: surge 1 · unavailable 1 · 0–2 pods')).toBeVisible();
    await restOn(page, word(page, 'newTag'), hover(page), 'decides');
    await workbench.screenshot('overlays-kustomization');
  });
});
