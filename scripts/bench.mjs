/** `npm run bench [-- NAME]`: runs test/bench/*.bench.ts whose path contains NAME, one after the other. */
import { existsSync } from 'node:fs';
import process from 'node:process';
import { HumanError, inProject, runMain } from './lib/project.mjs';
import { runNode } from './lib/run.mjs';
import { filesBelow } from './lib/suites.mjs';

await runMain(async () => {
  const [name = '', ...args] = process.argv.slice(2);
  const all = existsSync(inProject('test', 'bench')) ? filesBelow('test/bench', '.bench.ts') : [];
  const chosen = all.filter((file) => file.includes(name));
  if (chosen.length === 0) throw new HumanError(`No bench matches "${name}". There are: ${all.join(', ') || 'none yet'}.`);
  let failed = 0;
  for (const file of chosen) {
    console.log(`\n${file}`);
    // Memory figures need a garbage collection before them.
    const { code } = await runNode(['--expose-gc', '--import', 'tsx', file, ...args]);
    if (code !== 0) failed++;
  }
  return failed === 0 ? 0 : 1;
});
