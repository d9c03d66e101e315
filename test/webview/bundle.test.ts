import { expect } from '@playwright/test';
import { test } from './support/fixtures';

test('the built worker evaluates without an error', async ({ page, server }) => {
  await page.goto(`${server.origin}/blank`);
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
  expect(await (await starting).evaluate(() => typeof self.postMessage)).toBe('function');
  expect(errors).toEqual([]);
});
