/** `npm run package`: builds and packs the extension into out/. */
import { buildProduct } from './lib/bundles.mjs';
import { runMain } from './lib/project.mjs';
import { packVsix } from './lib/vsix.mjs';

await runMain(async () => {
  await buildProduct(true);
  const file = await packVsix();
  console.log(`Install it: code --install-extension ${file}`);
});
