import { strict as assert } from 'node:assert';
import { slowStartBatch } from '../../../src/engine/controllers/slowStart';

interface Case {
  readonly name: string;
  readonly count: number;
  readonly failing: readonly number[];
  readonly calls: number;
  readonly successes: number;
}

const CASES: readonly Case[] = [
  { name: 'nothing to do makes no call', count: 0, failing: [], calls: 0, successes: 0 },
  { name: 'all 200 succeed', count: 200, failing: [], calls: 200, successes: 200 },
  { name: 'a refusal of the first costs one call', count: 100, failing: [1], calls: 1, successes: 0 },
  { name: 'a failing batch is completed: 1, 2, 4 with the 5th failing', count: 100, failing: [5], calls: 7, successes: 6 },
  { name: 'several failures in one batch', count: 8, failing: [4, 5, 6, 7], calls: 7, successes: 3 },
  { name: 'the last batch is what is left', count: 10, failing: [10], calls: 10, successes: 9 },
];

describe('slowStartBatch', () => {
  for (const { name, count, failing, calls, successes } of CASES) {
    it(name, () => {
      let made = 0;
      const result = slowStartBatch(count, 1, () => {
        made++;
        if (failing.includes(made)) throw new Error(`call ${made}`);
      });
      assert.deepEqual([made, result.successes], [calls, successes]);
      const expected = failing.length === 0 ? undefined : `call ${failing[0] ?? ''}`;
      assert.equal((result.error as Error | undefined)?.message, expected);
    });
  }

  it('leaves the rest to the next sync when the client keeps it waiting, but no batches of a few', () => {
    let isWaiting = false;
    const run = (): void => {
      isWaiting = true;
    };
    assert.deepEqual(
      slowStartBatch(100, 1, run, () => isWaiting),
      { successes: 31, error: undefined },
    );
    assert.deepEqual(
      slowStartBatch(100, 1, run, () => false),
      { successes: 100, error: undefined },
    );
  });
});
