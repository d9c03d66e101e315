/**
 * Cuts the extension into what is loaded at once and parts that are loaded when they are first needed: a dynamic `import()`.
 * A web extension host can load nothing but `vscode`, so that a part is text that is read and evaluated (docs/adr/0007). When it
 * is, a mark says so, for profiles and tests.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { Script } from 'node:vm';
import * as esbuild from 'esbuild';
import { HumanError, inProject, readManifest } from './project.mjs';

/** @typedef {import('esbuild').BuildOptions} BuildOptions */
/** @typedef {import('esbuild').Metafile} Metafile */
/** @typedef {{ name: string, code: string }} Chunk */

const ENTRY = 'src/extension.ts';
const PARTS = 'dist/parts';

/** What would make every start slower although most sessions never ask for it. */
const NEVER_EAGER = [/^src\/engine\/simulation\/rollout\.ts$/, /^src\/render\/(goTemplate|helm|kustomize)\//];

/**
 * Builds `dist/extension.js` and `dist/parts/*.js`.
 * @param {BuildOptions} options of the bundle as one file
 * @returns {Promise<Metafile>}
 */
export async function buildInParts(options) {
  const { metafile, outputFiles } = await esbuild.build({
    ...options,
    format: 'esm',
    splitting: true,
    sourcemap: false,
    write: false,
    metafile: true,
    chunkNames: '[name]-[hash]',
  });
  const entry = Object.keys(metafile.outputs).find((path) => metafile.outputs[path]?.entryPoint === ENTRY) ?? '';
  const eager = reachable(metafile, entry);
  checkEager(metafile, eager);
  const codes = new Map(outputFiles.map(({ path, text }) => [basename(path), text]));
  const groups = grouped(metafile, eager);
  const ids = shortNames(metafile, eager);
  const chunk = (/** @type {string} */ path) => asFunction(path, codes.get(basename(path)) ?? '', ids, options.minify === true);
  rmSync(inProject(PARTS), { recursive: true, force: true });
  mkdirSync(inProject(PARTS), { recursive: true });
  for (const [name, paths] of groups) {
    const chunks = await Promise.all(paths.map(chunk));
    writeFileSync(inProject(PARTS, `${name}.js`), chunks.map(definition).join('\n'));
  }
  const chunks = await Promise.all([...eager].map(chunk));
  writeFileSync(inProject('dist', 'extension.js'), programOf(chunks, idOf(ids, entry), [...groups.keys()]));
  return metafile;
}

/** @param {Metafile} metafile @param {string} from */
function reachable(metafile, from) {
  const found = new Set([from]);
  for (const path of found) {
    for (const { path: to, kind, external } of metafile.outputs[path]?.imports ?? []) {
      if (kind === 'import-statement' && external !== true) found.add(to);
    }
  }
  return found;
}

/** @param {Metafile} metafile @param {ReadonlySet<string>} eager */
function checkEager(metafile, eager) {
  const inputs = [...eager].flatMap((path) => Object.keys(metafile.outputs[path]?.inputs ?? {}));
  const wrong = inputs.filter((path) => NEVER_EAGER.some((pattern) => pattern.test(path)));
  if (wrong.length === 0) return;
  throw new HumanError(
    `${wrong.slice(0, 5).join(', ')} would be loaded at each start. Reach it by \`await import(…)\`; what a static import needs of it is a type.`,
  );
}

/**
 * What no start needs, by the modules whose `import()` asks for it: what several share is a file of its own.
 * @param {Metafile} metafile @param {ReadonlySet<string>} eager
 */
function grouped(metafile, eager) {
  const lazyEntries = Object.entries(metafile.outputs).filter(
    ([path, { entryPoint }]) => entryPoint !== undefined && !eager.has(path),
  );
  /** @type {Map<string, string[]>} */
  const askedBy = new Map();
  for (const [path] of lazyEntries) {
    for (const each of reachable(metafile, path)) {
      if (!eager.has(each)) askedBy.set(each, [...(askedBy.get(each) ?? []), path]);
    }
  }
  /** @type {Map<string, string[]>} */
  const groups = new Map();
  for (const [path, entries] of [...askedBy].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const name = entries
      .map((each) => entryName(metafile, each))
      .sort()
      .join('+');
    groups.set(name, [...(groups.get(name) ?? []), path]);
  }
  return new Map([...groups].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** What a part is asked for by. @param {Metafile} metafile @param {string} path */
const entryName = (metafile, path) => basename(metafile.outputs[path]?.entryPoint ?? path).replace(/\.ts$/, '');

/**
 * What chunks call each other: whoever is asked for by `import()` by its module's name, the others by a number.
 * @param {Metafile} metafile @param {ReadonlySet<string>} eager
 */
function shortNames(metafile, eager) {
  /** @type {Map<string, string>} */
  const ids = new Map();
  for (const [index, [path, { entryPoint }]] of Object.entries(metafile.outputs).entries())
    ids.set(basename(path), entryPoint === undefined || eager.has(path) ? index.toString(36) : entryName(metafile, path));
  const twice = [...ids.values()].find((id, index, all) => all.indexOf(id) !== index);
  if (twice !== undefined) throw new HumanError(`Two parts are called ${twice}: give one of their modules another name.`);
  return ids;
}

/**
 * Of a path as the bundler writes it; what is no chunk is called as it is.
 * @param {ReadonlyMap<string, string>} ids
 * @param {string} path
 */
const idOf = (ids, path) => ids.get(basename(path)) ?? path;

/**
 * A chunk as the body of a function of `module`, `exports`, `require` and `part`. Chunks never need each other in a circle, and
 * nothing that is exported is assigned twice: names are taken over as they are.
 * @param {string} path @param {string} code @param {ReadonlyMap<string, string>} ids @param {boolean} minify
 * @returns {Promise<Chunk>}
 */
async function asFunction(path, code, ids, minify) {
  const name = idOf(ids, path);
  const quoted = (/** @type {string} */ from) => JSON.stringify(idOf(ids, from));
  const { code: plain } = await esbuild.transform(code, { format: 'esm', target: 'es2022', minify, logLevel: 'warning' });
  const body = plain
    .replace(
      /(?<=^|[;}\n])import\s*\*\s*as\s+([\w$]+)\s+from\s*"([^"]+)";/g,
      (_, as, from) => `var ${as}=require(${quoted(from)});`,
    )
    .replace(
      /(?<=^|[;}\n])import\s*\{([^}]*)\}\s*from\s*"([^"]+)";/g,
      (_, names, from) => `var{${renamed(names)}}=require(${quoted(from)});`,
    )
    .replace(/(?<=^|[;}\n])import\s*"([^"]+)";/g, (_, from) => `require(${quoted(from)});`)
    .replace(/(?<=^|[;}\n])export\s*\{([^}]*)\};\s*$/, (_, names) => `module.exports={${exported(names)}};`)
    .replace(/\bimport\("(\.\/[\w.+-]+\.js)"\)/g, (_, from) => `part(${quoted(from)})`);
  checkScript(name, body);
  return { name, code: body };
}

/** `a as b` of an import. @param {string} names */
const renamed = (names) => names.replace(/([\w$]+)\s+as\s+([\w$]+)/g, '$1:$2');
/** `a as b` of an export. @param {string} names */
const exported = (names) => names.replace(/([\w$]+)\s+as\s+([\w$]+)/g, '$2:$1');

/** Fails where an import or an export is left. @param {string} name @param {string} body */
function checkScript(name, body) {
  try {
    new Script(`(function(module,exports,require,part){${body}})`);
  } catch (error) {
    throw new HumanError(
      `${name} cannot be made a function: ${String(error)}. What esbuild writes has changed: see scripts/lib/parts.mjs.`,
    );
  }
}

/** @param {Chunk} chunk */
const definition = ({ name, code }) => `define(${JSON.stringify(name)},function(module,exports,require,part){${code}});`;

/**
 * A file is named after all who ask for it.
 * @param {readonly Chunk[]} chunks @param {string} entry @param {readonly string[]} files
 */
function programOf(chunks, entry, files) {
  const { publisher, name } = readManifest();
  return `'use strict';
const FILES = ${JSON.stringify(files.join(' '))}.split(' ');
const definitions = new Map(), modules = new Map(), files = new Map();
const define = (name, run) => { definitions.set(name, run); };
function requireChunk(name) {
  const known = modules.get(name);
  if (known !== undefined) return known.exports;
  const run = definitions.get(name);
  if (run === undefined) return require(name);
  const module = { exports: {} };
  modules.set(name, module);
  run(module, module.exports, requireChunk, loadPart);
  return module.exports;
}
async function readFile(name) {
  performance.mark('${name}/' + name);
  const vscode = require('vscode');
  const { extensionUri } = vscode.extensions.getExtension('${publisher}.${name}');
  const bytes = await vscode.workspace.fs.readFile(vscode.Uri.joinPath(extensionUri, '${dirname(PARTS)}', '${basename(PARTS)}', name + '.js'));
  new Function('define', new TextDecoder().decode(bytes) + '\\n//# sourceURL=${name}/' + name + '.js')(define);
}
function fileOnce(name) {
  let reading = files.get(name);
  if (reading === undefined) {
    reading = readFile(name);
    reading.catch(() => files.delete(name));
    files.set(name, reading);
  }
  return reading;
}
async function loadPart(name) {
  await Promise.all(FILES.filter((file) => file.split('+').includes(name)).map(fileOnce));
  return requireChunk(name);
}
${chunks.map(definition).join('\n')}
module.exports = requireChunk(${JSON.stringify(entry)});
`;
}
