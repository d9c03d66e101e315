/**
 * `npm run bench [-- NAME]`: runs test/bench/*.bench.ts whose path contains NAME, one after the other; what they need is
 * installed and built before.
 */
import { existsSync } from 'node:fs';
import process from 'node:process';
import { ensureDependencies } from './lib/install.mjs';
import { HumanError, inProject, runMain } from './lib/project.mjs';
import { runNode } from './lib/run.mjs';
import { filesBelow } from './lib/suites.mjs';

await runMain(async () => {
  const [name = '', ...args] = process.argv.slice(2);
  const all = existsSync(inProject('test', 'bench')) ? filesBelow('test/bench', '.bench.ts') : [];
  const chosen = all.filter((file) => file.includes(name));
  if (chosen.length === 0) throw new HumanError(`No bench matches "${name}". There are: ${all.join(', ') || 'none yet'}.`);
  await ensureDependencies();
  if (chosen.some((file) => file.includes('webview'))) {
    console.log('Building dist/: the bench of the webview plays in the built page.');
    // Loaded only now: what it needs has just been installed.
    const { buildProduct } = await import('./lib/bundles.mjs');
    await buildProduct(true);
  }
  let failed = 0;
  for (const file of chosen) {
    console.log(`\n${file}`);
    // Memory figures need a garbage collection before them.
    const { code } = await runNode(['--expose-gc', '--import', 'tsx', file, ...args]);
    if (code !== 0) failed++;
  }
  return failed === 0 ? 0 : 1;
});
