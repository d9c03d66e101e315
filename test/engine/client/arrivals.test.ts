import { strict as assert } from 'node:assert';
import type { WatchEvent } from '../../../src/engine/api/objectStore';
import { Arrivals } from '../../../src/engine/client/arrivals';

const event = (key: string): WatchEvent => ({ key }) as WatchEvent;

function taken(arrivals: Arrivals): string {
  let keys = '';
  arrivals.take(({ key }) => {
    keys += key;
  });
  return keys;
}

describe('Watch events on their way', () => {
  it('arrive by their time, of one instant in the order in which they set out, and somebody has to be there once for each', () => {
    const arrivals = new Arrivals();
    const set = (
      [
        [30, 'a'],
        [10, 'b'],
        [20, 'c'],
        [10, 'd'],
        [30, 'e'],
      ] as const
    ).map(([at, key]) => arrivals.add(at, event(key)));
    assert.deepEqual(set, [true, true, true, false, false]);
    assert.deepEqual([taken(arrivals), taken(arrivals)], ['bd', 'c']);
    assert.equal(arrivals.add(30, event('f')), false);
    assert.equal(arrivals.add(25, event('g')), true);
    assert.deepEqual([taken(arrivals), taken(arrivals), arrivals.isEmpty], ['g', 'aef', true]);
  });

  it('that set out for the present instant while others arrive come after them', () => {
    const arrivals = new Arrivals();
    arrivals.add(10, event('a'));
    arrivals.take(() => {
      assert.equal(arrivals.add(10, event('b')), true);
    });
    assert.equal(taken(arrivals), 'b');
  });
});
