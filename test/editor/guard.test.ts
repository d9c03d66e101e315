import assert from 'node:assert/strict';
import { Guard } from '../../src/editor/guard';

function guarded(): { readonly guard: Guard; readonly logged: string[] } {
  const logged: string[] = [];
  return { guard: new Guard({ error: (message) => logged.push(message.split('\n')[0] ?? '') }), logged };
}

const fail = (message: string) => (): never => {
  throw new Error(message);
};
const failLater = (message: string) => async (): Promise<void> => {
  await Promise.reject(new Error(message));
};

describe('the guard around providers', () => {
  it('hands results on and logs nothing', async () => {
    const { guard, logged } = guarded();
    assert.equal(
      guard.run('x', 0, () => 5),
      5,
    );
    await guard.runAsync('x', async () => {
      await Promise.resolve();
    });
    assert.deepEqual(logged, []);
  });

  it('turns exceptions into the empty answer and one entry of the log', async () => {
    const { guard, logged } = guarded();
    assert.equal(guard.run('The hover', 'nothing', fail('no')), 'nothing');
    await guard.runAsync('Reading', failLater('gone'));
    assert.deepEqual(logged, ['The hover failed: Error: no', 'Reading failed: Error: gone']);
  });

  it('logs the same failure once, and again after it had gone', () => {
    const { guard, logged } = guarded();
    const failing = fail('no');
    const same = new Error('same');
    const again = (): never => {
      throw same;
    };
    guard.run('x', 0, again);
    guard.run('x', 0, again);
    assert.equal(logged.length, 1);
    guard.run('x', 0, failing);
    guard.run('x', 0, () => 1);
    guard.run('x', 0, again);
    assert.equal(logged.length, 3);
  });
});
