import { strict as assert } from 'node:assert';
import type { Locator } from 'playwright-core';
import { startWorkbench, type Workbench } from '../browser/workbench';

describe('the simulator in the editor', () => {
  let workbench: Workbench;

  before(async () => {
    workbench = await startWorkbench({ width: 1500, height: 950 });
    await workbench.page.emulateMedia({ reducedMotion: 'reduce' });
  });

  afterEach(async function () {
    if (this.currentTest?.state === 'failed') await workbench.screenshot('simulator-failed');
  });

  after(async () => {
    await workbench.close();
  });

  const inside = (selector: string): Locator => workbench.webview().locator(selector);
  const line = (text: string | RegExp): Locator =>
    workbench.page.locator('.monaco-editor .view-line').filter({ hasText: text }).first();

  it('opens beside the manifest by a click on the lens, with its verdict', async () => {
    await workbench.open('deployment.yaml');
    const lens = workbench.page.locator('.codelens-decoration a').filter({ hasText: 'Simulate rollout' }).first();
    await lens.waitFor();
    const clickedAt = performance.now();
    await lens.click();
    await inside('h1')
      .filter({ hasText: /Completes in|Stalls at/ })
      .waitFor();
    const waited = performance.now() - clickedAt;
    const own = await inside('body').evaluate(
      () => performance.getEntriesByName('rollout-lens:first-picture')[0]?.startTime ?? NaN,
    );
    console.log(
      `      first picture ${own.toFixed(0)} ms after the page began to load, ${waited.toFixed(0)} ms after the click as the driver sees it`,
    );
    await workbench.page.locator('.tab', { hasText: 'Rollout:' }).waitFor();
    await workbench.screenshot('simulator-in-editor');
  });

  it('steps to a decision and says why', async () => {
    await inside('#step-forward').click();
    await inside('.decisions .formula').first().waitFor();
    assert.match(await inside('.decisions').innerText(), /maxScaledDown|scaleUpCount/);
  });

  it('writes a tuned value into the manifest, keeps the comment, and the editor takes it back', async () => {
    const before = await inside('h1').innerText();
    await workbench.webview().getByRole('tab', { name: 'What if' }).click();
    const field = workbench.webview().getByRole('textbox', { name: 'maxSurge' });
    await field.fill('100%');
    await field.press('Enter');
    await inside('.edit-list').filter({ hasText: 'maxSurge 100%' }).waitFor();
    await inside('#apply:not([disabled])').click();
    await line(/maxSurge:\s100%/).waitFor();
    await inside('.edit-list').filter({ hasText: 'Nothing yet' }).waitFor();
    assert.notEqual(await inside('h1').innerText(), before);
    await line(/maxSurge:\s100%/).click();
    await workbench.page.keyboard.press('Control+Z');
    await line(/maxSurge:\s25%/).waitFor();
    await inside('h1').filter({ hasText: before }).waitFor();
  });

  it('keeps the last good picture while the text is broken', async () => {
    const verdict = await inside('h1').innerText();
    await line(/maxSurge:\s25%/).click();
    await workbench.page.keyboard.press('Home');
    await workbench.page.keyboard.type('{[');
    await inside('.banner.warning').filter({ hasText: 'not valid YAML' }).waitFor();
    assert.equal(await inside('h1').innerText(), verdict);
    await workbench.page.keyboard.press('Backspace');
    await workbench.page.keyboard.press('Backspace');
    await inside('.banner.warning').waitFor({ state: 'hidden' });
  });

  it('comes back after a reload with its what-ifs and its time', async () => {
    const field = workbench.webview().getByRole('textbox', { name: 'replicas' });
    await field.fill('5');
    await field.press('Enter');
    await inside('.edit-list').filter({ hasText: 'replicas 5' }).waitFor();
    // What is kept is written a moment after the change.
    await workbench.page.waitForTimeout(1500);
    // As the editor does it itself: it writes its state before it goes.
    await workbench.runCommand('Developer: Reload Window');
    await workbench.page.waitForEvent('load');
    await inside('.edit-list').filter({ hasText: 'replicas 5' }).waitFor();
    await inside('h1').filter({ hasText: 'of 5 available' }).waitFor();
    await workbench.screenshot('simulator-restored');
  });

  it('opens a scenario file as a picture', async () => {
    await workbench.runCommand('View: Close All Editors');
    await workbench.page.getByRole('treeitem', { name: 'stall.rollout.json' }).dblclick();
    await inside('h1').filter({ hasText: 'Stalls at' }).waitFor();
    await workbench.screenshot('simulator-scenario-file');
  });
});
