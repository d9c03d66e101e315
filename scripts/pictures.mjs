/** `npm run pictures`: takes the README's pictures again, and the animation, from the real editor and the real page. */
import { copyFileSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { acquireBrowser } from './host/browser.mjs';
import { animatedPng } from './lib/animatedPng.mjs';
import { buildProduct } from './lib/bundles.mjs';
import { runBrowserTests } from './lib/runners.mjs';
import { HumanError, inProject, runMain } from './lib/project.mjs';

const LIMIT = 250_000;
const ANIMATION_LIMIT = 1_300_000;

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
  return animate();
});

/** Puts the pictures of one test together; the last one stays for a while. */
async function animate() {
  const { failed } = await runBrowserTests('webview', ['--grep', 'The animation']);
  if (failed > 0) return 1;
  const folder = inProject('test', 'out');
  const names = readdirSync(folder)
    .filter((name) => /^animation-\d+\.png$/.test(name))
    .sort();
  const frames = names.map((name) => readFileSync(inProject('test', 'out', name)));
  const animation = animatedPng(frames, (frame) => (frame === frames.length - 1 ? 3000 : 450));
  if (animation.length > ANIMATION_LIMIT)
    throw new HumanError(`The animation has ${animation.length} bytes, more than ${ANIMATION_LIMIT}.`);
  writeFileSync(inProject('docs', 'images', 'rollout.png'), animation);
  console.log(`docs/images/rollout.png is written (${animation.length} bytes)`);
  return 0;
}
