/** Part of `npm run fuzz`: 100,000 mutated templates, or COUNT SEED; the day gives the seed, failures name theirs. */
import process from 'node:process';
import { fuzzedTemplate, renderFuzzed, templateBases } from './templateFuzzing';

const count = Number(process.argv[2] ?? 100_000);
const first = Number(process.argv[3] ?? Math.floor(Date.now() / 86_400_000) * count);
/** Of processor time, in microseconds: a rendering has a fifth of a second, the machine may be a slow one. */
const HANGS = 2_000_000;

const bases = templateBases();
const outcomes = new Map<string, number>();
let failed = 0;
let slowest = { took: 0, seed: first };
for (let seed = first; seed < first + count; seed++) {
  const start = process.cpuUsage();
  const fuzzed = fuzzedTemplate(bases, seed);
  try {
    const outcome = renderFuzzed(fuzzed);
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  } catch (error) {
    failed++;
    console.error(`seed ${seed}: ${error instanceof Error ? (error.stack ?? '') : String(error)}\n${JSON.stringify(fuzzed)}`);
  }
  const took = process.cpuUsage(start).user;
  if (took > slowest.took) slowest = { took, seed };
  if (took <= HANGS) continue;
  failed++;
  console.error(`seed ${seed} takes ${Math.round(took / 1000)} ms\n${JSON.stringify(fuzzed)}`);
}
console.log(
  `${count} templates from seed ${first}: ${[...outcomes].map(([kind, number]) => `${kind} ${number}`).join(', ')}, ` +
    `failed ${failed}; the slowest took ${Math.round(slowest.took / 1000)} ms (seed ${slowest.seed})`,
);
process.exitCode = failed === 0 ? 0 : 1;
