/**
 * How long one waits for the odds in the built page: from the click on the tab to the first picture and to the last one, and
 * how long the page's own thread is busy at a time. Beside it the same runs one after the other in this thread, and the engine
 * that the bars were set from: how much longer it takes than on the machine that they are from, so much longer may one wait here.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import process from 'node:process';
import { launchBrowser } from '../../scripts/host/browser.mjs';
import { simulateMany } from '../../src/engine/simulation/batch/simulateMany';
import { Simulator, WebviewServer } from '../webview/support/simulatorPage';
import { engineBefore } from './engineBefore';
import { threadMs } from './figures';
import { deploymentRollout } from './rollouts';

const RUNS = 1000;
const TURNS = 5;
/** So often the engine before plays in each of them: its code gets fast by it. */
const PACE_TURNS = 8;
const BARS = { first: 150, last: 1000, busy: 50 };

interface Wait {
  readonly first: number;
  readonly last: number;
  /** The longest time that the page's thread was busy. */
  readonly busy: number;
  /** What all threads of the page have computed until then. */
  readonly computed: number;
}

/** A text: it runs in the page. What is said to be there has been drawn. */
const MEASURE = `async () => {
  const { store } = window.rolloutLens;
  const tab = [...document.querySelectorAll('[role="tab"]')].find(({ textContent }) => textContent === 'Odds');
  const channel = new MessageChannel();
  let busy = 0, begun = 0;
  channel.port1.onmessage = () => { busy = Math.max(busy, performance.now() - begun); };
  const tasks = new PerformanceObserver((list) => { for (const { duration } of list.getEntries()) busy = Math.max(busy, duration); });
  tasks.observe({ type: 'longtask' });
  const started = performance.now();
  let first, last;
  tab.click();
  await new Promise((resolve) => {
    const look = () => {
      const { odds } = store.state;
      const now = performance.now() - started;
      if (first === undefined && document.querySelector('.odds-bar') !== null) first = now;
      if (last === undefined && odds?.summary?.runs === ${RUNS}) last = now;
      if (last !== undefined) return resolve();
      frame();
    };
    const frame = () => requestAnimationFrame(() => {
      begun = performance.now();
      channel.port2.postMessage(0);
      setTimeout(look, 0);
    });
    frame();
  });
  return { first, last, busy };
}`;

/** What the threads of the page's process have computed, in milliseconds; only Linux tells. */
function pageMs(): number {
  const read = (path: string): string => {
    try {
      return readFileSync(path, 'utf8');
    } catch {
      return '';
    }
  };
  const below = (path: string): string[] => (existsSync(path) ? readdirSync(path) : []);
  const pages = below('/proc').filter((name) => read(`/proc/${name}/cmdline`).includes('--type=renderer'));
  const threads = pages.flatMap((page) => below(`/proc/${page}/task`).map((thread) => `/proc/${page}/task/${thread}/schedstat`));
  return threads.reduce((sum, path) => sum + Number(read(path).split(' ')[0]) / 1e6, 0);
}

/** So long a hand takes from the edge of the tabs to one of them, and to press. */
const REACH_MS = 300;

async function waitIn(simulator: Simulator): Promise<Wait> {
  const { page } = simulator;
  await simulator.open(deploymentRollout(10));
  await page.waitForTimeout(1000);
  await page.getByRole('tab', { name: 'Odds' }).hover();
  await page.waitForTimeout(REACH_MS);
  const before = pageMs();
  const wait = await page.evaluate<Omit<Wait, 'computed'>>(`(${MEASURE})()`);
  return { ...wait, computed: pageMs() - before };
}

/** Thread time of the same runs. */
function oneByOne(): number {
  const scenario = deploymentRollout(10);
  const play = (): void => {
    const seeds = Array.from({ length: RUNS }, (_, index) => scenario.seed + index);
    simulateMany(scenario, seeds, () => undefined);
  };
  play();
  const started = threadMs() ?? performance.now();
  play();
  return (threadMs() ?? performance.now()) - started;
}

async function main(): Promise<void> {
  const server = new WebviewServer();
  await server.start();
  const browser = await launchBrowser();
  const waits: Wait[] = [];
  const before = engineBefore();
  let [beside, pace] = [Infinity, before === undefined ? 1 : Infinity];
  try {
    for (let turn = 0; turn < TURNS; turn++) {
      const simulator = await Simulator.load(browser, server.origin);
      waits.push(await waitIn(simulator));
      await simulator.close();
      beside = Math.min(beside, oneByOne());
      for (let i = 0; before !== undefined && i < PACE_TURNS; i++) pace = Math.min(pace, await before.paceOf(10));
    }
  } finally {
    await browser.close();
    server.stop();
    before?.end();
  }
  const best = (of: keyof Wait): number => Math.min(...waits.map((wait) => wait[of]));
  const told = (of: keyof Wait): string => waits.map((wait) => wait[of].toFixed(0)).join(' ');
  console.log(`${RUNS} runs of 10 replicas one by one in a thread: ${beside.toFixed(0)} ms`);
  console.log(`the engine before, 10 replicas: ${pace.toFixed(2)}× of what it took on the machine of the bars`);
  let missed = false;
  for (const of of ['first', 'last', 'busy', 'computed'] as const) {
    const bar = of in BARS ? BARS[of as keyof typeof BARS] * pace : undefined;
    missed ||= bar !== undefined && best(of) > bar;
    const judged = bar === undefined ? '' : ` · ${best(of) > bar ? 'OVER' : 'within'} ${bar.toFixed(0)} ms`;
    console.log(`${of.padEnd(10)} ${best(of).toFixed(0)} ms (${(best(of) / beside).toFixed(2)}×) of ${told(of)}${judged}`);
  }
  if (missed && process.argv.includes('--strict')) process.exitCode = 1;
}

void main();
