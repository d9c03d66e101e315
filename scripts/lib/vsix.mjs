import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, statSync } from 'node:fs';
import process from 'node:process';
import { HumanError, inProject, projectRoot, readManifest } from './project.mjs';
import { runNode } from './run.mjs';

/** What the marketplace and the editor show of the extension. */
const PAGE = 'MARKETPLACE.md';
const GOLDEN_LIST = 'test/golden/packageFiles.txt';
const LIMIT_BYTES = 1_500_000;

const vsce = inProject('node_modules', '@vscode', 'vsce', 'vsce');

/**
 * What would be packed, in name order; files of dist/ only once they are built. The parts are as many as the source loads late.
 * @returns {string[]}
 */
export function packageFiles() {
  const listed = execFileSync(process.execPath, [vsce, 'ls', '--no-dependencies', '--readme-path', PAGE], {
    cwd: projectRoot,
    encoding: 'utf8',
  });
  const files = listed.split(/\r?\n/).filter((file) => file !== '');
  return [...new Set(files.map((file) => file.replace(/^dist\/parts\/.*\.js$/, 'dist/parts/*.js')))].sort();
}

/** What should be packed. */
export const expectedPackageFiles = () => readFileSync(inProject(GOLDEN_LIST), 'utf8').trim().split(/\r?\n/);

/**
 * Packs the built product into out/NAME-VERSION.vsix and checks its size.
 * @returns {Promise<string>} the file
 */
export async function packVsix() {
  const { name, version } = readManifest();
  const file = inProject('out', `${name}-${version}.vsix`);
  mkdirSync(inProject('out'), { recursive: true });
  if (packageFiles().join('\n') !== expectedPackageFiles().join('\n')) {
    throw new HumanError(
      `The package would hold\n${packageFiles().join('\n')}\nwhich differs from ${GOLDEN_LIST}. If that is meant, edit the list.`,
    );
  }
  const args = [vsce, 'package', '--no-dependencies', '--readme-path', PAGE, '--out', file];
  const { code, output } = await runNode(args, { quiet: true });
  if (code !== 0) throw new HumanError(`vsce could not pack the extension:\n${output}`);
  const { size } = statSync(file);
  console.log(`✓ ${name}-${version}.vsix: ${(size / 1000).toFixed(0)} kB of ${LIMIT_BYTES / 1000} kB`);
  if (size > LIMIT_BYTES)
    throw new HumanError('The package is larger than the design allows. `npx vsce ls --tree` shows what is in it.');
  return file;
}
