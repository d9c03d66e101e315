import { expect, type Locator, type Page } from '@playwright/test';
import { restOn } from './support/restOn';
import { editor, lens, lineIn, SHOP } from './support/shopChart';
import { test } from './support/workbench';

test.use({ size: { width: 1280, height: 900 }, files: SHOP });
test.describe.configure({ mode: 'serial' });

/** The line of the cursor is the one whose number is lit. */
async function expectCursorAt(side: Locator, text: string): Promise<void> {
  const distance = async (): Promise<number> => {
    const line = await lineIn(side, text).boundingBox();
    const active = await side.locator('.line-numbers.active-line-number').first().boundingBox();
    return line === null || active === null ? Number.NaN : Math.abs(line.y - active.y);
  };
  await expect.poll(distance, { timeout: 30_000 }).toBeLessThan(3);
}

async function hoverOver(page: Page, line: string, word: string, says: string | RegExp): Promise<void> {
  const row = editor(page).locator('.view-line').filter({ hasText: line }).first();
  const what = row.locator('span span').filter({ hasText: word }).last();
  await restOn(page, what, page.locator('.monaco-hover:not(.hidden) .monaco-hover-content').first(), says);
}

test.describe('what the editor shows about a chart', () => {
  test('a template has lenses, hints, findings and faded branches', async ({ workbench }) => {
    const { page } = workbench;
    await workbench.open('shop.yaml');
    await expect(lens(page, 'surge 3 · unavailable 0 · 10–13 pods')).toBeVisible({ timeout: 30_000 });
    await expect(
      editor(page).locator('.view-line').filter({ hasText: 'maxSurge' }).filter({ hasText: '→ 3 pods' }),
    ).toBeVisible();
    await expect(editor(page).locator('.squiggly-error').first()).toBeVisible();
    await workbench.screenshot('charts-template');
  });

  test('a hover on an expression tells the number, the result and where the value is from', async ({ workbench }) => {
    await hoverOver(workbench.page, 'maxSurge', 'maxSurge', /25 % of 10/);
    await workbench.screenshot('charts-hover-field');
    await hoverOver(workbench.page, 'image:', 'default', /4\.2/);
    await workbench.screenshot('charts-hover-expression');
  });

  test('what is rendered stands beside it', async ({ workbench }) => {
    const { page } = workbench;
    await page.keyboard.press('Escape');
    await workbench.runCommand('Rollout Lens: Show Built Manifest');
    await expect(
      page.locator('.monaco-editor .view-line').filter({ hasText: '# Source: shop/templates/shop.yaml' }),
    ).toBeVisible();
    await workbench.screenshot('charts-rendered');
  });

  test('values.yaml has the numbers, and says where values are used', async ({ workbench }) => {
    const { page } = workbench;
    await workbench.open('values.yaml');
    await expect(lens(page, 'surge 3 · unavailable 0 · 10–13 pods')).toBeVisible({ timeout: 30_000 });
    await workbench.screenshot('charts-values');
    await hoverOver(page, 'hostNetwork', 'hostNetwork', /templates\/shop\.yaml/);
    await workbench.screenshot('charts-values-hover');
  });

  test('the cursor keeps step between a template and what it renders, both ways', async ({ workbench }) => {
    const { page } = workbench;
    await workbench.runCommand('View: Close All Editors');
    await workbench.open('shop.yaml');
    await workbench.runCommand('Rollout Lens: Show Built Manifest');
    const [written, built] = [0, 1].map((index) => page.locator('.editor-group-container').nth(index));
    if (written === undefined || built === undefined) throw new Error('there are two sides');
    await expect(lineIn(built, '# Source: shop/templates/shop.yaml')).toBeVisible({ timeout: 30_000 });
    await lineIn(written, 'maxUnavailable').click();
    await expectCursorAt(built, 'maxUnavailable: 0');
    await workbench.screenshot('charts-cursor');
    await lineIn(built, 'kind: Deployment').click();
    await expectCursorAt(written, 'kind: Deployment');
    await workbench.runCommand('View: Close All Editors');
  });
});
