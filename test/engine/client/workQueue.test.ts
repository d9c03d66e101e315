import { strict as assert } from 'node:assert';
import fc from 'fast-check';
import { LoopWorkQueue, WorkQueue } from '../../../src/engine/client/workQueue';
import { EventLoop } from '../../../src/engine/kernel/eventLoop';

describe('WorkQueue', () => {
  it('holds a key once, however often it is added', () => {
    const queue = new WorkQueue();
    assert.equal(queue.add('a'), true);
    assert.equal(queue.add('a'), false);
    queue.add('b');
    assert.equal(queue.length, 2);
    assert.equal(queue.get(), 'a');
    assert.equal(queue.get(), 'b');
    assert.equal(queue.get(), undefined);
  });

  it('refuses to be told that a key is done which nobody has taken', () => {
    const queue = new WorkQueue();
    queue.add('a');
    assert.throws(() => queue.done('a'), { code: 'InvariantViolated', message: /^a: is done without having been taken/ });
  });

  it('gives a key that was added while it was processed once more afterwards', () => {
    const queue = new WorkQueue();
    queue.add('a');
    queue.get();
    queue.add('a');
    queue.add('a');
    assert.equal(queue.get(), undefined);
    assert.equal(queue.done('a'), true);
    assert.equal(queue.get(), 'a');
    assert.equal(queue.done('a'), false);
    assert.equal(queue.get(), undefined);
  });

  it('never loses a key and never has one processed twice at a time', () => {
    const command = fc.record({ do: fc.constantFrom('add', 'get', 'done'), key: fc.constantFrom('a', 'b', 'c') });
    fc.assert(
      fc.property(fc.array(command, { maxLength: 200 }), (commands) => {
        const queue = new WorkQueue();
        const waiting: string[] = [];
        const processing = new Set<string>();
        const again = new Set<string>();
        for (const { do: what, key } of commands) {
          if (what === 'add') {
            queue.add(key);
            if (processing.has(key)) again.add(key);
            else if (!waiting.includes(key)) waiting.push(key);
          } else if (what === 'get') {
            const expected = waiting.shift();
            assert.equal(queue.get(), expected);
            if (expected !== undefined) processing.add(expected);
          } else if (processing.delete(key)) {
            queue.done(key);
            if (again.delete(key)) waiting.push(key);
          }
          assert.equal(queue.length, waiting.length);
        }
      }),
    );
  });
});

describe('LoopWorkQueue', () => {
  function build(): { readonly loop: EventLoop; readonly queue: LoopWorkQueue; readonly ready: number[] } {
    const loop = new EventLoop(0);
    const ready: number[] = [];
    const queue = new LoopWorkQueue({ loop, timerPhase: 0, onReady: () => ready.push(loop.now) });
    return { loop, queue, ready };
  }

  it('keeps one waiting entry per key, the earliest', () => {
    const { loop, queue, ready } = build();
    queue.addAfter('a', 100);
    queue.addAfter('a', 40);
    queue.addAfter('a', 70);
    assert.deepEqual([...queue.waiting], [['a', 40]]);
    loop.runUntil(1000);
    assert.deepEqual(ready, [40]);
    assert.equal(queue.get(), 'a');
    queue.done('a');
    assert.equal(queue.get(), undefined);
  });

  it('adds at once when there is nothing to wait for', () => {
    const { queue, ready } = build();
    queue.addAfter('a', 0);
    queue.addAfter('b', -5);
    assert.deepEqual(ready, [0, 0]);
  });

  it('doubles the delay of a failing key from 5 ms on, until it is forgotten', () => {
    const { loop, queue, ready } = build();
    for (const delay of [5, 10, 20, 40]) {
      const before = loop.now;
      queue.addRateLimited('a');
      loop.runUntil(before + 10_000);
      assert.equal(ready.pop(), before + delay);
      assert.equal(queue.get(), 'a');
      queue.done('a');
    }
    assert.equal(queue.numRequeues('a'), 4);
    queue.forget('a');
    assert.equal(queue.numRequeues('a'), 0);
  });
});
