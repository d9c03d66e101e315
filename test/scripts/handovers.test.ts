import { strict as assert } from 'node:assert';
import { entries, takeJourneys } from '../../scripts/lib/handovers/journeys.mjs';
import { loadProgram } from '../../scripts/lib/handovers/program.mjs';
import { projectRoot } from '../../scripts/lib/project.mjs';

describe('npm run handovers', () => {
  it('finds its way through the product, and counts on each way the same every time', async function () {
    this.timeout(60_000);
    const { program, files } = await loadProgram(projectRoot, entries);
    const first = await takeJourneys(program, files);
    for (const { name, count } of first) assert.ok(count.calls > 0 && count.pairs.length > 0, name);
    assert.deepEqual(
      (await takeJourneys(program, files)).map(({ count }) => count.calls),
      first.map(({ count }) => count.calls),
    );
  });
});
