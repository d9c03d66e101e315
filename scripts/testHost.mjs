/** `npm run test:host [-- --host=electron|server|web]`: the tests that run inside a real editor. */
import process from 'node:process';
import { buildProduct } from './lib/bundles.mjs';
import { chooseHost, runHostTests } from './lib/hostTests.mjs';
import { option, runMain } from './lib/project.mjs';

await runMain(async () => {
  const { host, why } = await chooseHost(option(process.argv.slice(2), 'host'));
  console.log(`Host: ${host} (${why})`);
  await buildProduct(true);
  const { passed, failed } = await runHostTests(host);
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
});
