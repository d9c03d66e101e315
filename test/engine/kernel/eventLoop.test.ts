import { strict as assert } from 'node:assert';
import { EngineError } from '../../../src/engine/kernel/engineError';
import { EventLoop } from '../../../src/engine/kernel/eventLoop';

describe('EventLoop', () => {
  it('runs tasks by time, then phase, then order of scheduling', () => {
    const loop = new EventLoop(0);
    const ran: string[] = [];
    const plan: readonly (readonly [name: string, at: number, phase: number])[] = [
      ['later', 20, 0],
      ['second in phase 1', 10, 1],
      ['phase 0', 10, 0],
      ['third in phase 1', 10, 1],
      ['first of all', 5, 3],
    ];
    for (const [name, at, phase] of plan) loop.schedule(at, phase, () => ran.push(name));
    loop.runUntil(100);
    assert.deepEqual(ran, ['first of all', 'phase 0', 'second in phase 1', 'third in phase 1', 'later']);
    assert.equal(loop.now, 100);
  });

  it('lets a task schedule an earlier phase of the same instant, which runs next', () => {
    const loop = new EventLoop(0);
    const ran: string[] = [];
    loop.schedule(10, 2, () => {
      ran.push('sync');
      loop.schedule(10, 1, () => ran.push('delivery'));
    });
    loop.schedule(10, 2, () => ran.push('next sync'));
    loop.runUntil(10);
    assert.deepEqual(ran, ['sync', 'delivery', 'next sync']);
  });

  it('takes a time that has passed for now', () => {
    const loop = new EventLoop(50);
    let at = 0;
    loop.schedule(10, 0, () => (at = loop.now));
    assert.equal(loop.nextAt, 50);
    assert.equal(loop.step(), true);
    assert.equal(at, 50);
  });

  it('does not run what is due after the limit', () => {
    const loop = new EventLoop(0);
    loop.schedule(11, 0, () => assert.fail('too early'));
    loop.runUntil(10);
    assert.equal(loop.nextAt, 11);
  });

  it('gives up with a reason when there are too many steps', () => {
    const loop = new EventLoop(0, 100);
    const again = (): void => {
      loop.schedule(loop.now, 0, again);
    };
    again();
    assert.throws(
      () => {
        loop.runUntil(1);
      },
      (error) => error instanceof EngineError && error.code === 'StepLimit',
    );
  });

  it('ends a loop that keeps the time from going on, and names who takes part in it', () => {
    const loop = new EventLoop(0, Infinity, ['timer', 'cluster']);
    const spin = (): void => {
      loop.schedule(loop.now, 1, spin);
    };
    loop.schedule(5, 1, spin);
    assert.throws(() => {
      while (loop.step());
    }, /the time does not go on: cluster wakes cluster, again and again/);
  });
});
