/** `npm run test:unit [-- FILE…]`: the unit tests, all or some, with mocha's options. */
import process from 'node:process';
import { runUnitTests } from './lib/mochaRun.mjs';
import { runMain } from './lib/project.mjs';

await runMain(async () => {
  const { failed } = await runUnitTests(process.argv.slice(2));
  return failed === 0 ? 0 : 1;
});
