import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { installFailed } from '../lib/install.mjs';
import { cacheFolder } from '../lib/project.mjs';
import { runNpm } from '../lib/run.mjs';

/**
 * Installs npm packages into a folder of the cache, once. The folder gets its name only when all is in place, so that an
 * interrupted download is never taken for a finished one.
 * @param {string} name the folder's name, with every version in it
 * @param {string} what for the progress line
 * @param {readonly string[]} packages
 * @param {(folder: string) => string[]} [inside] folders inside that need an install of their own
 * @returns {Promise<string>} the folder
 */
export async function downloadOnce(name, what, packages, inside = () => []) {
  const folder = join(cacheFolder, name);
  if (existsSync(folder)) return folder;
  const unfinished = `${folder}.unfinished-${process.pid}`;
  mkdirSync(unfinished, { recursive: true });
  writeFileSync(join(unfinished, 'package.json'), '{ "private": true }\n');
  const stop = showProgress(`Downloading ${what} (once, into .vscode-test/)`);
  try {
    await install(['install', '--no-save', ...packages], unfinished);
    for (const inner of inside(unfinished)) await install(['install', '--omit=dev'], inner);
    if (!existsSync(folder)) renameSync(unfinished, folder);
  } finally {
    stop();
    rmSync(unfinished, { recursive: true, force: true });
  }
  return folder;
}

/**
 * @param {readonly string[]} args
 * @param {string} cwd
 */
async function install(args, cwd) {
  const { code, output } = await runNpm(
    [...args, '--prefix', cwd, '--ignore-scripts', '--fetch-retries=1', '--no-audit', '--no-fund', '--loglevel=error'],
    {
      cwd,
      quiet: true,
    },
  );
  if (code === 0) return;
  console.error(`\n${output}`);
  throw await installFailed(`npm ${args.join(' ')}`);
}

/**
 * Says every few seconds that something is still going on.
 * @param {string} what
 */
function showProgress(what) {
  const startedAt = Date.now();
  const seconds = () => `${Math.round((Date.now() - startedAt) / 1000)} s`;
  const isTerminal = process.stdout.isTTY;
  process.stdout.write(`${what} …${isTerminal ? '' : '\n'}`);
  const timer = setInterval(
    () => {
      process.stdout.write(isTerminal ? `\r${what} … ${seconds()}` : `  … ${seconds()}\n`);
    },
    isTerminal ? 1000 : 10_000,
  );
  return () => {
    clearInterval(timer);
    process.stdout.write(isTerminal ? `\r${what} … ${seconds()}\n` : `  ${seconds()} in all\n`);
  };
}
