import { strict as assert } from 'node:assert';
import { EngineError } from '../../../src/engine/kernel/engineError';
import { EventLoop } from '../../../src/engine/kernel/eventLoop';

/** Circles are the same wherever one begins to tell them. */
function assertCircle(said: string, wanted: string): void {
  const [names, members] = [said.split(' wakes '), wanted.split(' wakes ').slice(1)];
  assert.equal(names.at(-1), names[0], said);
  const turned = members.map((_, turn) => [...members.slice(turn), ...members.slice(0, turn)].join(' wakes '));
  assert.ok(turned.includes(names.slice(1).join(' wakes ')), said);
}

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

  const PHASES = ['timer', 'cluster', 'scheduler', 'deliver', 'sync'];
  const CIRCLES: readonly (readonly [name: string, before: readonly number[], circle: readonly number[], said: string])[] = [
    ['two that wake each other', [], [1, 4], 'cluster wakes sync wakes cluster'],
    ['one that has two wait for it', [], [1, 3, 1, 4], 'cluster wakes deliver wakes cluster wakes sync wakes cluster'],
    ['three, after others that end', [0, 2, 2], [1, 3, 4], 'cluster wakes deliver wakes sync wakes cluster'],
    ['one whose phase has no name', [], [7], 'phase 7 wakes phase 7'],
  ];
  for (const [name, before, circle, said] of CIRCLES)
    it(`names in a loop who takes part in it and nobody else: ${name}`, () => {
      const loop = new EventLoop(0, 5_000_000, PHASES);
      const inTurn = [...before, ...circle];
      const wake = (turn: number): void => {
        const next = turn + 1 < inTurn.length ? turn + 1 : before.length;
        loop.schedule(loop.now, inTurn[turn] as number, () => {
          wake(next);
        });
      };
      loop.schedule(5, 0, () => {
        wake(0);
      });
      assert.throws(
        () => {
          while (loop.step());
        },
        (error: Error) => {
          const [, names = ''] = /: the time does not go on: (.*), again and again$/.exec(error.message) ?? [];
          assertCircle(names, said);
          return true;
        },
      );
      assert.ok(loop.steps <= 200_010, `${loop.steps} steps are early`);
      assert.equal(loop.now, 5);
    });

  it('takes many instants of a few steps each for no loop', () => {
    const loop = new EventLoop(0, Infinity, PHASES);
    let left = 300_000;
    const tick = (): void => {
      if (--left > 0) loop.schedule(loop.now + (left % 2), 1, tick);
    };
    tick();
    while (loop.step());
    assert.equal(left, 0);
  });
});
