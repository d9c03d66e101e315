import { writeFileSync } from 'node:fs';
import process from 'node:process';

/** Writes the counts and the files that it saw to ROLLOUT_LENS_RESULT for scripts/test.mjs, as mochaReporter.cjs does. */
class CountingReporter {
  /** @type {Map<string, import('@playwright/test/reporter').TestCase>} */
  #ended = new Map();

  printsToStdio() {
    return false;
  }

  /** @param {import('@playwright/test/reporter').TestCase} test */
  onTestEnd(test) {
    this.#ended.set(test.id, test);
  }

  onEnd() {
    const target = process.env['ROLLOUT_LENS_RESULT'];
    if (target === undefined) return;
    const tests = [...this.#ended.values()];
    const count = (/** @type {readonly string[]} */ outcomes) => tests.filter((test) => outcomes.includes(test.outcome())).length;
    const result = { passed: count(['expected']), failed: count(['unexpected', 'flaky']), skipped: count(['skipped']) };
    writeFileSync(target, JSON.stringify({ ...result, files: [...new Set(tests.map(({ location }) => location.file))] }));
  }
}

export default CountingReporter;
