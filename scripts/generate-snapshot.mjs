/**
 * `npx tsx scripts/generate-snapshot.mjs FILE [NODES] [PODS]`: writes what kubectl would print of a large cluster (5,000 nodes
 * and 50,000 pods: about 400 MB), to try by hand how it is read.
 */
import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import process from 'node:process';
import { HumanError, runMain } from './lib/project.mjs';

await runMain(async () => {
  const [file, nodes = '5000', pods = '50000'] = process.argv.slice(2);
  if (file === undefined)
    throw new HumanError('Name the file to write: npx tsx scripts/generate-snapshot.mjs FILE [NODES] [PODS]');
  const { largeCluster } = await import('../test/support/largeCluster');
  const out = createWriteStream(file);
  for (const text of largeCluster({ nodes: Number(nodes), pods: Number(pods) })) if (!out.write(text)) await once(out, 'drain');
  out.end();
  await once(out, 'finish');
  console.log(`${file}: ${Math.round(out.bytesWritten / 1e6)} MB`);
});
