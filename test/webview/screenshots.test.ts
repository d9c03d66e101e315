import { expect } from '@playwright/test';
import { inProject } from '../../scripts/lib/project.mjs';
import type { Scenario } from '../../src/engine/simulation/scenario/scenario';
import { TRAPS } from '../../webview/traps/traps';
import { test } from './support/fixtures';
import { testScenario } from './support/scenarios';
import { SIZES, type Simulator } from './support/simulatorPage';
import { THEMES } from './support/themes';

const trap = (id: string): Scenario => TRAPS.find((trap) => trap.id === id)?.scenario ?? testScenario();
const TOUR: Scenario['tour'] = [
  { at: 0, station: 'apiServer', text: 'Somebody applies a new image. Nothing has moved yet.' },
  {
    at: 0,
    station: 'slowStart',
    machine: 'replicaset',
    step: 'slowStartBatch',
    text: 'The new ReplicaSet creates its first pods: one alone, then two together. Were the first one refused, the others would not even be tried.',
  },
];
const LONG = 'payment-gateway-reconciliation-worker-with-a-very-long-name';

/** The states worth looking at. They are pictures to be looked at, not compared: fonts differ from machine to machine. */
const STATES: readonly {
  readonly name: string;
  /** Undefined: there is none yet. */
  readonly scenario: Scenario | undefined;
  readonly share?: number;
  readonly prepare?: (simulator: Simulator) => Promise<void>;
}[] = [
  { name: 'rolling', scenario: testScenario(), share: 0.4 },
  { name: 'complete', scenario: testScenario(), share: 1 },
  { name: 'stalled', scenario: trap('anti-affinity-fills-nodes'), share: 1 },
  {
    name: 'crashing',
    scenario: trap('undo-a-crash-loop'),
    share: 0.5,
    prepare: dispatch({ type: 'panelShown', panel: 'whatIf' }),
  },
  {
    name: 'daemonset',
    scenario: testScenario({ kind: 'DaemonSet', nodes: 48, maxUnavailable: '10%' }),
    share: 0.4,
    prepare: dispatch({ type: 'actionAdded', action: { at: 5, action: 'cordon', node: 'node-12' } }),
  },
  {
    name: 'thousand',
    scenario: testScenario({ replicas: 1000, nodes: 50 }),
    share: 0.5,
    prepare: dispatch({ type: 'panelShown', panel: 'pods' }),
  },
  {
    name: 'many-revisions',
    scenario: trap('pushed-again'),
    share: 0.6,
    prepare: dispatch({ type: 'actionAdded', action: { at: 9, action: 'setImage', image: 'example/web:2.2' } }),
  },
  {
    name: 'long-name',
    scenario: testScenario({ name: LONG }),
    share: 0.4,
    prepare: dispatch({ type: 'pinned' }, { type: 'tuned', tuning: { maxSurge: '100%' } }),
  },
  { name: 'map', scenario: testScenario({ replicas: 6 }), share: 0.4, prepare: dispatch({ type: 'panelShown', panel: 'map' }) },
  ...(['deployment', 'replicaset', 'scheduler', 'kubelets'] as const).map((machine) => ({
    name: `inside-${machine}`,
    scenario: timed(testScenario()),
    share: 0.4,
    prepare: async ({ page }: Simulator): Promise<void> => {
      await page.getByRole('tab', { name: 'Inside' }).click();
      await page.locator(`#machine-${machine}`).click();
      await page.locator('.station').first().waitFor();
    },
  })),
  {
    name: 'inside-tour',
    scenario: { ...timed(testScenario()), tour: TOUR },
    share: 0.4,
    prepare: async ({ page }) => {
      await page.locator('#tour-next').click();
    },
  },
  { name: 'traps', scenario: testScenario(), share: 0, prepare: dispatch({ type: 'panelShown', panel: 'traps' }) },
  {
    name: 'problem',
    scenario: testScenario(),
    share: 0.4,
    prepare: (simulator) =>
      simulator.tell({
        type: 'problem',
        problem: { kind: 'invalid', message: 'The document is not valid YAML: missing closing bracket.' },
      }),
  },
  {
    name: 'refused',
    scenario: testScenario(),
    share: 0.4,
    prepare: dispatch({ type: 'tuned', tuning: { maxSurge: 0, maxUnavailable: 0 } }),
  },
  { name: 'requests', scenario: testScenario({ requests: {} }), share: 0.4 },
  {
    name: 'requests-why',
    scenario: testScenario({ requests: {} }),
    share: 0.4,
    prepare: async ({ page }) => {
      await page.getByRole('button', { name: 'why?' }).click();
      await page.locator('.remedy-line').first().waitFor();
      await page.locator('.why-requests').evaluate((element) => {
        element.scrollIntoView({ block: 'start' });
      });
    },
  },
  {
    name: 'requests-map',
    scenario: testScenario({ requests: {}, replicas: 6 }),
    share: 0.4,
    prepare: async ({ page }) => {
      await page.getByRole('tab', { name: 'Map' }).click();
      await page.getByLabel('What the cells show').selectOption('requests');
    },
  },
  {
    name: 'requests-lost',
    scenario: testScenario({ requests: { dataPlane: 'load-balancer', onTerm: 'drains', requestSeconds: 1 }, maxUnavailable: 4 }),
    share: 0.5,
    prepare: dispatch({ type: 'panelShown', panel: 'assumptions' }),
  },
  { name: 'single', scenario: testScenario({ replicas: 1 }), share: 0.4 },
  { name: 'assumed', scenario: testScenario(), share: 0.4, prepare: dispatch({ type: 'panelShown', panel: 'assumptions' }) },
  { name: 'what-if', scenario: testScenario(), share: 0.4, prepare: dispatch({ type: 'panelShown', panel: 'whatIf' }) },
  { name: 'card', scenario: testScenario(), share: 0.4, prepare: dispatch({ type: 'cardShown', open: true }) },
  {
    name: 'nothing',
    scenario: undefined,
    prepare: (simulator) =>
      simulator.tell({
        type: 'problem',
        problem: {
          kind: 'invalid',
          message: 'Templates decide parts of this workload; it can be simulated once they are rendered.',
        },
      }),
  },
];

/** With a real control plane's times. */
function timed({ latencyMs: _exact, ...scenario }: Scenario): Scenario {
  return scenario;
}

function dispatch(...events: readonly object[]): (simulator: Simulator) => Promise<void> {
  return (simulator) => simulator.dispatch(...events);
}

/** A panel of its own, beside an editor, and what is left when the window is zoomed to 200 %. */
const LOOKS = {
  wide: SIZES.wide,
  half: { width: 1000, height: 850 },
  beside: { width: 700, height: 850 },
  narrow: { width: 500, height: 850 },
  zoomed: { width: 700, height: 450 },
} as const;

test.describe('Pictures of every state', () => {
  for (const { name: theme } of THEMES) {
    for (const { name, scenario, share = 0, prepare } of STATES) {
      test(`${theme}, ${name}`, async ({ load }) => {
        const simulator = await load({ theme, reducedMotion: true });
        const { page } = simulator;
        if (scenario !== undefined) await simulator.open(scenario);
        await prepare?.(simulator);
        if (scenario !== undefined) await expect.poll(async () => (await simulator.seen()).run).toMatch(/idle|failed/);
        await expect.poll(async () => (await simulator.seen()).mapRuns).not.toBe(true);
        await simulator.dispatch({ type: 'seeked', time: -1e9 }, { type: 'nudged', share });
        for (const [look, size] of Object.entries(LOOKS)) {
          await page.setViewportSize(size);
          await simulator.drawn();
          await page.screenshot({ path: inProject('test', 'out', `simulator-${name}-${theme}-${look}.png`) });
        }
      });
    }
  }
});
