import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'mocha';
import type { PageMessage } from '../../src/shared/protocol';
import { TRAPS } from '../../webview/traps/traps';
import { Harness, sessionOf, type OpenOptions, type Simulator } from './support/page';
import { testScenario } from './support/scenarios';

/** What a test may look at; everything it does, it does as a user would. */
interface Seen {
  readonly time: number;
  readonly playing: boolean;
  readonly desired: number | undefined;
  readonly ceiling: number | undefined;
  readonly tuning: Readonly<Record<string, unknown>>;
  readonly actions: readonly { readonly action: string; readonly at: number }[];
  readonly run: string;
  readonly panel: string;
  readonly start: number;
  readonly end: number;
}

const SEEN = `(() => {
  const { playback, shown, edits, run, panel } = window.rolloutLens.store.state;
  return { time: playback.time, playing: playback.playing, desired: shown?.timeline.envelope.desired, ceiling: shown?.timeline.envelope.ceiling,
    tuning: edits.tuning, actions: edits.actions, run: run.status, panel, start: shown?.scene.axis.start, end: shown?.scene.axis.end };
})()`;

describe('The simulator in a browser', function () {
  this.timeout(60_000);
  const harness = new Harness();
  let simulator: Simulator;
  before(() => harness.start());
  after(() => harness.stop());
  afterEach(async () => {
    assert.deepEqual(simulator.problems, []);
    await simulator.page.context().close();
  });

  const open = async (options: OpenOptions = {}, scenario = testScenario()): Promise<void> => {
    simulator = await harness.simulator({ reducedMotion: true, ...options });
    await simulator.open(scenario);
  };
  const seen = (): Promise<Seen> => simulator.page.evaluate<Seen>(SEEN);
  const until = (condition: string): Promise<void> => simulator.until(condition);
  const settled = (): Promise<void> =>
    until(
      `window.rolloutLens.store.state.run.status === 'idle' && window.rolloutLens.store.state.shown?.scenario === window.rolloutLens.store.state.wanted`,
    );
  const press = (id: string): Promise<void> => simulator.page.locator(`#${id}`).click();
  const drawn = (): Promise<unknown> =>
    simulator.page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
  const show = async (name: string): Promise<void> => {
    await simulator.page.getByRole('tab', { name }).click();
    await drawn();
  };
  /** As drawn after the next frame. */
  const text = async (selector: string): Promise<string> => {
    await drawn();
    return simulator.page.locator(selector).innerText();
  };
  const told = async (type: string): Promise<PageMessage[]> =>
    (await simulator.told()).filter((message) => message.type === type);

  describe('opened', () => {
    it('says that it is ready, and shows verdict, pods, story and chart', async () => {
      await open();
      assert.equal((await told('ready')).length, 1);
      assert.match(await text('h1'), /Completes in .* · never below 8 of 10 available · peak 13 pods/);
      for (const selector of ['.stage-canvas', '.story-canvas', '.chart-view canvas', '.play-head'])
        assert.ok(await simulator.page.locator(selector).isVisible(), selector);
    });

    it('draws something on every canvas', async () => {
      await open();
      const blank = await simulator.page.evaluate<string[]>(`[...document.querySelectorAll('canvas')].filter((canvas) => {
        const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
        return !data.some((value) => value !== 0);
      }).map((canvas) => canvas.className || canvas.parentElement.className)`);
      assert.deepEqual(blank, []);
    });

    it('plays by itself the first time, unless motion is reduced', async () => {
      simulator = await harness.simulator();
      await simulator.open(testScenario());
      await until('window.rolloutLens.store.state.playback.playing');
      await simulator.page.context().close();
      await open();
      assert.equal((await seen()).playing, false);
    });

    it('opens a panel that comes back with its edits, its time and its picture before the extension has answered', async () => {
      await open();
      await show('What if');
      const field = simulator.page.getByRole('textbox', { name: 'replicas', exact: true });
      await field.fill('6');
      await field.press('Enter');
      await settled();
      await simulator.page.locator('#play').focus();
      await simulator.page.keyboard.press('End');
      await until('window.savedState?.page.edits.tuning.replicas === 6 && window.savedState.time > 1');
      const saved = await simulator.saved();
      await simulator.page.context().close();
      simulator = await harness.simulator({ saved, reducedMotion: true });
      await simulator.page.waitForSelector('#app:not(.is-empty)');
      const back = await seen();
      assert.deepEqual([back.desired, back.panel, back.tuning], [6, 'whatIf', { replicas: 6 }]);
      assert.ok(back.time > 1);
    });
  });

  describe('played', () => {
    it('runs to the end and stops', async () => {
      simulator = await harness.simulator();
      await simulator.open(testScenario());
      await simulator.page.evaluate(`window.rolloutLens.store.dispatch({ type: 'speedSet', speed: 100 })`);
      await until('window.rolloutLens.store.state.playback.playing === false');
      const { time, end } = await seen();
      assert.equal(time, end);
      assert.equal(await text('#play'), 'Play');
    });

    it('pauses and goes on by the button', async () => {
      await open();
      await press('play');
      assert.equal((await seen()).playing, true);
      await until(`document.querySelector('#play').textContent === 'Pause'`);
      await press('play');
      assert.equal((await seen()).playing, false);
    });

    it('moves in steps when motion is reduced', async () => {
      await open();
      await press('play');
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

    it('goes back by scrubbing and shows exactly that state', async () => {
      await open();
      const scrubber = simulator.page.getByRole('slider', { name: 'Time' });
      await scrubber.fill('1000');
      await until(`document.querySelector('.numbers').textContent.includes('10 of 10 available')`);
      await scrubber.fill('300');
      const { time, start, end, playing } = await seen();
      assert.ok(time > start && time < end && !playing);
      assert.match(await text('.numbers'), /8 of 10 available/);
    });

    it('scrubs by a press anywhere on story or chart, and picks the pod under it', async () => {
      await open();
      const story = await simulator.page.locator('.story-view').boundingBox();
      assert.ok(story !== null);
      await simulator.page.mouse.click(story.x + story.width / 2, story.y + 6);
      const { time, start, end } = await seen();
      assert.ok(Math.abs(time - (start + end) / 2) < (end - start) * 0.1);
      assert.match(await text('.life'), /terminating/);
      const chart = await simulator.page.locator('.chart-view').boundingBox();
      assert.ok(chart !== null);
      await simulator.page.mouse.move(chart.x + 300, chart.y + 30);
      await simulator.page.mouse.down();
      await simulator.page.mouse.move(chart.x + 500, chart.y + 30);
      await simulator.page.mouse.up();
      assert.ok((await seen()).time > start);
    });

    it('steps from decision to decision and tells what was decided', async () => {
      await open();
      await press('step-forward');
      const first = await seen();
      assert.ok(first.time >= 0);
      assert.match(
        await text('.decisions'),
        /reconcileOldReplicaSets[\s\S]*maxScaledDown = allPods 13 − minAvailable 8 − newRSUnavailable \d+ = \d/,
      );
      await press('step-forward');
      assert.ok((await seen()).time > first.time);
      await press('step-back');
      assert.equal((await seen()).time, first.time);
    });

    it('jumps to an event and to a decision that are clicked', async () => {
      await open();
      await simulator.page.locator('.events .link').last().click();
      const { time } = await seen();
      assert.ok(time > 0);
      await simulator.page.locator('.decisions .earlier .link').last().click();
      assert.ok((await seen()).time < time);
    });

    it('shows the life of a pod that is clicked, on the stage and in the table', async () => {
      await open();
      const stage = await simulator.page.locator('.stage-view').boundingBox();
      assert.ok(stage !== null);
      await simulator.page.mouse.move(stage.x + 172, stage.y + 20);
      await simulator.page.waitForSelector('.hover:not([hidden])');
      await simulator.page.mouse.click(stage.x + 172, stage.y + 20);
      assert.match(await text('.life h2'), /^web-/i);
      await show('Table');
      await simulator.page.locator('.pod-table .link').nth(3).click();
      assert.equal((await seen()).panel, 'why');
    });
  });

  describe('asked what if', () => {
    const fill = async (label: string, value: string): Promise<void> => {
      const field = simulator.page.locator('.field', { hasText: label }).locator('vscode-text-field').locator('input');
      await field.fill(value);
      await field.press('Enter');
      await settled();
    };

    for (const { label, value, tuning } of [
      { label: 'replicas', value: '20', tuning: { replicas: 20 } },
      { label: 'nodes', value: '7', tuning: { nodeCount: 7 } },
      { label: 'maxSurge', value: '50%', tuning: { maxSurge: '50%' } },
      { label: 'maxUnavailable', value: '4', tuning: { maxUnavailable: 4 } },
      { label: 'min ready', value: '12', tuning: { minReadySeconds: 12 } },
      { label: 'progress deadline', value: '90', tuning: { progressDeadlineSeconds: 90 } },
      { label: 'start-up takes', value: '9', tuning: { startSeconds: 9 } },
      { label: 'shut-down takes', value: '8', tuning: { shutDownSeconds: 8 } },
      { label: 'grace period', value: '3', tuning: { terminationGracePeriodSeconds: 3 } },
    ]) {
      it(`${label} ${value}`, async () => {
        await open();
        await show('What if');
        const before = await text('h1');
        await fill(label, value);
        assert.deepEqual((await seen()).tuning, tuning);
        assert.match(await text('.edit-list'), new RegExp(value.replace('%', '\\%')));
        await press('undo');
        await settled();
        assert.deepEqual((await seen()).tuning, {});
        await until(`document.querySelector('h1').innerText === ${JSON.stringify(before)}`);
      });
    }

    it('by a slider, as one step of undo', async () => {
      await open();
      await show('What if');
      const slider = simulator.page.getByRole('slider', { name: 'maxUnavailable' });
      await slider.focus();
      for (let index = 0; index < 12; index++) await simulator.page.keyboard.press('ArrowRight');
      await settled();
      const { tuning } = await seen();
      assert.match(String(tuning['maxUnavailable']), /^\d+%$/);
      await press('undo');
      assert.deepEqual((await seen()).tuning, {});
    });

    it('a value that makes no sense is refused and changes nothing', async () => {
      await open();
      await show('What if');
      await fill('replicas', 'many');
      assert.deepEqual((await seen()).tuning, {});
      assert.equal(await simulator.page.locator('.field vscode-text-field[aria-invalid="true"]').count(), 1);
    });

    it('the new version never gets ready', async () => {
      await open();
      await show('What if');
      await simulator.page.evaluate(
        `(() => { const list = document.querySelector('.field.wide vscode-dropdown'); list.value = 'neverReady'; list.dispatchEvent(new Event('change')); })()`,
      );
      await settled();
      await until(`document.querySelector('.header').dataset.tone === 'bad'`);
      assert.match(await text('h1'), /Stalls at/);
      await press('reset');
      await settled();
      await until(`document.querySelector('.header').dataset.tone === 'good'`);
    });

    for (const [button, action] of [
      ['do-kill', 'killPod'],
      ['do-crash', 'breakRevision'],
      ['do-undo', 'undo'],
      ['do-restart', 'restart'],
      ['do-pause', 'pause'],
      ['do-resume', 'resume'],
      ['do-cordon', 'cordon'],
      ['do-drain', 'drain'],
      ['do-fail', 'nodeDown'],
      ['do-add-node', 'addNode'],
    ] as const) {
      it(`${action} at the moment that is shown, and takes it back`, async () => {
        await open();
        await simulator.page.getByRole('slider', { name: 'Time' }).fill('400');
        const { time } = await seen();
        await show('What if');
        await press(button);
        await settled();
        const { actions } = await seen();
        assert.deepEqual(
          actions.map((item) => item.action),
          [action],
        );
        assert.ok(Math.abs((actions[0]?.at ?? 0) - time) < 0.06);
        assert.equal(await simulator.page.locator('.edit-list .error-text').count(), 0, await text('.edit-list'));
        await simulator.page.locator('.edit-list .reset').click();
        await settled();
        assert.deepEqual((await seen()).actions, []);
      });
    }

    it('scales and pushes another image', async () => {
      await open();
      await simulator.page.getByRole('slider', { name: 'Time' }).fill('300');
      await show('What if');
      await simulator.page.getByRole('textbox', { name: 'Scale to' }).fill('14');
      await press('do-scale');
      await simulator.page.getByRole('textbox', { name: 'Image to push' }).fill('web:3.0');
      await press('do-image');
      await settled();
      assert.deepEqual(
        (await seen()).actions.map(({ action }) => action),
        ['scale', 'setImage'],
      );
      assert.equal(await simulator.page.evaluate('window.rolloutLens.store.state.shown.timeline.revisions.length'), 3);
    });

    it('goes to the field of a fact that is clicked', async () => {
      await open();
      await simulator.page.getByRole('button', { name: /^maxSurge/ }).click();
      assert.equal((await seen()).panel, 'whatIf');
      await until(`document.activeElement?.getAttribute('aria-label') === 'maxSurge'`);
    });

    it('leads to the manifest', async () => {
      await open();
      await simulator.page.getByRole('button', { name: /^Deployment web/ }).click();
      assert.equal((await told('reveal')).length, 1);
    });

    it('applies to the manifest what has a place there, once something differs', async () => {
      await open();
      assert.equal((await simulator.page.locator('#apply').getAttribute('disabled')) !== null, true);
      await show('What if');
      await fill('maxSurge', '1');
      await fill('start-up takes', '9');
      await press('apply');
      assert.deepEqual(await told('apply'), [{ type: 'apply', values: { maxSurge: 1 } }]);
      await simulator.tell({ type: 'applied', ok: true, message: 'Written into the manifest.' });
      await until(`document.querySelector('.notice').textContent.includes('Written')`);
      assert.deepEqual((await seen()).tuning, { startSeconds: 9 });
    });
  });

  describe('compared and explored', () => {
    it('pins a run and says what is different', async () => {
      await open();
      await press('pin');
      await show('What if');
      await simulator.page.evaluate(`window.rolloutLens.store.dispatch({ type: 'tuned', tuning: { maxSurge: '100%' } })`);
      await settled();
      await until(`document.querySelector('.compared').hidden === false`);
      assert.match(await text('.compared'), /Pinned \(as written\).*This run: .*shorter.*more pods at the peak/s);
      await press('pin');
      await until(`document.querySelector('.compared').hidden === true`);
    });

    it('computes the strategy map and uses a pair that is clicked', async () => {
      await open({}, testScenario({ replicas: 4 }));
      await show('Map');
      await until('window.rolloutLens.store.state.map?.running === false');
      const cells = await simulator.page.locator('.map-cell').count();
      assert.equal(cells, 36);
      await until(`document.querySelectorAll('.map-cell.is-front').length > 0`);
      assert.equal(await simulator.page.locator('.map-cell.is-notAllowed').count(), 1);
      const target = simulator.page.locator('.map-cell').nth(8);
      await target.hover();
      assert.match(await text('.map-info'), /maxSurge .*maxUnavailable .*completes in/);
      await target.click();
      await settled();
      assert.deepEqual(Object.keys((await seen()).tuning).sort(), ['maxSurge', 'maxUnavailable']);
      assert.equal(await simulator.page.evaluate('window.rolloutLens.store.state.map.running'), false);
    });

    it('stops the map', async () => {
      await open({}, testScenario({ replicas: 400, nodes: 20 }));
      await show('Map');
      await press('stop-map');
      await until('window.rolloutLens.store.state.map?.running === false');
      assert.ok(await simulator.page.evaluate<boolean>('window.rolloutLens.store.state.map.cells.includes(undefined)'));
    });

    it('cancels a long run and keeps the last picture', async () => {
      await open();
      await simulator.page.evaluate(
        `window.rolloutLens.store.dispatch({ type: 'tuned', tuning: { replicas: 5000, maxSurge: 1, maxUnavailable: 0 } })`,
      );
      await simulator.page.locator('#cancel-run').click();
      await until(`window.rolloutLens.store.state.run.status === 'canceled'`);
      assert.equal((await seen()).desired, 10);
    });

    for (const { id, title } of TRAPS) {
      it(`opens the trap “${title}”`, async () => {
        await open();
        await show('Traps');
        await simulator.page.locator(`[data-trap="${id}"]`).click();
        await settled();
        assert.ok((await text('h1')).length > 10);
        assert.equal(await simulator.page.locator('.banner.error:not([hidden])').count(), 0);
      });
    }

    it('goes back from a trap to the workload, which may have changed meanwhile', async () => {
      await open();
      await show('Traps');
      await simulator.page.locator('[data-trap="recreate"]').click();
      await settled();
      await simulator.tell({
        type: 'scenario',
        scenario: testScenario({ replicas: 7 }),
        session: sessionOf(testScenario()),
        notes: [],
      });
      await show('Traps');
      assert.equal((await seen()).desired, 5);
      await press('back-to-source');
      await settled();
      assert.equal((await seen()).desired, 7);
    });
  });

  describe('exported', () => {
    for (const [format, check] of [
      ['svg', (data: string): boolean => data.startsWith('<svg') && data.includes('Completes in')],
      ['png', (data: string): boolean => Buffer.from(data, 'base64').subarray(1, 4).toString() === 'PNG'],
      ['markdown', (data: string): boolean => /^# Deployment web/.test(data)],
      ['table', (data: string): boolean => /^NAME +DESIRED +CURRENT +READY +AGE/.test(data)],
      ['scenario', (data: string): boolean => (JSON.parse(data) as { version: number }).version === 1],
    ] as const) {
      it(`as ${format}`, async () => {
        await open();
        await simulator.page.getByRole('button', { name: 'Export' }).click();
        await simulator.page.locator(`[data-id="export-${format}"]`).click();
        await until(`window.told.some(({ type }) => type === 'export')`);
        const [message] = (await told('export')) as Extract<PageMessage, { type: 'export' }>[];
        assert.equal(message?.format, format);
        assert.ok(check(message.data), message.data.slice(0, 200));
      });
    }
  });

  describe('used by the keyboard alone', () => {
    it('plays, steps, jumps and changes its speed', async () => {
      await open();
      const { keyboard } = simulator.page;
      await keyboard.press('Space');
      assert.equal((await seen()).playing, true);
      await keyboard.press('Space');
      await keyboard.press('End');
      assert.equal((await seen()).time, (await seen()).end);
      await keyboard.press('ArrowLeft');
      assert.ok((await seen()).time < (await seen()).end);
      await keyboard.press('Home');
      assert.equal((await seen()).time, (await seen()).start);
      await keyboard.press('Shift+ArrowRight');
      assert.ok((await seen()).time >= 0);
      const speed = await simulator.page.evaluate<number>('window.rolloutLens.store.state.playback.speed');
      await keyboard.press('+');
      assert.ok((await simulator.page.evaluate<number>('window.rolloutLens.store.state.playback.speed')) > speed);
      await keyboard.press('-');
      assert.equal(await simulator.page.evaluate<number>('window.rolloutLens.store.state.playback.speed'), speed);
    });

    it('reaches every control by Tab, with a visible focus', async () => {
      await open();
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

    it('opens the export menu, moves in it and leaves it', async () => {
      await open();
      await simulator.page.getByRole('button', { name: 'Export' }).focus();
      await simulator.page.keyboard.press('Enter');
      await simulator.page.keyboard.press('ArrowDown');
      assert.equal(await simulator.page.evaluate('document.activeElement.dataset.id'), 'export-png');
      await simulator.page.keyboard.press('Escape');
      assert.equal(await simulator.page.locator('.menu:not([hidden])').count(), 0);
    });

    it('undoes and redoes a what-if', async () => {
      await open();
      await simulator.page.evaluate(`window.rolloutLens.store.dispatch({ type: 'tuned', tuning: { replicas: 3 } })`);
      await simulator.page.keyboard.press('Control+z');
      assert.deepEqual((await seen()).tuning, {});
      await simulator.page.keyboard.press('Control+Shift+Z');
      assert.deepEqual((await seen()).tuning, { replicas: 3 });
    });

    it('tells in a live region where a jump has led', async () => {
      await open();
      await simulator.page.keyboard.press('End');
      await until(`/10 of 10 available/.test(document.querySelector('#live').textContent)`);
      await simulator.page.keyboard.press('Home');
      await simulator.page.keyboard.press('Shift+ArrowRight');
      await until(`/may go/.test(document.querySelector('#live').textContent)`);
    });
  });

  describe('in trouble', () => {
    for (const [kind, message] of [
      ['invalid', 'The document is not valid YAML: missing bracket.'],
      ['gone', 'Deployment web is no longer in the file.'],
      ['closed', 'The manifest is closed: its edits are not followed.'],
    ] as const) {
      it(`keeps the last good picture when the source is ${kind}, and says so`, async () => {
        await open();
        const verdict = await text('h1');
        await simulator.tell({ type: 'problem', problem: { kind, message } });
        await simulator.page.waitForSelector('.banner.warning:not([hidden])');
        assert.match(await text('.banner.warning'), new RegExp(message.slice(0, 20)));
        assert.equal(await text('h1'), verdict);
        assert.ok(await simulator.page.locator('.stage-canvas').isVisible());
        await simulator.tell({ type: 'problem', problem: null });
        await simulator.page.waitForSelector('.banner.warning', { state: 'hidden' });
      });
    }

    for (const [what, tuning] of [
      ['huge replicas', { replicas: 2_000_000_000 }],
      ['a thousandfold of nodes', { nodeCount: 900_000_000 }],
      ['both zero', { maxSurge: 0, maxUnavailable: 0 }],
      ['a deadline below the wait', { minReadySeconds: 100, progressDeadlineSeconds: 50 }],
    ] as const) {
      it(`keeps the last good picture for ${what}`, async () => {
        await open();
        await simulator.page.evaluate(`window.rolloutLens.store.dispatch({ type: 'tuned', tuning: ${JSON.stringify(tuning)} })`);
        await until(`['failed', 'idle'].includes(window.rolloutLens.store.state.run.status)`);
        assert.equal((await seen()).run, 'failed');
        await simulator.page.waitForSelector('.banner.error:not([hidden])');
        assert.ok(await simulator.page.locator('.stage-canvas').isVisible());
        assert.equal((await seen()).desired, 10);
        await simulator.page.keyboard.press('Control+z');
        await simulator.page.waitForSelector('.banner.error', { state: 'hidden' });
      });
    }

    it('ignores messages that are not in the protocol', async () => {
      await open();
      await simulator.page.evaluate(
        `window.postMessage({ type: 'open', scenario: { version: 1 }, session: {} }, '*'); window.postMessage('x', '*')`,
      );
      assert.equal((await seen()).desired, 10);
    });

    it('says that there is no picture yet when the first scenario cannot be run', async () => {
      simulator = await harness.simulator({ reducedMotion: true });
      const scenario = testScenario({ maxSurge: 0, maxUnavailable: 0 });
      await simulator.tell({ type: 'open', scenario, session: sessionOf(scenario), notes: [], restored: false });
      await simulator.page.waitForSelector('.banner.error:not([hidden])');
      assert.match(await text('.waiting'), /no run to show/);
    });

    it('takes manifest text as text', async () => {
      const scenario = testScenario({ name: '<img src=x onerror=alert(1)>' });
      simulator = await harness.simulator({ reducedMotion: true });
      await simulator.tell({ type: 'open', scenario, session: sessionOf(scenario), notes: ['<b>bold</b>'], restored: false });
      await until(
        `window.rolloutLens.store.state.run.status !== 'running' && window.rolloutLens.store.state.wanted !== undefined`,
      );
      assert.equal(await simulator.page.locator('img').count(), 0);
    });
  });

  describe('a DaemonSet', () => {
    it('shows its nodes, their conditions and its own fields', async () => {
      await open({}, testScenario({ kind: 'DaemonSet', nodes: 12, maxUnavailable: 2 }));
      assert.match(await text('h1'), /12 nodes served/);
      await simulator.page.getByRole('slider', { name: 'Time' }).fill('300');
      await show('What if');
      assert.equal(await simulator.page.locator('#do-scale').isVisible(), false);
      await press('do-cordon');
      await settled();
      assert.deepEqual(
        (await seen()).actions.map(({ action }) => action),
        ['cordon'],
      );
    });
  });

  describe('a scenario opened as a file', () => {
    it('tells the extension of every edit, so that the file follows', async () => {
      simulator = await harness.simulator({ reducedMotion: true });
      await simulator.open(testScenario(), { session: { origin: 'file', canApply: false } });
      await simulator.page.evaluate(`window.rolloutLens.store.dispatch({ type: 'tuned', tuning: { replicas: 4 } })`);
      await until(`window.told.some(({ type }) => type === 'edited')`);
      const [message] = (await told('edited')) as Extract<PageMessage, { type: 'edited' }>[];
      assert.equal((message?.scenario.workload.after.spec as { replicas?: number }).replicas, 4);
      assert.equal(await simulator.page.locator('#apply').isVisible(), false);
    });
  });

  describe('with very many pods', () => {
    it('aggregates, and shows single pods when zoomed', async () => {
      await open({}, testScenario({ replicas: 1000, nodes: 50 }));
      await simulator.page.waitForSelector('.stage-view[data-aggregated]');
      assert.match(await text('.stage-area .heading'), /1 tile = \d+ pods/);
      await press('zoom-in');
      await simulator.page.waitForSelector('.stage-view:not([data-aggregated])');
      await press('zoom-fit');
      await simulator.page.waitForSelector('.stage-view[data-aggregated]');
    });
  });

  describe('narrow', () => {
    for (const width of [300, 420, 700]) {
      it(`does not scroll sideways at ${width} pixels`, async () => {
        await open({ size: { width, height: 900 } });
        const { scroll, client } = await simulator.page.evaluate<{ scroll: number; client: number }>(
          '({ scroll: document.documentElement.scrollWidth, client: document.documentElement.clientWidth })',
        );
        assert.ok(scroll <= client, `${scroll} > ${client}`);
      });
    }
  });
});
