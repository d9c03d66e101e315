/** `npx mocha` runs the unit tests, `npx mocha FILE…` these files. */
const path = require('node:path');
const process = require('node:process');
const { unitTestFiles } = require('./scripts/lib/suites.mjs');

// Mocha adds a configured `spec` to the files of the command line; here they are meant instead of it.
const areFilesNamed = process.argv.slice(2).some((argument) => argument.endsWith('.ts'));

// With its `strict`: changing what is frozen throws, instead of doing nothing.
process.env['TSX_TSCONFIG_PATH'] = path.join(__dirname, 'tsconfig.base.json');

module.exports = {
  'node-option': ['import=tsx'],
  require: ['./test/support/costlyInvariants.ts'],
  // Against what hangs, not a measure: a busy machine must not fail a test.
  timeout: 60_000,
  spec: areFilesNamed ? [] : unitTestFiles(),
};
