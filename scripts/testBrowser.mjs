/** `npm run test:ui` and `npm run test:webview`, with Playwright's options after `--`: tests that drive a browser. */
import process from 'node:process';
import { acquireBrowser } from './host/browser.mjs';
import { buildProduct } from './lib/bundles.mjs';
import { runBrowserTests } from './lib/runners.mjs';
import { HumanError, runMain } from './lib/project.mjs';

await runMain(async () => {
  const [suite, ...args] = process.argv.slice(2);
  if (suite !== 'ui' && suite !== 'webview') throw new HumanError('Say which: node scripts/testBrowser.mjs ui | webview');
  await acquireBrowser();
  await buildProduct(true);
  const { failed } = await runBrowserTests(suite, args);
  return failed === 0 ? 0 : 1;
});
