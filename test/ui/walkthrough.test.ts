import { expect, type Locator, type Page } from '@playwright/test';
import { test, type Theme, type Workbench } from './support/workbench';

/** From a blank profile: every button of the walkthrough, and its pictures' pixels; test/out/walkthrough-*.png to look at. */
test.use({ size: { width: 1400, height: 900 } });
test.describe.configure({ mode: 'serial' });

const TITLES = {
  numbers: 'Numbers above each workload',
  hover: 'Rest the mouse on a field',
  fix: 'Fix what is wrong',
  nodes: 'Tell it about your cluster',
  simulate: 'Watch it before it happens',
};
type Step = keyof typeof TITLES;
const THEMES: readonly (readonly [name: string, theme: Theme, background: 'dark' | 'light'])[] = [
  ['dark', 'Default Dark Modern', 'dark'],
  ['light', 'Default Light Modern', 'light'],
  ['contrast', 'Default High Contrast', 'dark'],
  ['contrast-light', 'Default High Contrast Light', 'light'],
];

async function openStep(workbench: Workbench, step: Step): Promise<void> {
  const { page } = workbench;
  const title = page.locator('.getting-started-step .step-title', { hasText: TITLES[step] });
  const category = page.locator('button.getting-started-category', { hasText: 'Get Started with Rollout Lens' });
  // Escape, which opens the palette for sure, goes back to the list of walkthroughs.
  if ((await category.isVisible()) && (await category.isEnabled())) await category.click();
  else if (!(await title.isVisible())) {
    await workbench.runCommand('Welcome: Open Walkthrough...');
    await page.locator('.quick-input-list .monaco-list-row', { hasText: 'Get Started with Rollout Lens' }).first().click();
  }
  await title.click();
  await expect(page.locator('.getting-started-step.expanded', { hasText: TITLES[step] })).toBeVisible();
}

function button(page: Page, step: Step): Locator {
  return page.locator('.getting-started-step.expanded', { hasText: TITLES[step] }).locator('.monaco-button').first();
}

interface Pixels {
  readonly colors: number;
  /** 0 to 255, of the most common color and on average. */
  readonly background: number;
  /** The share of pixels that are far from the background. */
  readonly drawn: number;
  /** The share of the drawn ones that are black. */
  readonly black: number;
}

/** What there is to see in a picture, decoded by the browser. */
async function pixelsOf(page: Page, picture: Locator): Promise<Pixels> {
  const png = (await picture.screenshot()).toString('base64');
  return page.evaluate(async (data): Promise<Pixels> => {
    const bytes = Uint8Array.from(atob(data), (char) => char.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
    if (context === null) throw new Error('no canvas');
    context.drawImage(bitmap, 0, 0);
    const rgba = context.getImageData(0, 0, bitmap.width, bitmap.height).data;
    const counts = new Map<number, number>();
    for (let at = 0; at < rgba.length; at += 4) {
      const color = ((rgba[at] ?? 0) << 16) | ((rgba[at + 1] ?? 0) << 8) | (rgba[at + 2] ?? 0);
      counts.set(color, (counts.get(color) ?? 0) + 1);
    }
    const light = (color: number): number => ((color >> 16) + ((color >> 8) & 255) + (color & 255)) / 3;
    const [common = 0] = [...counts].sort(([, a], [, b]) => b - a)[0] ?? [];
    let drawn = 0;
    let black = 0;
    for (const [color, count] of counts) {
      if (Math.abs(light(color) - light(common)) < 40) continue;
      drawn += count;
      if (light(color) < 8) black += count;
    }
    return {
      colors: counts.size,
      background: light(common),
      drawn: (4 * drawn) / rgba.length,
      black: black / Math.max(1, drawn),
    };
  }, png);
}

test.describe('the walkthrough, from a blank profile', () => {
  for (const [name, theme, background] of THEMES) {
    test(`has pictures in ${theme}`, async ({ workbench }) => {
      const { page } = workbench;
      // The first one is on already; the editor knows of others once it has started.
      if (theme !== 'Default Dark Modern') await workbench.setTheme(theme);
      for (const step of Object.keys(TITLES) as Step[]) {
        await openStep(workbench, step);
        const picture = page.locator('.getting-started-media iframe.webview.ready');
        await expect(picture).toBeVisible();
        await expect(
          page.frameLocator('.getting-started-media iframe.webview.ready').frameLocator('#active-frame').locator('svg'),
        ).toBeVisible();
        await expect(async () => {
          const pixels = await pixelsOf(page, picture);
          expect(pixels.colors, `${step}: colors`).toBeGreaterThan(30);
          expect(pixels.drawn, `${step}: something is drawn`).toBeGreaterThan(0.005);
          if (background === 'light') expect(pixels.background, `${step}: the page is light`).toBeGreaterThan(200);
          else {
            expect(pixels.background, `${step}: the page is dark`).toBeLessThan(60);
            expect(pixels.black, `${step}: black on dark`).toBeLessThan(0.05);
          }
        }).toPass({ timeout: 10_000 });
        await workbench.screenshot(`walkthrough-${step}-${name}`);
      }
    });
  }

  test('opens the example beside itself', async ({ workbench }) => {
    const { page } = workbench;
    await openStep(workbench, 'numbers');
    await button(page, 'numbers').click();
    await expect(page.locator('.codelens-decoration a', { hasText: 'Simulate rollout' }).first()).toBeVisible();
    await expect(page.locator('.getting-started-step.expanded')).toBeVisible();
    await workbench.screenshot('walkthrough-click-numbers');
  });

  test('shows a hover', async ({ workbench }) => {
    const { page } = workbench;
    await openStep(workbench, 'hover');
    await button(page, 'hover').click();
    await expect(page.locator('.monaco-hover:not(.hidden)').filter({ hasText: 'maxUnavailable' }).first()).toBeVisible();
    await workbench.screenshot('walkthrough-click-hover');
    await page.keyboard.press('Escape');
  });

  test('shows a quick fix', async ({ workbench }) => {
    const { page } = workbench;
    await openStep(workbench, 'fix');
    await button(page, 'fix').click();
    await expect(
      page
        .locator('.action-widget')
        .getByText(/Add a readiness probe/)
        .first(),
    ).toBeVisible();
    await workbench.screenshot('walkthrough-click-fix');
    await page.keyboard.press('Escape');
  });

  test('asks for the number of nodes', async ({ workbench }) => {
    const { page } = workbench;
    await openStep(workbench, 'nodes');
    await button(page, 'nodes').click();
    await expect(page.locator('.quick-input-list .monaco-list-row', { hasText: 'Enter a number' })).toBeVisible();
    await workbench.screenshot('walkthrough-click-nodes');
    await page.keyboard.press('Escape');
  });

  test('simulates', async ({ workbench }) => {
    const { page } = workbench;
    await openStep(workbench, 'simulate');
    await button(page, 'simulate').click();
    await expect(page.locator('.tab', { hasText: 'Rollout: storefront' })).toBeVisible();
    // The walkthrough's picture is a page of its own, and comes first.
    const simulator = page.locator('iframe.webview.ready').last().contentFrame().locator('iframe#active-frame').contentFrame();
    await expect(simulator.getByText(/[Cc]ompletes in/).first()).toBeVisible();
    await workbench.screenshot('walkthrough-click-simulate');
  });
});
