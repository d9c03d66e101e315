import { defineConfig } from '@playwright/test';
import { acquireBrowser, browserArguments } from './scripts/host/browser.mjs';

/** The tests that drive a browser: of the editor's own user interface, and of the built webview in a page of its own. */
export default defineConfig({
  projects: ['ui', 'webview'].map((name) => ({ name, testDir: `test/${name}`, outputDir: `test/out/failures/${name}` })),
  testMatch: '**/*.test.ts',
  timeout: 120_000,
  expect: { timeout: 30_000 },
  forbidOnly: true,
  // An editor in a browser on a busy machine misses a click now and then. What needed a second try is named at the end.
  retries: 1,
  // One after the other: they measure time, and the editor wants the machine for itself.
  workers: 1,
  reporter: [['list'], ['./scripts/lib/countingReporter.mjs']],
  use: {
    launchOptions: { executablePath: await acquireBrowser(), args: browserArguments },
    actionTimeout: 30_000,
    // What happened before a failure; open it with `npx playwright show-trace FILE`.
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
  },
});
