import { strict as assert } from 'node:assert';
import { LogNormal } from '../../../src/engine/kernel/logNormal';
import { RandomSource, boxMuller } from '../../../src/engine/kernel/random';

/** What the tables must come to. */
function computed(median: number, spread: number, most: number, first: number, second: number): number {
  const deviations = Math.max(-most, Math.min(most, boxMuller(first, second)));
  return Math.round(median * Math.exp(spread * deviations));
}

describe('Numbers whose logarithms spread around a median', () => {
  for (const { median, spread } of [
    { median: 1.2, spread: 0.85 },
    { median: 4, spread: 0.85 },
    { median: 68, spread: 0.36 },
    { median: 30_000, spread: 0.85 },
  ])
    it(`are found by tables as they are computed: around ${median}`, () => {
      const most = 2.5;
      const numbers = new LogNormal(spread, most);
      const drawn = new RandomSource(3).stream('drawn');
      const again = new RandomSource(3).stream('drawn');
      for (let count = 0; count < 50_000; count++)
        assert.equal(numbers.draw(median, drawn), computed(median, spread, most, again(), again()));
    });

  it('are so at the ends, too: where nothing is drawn but zeros, and where the logarithm ends', () => {
    const numbers = new LogNormal(0.85, 2.5);
    const last = 1 - 2 ** -32;
    for (const first of [0, 2 ** -32, 0.949999, 0.95, last])
      for (const second of [0, 0.25, 0.5, 0.75, last]) {
        const pair = [first, second];
        const drawn = numbers.draw(10, () => pair.shift() as number);
        assert.equal(drawn, computed(10, 0.85, 2.5, first, second), `${first} and ${second}`);
      }
  });
});
