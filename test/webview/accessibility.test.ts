import { expect } from '@playwright/test';
import axe from 'axe-core';
import { inProject } from '../../scripts/lib/project.mjs';
import { PANELS } from '../../webview/model/state';
import { TRAPS } from '../../webview/traps/traps';
import { test } from './support/fixtures';
import { testScenario } from './support/scenarios';
import { SIZES, type Simulator } from './support/simulatorPage';
import { THEMES } from './support/themes';

interface Violation {
  readonly id: string;
  readonly help: string;
  readonly nodes: readonly string[];
}

const RUN = `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
  violations.map(({ id, help, nodes }) => ({ id, help, nodes: nodes.slice(0, 4).map(({ target, failureSummary }) => target.join(' ') + ': ' + failureSummary) })))`;

async function expectNothingFound({ page }: Simulator): Promise<void> {
  // axe comes by `evaluate`, which the page's policy does not bind.
  await page.evaluate(axe.source);
  expect(await page.evaluate<Violation[]>(RUN)).toEqual([]);
}

test.describe('axe-core finds nothing', () => {
  for (const { name: theme } of THEMES) {
    for (const panel of PANELS) {
      test(`in ${theme}, panel ${panel}`, async ({ open }) => {
        const simulator = await open(testScenario({ replicas: 4 }), { theme });
        await simulator.dispatch(
          { type: 'panelShown', panel },
          { type: 'seeked', time: 4 },
          { type: 'tuned', tuning: { maxSurge: 2 } },
        );
        await simulator.until({ settled: true });
        await expect.poll(async () => (await simulator.seen()).mapRuns).not.toBe(true);
        if (panel === 'inside') await simulator.page.locator('.tree-step').first().waitFor();
        await expectNothingFound(simulator);
      });
    }

    test(`in ${theme}, with a strategy that was found`, async ({ open }) => {
      const simulator = await open(testScenario({ replicas: 3 }), { theme });
      await simulator.show('Map');
      await simulator.press('find-strategy');
      await simulator.page.locator('.map-cell.is-chosen').waitFor({ timeout: 90_000 });
      await expect.poll(async () => (await simulator.seen()).mapRuns).not.toBe(true);
      await simulator.page.screenshot({ path: inProject('test', 'out', 'found', `${theme}.png`) });
      await expectNothingFound(simulator);
    });

    for (const panel of ['why', 'whatIf', 'assumptions', 'map', 'pods'] as const)
      test(`in ${theme}, with requests that fail, panel ${panel}`, async ({ open }) => {
        const simulator = await open(testScenario({ requests: {} }), { theme });
        await simulator.page.locator('.requests-view').waitFor();
        await simulator.dispatch({ type: 'panelShown', panel }, { type: 'seeked', time: 7 });
        await simulator.until({ settled: true });
        await expect.poll(async () => (await simulator.seen()).mapRuns).not.toBe(true);
        await expectNothingFound(simulator);
      });

    test(`in ${theme}, stalled, narrow, with a problem and a pod's life`, async ({ open }) => {
      const stalled = TRAPS.find(({ id }) => id === 'deadline-does-not-roll-back')?.scenario;
      const simulator = await open(stalled, { theme, size: SIZES.narrow });
      await simulator.tell({ type: 'problem', problem: { kind: 'invalid', message: 'The document is not valid YAML.' } });
      await simulator.dispatch({ type: 'seeked', time: 500 }, { type: 'podSelected', pod: 8 });
      await simulator.page.locator('.banner.warning:not([hidden])').waitFor();
      await expectNothingFound(simulator);
    });
  }
});
