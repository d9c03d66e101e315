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
    const again = await takeJourneys(program, files);
    for (const [index, { name, count }] of again.entries()) {
      // The worker reports its progress by the clock: a busy machine makes some calls more.
      const allowed = name.includes('first frame') ? 50 : 0;
      assert.ok(Math.abs(count.calls - (first[index]?.count.calls ?? 0)) <= allowed, name);
    }
  });
});
