import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchBrowser } from '../host/browser.mjs';
import { installVsix, startCodeServer } from '../host/codeServer.mjs';
import { findDesktop, runTestsOnDesktop } from '../host/desktop.mjs';
import { runTestsInPage } from '../host/inEditor.mjs';
import { startCodeWeb } from '../host/codeWeb.mjs';
import { bundle, hostTestBundle } from './bundles.mjs';
import { HumanError, inProject, projectRoot } from './project.mjs';

/** @typedef {import('../host/inEditor.mjs').Counts} Counts */
/** @typedef {import('../host/codeServer.mjs').RunningServer} RunningServer */
/** @typedef {import('@playwright/test').Browser} Browser */
/** @typedef {'electron' | 'server' | 'web'} HostName */

/**
 * One bundle of tests and the folder it runs in.
 * @typedef {{ bundle: string, workspace: string, needsNode?: true }} HostRun
 */

/** @type {readonly HostRun[]} */
const runs = [
  { bundle: 'index.js', workspace: 'examples' },
  { bundle: 'plain.js', workspace: 'test/fixtures/plain' },
  // On the web there is neither Git nor a place for a repository.
  { bundle: 'git.js', workspace: 'test/fixtures/plain', needsNode: true },
];

/**
 * Says which host will be used, and why.
 * @param {string | undefined} forced
 * @returns {Promise<{ host: HostName, why: string }>}
 */
export async function chooseHost(forced) {
  if (forced === 'server' || forced === 'web') return { host: forced, why: 'asked for with --host' };
  if (forced !== undefined && forced !== 'electron') {
    throw new HumanError(`There is no host "${forced}". Choose --host=electron, --host=server or --host=web.`);
  }
  const desktop = await findDesktop();
  if ('found' in desktop) return { host: 'electron', why: forced === undefined ? desktop.found : 'asked for with --host' };
  if (forced === 'electron') throw new HumanError(`No desktop VS Code is available: ${desktop.missing}`);
  return { host: 'server', why: `no desktop VS Code: ${desktop.missing}` };
}

/**
 * Copies a folder of the project to where tests may write.
 * @param {string} scratch
 * @param {string} folder
 */
function workspaceCopy(scratch, folder) {
  const copy = join(scratch, folder.replaceAll('/', '-'));
  cpSync(inProject(folder), copy, { recursive: true });
  return copy;
}

/**
 * @template T
 * @param {(scratch: string) => Promise<T>} use
 * @returns {Promise<T>}
 */
export async function withScratch(use) {
  const scratch = mkdtempSync(join(tmpdir(), 'rollout-lens-'));
  try {
    return await use(scratch);
  } finally {
    rmSync(scratch, { recursive: true, force: true, maxRetries: 5 });
  }
}

/**
 * Runs the host suite; the product must have been built.
 * @param {HostName} host
 * @returns {Promise<Counts>}
 */
export async function runHostTests(host) {
  await bundle(hostTestBundle());
  return withScratch((scratch) => runners[host](scratch));
}

/** @type {Record<HostName, (scratch: string) => Promise<Counts>>} */
const runners = {
  electron: (scratch) =>
    inTurn((run) => runTestsOnDesktop(scratch, workspaceCopy(scratch, run.workspace), inProject('out/test', run.bundle))),
  server: (scratch) =>
    withServer(join(scratch, 'data'), (browser, server) =>
      inTurn((run) =>
        runTestsInPage(
          browser,
          server.address({
            workspace: workspaceCopy(scratch, run.workspace),
            extension: projectRoot,
            tests: inProject('out/test', run.bundle),
          }),
        ),
      ),
    ),
  web: async () => {
    const browser = await launchBrowser();
    try {
      return await inTurn(async (run) => {
        if (run.needsNode === true) {
          console.log(`${run.bundle}: not on the web, which has no Git`);
          return { passed: 0, failed: 0, skipped: 0 };
        }
        const server = await startCodeWeb({ workspace: inProject(run.workspace), tests: `out/test/${run.bundle}` });
        return runTestsInPage(browser, server.address).finally(server.stop);
      });
    } finally {
      await browser.close();
    }
  },
};

/**
 * @param {(run: HostRun) => Promise<Counts>} runOne
 * @returns {Promise<Counts>}
 */
async function inTurn(runOne) {
  /** @type {Counts} */
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const run of runs) addCounts(total, await runOne(run));
  return total;
}

/**
 * @param {Counts} total
 * @param {Counts} more
 */
function addCounts(total, more) {
  total.passed += more.passed;
  total.failed += more.failed;
  total.skipped += more.skipped;
  total.failures = [...(total.failures ?? []), ...(more.failures ?? [])];
  total.again = [...(total.again ?? []), ...(more.again ?? [])];
}

/**
 * @template T
 * @param {string} dataFolder
 * @param {(browser: Browser, server: RunningServer) => Promise<T>} use
 * @param {boolean} [isTrusted]
 * @returns {Promise<T>}
 */
export async function withServer(dataFolder, use, isTrusted = true) {
  const server = await startCodeServer({ dataFolder, isTrusted });
  try {
    const browser = await launchBrowser();
    return await use(browser, server).finally(() => browser.close());
  } finally {
    await server.stop();
  }
}

/**
 * Installs a packed extension into a fresh VS Code server and runs the tests for it there.
 * @param {string} vsix
 * @returns {Promise<Counts>}
 */
export async function runVsixTests(vsix) {
  await bundle(hostTestBundle());
  return withScratch(async (scratch) => {
    const dataFolder = join(scratch, 'data');
    await installVsix(vsix, dataFolder);
    const carrier = testCarrier(scratch);
    return withServer(dataFolder, (browser, server) =>
      runTestsInPage(
        browser,
        server.address({
          workspace: workspaceCopy(scratch, 'examples'),
          extension: carrier,
          tests: inProject('out/test/vsix.js'),
        }),
      ),
    );
  });
}

/**
 * An empty extension: VS Code runs tests only beside an extension under development, and ours has to be the installed one.
 * @param {string} scratch
 */
function testCarrier(scratch) {
  const folder = join(scratch, 'carrier');
  mkdirSync(folder);
  const manifest = { name: 'carrier', publisher: 'rollout-lens-tests', version: '0.0.0', engines: { vscode: '*' } };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  return folder;
}
