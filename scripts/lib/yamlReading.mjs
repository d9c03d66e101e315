import { readFile } from 'node:fs/promises';

/**
 * What `yaml` needs to write texts, to make nodes of values and values of nodes, to walk through nodes, and the tags of schemas
 * that are not Kubernetes’ own (src/manifest/compose.ts has these).
 */
const UNUSED =
  /[\\/]yaml[\\/]browser[\\/]dist[\\/](?:(?:stringify|schema[\\/](?:core|json|yaml-1\.1))[\\/][^\\/]+|visit|doc[\\/](?:anchors|applyReviver|createNode)|nodes[\\/](?:toJS|addPairToJSMap)|parse[\\/]cst-visit)\.js$/;

const OF_COLLECTIONS = ['add', 'delete', 'get', 'has', 'set', 'from', 'toJSON', 'toString'];
const OF_PATHS = ['addIn', 'deleteIn', 'getIn', 'hasIn', 'setIn'];

/** Methods for the same in classes that are needed, and those of the lexer that src/manifest/goLexer.ts has in their place. */
const UNUSED_METHODS = new Map([
  ['doc/Document', ['clone', 'createAlias', 'createNode', 'createPair', 'toJS', ...OF_COLLECTIONS, ...OF_PATHS]],
  ['doc/directives', ['clone', 'tagString', 'toString']],
  ['nodes/Collection', ['clone', 'hasAllNullValues', ...OF_PATHS]],
  ['nodes/YAMLMap', OF_COLLECTIONS],
  ['nodes/YAMLSeq', OF_COLLECTIONS],
  ['nodes/Alias', ['resolve', 'toJSON', 'toString']],
  ['nodes/Pair', ['clone', 'toJSON', 'toString']],
  ['nodes/Node', ['clone', 'toJS']],
  ['compose/composer', ['compose', 'streamInfo']],
  ['parse/parser', ['parse']],
  ['parse/lexer', ['lex', 'charAt', 'parseNext', 'pushCount', 'pushToIndex', 'pushNewline', 'pushSpaces', 'pushUntil']],
]);
const HAS_UNUSED_METHODS = new RegExp(
  `[\\\\/]yaml[\\\\/]browser[\\\\/]dist[\\\\/](?:${[...UNUSED_METHODS.keys()].join('|').replaceAll('/', '[\\\\/]')})\\.js$`,
);

/** @param {string} path @param {string} text */
function withoutMethods(path, text) {
  const [, names = []] = [...UNUSED_METHODS].find(([name]) => path.replaceAll('\\', '/').endsWith(`/${name}.js`)) ?? [];
  const method = new RegExp(`^ {4}(?:static )?\\*?(?:${names.join('|')})\\(.*\\) \\{\\r?\\n[^]*?^ {4}\\}\\r?\\n`, 'gm');
  return text.replace(method, '');
}

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
    build.onLoad({ filter: HAS_UNUSED_METHODS }, async ({ path }) => ({
      contents: withoutMethods(path, await readFile(path, 'utf8')),
    }));
  },
};
