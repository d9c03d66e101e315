/** `npm run pack:cli`: builds the command into dist/cli and packs it into out/rollout-lens-VERSION.tgz; `--build` only builds. */
import { relative } from 'node:path';
import process from 'node:process';
import { buildCli, packCli } from './lib/cliBundle.mjs';
import { runMain } from './lib/project.mjs';

await runMain(async () => {
  const command = await buildCli();
  if (process.argv.includes('--build')) {
    console.log(`Run it: node ${command}`);
    return;
  }
  const file = await packCli();
  // With the dot: npx runs what has an absolute path as a program.
  console.log(`Run it: npx ./${relative(process.cwd(), file)} --help`);
});
