import { strict as assert } from 'node:assert';
import fc from 'fast-check';
import { mergeByName } from '../../../../src/engine/controllers/daemon/nodeOrder';

describe('Lists of nodes', () => {
  it('are merged in name order, as far as asked', () => {
    const names = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 3 }), { maxLength: 12 });
    fc.assert(
      fc.property(fc.array(names, { maxLength: 4 }), fc.nat({ max: 20 }), (groups, limit) => {
        const lists = groups.map((group) => group.toSorted().map((name) => ({ name })));
        const expected = groups.flat().sort().slice(0, limit);
        assert.deepEqual(
          mergeByName(lists, limit).map(({ name }) => name),
          expected,
        );
      }),
    );
  });
});
