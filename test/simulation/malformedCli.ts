import process from 'node:process';
import { faultIn, faultInWord, malformedScenarios, mutatedScenario } from './malformed';

/** Part of `npm run fuzz`: every value of two scenarios as every type of JSON, and `[COUNT]` with several changes at once. */
const MUTATED = Number(process.argv[2] ?? 50_000);
/** Those that are scenarios are played, every so many of them. */
const PLAYED = 20;
let count = 0;
for (const malformed of malformedScenarios()) {
  count += 1;
  const fault = faultIn(malformed);
  if (fault === undefined) continue;
  console.error(`${malformed.name}: ${fault}`);
  process.exitCode = 1;
}
for (let seed = 1; seed <= MUTATED; seed += 1) {
  const mutated = mutatedScenario(seed);
  const fault = faultInWord(mutated) ?? (seed % PLAYED === 0 ? faultIn(mutated) : undefined);
  if (fault === undefined) continue;
  console.error(`${mutated.name}: ${fault}`);
  process.exitCode = 1;
}
console.log(`${count} malformed and ${MUTATED} mutated scenarios`);
