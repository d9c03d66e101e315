import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, FrameLocator, Page } from 'playwright-core';
import { launchBrowser } from '../../scripts/host/browser.mjs';
import { startCodeServer, type RunningServer } from '../../scripts/host/codeServer.mjs';
import { inProject, projectRoot } from '../../scripts/lib/project.mjs';

/** The editor's own themes: their names in its list, and the class by which its page is known to wear one. */
const THEMES = {
  'Default Dark Modern': ['Dark Modern', 'vs-dark'],
  'Default Light Modern': ['Light Modern', 'vs'],
  'Default High Contrast': ['Dark High Contrast', 'hc-black'],
  'Default High Contrast Light': ['Light High Contrast', 'hc-light'],
} as const;
export type Theme = keyof typeof THEMES;

/** A real editor in a headless browser, with the extension, on a copy of examples/. */
export interface Workbench {
  readonly page: Page;
  /** Opens a file of the workspace by Quick Open and waits for its text. */
  open(file: string): Promise<void>;
  /** Runs a command by its title, as a user would from the palette. */
  runCommand(title: string): Promise<void>;
  /** Changes the theme by its command and waits until it is on. */
  setTheme(theme: Theme): Promise<void>;
  /** The inside of the visible webview: its two nested frames. */
  webview(): FrameLocator;
  /** Writes test/out/NAME.png, to be looked at. */
  screenshot(name: string): Promise<string>;
  close(): Promise<void>;
}

export interface WorkbenchOptions {
  readonly theme?: Theme;
  readonly width?: number;
  readonly height?: number;
}

/** Starts it; close it in `after`. The product must have been built (`npm run test:ui` does). */
export async function startWorkbench(options: WorkbenchOptions = {}): Promise<Workbench> {
  const { theme = 'Default Dark Modern', width = 1280, height = 800 } = options;
  const scratch = mkdtempSync(join(tmpdir(), 'rollout-lens-ui-'));
  const workspace = join(scratch, 'examples');
  cpSync(inProject('examples'), workspace, { recursive: true });
  const server = await startCodeServer({ dataFolder: join(scratch, 'data'), settings: { 'workbench.colorTheme': theme } });
  const browser = await launchBrowser();
  const page = await browser.newPage({ viewport: { width, height } });
  await page.goto(server.address({ workspace, extension: projectRoot }));
  await page.locator('.monaco-workbench .part.statusbar').waitFor();
  return controls(page, { browser, server, scratch });
}

interface Resources {
  readonly browser: Browser;
  readonly server: RunningServer;
  readonly scratch: string;
}

function controls(page: Page, { browser, server, scratch }: Resources): Workbench {
  const quickInput = page.locator('.quick-input-widget input[type="text"]').first();
  /** Clicks the entry of that name: recently used ones are there at once, and the best match is not always the first. */
  const pick = async (text: string, entry: string): Promise<void> => {
    await quickInput.fill(text);
    const name = page.locator('.label-name').getByText(entry, { exact: true });
    await page.locator('.quick-input-list .monaco-list-row', { has: name }).first().click();
  };
  const isClosed = (): Promise<void> => quickInput.waitFor({ state: 'hidden' });
  /** A hover or a list that is open takes the first keys for itself. */
  const summon = async (key: string): Promise<void> => {
    for (let attempt = 1; attempt < 10; attempt++) {
      await page.keyboard.press('Escape');
      await page.keyboard.press(key);
      const isOpen = await quickInput.waitFor({ timeout: 3000 }).then(
        () => true,
        () => false,
      );
      if (isOpen) return;
    }
    throw new Error(`${key} opens nothing.`);
  };
  const runCommand = async (title: string): Promise<void> => {
    await summon('F1');
    await pick(`>${title}`, title);
  };
  return {
    page,
    setTheme: async (theme) => {
      const [name, className] = THEMES[theme];
      await runCommand('Preferences: Color Theme');
      await page.locator('.quick-input-list .monaco-list-row', { hasText: 'Dark Modern' }).first().waitFor();
      await pick(name, name);
      await isClosed();
      await page.locator(`.monaco-workbench.${className}`).waitFor();
    },
    open: async (file) => {
      await summon('Control+P');
      await pick(file, file);
      await isClosed();
      await page.locator(`.tab.active[data-resource-name="${file}"]`).waitFor();
      // Colored text means that the grammar is loaded and the editor has settled.
      await page.locator('.editor-instance .view-line [class*="mtk"]:not(.mtk1)').first().waitFor();
    },
    runCommand,
    webview: () => page.frameLocator('iframe.webview.ready').frameLocator('iframe#active-frame'),
    screenshot: async (name) => {
      mkdirSync(inProject('test', 'out'), { recursive: true });
      const path = inProject('test', 'out', `${name}.png`);
      await page.screenshot({ path });
      return path;
    },
    close: async () => {
      await browser.close();
      await server.stop();
      rmSync(scratch, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
