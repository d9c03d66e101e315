import { strict as assert } from 'node:assert';
import { join } from 'node:path';
import { ContinuedShares, continueStory, cutMoments } from './continuing';
import { readRecords } from './replay';
import { replayCutCase } from './suites/daemonsetClosedLoop';
import { replayCutStory } from './suites/deploymentClosedLoop';

/** Each story is cut at so many moments at rest, and as many in the middle of work; `npm run continuing` cuts at twenty. */
const CUTS = 1;
/** Moments are other ones in each story: so many stories share the moments of one. */
const SHIFTS = 20;

const LOOPS = [
  { name: 'deployment', replay: replayCutStory, lasts: 'until' },
  { name: 'daemonset', replay: replayCutCase, lasts: 'horizon' },
] as const;

describe('A rollout that goes on from its objects', function () {
  this.timeout(300_000);

  for (const { name, replay, lasts } of LOOPS) {
    it(`comes out as recorded, wherever a closed loop of the ${name} data is cut`, () => {
      const shares = new ContinuedShares();
      let number = 0;
      for (const { record } of readRecords(join(import.meta.dirname, `data/${name}/visible/closed-loop.jsonl.gz`))) {
        const offset = (number++ % SHIFTS) / SHIFTS;
        for (const isBusy of [false, true])
          continueStory(shares, replay, record, cutMoments(Number(record[lasts]), CUTS, isBusy, offset));
      }
      const { atRest, busy, differing } = shares;
      console.log(`      ${atRest.same} of ${atRest.all} at rest, ${busy.same} of ${busy.all} in the middle of work`);
      assert.deepEqual(differing, []);
      assert.ok(atRest.all > 100 && busy.all > 50);
      assert.ok(atRest.same + busy.same >= 0.99 * (atRest.all + busy.all));
    });
  }
});
