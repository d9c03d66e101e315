import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { relative, sep } from 'node:path';
import process from 'node:process';
import { inProject, projectRoot } from './project.mjs';
import { runNode } from './run.mjs';
import { testFiles, unitTestFiles } from './suites.mjs';

/** @typedef {import('../host/inEditor.mjs').Counts} Counts */

/** @type {Set<string>} */
const executed = new Set();

/** The test files for Node that no run executed; the bundles of host tests are made from the folders themselves. */
export const missedFiles = () =>
  [...unitTestFiles(), ...testFiles('ui'), ...testFiles('webview')].filter((file) => !executed.has(file));

/**
 * Runs a test runner under Node and returns what its reporter counted, and which test files it really executed.
 * @param {string} name for the result's file
 * @param {readonly string[]} program
 * @returns {Promise<Counts & { files: string[] }>}
 */
async function runRunner(name, program) {
  const target = inProject('out', `result-${name}-${process.pid}.json`);
  mkdirSync(inProject('out'), { recursive: true });
  rmSync(target, { force: true });
  const { code } = await runNode(program, { env: { ROLLOUT_LENS_RESULT: target } });
  const result = readResult(target);
  rmSync(target, { force: true });
  for (const file of result?.files ?? []) executed.add(file);
  // It ended before its first test (a syntax error, a missing import): that is a failure too.
  if (result === undefined) return { passed: 0, failed: 1, skipped: 0, files: [] };
  return code !== 0 && result.failed === 0 ? { ...result, failed: 1 } : result;
}

/**
 * @param {string} target
 * @returns {(Counts & { files: string[] }) | undefined}
 */
function readResult(target) {
  try {
    const result = /** @type {Counts & { files: string[] }} */ (JSON.parse(readFileSync(target, 'utf8')));
    return { ...result, files: result.files.map((file) => relative(projectRoot, file).split(sep).join('/')) };
  } catch {
    return undefined;
  }
}

/**
 * The unit tests, by mocha: all of them (.mocharc.cjs finds them), unless some are named.
 * @param {readonly string[]} [args]
 */
export function runUnitTests(args = []) {
  const reporter = inProject('scripts', 'lib', 'mochaReporter.cjs');
  return runRunner('unit', [inProject('node_modules', 'mocha', 'bin', 'mocha.js'), '--reporter', reporter, ...args]);
}

/**
 * The tests that drive a browser, by Playwright.
 * @param {'ui' | 'webview'} suite
 * @param {readonly string[]} [args]
 */
export const runBrowserTests = (suite, args = []) =>
  runRunner(suite, [inProject('node_modules', '@playwright', 'test', 'cli.js'), 'test', `--project=${suite}`, ...args]);
