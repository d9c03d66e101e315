import { writeFileSync } from 'node:fs';
import { expect, type Locator, type Page } from '@playwright/test';
import { test as base, type Workbench } from './support/workbench';

/** What kubectl has printed of a small cluster, a long time ago. */
const NODES = ['node-1', 'node-2', 'node-3'];
const CLUSTER = JSON.stringify({
  apiVersion: 'v1',
  kind: 'List',
  items: NODES.map((name) => ({
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name, creationTimestamp: '2026-01-02T03:04:05Z' },
    status: {
      allocatable: { cpu: '4', memory: '16Gi', pods: '110' },
      conditions: [{ type: 'Ready', status: 'True', lastHeartbeatTime: '2026-01-02T03:04:05Z' }],
    },
  })),
});

const test = base.extend({});
test.use({ size: { width: 1280, height: 900 }, files: { 'cluster.json': CLUSTER } });
test.describe.configure({ mode: 'serial' });

async function middleOf(place: Locator): Promise<readonly [x: number, y: number]> {
  const box = await place.boundingBox();
  if (box === null) throw new Error('it is not on show');
  return [box.x + box.width / 2, box.y + box.height / 2];
}

/** The editor needs a moment to put what takes the drop over what it is dropped on. */
async function hover(page: Page, over: (left: number) => Promise<void>): Promise<void> {
  for (const left of [4, 3, 2, 1, 0]) {
    await over(left);
    await page.waitForTimeout(150);
  }
}

/** With the mouse, as a hand does it: not at one stroke. */
async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
  const [startX, startY] = await middleOf(from);
  const [x, y] = await middleOf(to);
  await page.mouse.move(startX, startY);
  await page.mouse.down();
  await page.mouse.move(startX + 8, startY + 4, { steps: 4 });
  await page.mouse.move(x - 20, y, { steps: 10 });
  await hover(page, (left) => page.mouse.move(x - left, y));
  await page.mouse.up();
}

/** A file comes from the desktop of whoever looks at the editor, as the browser says it. */
async function dropFromDesktop(page: Page, file: string, target: Locator): Promise<void> {
  const [x, y] = await middleOf(target);
  const session = await page.context().newCDPSession(page);
  // To be copied, linked or moved: what takes it may choose.
  const data = { items: [], files: [file], dragOperationsMask: 1 + 2 + 16 };
  const tell = async (type: 'dragEnter' | 'dragOver' | 'drop', left: number): Promise<void> => {
    await session.send('Input.dispatchDragEvent', { type, x: x - left, y, data });
  };
  await tell('dragEnter', 5);
  await hover(page, (left) => tell('dragOver', left));
  await tell('drop', 0);
  await session.detach();
}

/** Answers what is asked about a snapshot that was given: its name as proposed, kept with the user. */
async function keepAs(page: Page, name: string): Promise<void> {
  const input = page.locator('.quick-input-widget input[type="text"]').first();
  await expect(input).toHaveValue(name);
  await input.press('Enter');
  await page.locator('.quick-input-list .monaco-list-row', { hasText: 'With you' }).click();
}

/** The snapshot counts for the manifest on show; afterwards none does. */
async function isInUse(workbench: Workbench, name: string): Promise<void> {
  const { page } = workbench;
  await workbench.open('deployment.yaml');
  await expect(page.locator('.statusbar-item', { hasText: `${name}, ` })).toBeVisible();
  await workbench.runCommand('Rollout Lens: Choose Cluster Snapshot');
  await page.locator('.quick-input-list .monaco-list-row', { hasText: 'nodes and times are assumed' }).click();
  await expect(page.locator('.statusbar-item', { hasText: `${name}, ` })).toBeHidden();
}

async function useByLens({ page }: Workbench, name: string): Promise<void> {
  await page.locator('.codelens-decoration a', { hasText: 'Use as cluster snapshot' }).first().click();
  await keepAs(page, name);
}

test.describe('a cluster snapshot comes', () => {
  test('from the Explorer, dragged into the editor', async ({ workbench }) => {
    const { page } = workbench;
    await workbench.open('daemonset.yaml');
    const row = page.locator('.explorer-folders-view .monaco-list-row', { hasText: 'cluster.json' }).first();
    await drag(page, row, page.locator('.editor-instance .monaco-editor').first());
    await page.locator('.tab.active[data-resource-name="cluster.json"]').waitFor();
    await useByLens(workbench, 'cluster');
    await isInUse(workbench, 'cluster');
  });

  test('from the Explorer, by its menu', async ({ workbench }) => {
    const { page } = workbench;
    await page.locator('.explorer-folders-view .monaco-list-row', { hasText: 'cluster.json' }).first().click({ button: 'right' });
    await page.locator('.monaco-menu .action-label', { hasText: 'Open Cluster Snapshot' }).first().click();
    await keepAs(page, 'cluster');
    await isInUse(workbench, 'cluster');
  });

  test('from the desktop, dropped on the view of workloads, and is marked as old', async ({ workbench }, info) => {
    const { page } = workbench;
    const file = info.outputPath('from-desktop.json');
    writeFileSync(file, CLUSTER);
    await page.locator('.activitybar .action-label[aria-label^="Rollout Lens"]').first().click();
    await page.locator('.pane-body .monaco-list-row', { hasText: 'storefront' }).first().waitFor();
    await dropFromDesktop(page, file, page.locator('.customview-tree .monaco-list-row', { hasText: 'log-collector' }).first());
    await keepAs(page, 'from-desktop');
    await workbench.open('deployment.yaml');
    const status = page.locator('.statusbar-item.warning-kind', { hasText: 'from-desktop, ' });
    await expect(status).toBeVisible();
    await workbench.screenshot('snapshot-old');
    await isInUse(workbench, 'from-desktop');
  });

  test('from the desktop, dropped on the simulator: it opens beside it', async ({ workbench }, info) => {
    const { page } = workbench;
    const file = info.outputPath('on-page.json');
    writeFileSync(file, CLUSTER);
    await workbench.open('deployment.yaml');
    await workbench.runCommand('Rollout Lens: Simulate Rollout');
    await expect(workbench.webview().locator('h1')).toContainText(/completes in/i);
    await dropFromDesktop(page, file, page.locator('iframe.webview.ready'));
    await page.locator('.tab.active', { hasText: 'on-page.json' }).waitFor();
    await useByLens(workbench, 'on-page');
    await workbench.runCommand('View: Close All Editors');
    await isInUse(workbench, 'on-page');
  });

  test('from the clipboard, pasted into a new file', async ({ workbench }) => {
    const { page } = workbench;
    // Only manifests wake the extension.
    await workbench.open('deployment.yaml');
    await page.evaluate((text) => navigator.clipboard.writeText(text), CLUSTER);
    await workbench.runCommand('File: New Untitled Text File');
    await page.locator('.tab.active', { hasText: 'Untitled-' }).waitFor();
    await workbench.runCommand('Change Language Mode');
    await page.locator('.quick-input-widget input[type="text"]').first().fill('JSON');
    await page.locator('.quick-input-list .monaco-list-row', { hasText: '(json)' }).click();
    await page.keyboard.press('Control+V');
    await page.locator('.editor-instance .view-line', { hasText: 'node-1' }).first().waitFor();
    await useByLens(workbench, 'Untitled-1');
    await workbench.runCommand('View: Revert and Close Editor');
    await isInUse(workbench, 'Untitled-1');
  });

  for (const [what, label, opened] of [
    ['from the clipboard, by the command', 'What is in the clipboard', 'deployment.yaml'],
    ['from what stands in the editor, by the command', 'What is in this editor', 'cluster.json'],
  ] as const)
    test(what, async ({ workbench }) => {
      const { page } = workbench;
      await page.evaluate((text) => navigator.clipboard.writeText(text), CLUSTER);
      await workbench.open(opened);
      await workbench.runCommand('Rollout Lens: Open Cluster Snapshot…');
      await page.locator('.quick-input-list .monaco-list-row', { hasText: label }).click();
      await keepAs(page, 'cluster');
      await isInUse(workbench, 'cluster');
    });
});
