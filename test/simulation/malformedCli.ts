import process from 'node:process';
import { faultIn, malformedScenarios } from './malformed';

/** Part of `npm run fuzz`: every value of two scenarios as every type of JSON. */
let count = 0;
for (const malformed of malformedScenarios()) {
  count += 1;
  const fault = faultIn(malformed);
  if (fault === undefined) continue;
  console.error(`${malformed.name}: ${fault}`);
  process.exitCode = 1;
}
console.log(`${count} malformed scenarios`);
