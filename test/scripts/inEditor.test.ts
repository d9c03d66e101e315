import assert from 'node:assert/strict';
import type { Browser } from '@playwright/test';
import { runTestsInPage } from '../../scripts/host/inEditor.mjs';

type Exposed = (...args: readonly unknown[]) => void;

/** A page in which a test run ends at once, and which goes on talking until it is closed. */
function talkativeBrowser(): Browser {
  const exposed = new Map<string, Exposed>();
  const call = (name: string, ...args: readonly unknown[]): void => exposed.get(name)?.(...args);
  const page = {
    exposeFunction: async (name: string, use: Exposed) => Promise.resolve(exposed.set(name, use)),
    goto: async () => {
      call('codeAutomationLog', 'log', ['@@rollout-lens-result {"passed":1,"failed":0,"skipped":0}']);
      call('codeAutomationExit', 0);
      return Promise.resolve();
    },
  };
  const context = {
    newPage: async () => Promise.resolve(page),
    close: async () => {
      call('codeAutomationLog', 'warn', ['The connection is closed.']);
      return Promise.resolve();
    },
  };
  return { newContext: async () => Promise.resolve(context) } as unknown as Browser;
}

const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;

describe('a test run in the editor', () => {
  it('leaves no clock behind when the page has something to say after its end', async () => {
    // Mocha starts the clock of a test a moment after the test.
    await new Promise((resolve) => setImmediate(resolve));
    const before = timers();
    assert.deepEqual(await runTestsInPage(talkativeBrowser(), 'about:blank'), { passed: 1, failed: 0, skipped: 0 });
    assert.equal(timers(), before);
  });
});
