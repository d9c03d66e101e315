import { readFile } from 'node:fs/promises';

/**
 * What `yaml` needs to write texts, to make nodes of values and values of nodes, to walk through nodes, and the tags of schemas
 * that are not Kubernetes’ own (src/manifest/parse.ts has these).
 */
const UNUSED =
  /[\\/]yaml[\\/]browser[\\/]dist[\\/](?:(?:stringify|schema[\\/](?:core|json|yaml-1\.1))[\\/][^\\/]+|visit|doc[\\/](?:anchors|applyReviver|createNode)|nodes[\\/](?:toJS|addPairToJSMap)|parse[\\/]cst-visit)\.js$/;

/**
 * The library is one piece, and most of what writes YAML hangs on what reads it. We never write with it: a fifth of it stays out.
 * Whoever called something of that would be told; all tests in an editor run over what is left.
 * @type {import('esbuild').Plugin}
 */
export const readingYamlOnly = {
  name: 'reading-yaml-only',
  setup(build) {
    build.onLoad({ filter: UNUSED }, async ({ path }) => {
      const names = [...(await readFile(path, 'utf8')).matchAll(/^export \{ ([^}]*) \};$/gm)].flatMap(([, list = '']) =>
        list.split(', '),
      );
      const exported = names.map((name) => `unused as ${name}`).join(', ');
      return { contents: `const unused = () => { throw new Error('yaml only reads'); };\nexport { ${exported} };` };
    });
  },
};
