/** Part of `npm run fuzz`: 20,000 mutated overlays and charts in the editor's features, or COUNT SEED; the day gives the seed. */
import process from 'node:process';
import { threadTime } from '../../support/threadTime';
import { playBuild } from './buildFuzzing';

const COUNT = 20_000;
/** Milliseconds of CPU for opening, editing and asking everything; what hangs takes longer. */
const HANGS = 3000;

const [count = COUNT, first = Math.floor(Date.now() / 86_400_000) * COUNT] = process.argv.slice(2).map(Number);
let failed = 0;
let slowest = 0;
for (let seed = first; seed < first + count; seed++) {
  const start = threadTime();
  try {
    playBuild(seed);
  } catch (error) {
    failed += 1;
    if (failed <= 10) console.error(`seed ${seed}: ${error instanceof Error ? (error.stack ?? '') : String(error)}`);
  }
  const took = threadTime() - start;
  slowest = Math.max(slowest, took);
  if (took < HANGS) continue;
  failed += 1;
  console.error(`seed ${seed} takes ${Math.round(took)} ms`);
}
console.log(`${count} overlays and charts from seed ${first}: ${failed} failed; the slowest took ${Math.round(slowest)} ms`);
process.exitCode = failed === 0 ? 0 : 1;
