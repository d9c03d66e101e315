/**
 * `npm run test:unit [-- FILE…]`: the unit tests, all or some, with mocha's options. With --update-golden, as in
 * `npm run golden:update`, what the tests compare with the files of test/golden is written there.
 */
import process from 'node:process';
import { runUnitTests } from './lib/runners.mjs';
import { runMain } from './lib/project.mjs';

await runMain(async () => {
  const args = process.argv.slice(2);
  if (args.includes('--update-golden')) process.env['ROLLOUT_LENS_GOLDEN'] = 'update';
  const { failed } = await runUnitTests(args.filter((argument) => argument !== '--update-golden'));
  return failed === 0 ? 0 : 1;
});
