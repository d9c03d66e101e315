import { test as base, expect } from '@playwright/test';
import type { Scenario } from '../../../src/engine/simulation/scenario/scenario';
import { testScenario } from './scenarios';
import { Simulator, WebviewServer, type OpenOptions } from './simulatorPage';

interface Fixtures {
  /** A simulator's page before its scenario; closed after the test, which fails if anything went wrong in it. */
  readonly load: (options?: OpenOptions) => Promise<Simulator>;
  /** The same with a scenario, still unless told otherwise. */
  readonly open: (scenario?: Scenario, options?: OpenOptions) => Promise<Simulator>;
  /** The usual scenario, open and still. */
  readonly simulator: Simulator;
}

export const test = base.extend<Fixtures, { readonly server: WebviewServer }>({
  server: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture wants: nothing
    async ({}, use) => {
      const server = new WebviewServer();
      await server.start();
      await use(server);
      server.stop();
    },
    { scope: 'worker' },
  ],
  load: async ({ browser, server }, use) => {
    const loaded: Simulator[] = [];
    await use(async (options) => {
      const simulator = await Simulator.load(browser, server.origin, options);
      loaded.push(simulator);
      return simulator;
    });
    expect(loaded.flatMap(({ problems }) => problems)).toEqual([]);
    for (const simulator of loaded) await simulator.close();
  },
  open: async ({ load }, use) => {
    await use(async (scenario = testScenario(), options = {}) => {
      const simulator = await load({ reducedMotion: true, ...options });
      await simulator.open(scenario);
      return simulator;
    });
  },
  simulator: async ({ open }, use) => {
    await use(await open());
  },
});
