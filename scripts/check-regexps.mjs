/**
 * `npm run check:regexps`: every regular expression that ships takes linear time. A stranger's file decides what they are
 * run on, and the extension host is shared with all other extensions.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { check } from 'recheck';
import ts from 'typescript';
import { inProject, runMain } from './lib/project.mjs';

/** @typedef {{ source: string, flags: string, file: string }} Expression */

const GENERATED = /[/\\]generated[/\\]/;

/** @returns {Generator<Expression>} the literals of a file */
function* literalsOf(/** @type {string} */ file) {
  const text = readFileSync(inProject(file), 'utf8');
  const open = /** @type {ts.Node[]} */ ([ts.createSourceFile(file, text, ts.ScriptTarget.Latest)]);
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      yield { source: node.text.slice(1, end), flags: node.text.slice(end + 1), file };
    }
    ts.forEachChild(node, (child) => void open.push(child));
  }
}

/** @returns {Promise<Expression[]>} those that a file builds from parts as it is loaded */
async function builtBy(/** @type {string} */ file) {
  const plain = globalThis.RegExp;
  /** @type {Expression[]} */
  const built = [];
  globalThis.RegExp = new Proxy(plain, {
    construct(target, args) {
      const expression = Reflect.construct(target, args);
      built.push({ source: expression.source, flags: expression.flags, file });
      return expression;
    },
  });
  try {
    await import(inProject(file));
  } finally {
    globalThis.RegExp = plain;
  }
  return built;
}

async function expressions() {
  const files = ['src', 'webview']
    .flatMap((root) => readdirSync(inProject(root), { recursive: true, encoding: 'utf8' }).map((file) => join(root, file)))
    .filter((file) => file.endsWith('.ts') && !GENERATED.test(file));
  const found = files.flatMap((file) => [...literalsOf(file)]);
  for (const file of files.filter((name) => readFileSync(inProject(name), 'utf8').includes('new RegExp('))) {
    found.push(...(await builtBy(file)));
  }
  return [...new Map(found.map((expression) => [`${expression.flags}/${expression.source}`, expression])).values()];
}

await runMain(async () => {
  const all = await expressions();
  let slow = 0;
  for (const { source, flags, file } of all) {
    const verdict = await check(source, flags, { timeout: 60_000 });
    if (verdict.status === 'safe') continue;
    slow += 1;
    const cost = verdict.status === 'vulnerable' ? verdict.complexity.summary : 'of unknown cost';
    console.log(`${file}: /${source}/${flags} is ${cost}`);
  }
  console.log(`${all.length} expressions, ${slow} of them not proven linear`);
  return slow === 0 ? 0 : 1;
});
