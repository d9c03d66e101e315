/** `npx mocha` runs the unit tests, `npx mocha FILE…` these files. */
const process = require('node:process');
const { unitTestFiles } = require('./scripts/lib/suites.mjs');

// Mocha adds a configured `spec` to the files of the command line; here they are meant instead of it.
const areFilesNamed = process.argv.slice(2).some((argument) => argument.endsWith('.ts'));

module.exports = {
  'node-option': ['import=tsx'],
  require: ['./test/support/costlyInvariants.ts'],
  // Against what hangs, not a measure: a busy machine must not fail a test.
  timeout: 60_000,
  spec: areFilesNamed ? [] : unitTestFiles(),
};
