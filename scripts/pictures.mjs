/** `npm run pictures`: takes the README's picture anew, from the real editor. */
import { copyFileSync, mkdirSync, statSync } from 'node:fs';
import { acquireBrowser } from './host/browser.mjs';
import { buildProduct } from './lib/bundles.mjs';
import { runBrowserTests } from './lib/mochaRun.mjs';
import { HumanError, inProject, runMain } from './lib/project.mjs';

const LIMIT = 150_000;

await runMain(async () => {
  await acquireBrowser();
  await buildProduct(true);
  const { failed } = await runBrowserTests('ui', ['--grep', 'what the editor shows']);
  if (failed > 0) return 1;
  const picture = inProject('test', 'out', 'editor-features.png');
  const { size } = statSync(picture);
  if (size > LIMIT) throw new HumanError(`The picture has ${size} bytes, more than ${LIMIT}.`);
  mkdirSync(inProject('docs', 'images'), { recursive: true });
  copyFileSync(picture, inProject('docs', 'images', 'editor.png'));
  console.log(`docs/images/editor.png is written (${size} bytes)`);
  return 0;
});
