/**
 * `npm run bench [-- NAME]`: runs test/bench/*.bench.ts whose path contains NAME, one after the other; what they need is
 * installed and built before. `npm run bench -- --publish` writes docs/performance.md from those that measure for it.
 * Those of the engine run bundled, as it ships: what tsx makes of a file gives each function its name when it is made. Measured
 * in turn with the bundle, one of many runs takes twice as long so with 10 replicas, and 1.6 times as long with 100.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { ensureDependencies } from './lib/install.mjs';
import { HumanError, inProject, runMain } from './lib/project.mjs';
import { runNode } from './lib/run.mjs';
import { filesBelow } from './lib/suites.mjs';

const PUBLISHED = ['simulate', 'batch', 'features', 'check'];

const BUNDLED = ['simulate', 'batch'];

/** @param {string} file @param {string[]} [args] @returns {Promise<{ readonly code: number }>} */
async function runBench(file, args = []) {
  if (!BUNDLED.some((name) => file.endsWith(`${name}.bench.ts`)))
    return runNode(['--expose-gc', '--import', 'tsx', file, ...args]);
  const folder = mkdtempSync(join(tmpdir(), 'rollout-lens-bench-'));
  const outfile = join(folder, 'bench.mjs');
  // Loaded only now: it may just have been installed.
  const { build } = await import('esbuild');
  await build({
    entryPoints: [inProject(...file.split('/'))],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'es2022',
  });
  const ended = await runNode(['--expose-gc', outfile, ...args]);
  rmSync(folder, { recursive: true });
  return ended;
}

/** Measures what docs/performance.md tells and writes it. @returns {Promise<number>} */
async function publishFigures() {
  await ensureDependencies();
  const folder = mkdtempSync(join(tmpdir(), 'rollout-lens-bench-'));
  const file = join(folder, 'figures.jsonl');
  writeFileSync(file, '');
  process.env['ROLLOUT_LENS_FIGURES'] = file;
  let failed = 0;
  for (const bench of PUBLISHED) {
    console.log(`\ntest/bench/${bench}.bench.ts`);
    const { code } = await runBench(`test/bench/${bench}.bench.ts`);
    if (code !== 0) failed++;
  }
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  rmSync(folder, { recursive: true });
  const { performanceDocument } = await import('./lib/performanceDocument.mjs');
  writeFileSync(inProject('docs', 'performance.md'), await performanceDocument(lines.map((line) => JSON.parse(line))));
  console.log('\ndocs/performance.md is written.');
  return failed === 0 ? 0 : 1;
}

await runMain(async () => {
  const [name = '', ...args] = process.argv.slice(2);
  if (name === '--publish') return publishFigures();
  const all = existsSync(inProject('test', 'bench')) ? filesBelow('test/bench', '.bench.ts') : [];
  const chosen = all.filter((file) => file.includes(name));
  if (chosen.length === 0) throw new HumanError(`No bench matches "${name}". There are: ${all.join(', ') || 'none yet'}.`);
  await ensureDependencies();
  if (chosen.some((file) => file.includes('webview'))) {
    console.log('Building dist/: the bench of the webview plays in the built page.');
    // Loaded only now: what it needs has just been installed.
    const { buildProduct } = await import('./lib/bundles.mjs');
    await buildProduct(true);
  }
  let failed = 0;
  for (const file of chosen) {
    console.log(`\n${file}`);
    // Memory figures need a garbage collection before them.
    const { code } = await runBench(file, args);
    if (code !== 0) failed++;
  }
  return failed === 0 ? 0 : 1;
});
