import { expect, type Locator, type Page } from '@playwright/test';
import { restOn } from './support/restOn';
import { editor, lens, lineIn, SHOP } from './support/shopChart';
import { test, type Workbench } from './support/workbench';

/** What somebody does with a chart: choose values, see what they leave out, try, write back. Pictures: test/out/charts-*.png. */
test.use({ size: { width: 1280, height: 900 }, files: SHOP });
test.describe.configure({ mode: 'serial' });

const inForce = (page: Page, name: string): Locator => page.locator('.statusbar-item', { hasText: name });
const problem = (page: Page, text: string): Locator =>
  page.locator('.markers-panel .monaco-list-row').filter({ hasText: text }).first();

async function choose({ page }: Workbench, from: string, to: string): Promise<void> {
  await inForce(page, from).click();
  const name = page.locator('.quick-input-list .label-name').getByText(to, { exact: true });
  await expect(name).toBeVisible();
  await page.mouse.move(5, 5);
  await name.click();
  await expect(inForce(page, to)).toBeVisible();
}

/** Types at the end of a line, and may take it back. */
async function typeAfter(page: Page, line: string, text: string): Promise<void> {
  await lineIn(editor(page), line).click();
  await page.keyboard.press('End');
  await page.keyboard.insertText(text);
}

/** Sets a field among the what-ifs, and has it written where it is from. */
async function tryAndWrite(workbench: Workbench, field: string, value: string): Promise<void> {
  const page = workbench.webview();
  await expect(page.locator('h1')).toContainText(/Completes in|Stalls at/);
  await page.getByRole('tab', { name: 'What if' }).click();
  const input = page.getByRole('textbox', { name: field });
  await input.fill(value);
  await input.press('Enter');
  await page.locator('#apply:not([disabled])').click();
}

test.describe('what is done with a chart', () => {
  test('another set of values is chosen in the status bar, and is still in force after a reload', async ({ workbench }) => {
    const { page } = workbench;
    await workbench.open('shop.yaml');
    await expect(lens(page, 'surge 3 · unavailable 0 · 10–13 pods')).toBeVisible();
    await inForce(page, 'values.yaml').click();
    await expect(page.locator('.quick-input-list .label-name').getByText('staging', { exact: true })).toBeVisible();
    await workbench.screenshot('charts-choice');
    await page.keyboard.press('Escape');
    await choose(workbench, 'values.yaml', 'staging');
    await expect(lens(page, 'rejected in staging')).toBeVisible();
    await page.reload();
    await expect(inForce(page, 'staging'), 'it is remembered').toBeVisible({ timeout: 60_000 });
    await expect(lens(page, 'rejected in staging')).toBeVisible();
    await workbench.screenshot('charts-staging');
  });

  test('two sets of values are compared as they are rendered', async ({ workbench }) => {
    const { page } = workbench;
    await lineIn(editor(page), 'kind: Deployment').click();
    await workbench.runCommand('Rollout Lens: Compare Built Manifests');
    await expect(page.locator('.tab.active', { hasText: 'values.yaml ↔ staging (built)' })).toBeVisible();
    const side = (name: string, text: string): Locator =>
      page.locator(`.monaco-diff-editor .${name} .view-line`).filter({ hasText: text }).first();
    await expect(side('original', 'replicas: 10')).toBeVisible();
    await expect(side('modified', 'replicas: 2')).toBeVisible();
    await workbench.screenshot('charts-compared');
    await workbench.runCommand('View: Close All Editors');
    await workbench.open('shop.yaml');
    await choose(workbench, 'staging', 'values.yaml');
    await expect(lens(page, 'values.yaml: surge 3 · unavailable 0 · 10–13 pods')).toBeVisible();
  });

  test('branches that are not rendered are faded, and say why', async ({ workbench }) => {
    const { page } = workbench;
    const opacityOf = (text: string): Promise<string> =>
      lineIn(editor(page), text).evaluate((line) => {
        const opacities = [...line.querySelectorAll('span span')].map((part) => getComputedStyle(part).opacity);
        return opacities.find((each) => each !== '1') ?? '1';
      });
    await expect.poll(() => opacityOf('hostNetwork: true')).toBe('0.55');
    expect(await opacityOf('containers:'), 'what is rendered').toBe('1');
    const word = lineIn(editor(page), 'hostNetwork: true').locator('span span').filter({ hasText: 'true' }).last();
    await restOn(page, word, page.locator('.monaco-hover:not(.hidden)').first(), /not rendered/i);
    await workbench.screenshot('charts-faded');
    await page.keyboard.press('Escape');
    await workbench.open('values.yaml');
    await typeAfter(page, 'hostNetwork: false', '');
    await page.keyboard.press('Shift+Control+ArrowLeft');
    await page.keyboard.insertText('true');
    await workbench.open('shop.yaml');
    await expect.poll(() => opacityOf('hostNetwork: true'), 'once the value is true').toBe('1');
  });

  test('what is tried in the simulator is written into values.yaml, or into the literal of the template', async ({
    workbench,
  }) => {
    const { page } = workbench;
    const webview = workbench.webview();
    await lens(page, /^▷ Simulate rollout/).click();
    await tryAndWrite(workbench, 'maxSurge', '50%');
    await expect(webview.locator('.notice')).toHaveText(/Written into values\.yaml/);
    await workbench.screenshot('charts-written-values');
    await workbench.runCommand('View: Focus First Editor Group');
    await workbench.open('values.yaml');
    await expect(lineIn(editor(page), 'maxSurge: 50%')).toBeVisible();
    await workbench.open('shop.yaml');
    await typeAfter(page, 'replicas:', '\nminReadySeconds: 5');
    await expect(lens(page, 'surge 5 ')).toBeVisible();
    await lens(page, /^▷ Simulate rollout/).click();
    await tryAndWrite(workbench, 'min ready', '20');
    await expect(webview.locator('.notice')).toHaveText(/Written into .*shop\.yaml/);
    await workbench.screenshot('charts-written-literal');
    await workbench.runCommand('View: Focus First Editor Group');
    await workbench.open('shop.yaml');
    await expect(lineIn(editor(page), 'minReadySeconds: 20')).toBeVisible();
  });

  test('an error of rendering is a problem at its place, and a missing subchart one with what fetches it', async ({
    workbench,
  }) => {
    const { page } = workbench;
    await workbench.open('shop.yaml');
    await typeAfter(page, 'replicas:', '{{ .Values.no.thing }}');
    await workbench.runCommand('Problems: Focus on Problems View');
    const words = 'nil pointer evaluating interface {}.thing';
    await expect(problem(page, words)).toBeVisible();
    await expect(problem(page, words)).toContainText('Ln 6');
    // A value that the chart leaves to whoever installs it is no mistake: the place is information, not an error.
    await expect(problem(page, words)).toContainText('whoever installs it');
    await expect(editor(page).locator('.squiggly-info').first()).toBeVisible();
    await workbench.screenshot('charts-error');
    await lineIn(editor(page), 'replicas:').click();
    await expect(async () => {
      await page.keyboard.press('Control+z');
      await expect(problem(page, words)).toBeHidden({ timeout: 5000 });
    }).toPass({ timeout: 30_000 });
    await workbench.open('Chart.yaml');
    await page.keyboard.press('Control+End');
    await page.keyboard.insertText('dependencies: [{ name: redis, version: 1.0.0, repository: https://example.com/charts }]');
    await expect(problem(page, 'helm dependency build shop')).toBeVisible();
    await workbench.screenshot('charts-missing');
  });
});
