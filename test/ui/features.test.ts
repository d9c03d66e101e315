import { expect, type Locator, type Page } from '@playwright/test';
import { restOn } from './support/restOn';
import { test as base, type Theme } from './support/workbench';

/** Screenshots of everything, to be looked at: test/out/features-*.png. */
const THEMES: readonly (readonly [name: string, theme: Theme])[] = [
  ['dark', 'Default Dark Modern'],
  ['light', 'Default Light Modern'],
  ['contrast', 'Default High Contrast'],
  ['contrast-light', 'Default High Contrast Light'],
];

/** What there is to see in the editor's window. */
class Shown {
  readonly #page: Page;
  readonly editor: Locator;
  readonly hover: Locator;
  readonly rows: Locator;
  readonly nodes: Locator;

  constructor(page: Page) {
    this.#page = page;
    this.editor = page.locator('.editor-group-container.active .monaco-editor').first();
    this.hover = page.locator('.monaco-hover:not(.hidden) .monaco-hover-content').first();
    this.rows = page.locator('.quick-input-list .monaco-list-row');
    this.nodes = page.locator('.statusbar-item', { hasText: /\d+ nodes?/ });
  }

  line(text: string | RegExp): Locator {
    return this.editor.locator('.view-line').filter({ hasText: text }).first();
  }

  /** A word as the editor colors it. */
  word(text: string): Locator {
    return this.editor.locator('.view-line span span').filter({ hasText: text }).first();
  }

  lens(text: string | RegExp): Locator {
    return this.editor.locator('.codelens-decoration a').filter({ hasText: text }).first();
  }

  async hoverOver(what: Locator, says: string | RegExp): Promise<void> {
    await restOn(this.#page, what, this.hover, says);
    await this.hover.evaluate(async () => Promise.allSettled(document.getAnimations().map((animation) => animation.finished)));
  }
}

const test = base.extend<{ readonly shown: Shown }>({
  shown: async ({ workbench }, use) => {
    await use(new Shown(workbench.page));
  },
});
test.use({ size: { width: 1280, height: 900 } });
test.describe.configure({ mode: 'serial' });

test.describe('what the editor shows about a manifest', () => {
  test('lenses, hints and problems without a click', async ({ workbench, shown }) => {
    await workbench.open('deployment.yaml');
    await expect(shown.lens('surge 3 · unavailable 2 · 8–13 pods')).toBeVisible();
    await expect(shown.lens('✓ no rollout warnings')).toBeVisible();
    await expect(shown.line('maxSurge').filter({ hasText: '→ 3 pods' })).toBeVisible();
    await expect(workbench.page.locator('.editor-actions .action-label[aria-label^="Simulate Rollout"]')).toBeVisible();
    await workbench.screenshot('features-deployment');
  });

  for (const [name, theme] of THEMES) {
    test(`the hover on maxSurge, in ${theme}`, async ({ workbench, shown }) => {
      await workbench.setTheme(theme);
      await shown.hoverOver(shown.word('maxSurge'), /25 % of 10 = 2\.5 → 3, rounded up/);
      await expect(shown.hover).toHaveText(/Never fewer than 8 of 10 available, never more than 13 pods/);
      await workbench.screenshot(`features-hover-${name}`);
    });
  }

  test('the picture of the README (npm run pictures)', async ({ workbench, shown }) => {
    await workbench.setTheme('Default Dark Modern');
    await shown.hoverOver(shown.word('maxSurge'), /25 % of 10/);
    await workbench.page.screenshot({ path: 'test/out/editor-features.png', clip: { x: 352, y: 36, width: 928, height: 510 } });
  });

  test('the hover of a DaemonSet, with the nodes it is computed for', async ({ workbench, shown }) => {
    await workbench.setTheme('Default Dark Modern');
    await workbench.open('daemonset.yaml');
    await expect(shown.nodes).toBeVisible();
    await shown.hoverOver(shown.word('updateStrategy'), /nodes/);
    await workbench.screenshot('features-hover-daemonset');
  });

  test('changes the number of nodes from the status bar', async ({ workbench, shown }) => {
    await workbench.page.keyboard.press('Escape');
    await shown.nodes.click();
    await expect(shown.rows.filter({ hasText: 'Enter a number' })).toBeVisible();
    await workbench.screenshot('features-nodes-choice');
    await workbench.page.keyboard.press('Enter');
    const input = workbench.page.locator('.quick-input-widget input[type="text"]').first();
    await expect(
      workbench.page.locator('.quick-input-widget', { hasText: 'DaemonSets are computed for this many nodes' }),
    ).toBeVisible();
    await input.fill('many');
    await expect(workbench.page.locator('.quick-input-message', { hasText: 'A whole number' })).toBeVisible();
    await input.fill('250');
    await workbench.page.keyboard.press('Enter');
    await expect(shown.rows.filter({ hasText: 'On this machine' })).toBeVisible();
    await workbench.screenshot('features-nodes-place');
    await workbench.page.keyboard.press('Enter');
    await expect(shown.nodes.filter({ hasText: '250 nodes' })).toBeVisible();
    await expect(shown.lens(/250–251 pods on 250 nodes|on 250 nodes/)).toBeVisible();
    await workbench.screenshot('features-nodes-set');
  });

  for (const [name, theme] of THEMES) {
    test(`mistakes, in ${theme}`, async ({ workbench, shown }) => {
      await workbench.setTheme(theme);
      await workbench.open('mistakes.yaml');
      await expect(shown.lens('surge 0 · unavailable 0 · rejected')).toBeVisible();
      await expect(shown.editor.locator('.squiggly-error').first()).toBeVisible();
      await workbench.page.mouse.move(640, 880);
      await workbench.screenshot(`features-mistakes-${name}`);
    });
  }

  test('lists the warnings when their lens is clicked, and goes to the chosen one', async ({ workbench, shown }) => {
    await workbench.setTheme('Default Dark Modern');
    await shown.lens(/^⚠ \d+ errors/).click();
    await expect(shown.rows.filter({ hasText: 'surge and unavailable are both 0' })).toBeVisible();
    await workbench.screenshot('features-warnings');
    await workbench.page.keyboard.type('both 0');
    await workbench.page.keyboard.press('Enter');
    await expect(workbench.page.locator('.statusbar-item', { hasText: /Ln 21/ })).toBeVisible();
  });

  test('applies a quick fix by keyboard', async ({ workbench, shown }) => {
    // The lightbulb tells that the editor has the keyboard again and knows the fixes.
    await expect(
      shown.editor.locator('[class*="codicon-light-bulb"], [class*="codicon-gutter-lightbulb"]').first(),
    ).toBeVisible();
    await workbench.page.keyboard.press('Control+.');
    const menu = workbench.page.locator('.action-widget');
    await menu.getByText('Set maxUnavailable to 1').waitFor();
    await workbench.screenshot('features-fixes');
    await workbench.page.keyboard.press('Enter');
    await expect(shown.line(/maxUnavailable:\s1/)).toBeVisible();
    await expect(shown.lens('surge 0 · unavailable 1 · 2–3 pods')).toBeVisible();
    await workbench.page.keyboard.press('Control+Z');
    await expect(shown.lens('surge 0 · unavailable 0 · rejected')).toBeVisible();
  });

  test('tells behind the language what it rests on', async ({ workbench }) => {
    await workbench.page.locator('.statusbar-item[id="status.languageStatus"]').click();
    await workbench.page
      .locator('.hover-language-status', { hasText: /manifest files? read/ })
      .first()
      .waitFor();
    // No Git around: said once, here, and nowhere else.
    await expect(workbench.page.locator('.hover-language-status', { hasText: 'Compared with nothing' }).first()).toBeVisible();
    await workbench.screenshot('features-language-status');
    await workbench.page.keyboard.press('Escape');
  });

  test('has a walkthrough', async ({ workbench, shown }) => {
    await workbench.runCommand('Welcome: Open Walkthrough...');
    await workbench.page.keyboard.type('Rollout Lens');
    await expect(shown.rows.filter({ hasText: 'Get Started with Rollout Lens' }).first()).toBeVisible();
    await workbench.page.keyboard.press('Enter');
    await expect(workbench.page.getByText('Numbers above each workload').first()).toBeVisible();
    await workbench.screenshot('features-walkthrough');
  });
});
