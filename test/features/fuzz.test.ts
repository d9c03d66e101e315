import assert from 'node:assert/strict';
import { fuzz, fuzzReport } from './fuzzing';

describe('mutated manifests', () => {
  it('go through all features in 2,000 cases, always the same ones', function () {
    this.timeout(180_000);
    const details = fuzz({ cases: 2000, seed: 20_261_118 });
    assert.ok(!details.failed, fuzzReport(details));
    assert.equal(details.numRuns, 2000);
  });
});
