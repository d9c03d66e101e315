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
 * Runs mocha under Node and returns what it counted, and which test files it really executed.
 * @param {string} name for the result's file
 * @param {readonly string[]} args
 * @returns {Promise<Counts & { files: string[] }>}
 */
async function runMocha(name, args) {
  const target = inProject('out', `result-${name}-${process.pid}.json`);
  mkdirSync(inProject('out'), { recursive: true });
  rmSync(target, { force: true });
  const mocha = inProject('node_modules', 'mocha', 'bin', 'mocha.js');
  const reporter = inProject('scripts', 'lib', 'mochaReporter.cjs');
  const { code } = await runNode([mocha, '--reporter', reporter, ...args], { env: { ROLLOUT_LENS_RESULT: target } });
  const result = readResult(target);
  rmSync(target, { force: true });
  for (const file of result?.files ?? []) executed.add(file);
  // Mocha ended before its first test (a syntax error, a missing import): that is a failure too.
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
 * The unit tests: all of them, unless some are named.
 * @param {readonly string[]} [args]
 */
export const runUnitTests = (args = []) =>
  runMocha('unit', args.some((argument) => argument.endsWith('.ts')) ? args : [...unitTestFiles(), ...args]);

/**
 * The tests that drive a browser from Node.
 * @param {'ui' | 'webview'} suite
 * @param {readonly string[]} [args]
 */
export const runBrowserTests = (suite, args = []) => runMocha(suite, ['--timeout', '120000', ...testFiles(suite), ...args]);
