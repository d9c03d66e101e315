#!/usr/bin/env node
/** Runs the command from a clone, for action.yml and pre-commit: built when it is needed first. Needs Node and npm only. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const command = join(root, 'dist', 'cli', 'rollout-lens.js');

/** What is built says nothing on the standard output: that is the command's. @param {string} file @param {string[]} args */
function run(file, args) {
  const { status } = spawnSync(file, args, { cwd: root, stdio: ['ignore', 2, 2], shell: process.platform === 'win32' });
  if (status !== 0) process.exit(2);
}

if (!existsSync(command)) {
  if (!existsSync(join(root, 'node_modules'))) run('npm', ['ci', '--no-audit', '--no-fund']);
  run('node', [join('scripts', 'pack-cli.mjs'), '--build']);
}
const { status } = spawnSync(process.execPath, [command, ...process.argv.slice(2)], { stdio: 'inherit' });
process.exitCode = status ?? 2;
