import assert from 'node:assert/strict';
import { expect } from '@playwright/test';
import { test } from './support/fixtures';
import { testScenario } from './support/scenarios';

test.describe('played', () => {
  test('runs to the end and stops', async ({ load }) => {
    const simulator = await load();
    await simulator.open(testScenario());
    await simulator.dispatch({ type: 'speedSet', speed: 100 });
    await simulator.until({ playing: false });
    const { time, end } = await simulator.seen();
    assert.equal(time, end);
    await expect(simulator.page.locator('#play')).toHaveText('Play');
  });

  test('pauses and goes on by the button', async ({ simulator }) => {
    await simulator.press('play');
    assert.equal((await simulator.seen()).playing, true);
    await expect(simulator.page.locator('#play')).toHaveText('Pause');
    await simulator.press('play');
    assert.equal((await simulator.seen()).playing, false);
  });

  test('moves in steps when motion is reduced', async ({ simulator }) => {
    await simulator.press('play');
    const distinct = await simulator.page.evaluate<number>(`new Promise((resolve) => {
      const times = new Set();
      const begun = performance.now();
      requestAnimationFrame(function look(now) {
        times.add(window.rolloutLens.store.state.playback.time);
        if (now - begun < 1300) requestAnimationFrame(look);
        else resolve(times.size);
      });
    })`);
    assert.ok(distinct <= 4, `${distinct} different moments in 1.3 s`);
  });

  test('goes back by scrubbing and shows exactly that state', async ({ simulator }) => {
    const scrubber = simulator.page.getByRole('slider', { name: 'Time' });
    await scrubber.fill('1000');
    await expect(simulator.page.locator('.numbers')).toContainText('10 of 10 available');
    await scrubber.fill('300');
    const { time, start, end, playing } = await simulator.seen();
    assert.ok(time > start && time < end && !playing);
    await expect(simulator.page.locator('.numbers')).toHaveText(/8 of 10 available/);
  });

  test('scrubs by a press anywhere on story or chart, and picks the pod under it', async ({ simulator }) => {
    const story = await simulator.page.locator('.story-view').boundingBox();
    assert.ok(story !== null);
    await simulator.page.mouse.click(story.x + story.width / 2, story.y + 6);
    const { time, start, end } = await simulator.seen();
    assert.ok(Math.abs(time - (start + end) / 2) < (end - start) * 0.1);
    await expect(simulator.page.locator('.life')).toHaveText(/terminating/);
    const chart = await simulator.page.locator('.chart-view').boundingBox();
    assert.ok(chart !== null);
    await simulator.page.mouse.move(chart.x + 300, chart.y + 30);
    await simulator.page.mouse.down();
    await simulator.page.mouse.move(chart.x + 500, chart.y + 30);
    await simulator.page.mouse.up();
    assert.ok((await simulator.seen()).time > start);
  });

  test('steps from decision to decision and tells what was decided', async ({ simulator }) => {
    await simulator.press('step-forward');
    const first = await simulator.seen();
    assert.ok(first.time >= 0);
    await expect(simulator.page.locator('.decisions')).toHaveText(
      /reconcileOldReplicaSets[\s\S]*maxScaledDown = allPods 13 − minAvailable 8 − newRSUnavailable \d+ = \d/,
    );
    await simulator.press('step-forward');
    assert.ok((await simulator.seen()).time > first.time);
    await simulator.press('step-back');
    assert.equal((await simulator.seen()).time, first.time);
  });

  test('jumps to an event and to a decision that are clicked', async ({ simulator }) => {
    await simulator.page.locator('.events .link').last().click();
    const { time } = await simulator.seen();
    assert.ok(time > 0);
    await simulator.page.locator('.decisions .earlier .link').last().click();
    assert.ok((await simulator.seen()).time < time);
  });

  test('shows the life of a pod that is clicked, on the stage and in the table', async ({ simulator }) => {
    const stage = await simulator.page.locator('.stage-view').boundingBox();
    assert.ok(stage !== null);
    await simulator.page.mouse.move(stage.x + 172, stage.y + 20);
    await expect(simulator.page.locator('.hover:not([hidden])')).toBeVisible();
    await simulator.page.mouse.click(stage.x + 172, stage.y + 20);
    await expect(simulator.page.locator('.life h2')).toHaveText(/^web-/i);
    await simulator.show('Table');
    await simulator.page.locator('.pod-table .link').nth(3).click();
    assert.equal((await simulator.seen()).panel, 'why');
  });
});

test.describe('used by the keyboard alone', () => {
  test('plays, steps, jumps and changes its speed', async ({ simulator }) => {
    const { keyboard } = simulator.page;
    await keyboard.press('Space');
    assert.equal((await simulator.seen()).playing, true);
    await keyboard.press('Space');
    await keyboard.press('End');
    assert.equal((await simulator.seen()).time, (await simulator.seen()).end);
    await keyboard.press('ArrowLeft');
    assert.ok((await simulator.seen()).time < (await simulator.seen()).end);
    await keyboard.press('Home');
    assert.equal((await simulator.seen()).time, (await simulator.seen()).start);
    await keyboard.press('Shift+ArrowRight');
    assert.ok((await simulator.seen()).time >= 0);
    const { speed } = await simulator.seen();
    await keyboard.press('+');
    assert.ok((await simulator.seen()).speed > speed);
    await keyboard.press('-');
    assert.equal((await simulator.seen()).speed, speed);
  });

  test('reaches every control by Tab, with a visible focus', async ({ simulator }) => {
    const reached = new Set<string>();
    for (let index = 0; index < 60; index++) {
      await simulator.page.keyboard.press('Tab');
      reached.add(
        await simulator.page.evaluate<string>(`(() => {
        const { activeElement } = document;
        return activeElement === null ? '' : activeElement.id || activeElement.getAttribute('aria-label') || activeElement.textContent.slice(0, 20);
      })()`),
      );
    }
    for (const wanted of ['pin', 'zoom-in', 'Time', 'tab-why', 'play', 'step-forward', 'Step by', 'Speed'])
      assert.ok(reached.has(wanted), `${wanted} in ${[...reached].join(', ')}`);
  });

  test('opens the export menu, moves in it and leaves it', async ({ simulator }) => {
    await simulator.page.getByRole('button', { name: 'Export' }).focus();
    await simulator.page.keyboard.press('Enter');
    await simulator.page.keyboard.press('ArrowDown');
    assert.equal(await simulator.page.evaluate('document.activeElement.dataset.id'), 'export-png');
    await simulator.page.keyboard.press('Escape');
    await expect(simulator.page.locator('.menu:not([hidden])')).toHaveCount(0);
  });

  test('undoes and redoes a what-if', async ({ simulator }) => {
    await simulator.dispatch({ type: 'tuned', tuning: { replicas: 3 } });
    await simulator.tell({ type: 'command', command: 'undo' });
    await simulator.until({ settled: true });
    assert.deepEqual((await simulator.seen()).tuning, {});
    await simulator.tell({ type: 'command', command: 'redo' });
    await simulator.until({ settled: true });
    assert.deepEqual((await simulator.seen()).tuning, { replicas: 3 });
  });

  test('tells in a live region where a jump has led', async ({ simulator }) => {
    await simulator.page.keyboard.press('End');
    await expect(simulator.page.locator('#live')).toHaveText(/10 of 10 available/);
    await simulator.page.keyboard.press('Home');
    await simulator.page.keyboard.press('Shift+ArrowRight');
    await expect(simulator.page.locator('#live')).toHaveText(/may go/);
  });
});
