import { launchBrowser } from '../../scripts/host/browser.mjs';
import { Simulator, WebviewServer, type OpenOptions } from '../webview/support/simulatorPage';
import { testScenario } from '../webview/support/scenarios';

/** Frame times of the simulator at play in headless Chromium with software rendering. */
const CASES = [
  { name: 'Deployment', pods: 100, bar: 60 },
  { name: 'Deployment', pods: 1000, bar: 60 },
  { name: 'Deployment', pods: 1000, bar: 60, zoom: 18 },
  { name: 'Deployment', pods: 5000, bar: 30 },
  { name: 'DaemonSet', pods: 5000, bar: 30 },
  { name: 'Deployment', pods: 5000, bar: 30, zoom: 12 },
  { name: 'Deployment', pods: 100, bar: 60, machine: 'replicaset' },
  { name: 'Deployment', pods: 1000, bar: 30, machine: 'replicaset' },
] as const;
const SECONDS = 6;

interface Frames {
  /** Milliseconds from one frame to the next. */
  readonly gaps: readonly number[];
  /** Milliseconds of script in each frame. */
  readonly busy: readonly number[];
}

/** Plays the whole rollout within the time measured, so that every part of it counts. A text: it runs in the page. */
const MEASURE = `async ({ seconds, zoom }) => {
  const { store } = window.rolloutLens;
  if (zoom > 0) store.dispatch({ type: 'zoomed', zoom });
  store.dispatch({ type: 'seeked', time: -1e9 });
  store.dispatch({ type: 'speedSet', speed: store.state.shown.scene.axis.length / seconds });
  store.dispatch({ type: 'played' });
  const gaps = [], busy = [];
  let last = performance.now(), begun = last;
  const until = last + seconds * 1000;
  const channel = new MessageChannel();
  channel.port1.onmessage = () => busy.push(performance.now() - begun);
  await new Promise((resolve) => {
    const frame = (now) => {
      gaps.push(now - last);
      last = now;
      begun = performance.now();
      channel.port2.postMessage(0);
      if (now < until) requestAnimationFrame(frame);
      else resolve();
    };
    requestAnimationFrame(frame);
  });
  return { gaps: gaps.slice(2), busy: busy.slice(2) };
}`;

function measure({ page }: Simulator, zoom: number | undefined): Promise<Frames> {
  return page.evaluate<Frames>(`(${MEASURE})(${JSON.stringify({ seconds: SECONDS, zoom: zoom ?? 0 })})`);
}

function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** The stage of the machine, once it is recorded. */
async function lookInside({ page }: Simulator, machine: string): Promise<void> {
  await page.evaluate(`window.rolloutLens.store.dispatch({ type: 'stageShown', stage: 'inside' })`);
  await page.locator(`#machine-${machine}`).click({ timeout: 60_000 });
}

type Load = (options?: OpenOptions) => Promise<Simulator>;

async function firstPaint(load: Load): Promise<number> {
  const simulator = await load();
  const started = performance.now();
  await simulator.open(testScenario());
  const took = performance.now() - started;
  await simulator.close();
  return took;
}

async function main(): Promise<void> {
  const server = new WebviewServer();
  await server.start();
  const browser = await launchBrowser();
  const load: Load = (options) => Simulator.load(browser, server.origin, options);
  let failed = false;
  try {
    console.log(`first picture of 10 pods after the message: ${(await firstPaint(load)).toFixed(0)} ms`);
    console.log('pods   view                    frames/s   p50     p95     p99    worst (ms)   busy p95 (ms)   heap (MB)');
    for (const options of CASES) {
      const { name, pods, bar } = options;
      const zoom = 'zoom' in options ? options.zoom : undefined;
      const simulator = await load();
      const kind = name === 'DaemonSet' ? 'DaemonSet' : 'Deployment';
      await simulator.open(
        testScenario({ kind, replicas: pods, nodes: kind === 'DaemonSet' ? pods : Math.ceil(pods / 20), maxUnavailable: '25%' }),
      );
      if ('machine' in options) await lookInside(simulator, options.machine);
      await simulator.page.waitForTimeout(500);
      const { gaps, busy } = await measure(simulator, zoom);
      const rate = 1000 / (gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length);
      const heap = await simulator.page.evaluate(
        () => (performance as unknown as { memory: { usedJSHeapSize: number } }).memory.usedJSHeapSize,
      );
      const cells = [percentile(gaps, 0.5), percentile(gaps, 0.95), percentile(gaps, 0.99), Math.max(...gaps)].map((value) =>
        value.toFixed(1).padStart(6),
      );
      const view =
        'machine' in options ? `inside ${options.machine}` : `${name} ${zoom === undefined ? 'fit' : `zoomed ${zoom} px`}`;
      const ok = percentile(gaps, 0.95) <= 1000 / bar + 2;
      failed ||= !ok;
      console.log(
        `${String(pods).padStart(5)}  ${view.padEnd(24)}${rate.toFixed(1).padStart(6)}   ${cells.join('  ')}   ${percentile(busy, 0.95).toFixed(1).padStart(10)}   ${(heap / 1e6).toFixed(0).padStart(12)}   ${ok ? 'ok' : `MISSES ${bar} fps`}`,
      );
      if (simulator.problems.length > 0) console.log(simulator.problems);
      await simulator.close();
    }
  } finally {
    await browser.close();
    server.stop();
  }
  if (failed) process.exitCode = 1;
}

void main();
