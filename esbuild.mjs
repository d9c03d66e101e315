/** `node esbuild.mjs [--production] [--watch]`: bundles the extension and its webview into dist/. */
import { rmSync } from 'node:fs';
import process from 'node:process';
import * as esbuild from 'esbuild';
import { buildProduct, extensionBundle, hostTestBundle, recorderBundle, webviewBundle } from './scripts/lib/bundles.mjs';
import { inProject, runMain } from './scripts/lib/project.mjs';

/** Says when a rebuild begins and ends, in the words that .vscode/tasks.json waits for. */
const progress = {
  name: 'progress',
  setup(/** @type {import('esbuild').PluginBuild} */ build) {
    build.onStart(() => {
      console.log('[watch] build started');
    });
    build.onEnd(({ errors }) => {
      for (const { text, location } of errors)
        console.error(`✘ [ERROR] ${text}\n    ${location?.file}:${location?.line}:${location?.column}:`);
      console.log('[watch] build finished');
    });
  },
};

async function watch() {
  const all = [extensionBundle(false), webviewBundle(false), recorderBundle(false), hostTestBundle()];
  const contexts = await Promise.all(
    all.map((options) => esbuild.context({ ...options, plugins: [...(options.plugins ?? []), progress], logLevel: 'silent' })),
  );
  await Promise.all(contexts.map((context) => context.watch()));
}

await runMain(async () => {
  const args = process.argv.slice(2);
  if (args.includes('--watch')) {
    await watch();
    return;
  }
  rmSync(inProject('dist'), { recursive: true, force: true });
  await buildProduct(args.includes('--production'));
});
