import { expect } from '@playwright/test';
import type { ScenarioAction } from '../../src/engine/simulation/scenario/actions';
import type { WorkerReply } from '../../webview/model/messages';
import { test } from './support/fixtures';
import { testScenario } from './support/scenarios';

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

test('the built worker refuses what the API server refuses, down to the pod template', async ({ page, server }) => {
  await page.goto(`${server.origin}/blank`);
  const containers = [{ name: 'Not_A_Name', image: 'web:2' }];
  const patch: ScenarioAction = { at: 20, action: 'patch', patch: { spec: { template: { spec: { containers } } } } };
  const reply = await page.evaluate(
    (scenario) =>
      new Promise<WorkerReply>((resolve) => {
        const worker = new Worker('worker.js');
        worker.onmessage = ({ data }: MessageEvent<WorkerReply>) => {
          if (data.type !== 'progress') resolve(data);
        };
        worker.postMessage({ type: 'simulate', job: 1, scenario });
      }),
    { ...testScenario({ replicas: 2 }), actions: [patch] },
  );
  const problem = reply.type === 'done' ? reply.timeline.markers[0]?.problem : reply.type;
  expect(problem).toMatch(/containers\[0\]\.name: Invalid value: "Not_A_Name"/);
});
