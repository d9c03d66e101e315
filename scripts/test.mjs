/** `npm test [-- --host=electron|server|web]`: everything. The last line adds up all suites. */
import process from 'node:process';
import { ensureDependencies } from './lib/install.mjs';
import { HumanError, option, runMain } from './lib/project.mjs';

/** @typedef {import('./host/inEditor.mjs').Counts} Counts */

const total = { passed: 0, failed: 0, skipped: 0 };
/** @type {string[]} */
const failures = [];
/** What failed, and what passed at the second try only, with what each said: `again`. */
const details = { failed: /** @type {string[]} */ ([]), again: /** @type {string[]} */ ([]) };

/** @param {string} text */
function heading(text) {
  console.log(`\n── ${text} ──`);
}

/**
 * A suite of tests. One that cannot run at all counts as one failed test.
 * @param {string} name
 * @param {() => Promise<Counts>} runSuite
 */
async function suite(name, runSuite) {
  heading(name);
  const counts = await runSuite().catch((/** @type {unknown} */ error) => {
    console.error(error instanceof HumanError ? `✗ ${error.message}` : error);
    return /** @type {Counts} */ ({ passed: 0, failed: 1, skipped: 0, failures: [`${name}\n${String(error)}`] });
  });
  total.passed += counts.passed;
  total.failed += counts.failed;
  total.skipped += counts.skipped;
  details.failed.push(...(counts.failures ?? []));
  details.again.push(...(counts.again ?? []));
  if (counts.failed > 0) failures.push(`${name} (${counts.failed})`);
}

/**
 * A step that is no test: it adds nothing when it succeeds and counts as one failure when it does not.
 * @param {string} name
 * @param {() => unknown} step
 * @returns {Promise<boolean>}
 */
async function step(name, step) {
  const before = total.failed;
  await suite(name, async () => {
    await step();
    return { passed: 0, failed: 0, skipped: 0 };
  });
  return total.failed === before;
}

await runMain(async () => {
  await ensureDependencies();
  await runEverything(option(process.argv.slice(2), 'host'));
  for (const text of details.again) console.log(`\n↻ passed at the second try: ${shortened(text)}`);
  for (const text of details.failed) console.log(`\n✗ ${shortened(text)}`);
  console.log('');
  if (total.skipped > 0) console.log(`Skipped: ${total.skipped}`);
  if (failures.length > 0) console.log(`Failed: ${failures.join(', ')}`);
  console.log(`${total.passed} passed, ${total.failed} failed`);
  return total.failed === 0 ? 0 : 1;
});

/** The first lines of what a test said; the rest stands where it ran. @param {string} text */
function shortened(text) {
  return text.split('\n').slice(0, 15).join('\n').slice(0, 2000);
}

/** @param {string | undefined} forcedHost */
async function runEverything(forcedHost) {
  // Loaded only now: what they need has just been installed.
  const [{ runChecks }, { runUnitTests, runBrowserTests, missedFiles }, bundles, hosts, { packVsix }, { checkSizes }] =
    await Promise.all([
      import('./lib/checks.mjs'),
      import('./lib/runners.mjs'),
      import('./lib/bundles.mjs'),
      import('./lib/hostTests.mjs'),
      import('./lib/vsix.mjs'),
      import('./lib/sizes.mjs'),
    ]);
  await suite('check', async () => ({ passed: 0, failed: (await runChecks()).length, skipped: 0 }));
  await suite('unit tests and conformance', () => runUnitTests());
  const isBuilt = await step('build', () => bundles.buildProduct(true));
  if (!isBuilt) return;
  await step('size', checkSizes);
  const { host, why } = await hosts.chooseHost(forcedHost);
  await suite(`tests in VS Code: ${host} (${why})`, () => hosts.runHostTests(host));
  if (forcedHost === undefined)
    await suite('tests in VS Code: web (proves the browser entry point)', () => hosts.runHostTests('web'));
  await suite('the package, installed into the VS Code server', async () => hosts.runVsixTests(await packVsix()));
  await suite('user interface', () => runBrowserTests('ui'));
  await suite('webview', () => runBrowserTests('webview'));
  await step('every test file was executed', async () => {
    const missed = missedFiles();
    if (missed.length > 0) throw new HumanError(`No runner executed ${missed.join(', ')}.`);
    await Promise.resolve();
  });
}
