import assert from 'node:assert/strict';
import axe from 'axe-core';
import { after, before, describe, it } from 'mocha';
import { PANELS } from '../../webview/model/state';
import { TRAPS } from '../../webview/traps/traps';
import { Harness, SIZES } from './support/page';
import { testScenario } from './support/scenarios';
import { THEMES } from './support/themes';

interface Violation {
  readonly id: string;
  readonly help: string;
  readonly nodes: readonly string[];
}

/** axe comes by `evaluate`, which the page's policy does not bind. */
const RUN = `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
  violations.map(({ id, help, nodes }) => ({ id, help, nodes: nodes.slice(0, 4).map(({ target, failureSummary }) => target.join(' ') + ': ' + failureSummary) })))`;

describe('axe-core finds nothing', function () {
  this.timeout(120_000);
  const harness = new Harness();
  before(() => harness.start());
  after(() => harness.stop());

  for (const theme of THEMES) {
    for (const panel of PANELS) {
      it(`in ${theme.name}, panel ${panel}`, async () => {
        const simulator = await harness.simulator({ theme: theme.name, reducedMotion: true, size: SIZES.wide });
        await simulator.open(testScenario({ replicas: 4 }));
        await simulator.page.evaluate(
          `window.rolloutLens.store.dispatch({ type: 'panelShown', panel: '${panel}' }); window.rolloutLens.store.dispatch({ type: 'seeked', time: 4 }); window.rolloutLens.store.dispatch({ type: 'tuned', tuning: { maxSurge: 2 } })`,
        );
        await simulator.until(
          `window.rolloutLens.store.state.run.status === 'idle' && window.rolloutLens.store.state.map?.running !== true`,
        );
        await simulator.page.evaluate(axe.source);
        assert.deepEqual(await simulator.page.evaluate<Violation[]>(RUN), []);
        await simulator.page.context().close();
      });
    }

    it(`in ${theme.name}, stalled, narrow, with a problem and a pod's life`, async () => {
      const simulator = await harness.simulator({ theme: theme.name, reducedMotion: true, size: SIZES.narrow });
      await simulator.open(TRAPS.find(({ id }) => id === 'deadline-does-not-roll-back')?.scenario ?? testScenario());
      await simulator.tell({ type: 'problem', problem: { kind: 'invalid', message: 'The document is not valid YAML.' } });
      await simulator.page.evaluate(
        `window.rolloutLens.store.dispatch({ type: 'seeked', time: 500 }); window.rolloutLens.store.dispatch({ type: 'podSelected', pod: 8 })`,
      );
      await simulator.page.waitForSelector('.banner.warning:not([hidden])');
      await simulator.page.evaluate(axe.source);
      assert.deepEqual(await simulator.page.evaluate<Violation[]>(RUN), []);
      await simulator.page.context().close();
    });
  }
});
