import { strict as assert } from 'node:assert';
import type { Locator } from 'playwright-core';
import { startWorkbench, type Theme, type Workbench } from '../browser/workbench';

/** Screenshots of everything, to be looked at: test/out/features-*.png. */
const THEMES: readonly (readonly [name: string, theme: Theme])[] = [
  ['dark', 'Default Dark Modern'],
  ['light', 'Default Light Modern'],
  ['contrast', 'Default High Contrast'],
  ['contrast-light', 'Default High Contrast Light'],
];

describe('what the editor shows about a manifest', () => {
  let workbench: Workbench;

  before(async () => {
    workbench = await startWorkbench({ width: 1280, height: 900 });
    // Nothing fades: a picture taken at once is a picture of the whole.
    await workbench.page.emulateMedia({ reducedMotion: 'reduce' });
  });

  afterEach(async function () {
    if (this.currentTest?.state === 'failed') await workbench.screenshot('features-failed');
  });

  after(async () => {
    await workbench.close();
  });

  const editor = (): Locator => workbench.page.locator('.editor-group-container.active .monaco-editor').first();
  const line = (text: string | RegExp): Locator => editor().locator('.view-line').filter({ hasText: text }).first();
  /** A word as the editor colors it. */
  const word = (text: string): Locator => editor().locator('.view-line span span').filter({ hasText: text }).first();
  const lens = (text: string | RegExp): Locator => editor().locator('.codelens-decoration a').filter({ hasText: text }).first();
  const hover = (): Locator => workbench.page.locator('.monaco-hover:not(.hidden) .monaco-hover-content').first();
  const rows = (): Locator => workbench.page.locator('.quick-input-list .monaco-list-row');
  const nodes = (): Locator => workbench.page.locator('.statusbar-item', { hasText: /\d+ nodes?/ });

  async function hoverOver(what: Locator, says: string | RegExp): Promise<void> {
    await workbench.page.keyboard.press('Escape');
    await workbench.page.mouse.move(5, 5);
    await what.hover();
    await hover().filter({ hasText: says }).waitFor();
    await hover().evaluate(async () => Promise.allSettled(document.getAnimations().map((animation) => animation.finished)));
  }

  it('lenses, hints and problems without a click', async () => {
    await workbench.open('deployment.yaml');
    await lens('surge 3 · unavailable 2 · 8–13 pods').waitFor();
    await lens('✓ no rollout warnings').waitFor();
    await line('maxSurge').filter({ hasText: '→ 3 pods' }).waitFor();
    await workbench.page.locator('.editor-actions .action-label[aria-label^="Simulate Rollout"]').waitFor();
    await workbench.screenshot('features-deployment');
  });

  for (const [name, theme] of THEMES) {
    it(`the hover on maxSurge, in ${theme}`, async () => {
      await workbench.setTheme(theme);
      await hoverOver(word('maxSurge'), /25 % of 10 = 2\.5 → 3, rounded up/);
      assert.match(await hover().innerText(), /Never fewer than 8 of 10 available, never more than 13 pods/);
      await workbench.screenshot(`features-hover-${name}`);
    });
  }

  it('the picture of the README (npm run pictures)', async () => {
    await workbench.setTheme('Default Dark Modern');
    await hoverOver(word('maxSurge'), /25 % of 10/);
    await workbench.page.screenshot({ path: 'test/out/editor-features.png', clip: { x: 352, y: 36, width: 928, height: 510 } });
  });

  it('the hover of a DaemonSet, with the nodes it is computed for', async () => {
    await workbench.setTheme('Default Dark Modern');
    await workbench.open('daemonset.yaml');
    await nodes().waitFor();
    await hoverOver(word('updateStrategy'), /nodes/);
    await workbench.screenshot('features-hover-daemonset');
  });

  it('changes the number of nodes from the status bar', async () => {
    await workbench.page.keyboard.press('Escape');
    await nodes().click();
    await rows().filter({ hasText: 'Enter a number' }).waitFor();
    await workbench.screenshot('features-nodes-choice');
    await workbench.page.keyboard.press('Enter');
    const input = workbench.page.locator('.quick-input-widget input[type="text"]').first();
    await workbench.page.locator('.quick-input-widget', { hasText: 'DaemonSets are computed for this many nodes' }).waitFor();
    await input.fill('many');
    await workbench.page.locator('.quick-input-message', { hasText: 'A whole number' }).waitFor();
    await input.fill('250');
    await workbench.page.keyboard.press('Enter');
    await nodes().filter({ hasText: '250 nodes' }).waitFor();
    await lens(/250–251 pods on 250 nodes|on 250 nodes/).waitFor();
    await workbench.screenshot('features-nodes-set');
  });

  for (const [name, theme] of THEMES) {
    it(`mistakes, in ${theme}`, async () => {
      await workbench.setTheme(theme);
      await workbench.open('mistakes.yaml');
      await lens('surge 0 · unavailable 0 · rejected').waitFor();
      await editor().locator('.squiggly-error').first().waitFor();
      await workbench.page.mouse.move(640, 880);
      await workbench.screenshot(`features-mistakes-${name}`);
    });
  }

  it('lists the warnings when their lens is clicked, and goes to the chosen one', async () => {
    await workbench.setTheme('Default Dark Modern');
    await lens(/^⚠ \d+ errors/).click();
    await rows().filter({ hasText: 'surge and unavailable are both 0' }).waitFor();
    await workbench.screenshot('features-warnings');
    await workbench.page.keyboard.type('both 0');
    await workbench.page.keyboard.press('Enter');
    await workbench.page.locator('.statusbar-item', { hasText: /Ln 21/ }).waitFor();
  });

  it('applies a quick fix by keyboard', async () => {
    // The lightbulb tells that the editor has the keyboard again and knows the fixes.
    await editor().locator('[class*="codicon-light-bulb"], [class*="codicon-gutter-lightbulb"]').first().waitFor();
    await workbench.page.keyboard.press('Control+.');
    const menu = workbench.page.locator('.action-widget');
    await menu.getByText('Set maxUnavailable to 1').waitFor();
    await workbench.screenshot('features-fixes');
    await workbench.page.keyboard.press('Enter');
    await line(/maxUnavailable:\s1/).waitFor();
    await lens('surge 0 · unavailable 1 · 2–3 pods').waitFor();
    await workbench.page.keyboard.press('Control+Z');
    await lens('surge 0 · unavailable 0 · rejected').waitFor();
  });

  it('tells behind the language what it rests on', async () => {
    await workbench.page.locator('.statusbar-item[id="status.languageStatus"]').click();
    await workbench.page
      .locator('.hover-language-status', { hasText: /YAML files read/ })
      .first()
      .waitFor();
    await workbench.screenshot('features-language-status');
    await workbench.page.keyboard.press('Escape');
  });

  it('has a walkthrough', async () => {
    await workbench.runCommand('Welcome: Open Walkthrough...');
    await workbench.page.keyboard.type('Rollout Lens');
    await rows().filter({ hasText: 'Get Started with Rollout Lens' }).first().waitFor();
    await workbench.page.keyboard.press('Enter');
    await workbench.page.getByText('See the numbers above each workload').first().waitFor();
    await workbench.screenshot('features-walkthrough');
  });
});
