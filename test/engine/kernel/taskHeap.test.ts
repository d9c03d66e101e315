import { strict as assert } from 'node:assert';
import fc from 'fast-check';
import { TaskHeap } from '../../../src/engine/kernel/taskHeap';

describe('TaskHeap', () => {
  const task = fc.record({ at: fc.integer({ min: 0, max: 5 }).map((at) => at + 0.5), phase: fc.integer({ min: 0, max: 5 }) });

  it('gives tasks back by time, then phase, then order of coming, whatever comes in between', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(task, fc.constant('pop' as const))), (commands) => {
        const heap = new TaskHeap();
        const ran: number[] = [];
        let model: { readonly at: number; readonly phase: number; readonly name: number }[] = [];
        const expected: number[] = [];
        for (const [name, command] of commands.entries()) {
          if (command !== 'pop') {
            heap.push(command.at, command.phase, () => ran.push(name));
            model = [...model, { ...command, name }].sort((a, b) => a.at - b.at || a.phase - b.phase || a.name - b.name);
            continue;
          }
          const [first, ...rest] = model;
          assert.equal(heap.firstAt, first?.at);
          if (first === undefined) continue;
          assert.equal(heap.firstPhase, first.phase);
          heap.pop()();
          expected.push(first.name);
          model = rest;
        }
        assert.deepEqual(ran, expected);
      }),
    );
  });
});
