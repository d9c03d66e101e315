import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import * as esbuild from 'esbuild';
import { minify } from 'terser';
import { controllerTexts, engineOfTheWorker } from './insideBundles.mjs';
import { noticesFor } from './notices.mjs';
import { readingYamlOnly } from './yamlReading.mjs';
import { toolkitButtonOnly } from './toolkitButton.mjs';
import { buildInParts } from './parts.mjs';
import { HumanError, inProject, projectRoot } from './project.mjs';
import { testFiles } from './suites.mjs';

/** @typedef {import('esbuild').BuildOptions} BuildOptions */
/** @typedef {import('./suites.mjs').SpecialSuite} SpecialSuite */

/** @type {BuildOptions} */
const common = {
  absWorkingDir: projectRoot,
  bundle: true,
  platform: 'browser',
  target: 'es2022',
  metafile: true,
  legalComments: 'none',
  logLevel: 'warning',
  // As VS Code's own build does: a missing export is a mistake, not a warning.
  logOverride: { 'import-is-undefined': 'error' },
};

/**
 * One bundle for desktop and web: nothing in it needs Node (docs/adr/0001). In production it is cut into parts (docs/adr/0007).
 * @param {boolean} production
 * @returns {BuildOptions}
 */
export const extensionBundle = (production) => ({
  ...common,
  entryPoints: { extension: 'src/extension.ts' },
  outdir: 'dist',
  format: 'cjs',
  external: ['vscode'],
  minify: production,
  sourcemap: !production,
  plugins: [readingYamlOnly],
});

/**
 * @param {boolean} production
 * @returns {BuildOptions}
 */
export const webviewBundle = (production) => ({
  ...common,
  entryPoints: { main: 'webview/main.ts', worker: 'webview/worker.ts', inside: 'webview/inside.ts' },
  outdir: 'dist/webview',
  format: 'iife',
  minify: production,
  sourcemap: !production,
  plugins: [toolkitButtonOnly, controllerTexts],
});

/**
 * What follows the worker's script where somebody looks inside.
 * @param {boolean} production
 * @returns {BuildOptions}
 */
export const recorderBundle = (production) => ({
  ...webviewBundle(production),
  entryPoints: { recorder: 'webview/worker/recorder.ts' },
  plugins: [engineOfTheWorker],
});

/**
 * The tests that run inside an editor, one bundle per workspace; each exports `run()`.
 * @param {Readonly<Record<string, `suite:${SpecialSuite}`>>} [entryPoints]
 * @returns {BuildOptions}
 */
export const hostTestBundle = (
  entryPoints = { index: 'suite:host', plain: 'suite:plain', git: 'suite:git', vsix: 'suite:vsix' },
) => ({
  ...common,
  entryPoints,
  outdir: 'out/test',
  format: 'cjs',
  external: ['vscode'],
  sourcemap: 'inline',
  plugins: [suiteEntries],
});

/**
 * Resolves `suite:NAME` to a module that runs every test file of that suite: found on disk, never listed by hand.
 * @type {import('esbuild').Plugin}
 */
const suiteEntries = {
  name: 'suite-entries',
  setup(build) {
    build.onResolve({ filter: /^suite:/ }, ({ path }) => ({ path: path.slice('suite:'.length), namespace: 'suite' }));
    build.onLoad({ filter: /^/, namespace: 'suite' }, ({ path }) => {
      const requires = testFiles(/** @type {SpecialSuite} */ (path)).map((file) => `require('./${file}');`);
      const contents = `import { runSuite } from './test/host/support/runSuite';
        export const run = () => runSuite(() => { ${requires.join('\n')} });`;
      return { contents, resolveDir: projectRoot, loader: 'ts' };
    });
    // Mocha's browser build is a UMD script in a package of modules: hide our bundle's own `module` from it, so that it
    // sets globalThis.mocha.
    build.onLoad({ filter: /[\\/]mocha[\\/]mocha\.js$/ }, async ({ path }) => ({
      contents: `var exports, module, define;\n${await readFile(path, 'utf8')}`,
    }));
  },
};

/**
 * Fails when a bundle would load anything but `vscode` at run time: such an import is missing on the web.
 * @param {import('esbuild').Metafile} metafile
 */
function checkExternals(metafile) {
  for (const [output, { imports }] of Object.entries(metafile.outputs)) {
    const foreign = imports.filter(({ external, path }) => external === true && path !== 'vscode').map(({ path }) => path);
    if (foreign.length > 0) {
      throw new HumanError(
        `${output} loads ${foreign.join(', ')} at run time, but a web extension host has only 'vscode'. Bundle it, or do without.`,
      );
    }
  }
}

/**
 * Builds one bundle and checks what it would load at run time.
 * @param {BuildOptions} options
 */
export async function bundle(options) {
  const result = await esbuild.build(options).catch((/** @type {unknown} */ error) => {
    throw new HumanError(`${String(error).split('\n')[0] ?? ''} The places are named above.`);
  });
  if (result.metafile !== undefined) checkExternals(result.metafile);
  return result;
}

/**
 * Builds the extension and its webview into dist/.
 * @param {boolean} production
 */
export async function buildProduct(production) {
  const [extension, webview] = await Promise.all([
    buildExtension(production),
    bundle(webviewBundle(production)),
    bundle(recorderBundle(production)),
  ]);
  if (production) await squeeze();
  const notices = noticesFor([extension, webview.metafile]);
  writeFileSync(inProject('dist', 'THIRD_PARTY_NOTICES.txt'), notices);
}

/**
 * What ships is cut into parts; what is debugged is one file with its source map.
 * @param {boolean} production
 */
async function buildExtension(production) {
  if (!production) return (await bundle(extensionBundle(production))).metafile;
  const metafile = await buildInParts(extensionBundle(production));
  checkExternals(metafile);
  return metafile;
}

/** A second pass over what ships: terser finds another few percent after esbuild. */
async function squeeze() {
  const parts = readdirSync(inProject('dist/parts')).map((name) => `parts/${name}`);
  const pages = ['main', 'worker', 'inside', 'recorder'].map((name) => `webview/${name}.js`);
  for (const name of ['extension.js', ...pages, ...parts]) {
    const path = inProject(`dist/${name}`);
    // Each file is a scope of its own: what stands at its top is nobody else's. Objects are made with classes only, what a getter
    // does nobody waits for, constants and statements stay where they are written: that packs better.
    const compress = {
      passes: 4,
      unsafe_arrows: true,
      pure_getters: true,
      lhs_constants: false,
      if_return: false,
      sequences: false,
      inline: 1,
    };
    const { code } = await minify(readFileSync(path, 'utf8'), { ecma: 2020, toplevel: true, compress });
    if (code !== undefined) writeFileSync(path, code);
  }
}

/** Fails with the command to run when the product has not been built. */
export function requireBuild() {
  if (existsSync(inProject('dist/extension.js'))) return;
  throw new HumanError('dist/ is empty. Run `npm run build` first.');
}
