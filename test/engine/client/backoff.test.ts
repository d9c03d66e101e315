import { strict as assert } from 'node:assert';
import { Backoff } from '../../../src/engine/client/backoff';
import { EventLoop } from '../../../src/engine/kernel/eventLoop';

const MINUTE = 60_000;

describe('A backoff', () => {
  it('doubles from the first delay to the last', () => {
    const backoff = new Backoff(new EventLoop(0), 1000, 15 * MINUTE);
    const delays: number[] = [];
    for (let use = 0; use < 12; use++) {
      backoff.next('a');
      delays.push(backoff.get('a') / 1000);
    }
    assert.deepEqual(delays, [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]);
    assert.equal(backoff.get('b'), 0);
  });

  it('holds back until the delay has passed since its last use', () => {
    const loop = new EventLoop(0);
    const backoff = new Backoff(loop, 1000, 15 * MINUTE);
    assert.equal(backoff.isInBackOffSinceUpdate('a'), false);
    backoff.next('a');
    loop.advanceTo(999);
    assert.equal(backoff.isInBackOffSinceUpdate('a'), true);
    loop.advanceTo(1000);
    assert.equal(backoff.isInBackOffSinceUpdate('a'), false);
  });

  it('starts anew after twice the longest delay without use', () => {
    const loop = new EventLoop(0);
    const backoff = new Backoff(loop, 1000, 15 * MINUTE);
    for (let use = 0; use < 20; use++) backoff.next('a');
    loop.advanceTo(30 * MINUTE);
    backoff.next('a');
    assert.equal(backoff.get('a'), 15 * MINUTE);
    loop.advanceTo(60 * MINUTE + 1);
    backoff.next('a');
    assert.equal(backoff.get('a'), 1000);
  });

  it('goes on from when somebody else has raised it', () => {
    const backoff = new Backoff(new EventLoop(50_000), 1000, 15 * MINUTE);
    for (const at of [10_000, 13_000, 20_000]) backoff.replay('a', at);
    assert.equal(backoff.get('a'), 4000);
    assert.equal(backoff.isInBackOffSinceUpdate('a'), false);
    backoff.next('a');
    assert.equal(backoff.get('a'), 8000);
  });

  it('was one of another key where it was raised too early', () => {
    const backoff = new Backoff(new EventLoop(50_000), 1000, 15 * MINUTE);
    for (const at of [10_000, 13_000, 20_000, 22_000]) backoff.replay('a', at);
    assert.equal(backoff.get('a'), 1000);
  });

  it('forgets keys that have expired', () => {
    const loop = new EventLoop(0);
    const backoff = new Backoff(loop, 1000, 15 * MINUTE);
    backoff.next('a');
    loop.advanceTo(31 * MINUTE);
    backoff.next('b');
    assert.equal(backoff.get('a'), 0);
  });
});
