import { strict as assert } from 'node:assert';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../../scripts/host/browser.mjs';
import { serveWebview, type WebviewServer } from '../browser/webviewPage';

const html = '<!DOCTYPE html><html><body></body></html>';

describe('the built webview bundle', () => {
  let browser: Browser;
  let server: WebviewServer;

  before(async () => {
    browser = await launchBrowser();
    server = await serveWebview(html);
  });

  after(async () => {
    await browser.close();
    await server.stop();
  });

  it('has a worker that evaluates without an error', async () => {
    const page = await browser.newPage();
    await page.goto(server.origin);
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    const starting = page.waitForEvent('worker');
    await page.evaluate(() => {
      const worker = new Worker('worker.js');
      worker.onerror = ({ message }) => {
        throw new Error(message);
      };
    });
    // Answered only after the worker's script has run.
    assert.equal(await (await starting).evaluate(() => typeof self.postMessage), 'function');
    assert.deepEqual(errors, []);
  });
});
