/**
 * `npm run continuing -- [--cuts N] [--every N] [--show N]`: cuts every recorded closed loop at N moments, goes on from its
 * objects, and says how often the rest comes out as recorded.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ContinuedShares, continueStory, cutMoments } from './continuing';
import { readRecords } from './replay';
import { percent } from './shares';
import { replayCutCase } from './suites/daemonsetClosedLoop';
import { replayCutStory } from './suites/deploymentClosedLoop';

const { values } = parseArgs({
  options: {
    cuts: { type: 'string', default: '20' },
    every: { type: 'string', default: '1' },
    show: { type: 'string', default: '5' },
  },
});
const LOOPS = [
  { name: 'deployment', replay: replayCutStory, lasts: 'until' },
  { name: 'daemonset', replay: replayCutCase, lasts: 'horizon' },
] as const;

for (const { name, replay, lasts } of LOOPS) {
  const shares = new ContinuedShares();
  let number = 0;
  for (const { record } of readRecords(join(import.meta.dirname, `data/${name}/visible/closed-loop.jsonl.gz`))) {
    if (number++ % Number(values.every) !== 0) continue;
    for (const isBusy of [false, true])
      continueStory(shares, replay, record, cutMoments(Number(record[lasts]), Number(values.cuts), isBusy));
  }
  const { atRest, busy } = shares;
  console.log(`${name}: cut at rest ${atRest.same} of ${atRest.all} the same (${percent(atRest.same, atRest.all)}),`);
  console.log(`  in the middle of work ${busy.same} of ${busy.all} (${percent(busy.same, busy.all)})`);
  for (const [why, count] of shares.unknowable) console.log(`  ${count} × in no object: ${why}`);
  console.log(`  ${shares.differing.length} differ for another reason`);
  for (const { label, moment, differences } of shares.differing.slice(0, Number(values.show)))
    console.log(
      `  ✗ ${label} at ${moment.at}${moment.isBusy ? ', busy' : ''}: ${JSON.stringify(differences.slice(0, 2)).slice(0, 400)}`,
    );
}
