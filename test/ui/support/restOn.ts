import { expect, type Locator, type Page } from '@playwright/test';

/** Rests the mouse on something until its hover says that: a lens that comes in between moves the lines, and the mouse misses. */
export async function restOn(page: Page, what: Locator, hover: Locator, says: string | RegExp): Promise<void> {
  await expect(async () => {
    await page.keyboard.press('Escape');
    await page.mouse.move(5, 5);
    await what.hover();
    await expect(hover).toContainText(says, { timeout: 5000 });
  }).toPass({ timeout: 30_000 });
}
