import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, FrameLocator, Page } from 'playwright-core';
import { launchBrowser } from '../../scripts/host/browser.mjs';
import { startCodeServer, type RunningServer } from '../../scripts/host/codeServer.mjs';
import { inProject, projectRoot } from '../../scripts/lib/project.mjs';

export type Theme = 'Default Dark Modern' | 'Default Light Modern' | 'Default High Contrast' | 'Default High Contrast Light';

/** A real editor in a headless browser, with the extension, on a copy of examples/. */
export interface Workbench {
  readonly page: Page;
  /** Opens a file of the workspace by Quick Open and waits for its text. */
  open(file: string): Promise<void>;
  /** Runs a command by its title, as a user would from the palette. */
  runCommand(title: string): Promise<void>;
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
  const pick = async (text: string): Promise<void> => {
    await quickInput.fill(text);
    await page.locator('.quick-input-list .monaco-list-row').first().waitFor();
    await page.keyboard.press('Enter');
    await quickInput.waitFor({ state: 'hidden' });
  };
  return {
    page,
    open: async (file) => {
      await page.keyboard.press('Control+P');
      await quickInput.waitFor();
      await pick(file);
      await page.locator(`.tab.active[data-resource-name="${file}"]`).waitFor();
      // Coloured text means that the grammar is loaded and the editor has settled.
      await page.locator('.editor-instance .view-line [class*="mtk"]:not(.mtk1)').first().waitFor();
    },
    runCommand: async (title) => {
      await page.keyboard.press('F1');
      await quickInput.waitFor();
      await pick(`>${title}`);
    },
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
