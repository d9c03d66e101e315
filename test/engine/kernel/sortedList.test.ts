import { strict as assert } from 'node:assert';
import fc from 'fast-check';
import { SortedList } from '../../../src/engine/kernel/sortedList';

describe('A sorted list', () => {
  it('holds each name once, in order, whatever is put in and taken out', () => {
    const step = fc.record({ name: fc.constantFrom('a', 'b', 'ba', 'c', 'd', 'e'), out: fc.boolean() });
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        const list = new SortedList<{ readonly name: string; readonly at: number }>();
        const model = new Map<string, number>();
        for (const [at, { name, out }] of steps.entries()) {
          if (out) {
            assert.equal(list.delete(name), model.delete(name));
          } else {
            list.set({ name, at });
            model.set(name, at);
          }
        }
        const expected = [...model].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, at]) => ({ name, at }));
        assert.deepEqual(list.values(), expected);
        assert.equal(list.size, expected.length);
        for (const item of expected) assert.deepEqual(list.get(item.name), item);
      }),
    );
  });
});
