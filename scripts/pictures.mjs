/** `npm run pictures`: takes the README's pictures again, from the real editor and the real page. */
import { copyFileSync, mkdirSync, statSync } from 'node:fs';
import { acquireBrowser } from './host/browser.mjs';
import { buildProduct } from './lib/bundles.mjs';
import { runBrowserTests } from './lib/runners.mjs';
import { HumanError, inProject, runMain } from './lib/project.mjs';

const LIMIT = 250_000;

/** What a test writes into test/out, and where the README shows it. */
const PICTURES = /** @type {const} */ ([
  { suite: 'ui', test: 'what the editor shows', taken: 'editor-features.png', shown: 'editor.png' },
  {
    suite: 'webview',
    test: 'Pictures of every state dark, wide',
    taken: 'simulator-rolling-dark-wide.png',
    shown: 'simulator.png',
  },
]);

await runMain(async () => {
  await acquireBrowser();
  await buildProduct(true);
  mkdirSync(inProject('docs', 'images'), { recursive: true });
  for (const { suite, test, taken, shown } of PICTURES) {
    const { failed } = await runBrowserTests(suite, ['--grep', test]);
    if (failed > 0) return 1;
    const picture = inProject('test', 'out', taken);
    const { size } = statSync(picture);
    if (size > LIMIT) throw new HumanError(`${taken} has ${size} bytes, more than ${LIMIT}.`);
    copyFileSync(picture, inProject('docs', 'images', shown));
    console.log(`docs/images/${shown} is written (${size} bytes)`);
  }
  return 0;
});
