import { strict as assert } from 'node:assert';
import { Worker } from '../../../src/engine/controllers/worker';
import { EngineError } from '../../../src/engine/kernel/engineError';
import { EventLoop } from '../../../src/engine/kernel/eventLoop';

/** A worker whose syncs fail with this error. */
function failing(error: Error): { readonly loop: EventLoop; readonly worker: Worker } {
  const loop = new EventLoop(0);
  const worker = new Worker({ loop, timerPhase: 0, syncPhase: 1 });
  worker.start({
    sync: () => {
      throw error;
    },
  });
  worker.queue.add('a');
  return { loop, worker };
}

describe('A worker', () => {
  it('tries a failed sync again later', () => {
    const { loop, worker } = failing(new Error('conflict'));
    loop.step();
    assert.deepEqual([...worker.queue.waiting], [['a', 5]]);
  });

  it('does not take a failed invariant for a failed sync', () => {
    const { loop } = failing(new EngineError('InvariantViolated', 'a', 'cannot be'));
    assert.throws(() => loop.step(), EngineError);
  });

  it('does not take a mistake in the program for a failed sync', () => {
    const { loop } = failing(new TypeError("Cannot assign to read only property 'replicas'"));
    assert.throws(() => loop.step(), /a: its sync fails by a mistake in the program: Cannot assign to read only property/);
  });

  it('is started once', () => {
    const { worker } = failing(new Error('conflict'));
    assert.throws(() => {
      worker.start({ sync: () => undefined });
    }, /started twice/);
  });
});
