/**
 * `npm run handovers [-- OPTIONS]`: how many calls cross a source file between a keystroke and the hover, a click and the
 * first frame, and within one sync of a Deployment; also how many lines and exported names there are. `--pairs` shows who
 * calls whom. `--root` counts another tree, to compare; an older one wants the scripts/lib/handovers/journeys.mjs of its
 * time: `--journeys FILE`. `--instead FILE=FILE` reads the second file where the first is imported.
 */
import { resolve } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { loadProgram } from './lib/handovers/program.mjs';
import { sizeOf } from './lib/handovers/size.mjs';
import { option, projectRoot, runMain } from './lib/project.mjs';

await runMain(async () => {
  const args = process.argv.slice(2);
  const root = resolve(option(args, 'root') ?? projectRoot);
  const given = option(args, 'journeys');
  /** @type {typeof import('./lib/handovers/journeys.mjs')} */
  const { entries, takeJourneys } = await import(
    given === undefined ? './lib/handovers/journeys.mjs' : pathToFileURL(resolve(given)).href
  );
  const [from = '', to = ''] = option(args, 'instead')?.split('=') ?? [];
  const { program, files } = await loadProgram(root, entries, { [from]: to });
  console.log('hand-overs (calls that cross a file)        calls   pairs of files');
  for (const { name, count } of await takeJourneys(program, files)) {
    console.log(`  ${name.padEnd(40)} ${String(count.calls).padStart(6)} ${String(count.pairs.length).padStart(8)}`);
    if (!args.includes('--pairs')) continue;
    for (const [caller, called, times] of count.pairs.toSorted((a, b) => b[2] - a[2])) {
      console.log(`    ${String(times).padStart(6)}  ${files[caller] ?? '(outside)'} → ${files[called] ?? '?'}`);
    }
  }
  console.log('\nsize, without generated files     files    lines   exported names');
  for (const folder of ['src', 'webview']) {
    const { files: count, lines, names } = sizeOf(root, folder);
    console.log(`  ${folder.padEnd(29)} ${String(count).padStart(7)} ${String(lines).padStart(8)} ${String(names).padStart(8)}`);
  }
});
