import assert from 'node:assert/strict';
import { failuresBySecond } from '../../../src/engine/traffic/failuresBySecond';
import type { LossRow } from '../../../src/engine/traffic/fluidModel';
import { LOSS_CAUSES, noLosses, type Losses } from '../../../src/engine/traffic/losses';
import { seededRandom } from '../../../src/model/seededRandom';

const row = (from: number, until: number, losses: Partial<Losses>): LossRow => ({
  from,
  until,
  losses: { ...noLosses(), ...losses },
});
function stopped(rows: readonly LossRow[], end: number): [number, number][] {
  const { times, rates } = failuresBySecond(rows, end);
  return [...times].map((t, at) => [t, Math.round((rates[LOSS_CAUSES.indexOf('stopped')]?.[at] ?? 0) * 1e6) / 1e6]);
}

describe('The requests that fail by second', () => {
  it('are none where none fails', () => {
    assert.deepEqual(stopped([], 12.5), [
      [0, 0],
      [12.5, 0],
    ]);
  });

  it('count in the second in which they fail, and half of them in each of two', () => {
    assert.deepEqual(stopped([row(2.2, 2.4, { stopped: 3 }), row(4.5, 5.5, { stopped: 8 })], 20), [
      [0, 0],
      [2, 3],
      [3, 0],
      [4, 4],
      [5, 4],
      [6, 0],
      [20, 0],
    ]);
  });

  it('are one step where all seconds are alike', () => {
    assert.deepEqual(stopped([row(1.5, 101.5, { stopped: 1_000 })], 200), [
      [0, 0],
      [1, 5],
      [2, 10],
      [101, 5],
      [102, 0],
      [200, 0],
    ]);
  });

  it('do not make an outage of the fraction of a second at the end', () => {
    assert.deepEqual(stopped([row(9, 9.1, { stopped: 10 })], 9.1), [
      [0, 0],
      [9, 10],
      [9.1, 0],
    ]);
  });

  it('are all that fail, in 200 random rollouts', () => {
    for (let seed = 1; seed <= 200; seed++) {
      const random = seededRandom(seed);
      const rows: LossRow[] = [];
      let t = random() * 3;
      while (rows.length < 40) {
        const until = t + random() * (random() < 0.2 ? 30 : 1);
        rows.push(row(t, until, { stopped: random() * 50, cut: random() }));
        t = until + (random() < 0.5 ? 0 : random() * 4);
      }
      const end = Math.ceil(t);
      const { times, rates } = failuresBySecond(rows, end);
      LOSS_CAUSES.forEach((cause, index) => {
        const shown = [...times]
          .slice(0, -1)
          .reduce((sum, begin, at) => sum + ((times[at + 1] as number) - begin) * (rates[index]?.[at] as number), 0);
        const lost = rows.reduce((sum, { losses }) => sum + losses[cause], 0);
        assert.ok(Math.abs(shown - lost) < 1e-6 * Math.max(1, lost), `seed ${seed}, ${cause}: ${shown} of ${lost}`);
      });
    }
  });
});
