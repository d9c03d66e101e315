/** Part of `npm run fuzz`: 20,000 random small scenarios from a seed that the day gives (or COUNT FROM); failures name theirs. */
import process from 'node:process';
import { playSwarm } from './swarm';

const COUNT = Number(process.argv[2] ?? 20_000);
const first = Number(process.argv[3] ?? Math.floor(Date.now() / 86_400_000) * COUNT);
const outcomes = new Map<string, number>();
let failed = 0;
for (let seed = first; seed < first + COUNT; seed++) {
  try {
    const { kind } = playSwarm(seed).outcome;
    outcomes.set(kind, (outcomes.get(kind) ?? 0) + 1);
  } catch (error) {
    failed++;
    console.error(`seed ${seed}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
console.log(
  `${COUNT} scenarios from seed ${first}: ${[...outcomes].map(([kind, count]) => `${kind} ${count}`).join(', ')}, failed ${failed}`,
);
process.exitCode = failed === 0 ? 0 : 1;
