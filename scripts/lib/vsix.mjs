import { mkdirSync, statSync } from 'node:fs';
import { HumanError, inProject, readManifest } from './project.mjs';
import { runNode } from './run.mjs';

const LIMIT_BYTES = 1_500_000;

/**
 * Packs the built product into out/NAME-VERSION.vsix and checks its size.
 * @returns {Promise<string>} the file
 */
export async function packVsix() {
  const { name, version } = readManifest();
  const file = inProject('out', `${name}-${version}.vsix`);
  mkdirSync(inProject('out'), { recursive: true });
  const vsce = inProject('node_modules', '@vscode', 'vsce', 'vsce');
  const args = [vsce, 'package', '--no-dependencies', '--skip-license', '--allow-missing-repository', '--out', file];
  const { code, output } = await runNode(args, { quiet: true });
  if (code !== 0) throw new HumanError(`vsce could not pack the extension:\n${output}`);
  const { size } = statSync(file);
  console.log(`✓ ${name}-${version}.vsix: ${(size / 1000).toFixed(0)} kB of ${LIMIT_BYTES / 1000} kB`);
  if (size > LIMIT_BYTES) throw new HumanError('The package is larger than the design allows. `npx vsce ls --tree` shows what is in it.');
  return file;
}
