import { expect, type FrameLocator, type Locator, type Page } from '@playwright/test';
import { test } from './support/workbench';

const line = (page: Page, text: string | RegExp): Locator =>
  page.locator('.monaco-editor .view-line').filter({ hasText: text }).first();
const heading = (webview: FrameLocator): Locator => webview.locator('h1');
const edits = (webview: FrameLocator): Locator => webview.locator('.edit-list');

test.use({ size: { width: 1500, height: 950 } });
test.describe.configure({ mode: 'serial' });

test.describe('the simulator in the editor', () => {
  test('opens beside the manifest by a click on the lens, with its verdict', async ({ workbench }) => {
    const { page } = workbench;
    const webview = workbench.webview();
    await workbench.open('deployment.yaml');
    const lens = page.locator('.codelens-decoration a').filter({ hasText: 'Simulate rollout' }).first();
    await expect(lens).toBeVisible();
    const clickedAt = performance.now();
    await lens.click();
    await expect(heading(webview)).toContainText(/Completes in|Stalls at/);
    const waited = performance.now() - clickedAt;
    const own = await webview
      .locator('body')
      .evaluate(() => performance.getEntriesByName('rollout-lens:first-picture')[0]?.startTime ?? NaN);
    console.log(
      `      first picture ${own.toFixed(0)} ms after the page began to load, ${waited.toFixed(0)} ms after the click as the driver sees it`,
    );
    await expect(page.locator('.tab', { hasText: 'Rollout:' })).toBeVisible();
    await workbench.screenshot('simulator-in-editor');
  });

  test('steps to a decision and says why', async ({ workbench }) => {
    const webview = workbench.webview();
    await webview.locator('#step-forward').click();
    await expect(webview.locator('.decisions .formula').first()).toBeVisible();
    await expect(webview.locator('.decisions')).toHaveText(/maxScaledDown|scaleUpCount/);
  });

  test('writes a tuned value into the manifest, keeps the comment, and the editor takes it back', async ({ workbench }) => {
    const { page } = workbench;
    const webview = workbench.webview();
    const before = await heading(webview).innerText();
    await webview.getByRole('tab', { name: 'What if' }).click();
    const field = webview.getByRole('textbox', { name: 'maxSurge' });
    await field.fill('100%');
    await field.press('Enter');
    await expect(edits(webview)).toContainText('maxSurge 100%');
    await webview.locator('#apply:not([disabled])').click();
    await expect(line(page, /maxSurge:\s100%/)).toBeVisible();
    await expect(edits(webview)).toContainText('Nothing yet');
    await expect(heading(webview)).not.toHaveText(before, { useInnerText: true });
    await expect(webview.locator('.notice')).toHaveText(/Written into deployment\.yaml, not saved yet/);
    await line(page, /maxSurge:\s100%/).click();
    await page.keyboard.press('Control+Z');
    await expect(line(page, /maxSurge:\s25%/)).toBeVisible();
    await expect(heading(webview)).toContainText(before);
    await expect(webview.locator('.notice')).toBeHidden();
  });

  test('undoes a what-if by the usual key, leaves a field its own, and copies the card by another', async ({ workbench }) => {
    const { page } = workbench;
    const webview = workbench.webview();
    // The editor learns whose keys are whose a moment after the focus has moved.
    const pressUntil = async (key: string, done: () => Promise<void>): Promise<void> =>
      expect(async () => {
        await page.keyboard.press(key);
        await done();
      }).toPass({ timeout: 30_000 });
    await webview.getByRole('tab', { name: 'What if' }).click();
    const field = webview.getByRole('textbox', { name: 'maxSurge' });
    await field.fill('3');
    await field.press('Enter');
    await expect(edits(webview)).toContainText('maxSurge 3');
    await field.fill('4');
    await page.keyboard.press('Control+Z');
    await expect(field).toHaveValue('3');
    await webview.locator('h1').click();
    await expect(edits(webview)).toContainText('maxSurge 3');
    await pressUntil('Control+Z', () => expect(edits(webview)).toContainText('Nothing yet', { timeout: 2000 }));
    await pressUntil('Control+Alt+K', () =>
      expect(webview.locator('.notice')).toContainText('in the clipboard', { timeout: 2000 }),
    );
    await page.keyboard.press('Control+Alt+G');
    await expect(webview.locator('.card .card-commands')).toContainText('kubectl apply -f deployment.yaml');
    await workbench.screenshot('simulator-card-in-editor');
    await workbench.runCommand('Rollout Lens: Simulator: Show or Fold the Go or No-Go Card');
    await expect(webview.locator('.card')).toBeHidden();
    await webview.getByRole('tab', { name: 'What if' }).click();
  });

  test('writes nowhere unseen: a closed manifest opens beside the picture', async ({ workbench }) => {
    const { page } = workbench;
    const webview = workbench.webview();
    await page.locator('.tab[data-resource-name="deployment.yaml"]').click();
    await page.keyboard.press('Control+S');
    await workbench.runCommand('View: Close Editor');
    await expect(page.locator('.tab[data-resource-name="deployment.yaml"]')).toHaveCount(0);
    const field = webview.getByRole('textbox', { name: 'maxSurge' });
    await field.fill('50%');
    await field.press('Enter');
    await webview.locator('#apply:not([disabled])').click();
    await expect(line(page, /maxSurge:\s50%/)).toBeVisible();
    await expect(heading(webview)).toBeVisible();
    await line(page, /maxSurge:\s50%/).click();
    await page.keyboard.press('Control+Z');
    await expect(line(page, /maxSurge:\s25%/)).toBeVisible();
  });

  test('names its tab after the trap that it shows, and says so', async ({ workbench }) => {
    const { page } = workbench;
    const webview = workbench.webview();
    await webview.getByRole('tab', { name: 'Traps' }).click();
    await webview.locator('[data-trap="recreate"]').click();
    await expect(webview.locator('.trap-banner')).toContainText('a trap, not your workload');
    await expect(page.locator('.tab', { hasText: /^Trap: / })).toBeVisible();
    await webview.locator('#back-to-source').click();
    await expect(page.locator('.tab', { hasText: 'Rollout: ' })).toBeVisible();
    await webview.getByRole('tab', { name: 'What if' }).click();
  });

  test('keeps the last good picture while the text is broken', async ({ workbench }) => {
    const { page } = workbench;
    const webview = workbench.webview();
    const verdict = await heading(webview).innerText();
    await line(page, /maxSurge:\s25%/).click();
    await page.keyboard.press('Home');
    await page.keyboard.type('{[');
    await expect(webview.locator('.banner.warning').filter({ hasText: 'not valid YAML' })).toBeVisible();
    await expect(heading(webview)).toHaveText(verdict, { useInnerText: true });
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Backspace');
    await expect(webview.locator('.banner.warning')).toBeHidden();
  });

  test('comes back after a reload with its what-ifs and its time', async ({ workbench }) => {
    const { page } = workbench;
    const webview = workbench.webview();
    const field = webview.getByRole('textbox', { name: 'replicas' });
    await field.fill('5');
    await field.press('Enter');
    await expect(edits(webview)).toContainText('replicas 5');
    // What is kept is written a moment after the change.
    await page.waitForTimeout(1500);
    // As the editor does it itself: it writes its state before it goes.
    await workbench.runCommand('Developer: Reload Window');
    await page.waitForEvent('load');
    await expect(edits(webview)).toContainText('replicas 5');
    await expect(heading(webview)).toContainText('of 5 available');
    await workbench.screenshot('simulator-restored');
  });

  test('opens a scenario file as a picture', async ({ workbench }) => {
    const { page } = workbench;
    const webview = workbench.webview();
    await workbench.runCommand('View: Close All Editors');
    await page.getByRole('treeitem', { name: 'stall.rollout.json' }).dblclick();
    await expect(heading(webview)).toContainText('Stalls at');
    await workbench.screenshot('simulator-scenario-file');
  });
});
