import { strict as assert } from 'node:assert';
import { join } from 'node:path';
import { describeFailure, readRecords } from './replay';
import { replayStory } from './suites/deploymentClosedLoop';

const FILE = join(import.meta.dirname, 'data/deployment/visible/closed-loop.jsonl.gz');

describe('The closed loops of the Deployment data', function () {
  this.timeout(120_000);

  it('come out the same when no watch event takes any time', () => {
    let stories = 0;
    for (const { line, record } of readRecords(FILE)) {
      const differences = replayStory(record, false);
      const label = String(record['id']);
      assert.equal(differences.length, 0, describeFailure({ file: FILE, line, label, differences }));
      stories++;
    }
    assert.ok(stories > 0);
  });
});
