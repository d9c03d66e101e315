import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import process from 'node:process';
import { projectRoot } from './project.mjs';

/**
 * @typedef {object} RunOptions
 * @property {string} [cwd]
 * @property {NodeJS.ProcessEnv} [env] added to this process's environment
 * @property {boolean} [quiet] keep the output for the result instead of showing it
 */

/**
 * Runs a program without a shell and waits for it.
 * @param {string} file
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<{ code: number, output: string }>}
 */
export function run(file, args, options = {}) {
  const { cwd = projectRoot, env = {}, quiet = false } = options;
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
      // npm on Windows is a .cmd file, which only a shell can start.
      shell: process.platform === 'win32' && file === 'npm',
    });
    let output = '';
    const collect = (/** @type {Buffer} */ chunk) => (output += chunk.toString());
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);
    child.on('error', reject);
    child.on('close', (code) => {
      resolve({ code: code ?? 1, output });
    });
  });
}

/**
 * Runs a Node program with the Node that runs this script.
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 */
export const runNode = (args, options) => run(process.execPath, args, options);

/**
 * Runs npm: the one that runs us, else the one beside this Node, else the one on the PATH.
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 */
export function runNpm(args, options = {}) {
  const beside = dirname(process.execPath);
  const candidates = [
    process.env['npm_execpath'] ?? '',
    join(beside, 'node_modules', 'npm', 'bin', 'npm-cli.js'),
    join(beside, '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js'),
  ];
  const cli = candidates.find((path) => basename(path) === 'npm-cli.js' && existsSync(path));
  // Set by an outer `npm run`; an inner npm would take it for the folder to install into.
  const env = { ...options.env, npm_config_local_prefix: undefined };
  return cli === undefined ? run('npm', args, { ...options, env }) : runNode([cli, ...args], { ...options, env });
}
