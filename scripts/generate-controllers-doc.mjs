/**
 * `npm run docs:controllers`: writes docs/controllers.md with its pictures from the texts in docs/controllers and from what the
 * engine computes, and brings the list of Kubernetes' functions up to date where ../shared is at hand. With `--check` it only
 * says whether that would change anything.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { format, resolveConfig } from 'prettier';
import { controllersDocument, pictureFile, CONTROLLERS_DOC } from './lib/controllers/document.mjs';
import { pictureOf } from './lib/controllers/picture.mjs';
import { RUNS } from './lib/controllers/runs.mjs';
import { FACTS, neededFunctions } from './lib/controllers/texts.mjs';
import { inProject } from './lib/project.mjs';

const SHARED = process.env['ROLLOUT_LENS_SHARED'] ?? inProject('..', 'shared');
const ALL_FUNCTIONS = join(SHARED, 'kubernetes', 'functions.json');
const PICTURES = /** @type {const} */ (['rolling', 'recreate', 'daemonset', 'daemonset-surge']);

/** @param {string} file @param {string} text */
function write(file, text) {
  if (existsSync(inProject(file)) && readFileSync(inProject(file), 'utf8') === text) return;
  if (process.argv.includes('--check')) {
    console.error(`${file} is out of date: npm run docs:controllers`);
    process.exitCode = 1;
    return;
  }
  writeFileSync(inProject(file), text);
  console.log(`${file} is written`);
}

if (existsSync(ALL_FUNCTIONS)) {
  const needed = neededFunctions(JSON.parse(readFileSync(ALL_FUNCTIONS, 'utf8')));
  const options = await resolveConfig(inProject(FACTS));
  write(FACTS, await format(JSON.stringify(needed), { ...options, parser: 'json' }));
} else console.log(`${ALL_FUNCTIONS} is not there: the lines of Kubernetes' functions stay as they are`);
write(CONTROLLERS_DOC, await controllersDocument());
for (const run of PICTURES) write(pictureFile(run), pictureOf(RUNS[run].timeline, RUNS[run].what));
