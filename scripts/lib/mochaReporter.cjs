/** Mocha's spec reporter, which also writes what it counted and saw to ROLLOUT_LENS_RESULT for scripts/test.mjs. */
const { writeFileSync } = require('node:fs');
const process = require('node:process');
const Mocha = require('mocha');

module.exports = class CountingReporter extends Mocha.reporters.Spec {
  /**
   * @param {Mocha.Runner} runner
   * @param {Mocha.MochaOptions} options
   */
  constructor(runner, options) {
    super(runner, options);
    const files = new Set();
    /** @type {string[]} */
    const named = [];
    runner.on('test end', (/** @type {Mocha.Test} */ test) => files.add(test.file));
    runner.on('fail', (/** @type {Mocha.Test} */ test, /** @type {unknown} */ error) => {
      named.push(`${test.fullTitle()}\n${error instanceof Error ? error.message : String(error)}`);
    });
    runner.once('end', () => {
      const target = process.env['ROLLOUT_LENS_RESULT'];
      if (target === undefined) return;
      const { passes = 0, failures = 0, pending = 0 } = runner.stats ?? {};
      const counts = { passed: passes, failed: failures, skipped: pending };
      writeFileSync(target, JSON.stringify({ ...counts, failures: named, files: [...files] }));
    });
  }
};
