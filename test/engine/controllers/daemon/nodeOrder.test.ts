import { strict as assert } from 'node:assert';
import fc from 'fast-check';
import { RandomSource } from '../../../../src/engine/kernel/random';
import { takeNodes } from '../../../../src/engine/controllers/daemon/nodeOrder';

describe('Lists of nodes', () => {
  it('are merged in name order, as far as asked', () => {
    const names = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 3 }), { maxLength: 12 });
    fc.assert(
      fc.property(fc.array(names, { maxLength: 4 }), fc.nat({ max: 20 }), (groups, limit) => {
        const lists = groups.map((group) => group.toSorted().map((name) => ({ name })));
        const expected = groups.flat().sort().slice(0, limit);
        assert.deepEqual(
          takeNodes(lists, limit, undefined).map(({ name }) => name),
          expected,
        );
      }),
    );
  });

  it('are drawn from all of them when there is a stream, each once', () => {
    const random = new RandomSource(7).stream('order');
    const lists = [['a', 'c', 'e'].map((name) => ({ name })), ['b', 'd'].map((name) => ({ name }))];
    const draws = Array.from({ length: 200 }, () => takeNodes(lists, 2, random).map(({ name }) => name));
    assert.deepEqual([...new Set(draws.flat())].sort(), ['a', 'b', 'c', 'd', 'e']);
    assert.ok(draws.every(([first, second]) => first !== second));
    assert.deepEqual(
      takeNodes(lists, 9, random)
        .map(({ name }) => name)
        .sort(),
      ['a', 'b', 'c', 'd', 'e'],
    );
  });
});
