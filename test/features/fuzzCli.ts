import process from 'node:process';
import { fuzz, fuzzReport } from './fuzzing';

/** `npm run fuzz -- [SECONDS] [SEED]`: mutated manifests for so long (default 60 s), in rounds that name their seed. */
const seconds = Number(process.argv[2] ?? 60);
let seed = Number(process.argv[3] ?? Date.now() % 2 ** 31);
if (!(seconds > 0) || !Number.isInteger(seed)) {
  console.error('usage: npm run fuzz -- [SECONDS] [SEED]');
  process.exit(2);
}

const end = performance.now() + seconds * 1000;
let cases = 0;
for (; performance.now() < end; seed += 1) {
  const details = fuzz({ cases: 2000, seed, milliseconds: Math.max(1, end - performance.now()) });
  cases += details.numRuns;
  console.log(`seed ${seed}: ${details.numRuns} cases${details.failed && !details.interrupted ? ', FAILED' : ''}`);
  if (details.failed && details.counterexample !== null) {
    console.error(fuzzReport(details));
    process.exitCode = 1;
    break;
  }
}
console.log(`${cases} cases`);
