import { strict as assert } from 'node:assert';
import fc from 'fast-check';
import { TaskHeap } from '../../../src/engine/kernel/taskHeap';

describe('TaskHeap', () => {
  const task = fc.record({ at: fc.integer({ min: 0, max: 5 }).map((at) => at + 0.5), phase: fc.integer({ min: 0, max: 5 }) });

  const near = fc.array(fc.oneof(task, fc.constant('take' as const)));
  const manyAhead = fc.array(
    fc.oneof(
      { arbitrary: fc.record({ at: fc.integer({ min: 0, max: 60 }), phase: fc.nat(2) }), weight: 3 },
      fc.constant('take' as const),
    ),
    { minLength: 60, maxLength: 200 },
  );

  it('gives tasks back by time, then phase, then order of coming, whatever comes in between', () => {
    fc.assert(
      fc.property(fc.oneof(near, manyAhead), (commands) => {
        const heap = new TaskHeap();
        const ran: number[] = [];
        let model: { readonly at: number; readonly phase: number; readonly name: number }[] = [];
        const expected: number[] = [];
        for (const [name, command] of commands.entries()) {
          if (command !== 'take') {
            heap.push(command.at, command.phase, () => ran.push(name));
            model = [...model, { ...command, name }].sort((a, b) => a.at - b.at || a.phase - b.phase || a.name - b.name);
            continue;
          }
          const at = model[0]?.at ?? NaN;
          assert.equal(heap.firstAt, at);
          if (Number.isNaN(at)) continue;
          const due = model.filter((one) => one.at === at);
          const [phases, tasks]: [number[], (() => void)[]] = [[], []];
          assert.equal(heap.take(at, phases, tasks), due.length);
          assert.deepEqual(
            phases,
            due.map(({ phase }) => phase),
          );
          for (const run of tasks) run();
          expected.push(...due.map(({ name }) => name));
          model = model.filter((one) => one.at !== at);
        }
        assert.deepEqual(ran, expected);
      }),
    );
  });
});
