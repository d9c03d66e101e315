import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test as base, type FrameLocator, type Page, type ViewportSize } from '@playwright/test';
import { startCodeServer } from '../../../scripts/host/codeServer.mjs';
import { inProject, projectRoot } from '../../../scripts/lib/project.mjs';

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
}

interface Options {
  readonly size: ViewportSize;
  /** What lies in the workspace besides, by path. */
  readonly files: Readonly<Record<string, string>>;
}

/** One editor for all tests of a file, which go on where the one before them has stopped. */
export const test = base.extend<object, Options & { readonly workbench: Workbench }>({
  files: [{}, { option: true, scope: 'worker' }],
  size: [
    { width: 1280, height: 800 },
    { option: true, scope: 'worker' },
  ],
  workbench: [
    async ({ browser, size, files }, use) => {
      const scratch = mkdtempSync(join(tmpdir(), 'rollout-lens-ui-'));
      const workspace = join(scratch, 'examples');
      cpSync(inProject('examples'), workspace, { recursive: true });
      for (const [path, text] of Object.entries(files)) {
        mkdirSync(dirname(join(workspace, path)), { recursive: true });
        writeFileSync(join(workspace, path), text);
      }
      const server = await startCodeServer({ dataFolder: join(scratch, 'data') });
      // Nothing fades: a picture taken at once is a picture of the whole.
      const page = await browser.newPage({
        viewport: size,
        reducedMotion: 'reduce',
        permissions: ['clipboard-read', 'clipboard-write'],
      });
      await page.goto(server.address({ workspace, extension: projectRoot }));
      await page.locator('.monaco-workbench .part.statusbar').waitFor();
      await use(controls(page));
      await page.close();
      await server.stop();
      rmSync(scratch, { recursive: true, force: true, maxRetries: 5 });
    },
    // The first start of a server takes its time.
    { scope: 'worker', timeout: 180_000 },
  ],
});

function controls(page: Page): Workbench {
  const quickInput = page.locator('.quick-input-widget input[type="text"]').first();
  /** Clicks the entry of that name: recently used ones are there at once, and the best match is not always the first. */
  const pick = async (text: string, entry: string): Promise<void> => {
    await quickInput.fill(text);
    const name = page.locator('.label-name').getByText(entry, { exact: true });
    await page.locator('.quick-input-list .monaco-list-row', { has: name }).first().click({ timeout: 15_000 });
  };
  const isClosed = (): Promise<void> => expect(quickInput).toBeHidden();
  /** A hover or a list that is open, the one of the command before included, takes the first keys for itself. */
  const summon = async (key: string): Promise<void> => {
    await expect(async () => {
      await page.keyboard.press('Escape');
      await expect(quickInput).toBeHidden({ timeout: 1000 });
      await page.keyboard.press(key);
      await expect(quickInput, `what ${key} opens`).toBeVisible({ timeout: 3000 });
    }).toPass({ timeout: 30_000 });
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
      // What is found late moves the list, sometimes under the click: in quotes only names that hold it are found.
      await expect(async () => {
        await summon('Control+P');
        await pick(`"${file}"`, file);
        await isClosed();
        await page.locator(`.tab.active[data-resource-name="${file}"]`).waitFor({ timeout: 5000 });
      }).toPass({ timeout: 60_000 });
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
  };
}
