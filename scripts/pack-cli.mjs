/** `npm run pack:cli`: builds the command into dist/cli and packs it into out/rollout-lens-VERSION.tgz; `--build` only builds. */
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
  console.log(`Run it: npx ${file} --help`);
});
