import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

/**
 * `npm run hostile`: the hostile corpus, on this Node or on others: `-- --node 20,22,24`. Those come from npm, where platforms
 * have packages of their own. Other options are those of the corpus: `--only TEXT`.
 */
const FOLDER = '.vscode-test/nodes';

/** @param {string} version The program of a major version, from npm. */
function nodeOf(version) {
  const [isWindows, platform] = [process.platform === 'win32', process.platform === 'win32' ? 'win' : process.platform];
  const name = `node-${platform}-${process.arch}`;
  const prefix = join(FOLDER, version);
  const program = join(prefix, 'node_modules', name, 'bin', isWindows ? 'node.exe' : 'node');
  if (!existsSync(program)) {
    mkdirSync(prefix, { recursive: true });
    const args = ['install', '--prefix', prefix, '--no-save', '--no-package-lock', `${name}@${version}`];
    spawnSync('npm', args, { stdio: ['ignore', 'ignore', 'inherit'], shell: isWindows });
  }
  if (!existsSync(program))
    throw new Error(`npm has no ${name}@${version}: is it a version of Node, and is npm's registry in reach?`);
  return program;
}

const args = process.argv.slice(2);
const at = args.indexOf('--node');
const versions = at < 0 ? [] : (args.splice(at, 2)[1] ?? '').split(',').filter(Boolean);
const programs = versions.length === 0 ? [process.execPath] : versions.map(nodeOf);
const results = programs.map((program) => {
  const { status } = spawnSync(program, ['--import', 'tsx', 'test/features/hostileCli.ts', ...args], { stdio: 'inherit' });
  return status;
});
if (results.some((status) => status !== 0)) process.exitCode = 1;
