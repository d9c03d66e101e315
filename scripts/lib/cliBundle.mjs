/**
 * Builds the command `rollout-lens` as a package of one file that needs nothing else. What it does is packed inside
 * (docs/adr/0010): the version is told without unpacking it.
 */
import { chmodSync, copyFileSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, constants } from 'node:zlib';
import * as esbuild from 'esbuild';
import { noticesFor } from './notices.mjs';
import { HumanError, inProject, projectRoot, readManifest } from './project.mjs';
import { runNpm } from './run.mjs';
import { readingYamlOnly } from './yamlReading.mjs';

const FOLDER = 'dist/cli';
const FILE = 'rollout-lens.js';
const LIMIT_BYTES = 900_000;

/** @type {esbuild.BuildOptions} */
const common = {
  absWorkingDir: projectRoot,
  bundle: true,
  // Not `node`: libraries that have a build of their own for Node read more than we need with it.
  platform: 'browser',
  external: ['node:*'],
  target: 'node20',
  format: 'cjs',
  metafile: true,
  minify: true,
  legalComments: 'none',
  logLevel: 'warning',
  logOverride: { 'import-is-undefined': 'error' },
  write: false,
};

/**
 * The libraries' builds for browsers are the smaller ones; but the server for agents talks over the process's own streams.
 * @type {esbuild.Plugin}
 */
const ownStreams = {
  name: 'own-streams',
  setup(build) {
    build.onResolve({ filter: /^@modelcontextprotocol\/server\/_shims$/ }, () => ({ path: 'shims', namespace: 'own-streams' }));
    build.onLoad({ filter: /^/, namespace: 'own-streams' }, () => ({
      contents: `export { CfWorkerJsonSchemaValidator as DefaultJsonSchemaValidator } from '@modelcontextprotocol/server/validators/cf-worker';
        export { default as process } from 'node:process';`,
      resolveDir: projectRoot,
    }));
  },
};

/** All that the command does, as a function of `require`, `module`, `exports` and `programUrl`. */
async function buildProgram() {
  const { outputFiles = [], metafile } = await esbuild.build({
    ...common,
    entryPoints: { program: 'src/cli/loaded.ts' },
    outdir: FOLDER,
    define: { 'import.meta.url': 'programUrl' },
    plugins: [readingYamlOnly, ownStreams],
  });
  const code = `(function program(require,module,exports,programUrl){${outputFiles[0]?.text ?? ''}})`;
  return { code, metafile };
}

/** In the place of `./loaded`: unpacks it when it is asked for. @param {string} code @returns {esbuild.Plugin} */
const packed = (code) => ({
  name: 'packed-program',
  setup(build) {
    build.onResolve({ filter: /^\.\/loaded$/ }, () => ({ path: 'loaded', namespace: 'packed' }));
    build.onLoad({ filter: /^/, namespace: 'packed' }, () => {
      const quality = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: code.length };
      const text = brotliCompressSync(code, { params: quality }).toString('base64');
      const contents = `import { brotliDecompressSync } from 'node:zlib';
        import { pathToFileURL } from 'node:url';
        import { runInThisContext } from 'node:vm';
        const code = brotliDecompressSync(Buffer.from(${JSON.stringify(text)}, 'base64')).toString();
        const program = { exports: {} };
        runInThisContext(code, { filename: 'rollout-lens/program.js' })(require, program, program.exports, pathToFileURL(__filename).href);
        export const { start } = program.exports;`;
      return { contents, loader: 'js', resolveDir: projectRoot };
    });
  },
});

/** Builds the folder that is packed. */
export async function buildCli() {
  const { code, metafile } = await buildProgram();
  const { outputFiles = [] } = await esbuild.build({
    ...common,
    entryPoints: { main: 'src/cli/main.ts' },
    outdir: FOLDER,
    banner: { js: '#!/usr/bin/env node' },
    plugins: [packed(code)],
  });
  rmSync(inProject(FOLDER), { recursive: true, force: true });
  mkdirSync(inProject(FOLDER), { recursive: true });
  const path = inProject(FOLDER, FILE);
  writeFileSync(path, outputFiles[0]?.text ?? '');
  chmodSync(path, 0o755);
  writeFileSync(inProject(FOLDER, 'package.json'), `${JSON.stringify(packageJson(), undefined, 2)}\n`);
  writeFileSync(inProject(FOLDER, 'THIRD_PARTY_NOTICES.txt'), noticesFor([metafile]));
  copyFileSync(inProject('LICENSE'), inProject(FOLDER, 'LICENSE'));
  copyFileSync(inProject('docs', 'command-line.md'), inProject(FOLDER, 'README.md'));
  const { size } = statSync(path);
  console.log(
    `${size <= LIMIT_BYTES ? '✓' : '✗'} the command, one file: ${(size / 1000).toFixed(1)} kB of ${LIMIT_BYTES / 1000} kB`,
  );
  if (size > LIMIT_BYTES) throw new HumanError('The command is larger than the design allows.');
  return path;
}

function packageJson() {
  const { version, license, keywords, repository, bugs, homepage } = JSON.parse(readFileSync(inProject('package.json'), 'utf8'));
  return {
    name: 'rollout-lens',
    version,
    description: 'What will this Kubernetes rollout do, and why? Checks, reviews and simulates manifests, overlays and charts.',
    license,
    keywords,
    bin: { 'rollout-lens': FILE },
    files: [FILE, 'THIRD_PARTY_NOTICES.txt'],
    engines: { node: '>=20' },
    repository,
    bugs,
    homepage,
  };
}

/** Packs what is built into out/rollout-lens-VERSION.tgz. @returns {Promise<string>} the file */
export async function packCli() {
  mkdirSync(inProject('out'), { recursive: true });
  const { code, output } = await runNpm(['pack', inProject(FOLDER), '--pack-destination', inProject('out'), '--silent'], {
    quiet: true,
  });
  if (code !== 0) throw new HumanError(`npm could not pack the command:\n${output}`);
  return inProject('out', `rollout-lens-${readManifest().version}.tgz`);
}
