import assert from 'node:assert/strict';
import { expect } from '@playwright/test';
import { test } from './support/fixtures';
import { testScenario } from './support/scenarios';
import type { Simulator } from './support/simulatorPage';

/** A panel beside an editor, and what is left of it when the window is zoomed to 200 %. */
const SIZES = [
  [500, 850],
  [700, 850],
  [1000, 850],
  [1400, 900],
  [700, 450],
  [500, 425],
  [350, 450],
] as const;

interface Box {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

/** Where an element is seen: cut by whatever scrolls or ends around it. */
const SEEN_BOX = `(selector) => {
  const element = [...document.querySelectorAll(selector)].find((candidate) => candidate.getClientRects().length > 0);
  if (element === undefined) return undefined;
  let { top, bottom, left, right } = element.getBoundingClientRect();
  for (let around = element.parentElement; around !== null; around = around.parentElement) {
    const box = around.getBoundingClientRect();
    if (getComputedStyle(around).overflowY === 'visible') continue;
    [top, bottom] = [Math.max(top, box.top), Math.min(bottom, box.bottom)];
    [left, right] = [Math.max(left, box.left), Math.min(right, box.right)];
  }
  return { top: Math.max(0, top), bottom: Math.min(innerHeight, bottom), left: Math.max(0, left), right: Math.min(innerWidth, right) };
}`;

function seenBox({ page }: Simulator, selector: string): Promise<Box | undefined> {
  return page.evaluate<Box | undefined>(`(${SEEN_BOX})(${JSON.stringify(selector)})`);
}

async function expectSeen(simulator: Simulator, selector: string, width: number, height: number): Promise<void> {
  const box = await seenBox(simulator, selector);
  assert.ok(box !== undefined, `${selector} is not there`);
  const [wide, high] = [box.right - box.left, box.bottom - box.top];
  assert.ok(wide >= width && high >= height, `${selector}: ${wide.toFixed(0)} × ${high.toFixed(0)} of it are seen`);
}

test.describe('beside an editor', () => {
  for (const [width, height] of SIZES) {
    test(`verdict, controls and their effect are in sight together at ${width} × ${height}`, async ({ open }) => {
      const simulator = await open(testScenario(), { size: { width, height } });
      const { page } = simulator;
      await simulator.show('What if');
      await expectSeen(simulator, 'h1 strong', 60, 15);
      await expectSeen(simulator, '.mark', 20, 15);
      await expectSeen(simulator, '.field input[type="range"]', 40, 15);
      await expectSeen(simulator, '.chart-view', 150, 70);
      await expectSeen(simulator, '.scrubber', 150, 15);
      await expectSeen(simulator, '#play', 40, 20);
      const scrolls = await page.evaluate(
        'document.documentElement.scrollHeight > innerHeight || document.documentElement.scrollWidth > innerWidth',
      );
      assert.equal(scrolls, false, 'the page scrolls');
      await page.locator('.panel.what-if').evaluate((panel) => {
        panel.scrollTop = panel.scrollHeight;
      });
      await expectSeen(simulator, 'h1 strong', 60, 15);
      await expectSeen(simulator, '.chart-view', 150, 70);
    });

    test(`the transport is one row, and all of it is seen, at ${width} × ${height}`, async ({ open }) => {
      const simulator = await open(testScenario(), { size: { width, height } });
      await simulator.dispatch({ type: 'tuned', tuning: { maxSurge: 2 } });
      await simulator.until({ settled: true });
      const isRoomForApply = width > 419;
      assert.equal(await simulator.page.locator('#apply').isVisible(), isRoomForApply, 'what was tuned can be applied');
      const parts = await simulator.page.evaluate<Box[]>(
        `[...document.querySelectorAll('.transport .group > *')].filter((part) => part.getClientRects().length > 0).map((part) => {
          const { top, bottom, left, right } = part.getBoundingClientRect();
          return { top, bottom, left, right };
        })`,
      );
      assert.ok(parts.length >= 5);
      const middles = parts.map(({ top, bottom }) => (top + bottom) / 2);
      assert.ok(Math.max(...middles) - Math.min(...middles) < 4, `rows at ${middles.join(', ')}`);
      assert.ok(Math.max(...parts.map(({ right }) => right)) <= width, 'it goes beyond the edge');
    });
  }

  for (const width of [600, 1000, 1400])
    test(`no label of a button is cut at ${width}`, async ({ open }) => {
      const { page } = await open(testScenario(), { size: { width, height: 850 } });
      const cut = await page.evaluate<string[]>(`[...document.querySelectorAll('vscode-button')]
        .filter((button) => button.getClientRects().length > 0 && button.scrollWidth > Math.ceil(button.getBoundingClientRect().width) + 1)
        .map((button) => button.textContent)`);
      assert.deepEqual(cut, []);
    });

  test('what does not fit is in a menu: steps, pictures, pin, exports', async ({ open }) => {
    const simulator = await open(testScenario(), { size: { width: 500, height: 850 } });
    const { page } = simulator;
    const choose = async (id: string): Promise<void> => {
      await page.getByRole('button', { name: 'More' }).click();
      await page.locator(`[data-id="${id}"]`).click();
      await simulator.drawn();
    };
    await expect(page.locator('.story-view')).toBeHidden();
    await choose('more-lane-story');
    await expect(page.locator('.story-view')).toBeVisible();
    await expect(page.locator('.stage-view'), 'it made room').toBeHidden();
    await choose('more-lane-pods');
    await expect(page.locator('.stage-view')).toBeVisible();
    await expect(page.locator('.story-view')).toBeVisible();
    await choose('step-by-event');
    assert.equal(await page.evaluate('window.rolloutLens.store.state.stepKind'), 'event');
    await choose('more-export-table');
    await expect.poll(() => simulator.told('export')).toHaveLength(1);
    await page.getByRole('button', { name: 'More' }).click();
    await expect(page.locator('[data-id="more-lane-story"]')).toHaveAttribute('aria-checked', 'true');
    await expect(page.locator('[data-id="more-apply"]')).toBeDisabled();
  });

  test('long names lose their middle, the tags of images nothing', async ({ open }) => {
    const simulator = await open(testScenario({ name: 'payment-gateway-reconciliation-worker-with-a-very-long-name' }));
    await expect(simulator.page.getByRole('button', { name: /^Deployment payment-gate.+…/ })).toHaveAttribute(
      'title',
      /payment-gateway-reconciliation-worker-with-a-very-long-name/,
    );
  });
});

test.describe('the card', () => {
  test('says what changes, how bad it gets, who else is touched, what undo takes, and the commands', async ({ simulator }) => {
    const row = (id: string) => simulator.page.locator(`[data-row="${id}"] dd`);
    await expect(row('changes')).toHaveText('restarts 10 pods: image 1.0 → 2.0');
    await expect(row('worst')).toHaveText(/^2 of 10 pods fewer, for [\d.]+ s from 0:00/);
    await expect(row('others')).toHaveText('no other workload is known here');
    await expect(row('undo')).toHaveText(/^kubectl rollout undo takes [\d.]+ s, never below 8 of 10 available$/);
    await expect(row('assumed')).toContainText('image pull 1 s');
    await expect(simulator.page.locator('.card .card-commands')).toContainText(
      'kubectl rollout status deployment/web -n default',
    );
  });

  test('is copied by one click, for a chat or a pull request', async ({ simulator }) => {
    await expect(simulator.page.locator('[data-row="undo"] dd')).toContainText('takes');
    await simulator.press('copy-card');
    const [copied] = await simulator.told('copy');
    assert.match(copied?.text ?? '', /^\*\*Go: Deployment web\*\* — Completes in /);
    assert.match(copied?.text ?? '', /- Undo: kubectl rollout undo takes /);
    assert.match(copied?.text ?? '', /```sh\nkubectl diff -f MANIFEST\.yaml/);
    await simulator.page.locator('.command').nth(3).click();
    assert.equal((await simulator.told('copy'))[1]?.text, 'kubectl rollout undo deployment/web -n default');
  });

  test('names the file from where a terminal is opened', async ({ load }) => {
    const simulator = await load({ reducedMotion: true });
    await simulator.open(testScenario(), { session: { from: { tool: 'file', path: "it's/web app.yaml" } } });
    await expect(simulator.page.locator('.card .card-commands')).toContainText(
      String.raw`kubectl apply -f 'it'\''s/web app.yaml'`,
    );
  });

  test('follows what is asked: the way back is worked out again', async ({ simulator }) => {
    const undo = simulator.page.locator('[data-row="undo"] dd');
    await expect(undo).toContainText('never below 8 of 10');
    await simulator.dispatch({ type: 'tuned', tuning: { maxUnavailable: 0 } });
    await expect(undo).toContainText('always 10 available');
    await expect(simulator.page.locator('[data-row="worst"] dd')).toHaveText('always 10 available, none fewer');
  });

  test('is folded where there is no room, and unfolds', async ({ open }) => {
    const simulator = await open(testScenario(), { size: { width: 500, height: 850 } });
    await expect(simulator.page.locator('.card')).toBeHidden();
    await simulator.press('toggle-card');
    await expect(simulator.page.locator('.card')).toBeVisible();
    await expectSeen(simulator, 'h1 strong', 60, 15);
    await simulator.tell({ type: 'command', command: 'toggleCard' });
    await expect(simulator.page.locator('.card')).toBeHidden();
  });

  test('leads to the place where all that is assumed stands', async ({ simulator }) => {
    await simulator.page.locator('[data-row="assumed"] button').click();
    assert.equal((await simulator.seen()).panel, 'assumptions');
    await expect(simulator.page.getByRole('textbox', { name: 'image pull in s' })).toBeVisible();
  });
});

test.describe('asked by the editor', () => {
  test('plays, steps, changes the panel and copies', async ({ simulator }) => {
    await simulator.tell({ type: 'command', command: 'stepForward' });
    await expect.poll(async () => (await simulator.seen()).time).toBeGreaterThanOrEqual(0);
    await simulator.tell({ type: 'command', command: 'nextPanel' });
    await expect.poll(async () => (await simulator.seen()).panel).toBe('inside');
    await simulator.tell({ type: 'command', command: 'previousPanel' });
    await simulator.tell({ type: 'command', command: 'previousPanel' });
    await expect.poll(async () => (await simulator.seen()).panel).toBe('pods');
    await simulator.tell({ type: 'command', command: 'copyCard' });
    await expect.poll(() => simulator.told('copy')).toHaveLength(1);
    await simulator.tell({ type: 'command', command: 'playOrPause' });
    await simulator.until({ playing: true });
  });

  test('says whose keys are whose', async ({ simulator }) => {
    await simulator.show('What if');
    await simulator.page.getByRole('textbox', { name: 'replicas' }).focus();
    await expect.poll(async () => (await simulator.told('focus')).at(-1)).toEqual({ type: 'focus', inPage: true, inField: true });
    await simulator.page.locator('#play').focus();
    await expect
      .poll(async () => (await simulator.told('focus')).at(-1))
      .toEqual({ type: 'focus', inPage: true, inField: false });
  });
});

for (const [format, where] of [
  ['svg', /Assumed: image pull 1 s · start-up 1 s · warm-up 2–7 s/],
  ['markdown', /- Assumes: image pull 1 s · start-up 1 s/],
  ['table', /# Assumed: image pull 1 s · start-up 1 s/],
  ['scenario', /"imagePull": 1/],
] as const) {
  test(`an export as ${format} states what is assumed`, async ({ simulator }) => {
    await simulator.page.getByRole('button', { name: 'Export' }).click();
    await simulator.page.locator(`[data-id="export-${format}"]`).click();
    await expect.poll(() => simulator.told('export')).toHaveLength(1);
    assert.match((await simulator.told('export'))[0]?.data ?? '', where);
  });
}
