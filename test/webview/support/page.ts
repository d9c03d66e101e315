import { mkdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../../../scripts/host/browser.mjs';
import type { HostMessage, PageMessage, Session } from '../../../src/shared/protocol';
import type { Scenario } from '../../../src/engine/simulation/scenario/scenario';
import { pageHtml } from '../../../src/simulator/pageHtml';
import { THEMES, type TestTheme } from './themes';

const root = resolve(import.meta.dirname, '../../..');
export const OUT = join(root, 'test/out');

export const SIZES = { wide: { width: 1400, height: 900 }, narrow: { width: 420, height: 900 } } as const;

export interface OpenOptions {
  readonly size?: { readonly width: number; readonly height: number };
  readonly theme?: string;
  readonly reducedMotion?: boolean;
  /** What `getState` gives at the start. */
  readonly saved?: unknown;
}

/** A simulator's page in a browser of its own, with a stub of the editor behind it. */
export interface Simulator {
  readonly page: Page;
  /** Tells the page something as the extension would. */
  tell(message: HostMessage): Promise<void>;
  /** Opens a scenario and waits for its picture. */
  open(scenario: Scenario, more?: { readonly session?: Partial<Session>; readonly restored?: boolean }): Promise<void>;
  /** What the page has told the extension. */
  told(): Promise<PageMessage[]>;
  saved(): Promise<unknown>;
  /** Waits until an expression is true in the page, asking once per frame. */
  until(condition: string): Promise<void>;
  /** What went wrong in the page, policy violations included. */
  readonly problems: string[];
}

export class Harness {
  #browser: Browser | undefined;
  #server: Server | undefined;

  async start(): Promise<void> {
    mkdirSync(OUT, { recursive: true });
    // Read once: a build that goes on meanwhile must not change what is tested.
    const files = new Map(
      ['main.js', 'main.css', 'worker.js'].map((name) => [`/${name}`, readFileSync(join(root, 'dist/webview', name))]),
    );
    this.#server = createServer((request, response) => {
      const path = (request.url ?? '/').split('?')[0] ?? '/';
      if (path === '/') {
        response.setHeader('content-type', 'text/html').end(this.#html());
        return;
      }
      const content = files.get(path);
      if (path === '/favicon.ico') {
        response.writeHead(204).end();
        return;
      }
      if (content === undefined) response.writeHead(404).end();
      else response.setHeader('content-type', path.endsWith('.css') ? 'text/css' : 'text/javascript').end(content);
    });
    await new Promise<void>((ready) => this.#server?.listen(0, '127.0.0.1', ready));
    this.#browser = await launchBrowser();
  }

  async stop(): Promise<void> {
    await this.#browser?.close();
    this.#server?.close();
  }

  get #origin(): string {
    return `http://127.0.0.1:${(this.#server?.address() as AddressInfo).port}`;
  }

  #html(): string {
    return pageHtml({
      cspSource: this.#origin,
      nonce: 'bm9uY2U',
      scriptUri: '/main.js',
      styleUri: '/main.css',
      workerUri: '/worker.js',
    });
  }

  async simulator({ size = SIZES.wide, theme = 'dark', reducedMotion = false, saved }: OpenOptions = {}): Promise<Simulator> {
    const context = await (this.#browser as Browser).newContext({
      viewport: size,
      reducedMotion: reducedMotion ? 'reduce' : 'no-preference',
    });
    const page = await context.newPage();
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(error.stack ?? error.message));
    page.on('console', (message) => {
      if (message.type() === 'error' && !message.text().includes('favicon')) problems.push(message.text());
    });
    await page.addInitScript({ content: stubEditor(themeNamed(theme), saved) });
    await page.goto(`${this.#origin}/`);
    return {
      page,
      problems,
      tell: async (message) => {
        await page.evaluate((data) => {
          window.postMessage(data, '*');
        }, message);
      },
      open: async (scenario, { session = {}, restored = false } = {}) => {
        const message: HostMessage = {
          type: 'open',
          scenario,
          session: { ...sessionOf(scenario), ...session },
          notes: [],
          restored,
        };
        await page.evaluate((data) => {
          window.postMessage(data, '*');
        }, message);
        await page.waitForSelector('#app:not(.is-empty)');
      },
      told: () => page.evaluate(() => (window as unknown as { told: PageMessage[] }).told),
      until: (condition) => untilTrue(page, condition),
      saved: () => page.evaluate(() => (window as unknown as { savedState: unknown }).savedState),
    };
  }
}

const PATIENCE_MS = 30_000;

/** By single evaluations: the page's policy forbids what Playwright's own waiting does. */
async function untilTrue(page: Page, condition: string): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  while ((await page.evaluate<unknown>(condition)) !== true) {
    if (performance.now() > deadline) throw new Error(`still not true after ${PATIENCE_MS / 1000} s: ${condition}`);
    await page.evaluate('new Promise((done) => setTimeout(done, 16))');
  }
}

export function sessionOf({ workload }: Scenario): Session {
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
