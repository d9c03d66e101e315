/** Part of `npm run fuzz`: rules against simulation over random workspaces from a seed that the day gives, or `FROM COUNT`. */
import process from 'node:process';
import { playAgreement } from './agree';

const COUNT = 20_000;
const [first = Math.floor(Date.now() / 86_400_000) * COUNT, count = COUNT] = process.argv.slice(2).map(Number);
let failed = 0;
for (let seed = first; seed < first + count; seed++) {
  const contradictions = playAgreement(seed);
  if (contradictions === undefined) continue;
  failed++;
  console.error(contradictions);
}
console.log(`${count} workspaces from seed ${first}: in ${failed} rules and simulation contradict each other`);
process.exitCode = failed === 0 ? 0 : 1;
