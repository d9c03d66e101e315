import { strict as assert } from 'node:assert';
import { inGoMapOrder } from '../../../src/engine/kernel/goMap';

describe('The order of a small Go map', () => {
  it('begins at the slot that is drawn, the empty ones leading back to the first', () => {
    const orders = Array.from({ length: 8 }, (_, slot) => inGoMapOrder(['a', 'b', 'c'], () => slot / 8).join(''));
    assert.deepEqual(orders, ['abc', 'bca', 'cab', 'abc', 'abc', 'abc', 'abc', 'abc']);
  });
});
