import { strict as assert } from 'node:assert';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describeFailure, replayFiles } from '../conformance/replay';

/** What the shared charts.py makes of the mirrors; other people's charts are not kept here. */
const CASES = join(process.env['ROLLOUT_REAL_CHARTS'] ?? '/nowhere', 'cases.jsonl');

describe('real charts', function () {
  this.timeout(60_000);

  it('render as Helm renders them', function () {
    if (!existsSync(CASES)) {
      console.log('      skipped: ROLLOUT_REAL_CHARTS names no folder with the texts of real charts');
      this.skip();
    }
    const failures = replayFiles([CASES]).flatMap((result) => result.failures);
    assert.deepEqual(
      failures.map((failure) => describeFailure(failure)),
      [],
    );
  });
});
