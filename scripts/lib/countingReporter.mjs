import { writeFileSync } from 'node:fs';
import process from 'node:process';

/**
 * A test's name, and below it what its first failure said.
 * @param {import('@playwright/test/reporter').TestCase} test
 */
function failureOf(test) {
  const error = test.results.find(({ errors }) => errors.length > 0)?.error;
  return `${test.titlePath().filter(Boolean).join(' › ')}\n${error?.message ?? 'no error is known'}`;
}

/** Writes what it counted and saw to ROLLOUT_LENS_RESULT for scripts/test.mjs, as mochaReporter.cjs does. */
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
    const those = (/** @type {string} */ outcome) => tests.filter((test) => test.outcome() === outcome);
    const [flaky, failed] = [those('flaky'), those('unexpected')];
    const result = { passed: those('expected').length + flaky.length, failed: failed.length, skipped: those('skipped').length };
    const named = { failures: failed.map(failureOf), again: flaky.map(failureOf) };
    writeFileSync(
      target,
      JSON.stringify({ ...result, ...named, files: [...new Set(tests.map(({ location }) => location.file))] }),
    );
  }
}

export default CountingReporter;
