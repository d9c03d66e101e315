import { strict as assert } from 'node:assert';
import fc from 'fast-check';
import { Heap } from '../../../src/engine/kernel/heap';

describe('Heap', () => {
  it('gives back what was put in, smallest first', () => {
    fc.assert(
      fc.property(fc.array(fc.integer()), (numbers) => {
        const heap = new Heap<number>((a, b) => a < b);
        for (const number of numbers) heap.push(number);
        const popped = numbers.map(() => heap.pop());
        assert.deepEqual(
          popped,
          numbers.toSorted((a, b) => a - b),
        );
        assert.equal(heap.pop(), undefined);
      }),
    );
  });

  it('keeps its order when pushes and pops alternate', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.integer(), fc.constant('pop' as const))), (commands) => {
        const heap = new Heap<number>((a, b) => a < b);
        let model: number[] = [];
        for (const command of commands) {
          if (command !== 'pop') {
            heap.push(command);
            model = [...model, command].toSorted((a, b) => a - b);
          } else {
            assert.equal(heap.peek(), model[0]);
            assert.equal(heap.pop(), model[0]);
            model = model.slice(1);
          }
        }
        assert.equal(heap.size, model.length);
      }),
    );
  });
});
