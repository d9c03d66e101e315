import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

/** The repository's root folder. */
export const projectRoot = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Where downloaded editors and their data live; safe to delete at any time. */
export const cacheFolder = join(projectRoot, '.vscode-test');

/** @param {string[]} segments */
export const inProject = (...segments) => join(projectRoot, ...segments);

/** A failure with a message for people: what went wrong and what to do next. No stack is shown. */
export class HumanError extends Error {}

/**
 * @typedef {{ name: string, version: string, publisher: string, engines: { node: string, vscode: string } }} Manifest
 * @returns {Manifest}
 */
export function readManifest() {
  return /** @type {Manifest} */ (JSON.parse(readFileSync(inProject('package.json'), 'utf8')));
}

/** Fails early, before a newer syntax or a missing function does. */
function checkNodeVersion() {
  const wanted = /^\D*(\d+)\.(\d+)/.exec(readManifest().engines.node) ?? [];
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const [, wantedMajor = 0, wantedMinor = 0] = wanted.map(Number);
  if (major > wantedMajor || (major === wantedMajor && minor >= wantedMinor)) return;
  throw new HumanError(
    `Node ${process.versions.node} is too old: Rollout Lens is developed with Node ${wantedMajor}.${wantedMinor} or newer. Install it from https://nodejs.org and try again.`,
  );
}

/**
 * Runs a script's main function: its number is the exit code, a HumanError its last words.
 * @param {() => number | void | Promise<number | void>} main
 */
export async function runMain(main) {
  try {
    checkNodeVersion();
    process.exitCode = (await main()) ?? 0;
  } catch (error) {
    console.error(error instanceof HumanError ? `\n✗ ${error.message}` : error);
    process.exitCode = 1;
  }
}

/**
 * The value of `--name=value` or `--name value`, undefined when the option is absent.
 * @param {readonly string[]} args
 * @param {string} name
 */
export function option(args, name) {
  const inline = args.find((argument) => argument.startsWith(`--${name}=`));
  if (inline !== undefined) return inline.slice(name.length + 3);
  const index = args.indexOf(`--${name}`);
  return index < 0 ? undefined : args[index + 1];
}
