import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as esbuild from 'esbuild';
import { HumanError, inProject } from '../project.mjs';
import { instrument } from './instrument.mjs';

/** @typedef {import('./journeys.mjs').Program} Program */

/**
 * @param {string} root
 * @param {readonly string[]} places
 */
function find(root, places) {
  const place = places.find((candidate) => existsSync(join(root, candidate)));
  if (place !== undefined) return join(root, place);
  throw new HumanError(`${root} has none of ${places.join(', ')}. Give journeys that fit it: --journeys FILE`);
}

/**
 * Bundles a tree's product with counters in all its functions and loads it.
 * @param {string} root
 * @param {Readonly<Record<string, readonly string[]>>} entries first one that is there
 * @param {Readonly<Record<string, string>>} [instead] files that are read in place of others
 * @returns {Promise<{ program: Program, files: readonly string[] }>}
 */
export async function loadProgram(root, entries, instead = {}) {
  /** @type {string[]} */
  const files = [];
  const exported = Object.entries(entries).map(
    ([name, places]) => `export * as ${name} from ${JSON.stringify(find(root, places))};`,
  );
  const counter = inProject('scripts/lib/handovers/counter.mjs');
  /** @type {esbuild.Plugin} */
  const counting = {
    name: 'count-handovers',
    setup(build) {
      build.onLoad({ filter: /\.ts$/ }, ({ path }) => {
        const file = relative(root, path).replaceAll('\\', '/');
        if (!/^(src|webview)\//.test(file)) return undefined;
        const text = readFileSync(join(root, instead[file] ?? file), 'utf8');
        return { contents: instrument(text, path, files.push(file) - 1), loader: 'js' };
      });
    },
  };
  const folder = mkdtempSync(join(tmpdir(), 'rollout-lens-handovers-'));
  try {
    const outfile = join(folder, 'program.mjs');
    const contents = `export * from ${JSON.stringify(counter)};\n${exported.join('\n')}`;
    const shared = { bundle: true, format: /** @type {const} */ ('esm'), platform: /** @type {const} */ ('node') };
    const stdin = { contents, resolveDir: root };
    const banner = { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" };
    await esbuild.build({ ...shared, stdin, outfile, banner, inject: [counter], plugins: [counting], logLevel: 'error' });
    const url = pathToFileURL(outfile).href;
    const program = /** @type {Program} */ (await import(url));
    return { program, files };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
