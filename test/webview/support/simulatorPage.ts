import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Browser, type Page } from '@playwright/test';
import { inProject } from '../../../scripts/lib/project.mjs';
import type { HostMessage, PageMessage, Session } from '../../../src/shared/protocol';
import type { Scenario } from '../../../src/engine/simulation/scenario/scenario';
import { pageHtml } from '../../../src/simulator/pageHtml';
import { THEMES, type TestTheme } from './themes';

export const SIZES = { wide: { width: 1400, height: 900 }, narrow: { width: 500, height: 850 } } as const;

export interface OpenOptions {
  readonly size?: { readonly width: number; readonly height: number };
  readonly theme?: string;
  readonly reducedMotion?: boolean;
  /** What `getState` gives at the start. */
  readonly saved?: unknown;
}

/** Serves the built webview on the loopback, as the editor serves it to the real one; at /blank a page without it. */
export class WebviewServer {
  // Read once: a build that goes on meanwhile must not change what is tested.
  readonly #files = new Map(
    ['main.js', 'main.css', 'worker.js', 'inside.js', 'inside.css', 'recorder.js'].map((name) => [
      `/${name}`,
      readFileSync(inProject('dist', 'webview', name)),
    ]),
  );
  readonly #server: Server = createServer((request, response) => {
    const path = (request.url ?? '/').split('?')[0] ?? '/';
    const content = this.#files.get(path);
    if (path === '/') response.setHeader('content-type', 'text/html').end(this.#html());
    else if (path === '/blank') response.setHeader('content-type', 'text/html').end('<!DOCTYPE html><html><body></body></html>');
    else if (path === '/favicon.ico') response.writeHead(204).end();
    else if (content === undefined) response.writeHead(404).end();
    else response.setHeader('content-type', path.endsWith('.css') ? 'text/css' : 'text/javascript').end(content);
  });

  async start(): Promise<void> {
    await new Promise<void>((ready) => this.#server.listen(0, '127.0.0.1', ready));
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  #html(): string {
    return pageHtml({
      cspSource: this.origin,
      nonce: 'bm9uY2U',
      scriptUri: '/main.js',
      styleUri: '/main.css',
      workerUri: '/worker.js',
      inside: { scriptUri: '/inside.js', styleUri: '/inside.css', recorderUri: '/recorder.js' },
    });
  }
}

/** What a test may look at; everything it does, it does as a user would. */
interface Seen {
  readonly time: number;
  readonly playing: boolean;
  readonly desired: number | undefined;
  readonly ceiling: number | undefined;
  readonly tuning: Readonly<Record<string, unknown>>;
  readonly actions: readonly { readonly action: string; readonly at: number }[];
  readonly run: string;
  /** There is a scenario to show. */
  readonly wanted: boolean;
  /** Undefined: there is no strategy map. */
  readonly mapRuns: boolean | undefined;
  readonly revisions: number | undefined;
  readonly panel: string;
  readonly speed: number;
  readonly start: number;
  readonly end: number;
  /** Nothing runs, and what is shown is what is wanted. */
  readonly settled: boolean;
}

const SEEN = `(() => {
  const { playback, shown, edits, run, map, panel, wanted } = window.rolloutLens.store.state;
  return { time: playback.time, playing: playback.playing, speed: playback.speed, desired: shown?.timeline.envelope.desired,
    ceiling: shown?.timeline.envelope.ceiling, tuning: edits.tuning, actions: edits.actions, run: run.status, wanted: wanted !== undefined, mapRuns: map?.running, revisions: shown?.timeline.revisions.length,
    panel, start: shown?.scene.axis.start, end: shown?.scene.axis.end, settled: run.status === 'idle' && shown?.scenario === wanted };
})()`;

/** A simulator's page, with a stub of the editor behind it. */
export class Simulator {
  readonly page: Page;
  /** What went wrong in the page, policy violations included. */
  readonly problems: string[] = [];

  private constructor(page: Page) {
    this.page = page;
    page.on('pageerror', (error) => this.problems.push(error.stack ?? error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') this.problems.push(message.text());
    });
  }

  /** The page as the editor loads it, before the extension has told it anything. */
  static async load(browser: Browser, origin: string, options: OpenOptions = {}): Promise<Simulator> {
    const { size = SIZES.wide, theme = 'dark', reducedMotion = false, saved } = options;
    const context = await browser.newContext({ viewport: size, reducedMotion: reducedMotion ? 'reduce' : 'no-preference' });
    const simulator = new Simulator(await context.newPage());
    await simulator.page.addInitScript({ content: stubEditor(themeNamed(theme), saved) });
    await simulator.page.goto(`${origin}/`);
    return simulator;
  }

  async close(): Promise<void> {
    await this.page.context().close();
  }

  /** Tells the page something as the extension would. */
  async tell(message: unknown): Promise<void> {
    await this.page.evaluate((data) => {
      window.postMessage(data, '*');
    }, message);
  }

  /** Tells it a scenario, the first one or one after an edit of the manifest. */
  async tellScenario(
    scenario: Scenario,
    more: { readonly type?: 'open' | 'scenario'; readonly session?: Partial<Session>; readonly notes?: readonly string[] } = {},
  ): Promise<void> {
    const { type = 'open', session = {}, notes = [] } = more;
    const message = { scenario, session: { ...sessionOf(scenario), ...session }, notes };
    const full: HostMessage = type === 'open' ? { ...message, type, restored: false } : { ...message, type };
    await this.tell(full);
  }

  /** Opens a scenario and waits for its picture. */
  async open(scenario: Scenario, more?: { readonly session?: Partial<Session> }): Promise<void> {
    await this.tellScenario(scenario, more);
    await this.page.locator('#app:not(.is-empty)').waitFor();
  }

  /** What the page has told the extension, of one type. */
  async told<T extends PageMessage['type']>(type: T): Promise<Extract<PageMessage, { type: T }>[]> {
    const all = await this.page.evaluate(() => (window as unknown as { told: PageMessage[] }).told);
    return all.filter((message): message is Extract<PageMessage, { type: T }> => message.type === type);
  }

  async saved(): Promise<{ readonly time: number; readonly page: { readonly edits: Pick<Seen, 'tuning'> } } | undefined> {
    return this.page.evaluate('window.savedState');
  }

  seen(): Promise<Seen> {
    return this.page.evaluate<Seen>(SEEN);
  }

  async dispatch(...events: readonly object[]): Promise<void> {
    for (const event of events) await this.page.evaluate(`window.rolloutLens.store.dispatch(${JSON.stringify(event)})`);
  }

  /** Waits until the state has these values. */
  async until(wanted: Partial<Seen>): Promise<void> {
    await expect.poll(() => this.seen(), { intervals: [16, 16, 50] }).toMatchObject(wanted);
  }

  async press(id: string): Promise<void> {
    await this.page.locator(`#${id}`).click();
  }

  /** The next frame has been painted. */
  async drawn(): Promise<void> {
    await this.page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
  }

  async show(tab: string): Promise<void> {
    const button = this.page.getByRole('tab', { name: tab });
    // While the header grows what is below it moves, now and then from under the pointer.
    await expect(async () => {
      await button.click();
      await expect(button).toHaveAttribute('aria-selected', 'true', { timeout: 1000 });
    }).toPass();
    await this.drawn();
  }
}

function sessionOf({ workload }: Scenario): Session {
  const { kind, metadata } = workload.after;
  return {
    title: metadata.name,
    kind: kind === 'DaemonSet' ? 'DaemonSet' : 'Deployment',
    name: metadata.name,
    namespace: 'default',
    origin: 'manifest',
    uri: 'file:///web.yaml',
    canApply: true,
  };
}

function themeNamed(name: string): TestTheme {
  const theme = THEMES.find((candidate) => candidate.name === name);
  if (theme === undefined) throw new Error(`no theme ${name}`);
  return theme;
}

/**
 * Runs in the page before its script: what the editor would have put there. A text, because a compiled function would
 * refer to helpers that the page does not have.
 */
function stubEditor(theme: TestTheme, saved: unknown): string {
  return `
    window.told = [];
    window.savedState = ${saved === undefined ? 'undefined' : JSON.stringify(saved)};
    window.acquireVsCodeApi = () => ({
      postMessage: (message) => { window.told.push(JSON.parse(JSON.stringify(message))); },
      getState: () => window.savedState,
      setState: (state) => { window.savedState = JSON.parse(JSON.stringify(state)); },
    });
    window.setTheme = (theme) => {
      for (const [name, value] of Object.entries(theme.variables)) document.documentElement.style.setProperty('--vscode-' + name, value);
      document.body.className = theme.bodyClass;
    };
    const observer = new MutationObserver(() => {
      if (document.body === null) return;
      observer.disconnect();
      window.setTheme(${JSON.stringify(theme)});
    });
    observer.observe(document, { childList: true, subtree: true });
  `;
}
