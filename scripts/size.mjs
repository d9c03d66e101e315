/** `npm run size [-- --analyze]`: compares the bundles with the limits of the design and fails when one is exceeded. */
import process from 'node:process';
import { analyzeMetafile } from 'esbuild';
import { bundle, extensionBundle, recorderBundle, webviewBundle } from './lib/bundles.mjs';
import { runMain } from './lib/project.mjs';
import { checkSizes } from './lib/sizes.mjs';

await runMain(async () => {
  if (process.argv.includes('--analyze')) {
    for (const options of [extensionBundle(true), webviewBundle(true), recorderBundle(true)]) {
      const { metafile } = await bundle({ ...options, write: false });
      if (metafile !== undefined) console.log(await analyzeMetafile(metafile));
    }
  }
  checkSizes();
});
