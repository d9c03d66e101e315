import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pageTexts } from './controllers/pageTexts.mjs';
import { inProject } from './project.mjs';

/** Given with a question that the plugin itself asks. */
const ASKED = {};

/**
 * The recorder's script is added to the worker's: what it needs of the engine it takes from there. A name that is not among
 * the parts ends the build.
 * @type {import('esbuild').Plugin}
 */
export const engineOfTheWorker = {
  name: 'engine-of-the-worker',
  setup(build) {
    const engine = join('src', 'engine');
    build.onResolve({ filter: /^\.\.?\// }, async ({ path, importer, resolveDir, kind, pluginData }) => {
      if (pluginData === ASKED) return undefined;
      const found = await build.resolve(path, { importer, resolveDir, kind, pluginData: ASKED });
      // Data and checks, which carry no state.
      const isOwn = ['simulation/inside', 'kernel'].some((folder) => found.path.includes(join(engine, ...folder.split('/'))));
      if (found.errors.length > 0 || !found.path.includes(engine) || isOwn) return found;
      return { path: 'engine', namespace: 'worker' };
    });
    build.onLoad({ filter: /^/, namespace: 'worker' }, () => {
      const parts = readFileSync(inProject('src', 'engine', 'simulation', 'inside', 'engineParts.ts'), 'utf8');
      const names = [...parts.matchAll(/^ {2}(\w+),$/gm)].map(([, name]) => name);
      return { contents: `export const { ${names.join(', ')} } = self.rolloutLensEngine;` };
    });
  },
};

/**
 * `docs/controllers.md` as the page wants it.
 * @type {import('esbuild').Plugin}
 */
export const controllerTexts = {
  name: 'controller-texts',
  setup(build) {
    build.onLoad({ filter: /[\\/]docs[\\/]controllers\.md$/ }, () => ({
      contents: `export const TEXTS = ${JSON.stringify(pageTexts())};`,
      loader: 'js',
    }));
  },
};
