/** Mocha's spec reporter, which also writes the counts and the files it saw to ROLLOUT_LENS_RESULT for scripts/test.mjs. */
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
    runner.on('test end', (/** @type {Mocha.Test} */ test) => files.add(test.file));
    runner.once('end', () => {
      const target = process.env['ROLLOUT_LENS_RESULT'];
      if (target === undefined) return;
      const { passes = 0, failures = 0, pending = 0 } = runner.stats ?? {};
      writeFileSync(target, JSON.stringify({ passed: passes, failed: failures, skipped: pending, files: [...files] }));
    });
  }
};
