import { strict as assert } from 'node:assert';
import {
  BucketRateLimiter,
  DefaultControllerRateLimiter,
  ExponentialFailureRateLimiter,
} from '../../../src/engine/client/rateLimiter';

describe('ExponentialFailureRateLimiter', () => {
  it('starts with 5 ms and ends at 1000 s', () => {
    const limiter = new ExponentialFailureRateLimiter();
    const delays = Array.from({ length: 20 }, () => limiter.when('a'));
    assert.deepEqual(delays.slice(0, 5), [5, 10, 20, 40, 80]);
    assert.deepEqual(delays.slice(-2), [1_000_000, 1_000_000]);
    assert.equal(limiter.when('b'), 5);
  });
});

describe('BucketRateLimiter', () => {
  it('lets 100 through and then 10 per second', () => {
    const clock = { now: 0 };
    const limiter = new BucketRateLimiter(clock);
    const delays = Array.from({ length: 103 }, () => limiter.when());
    assert.deepEqual(delays.slice(0, 100), Array<number>(100).fill(0));
    assert.deepEqual(delays.slice(100), [100, 200, 300]);
  });

  it('lets through what a client may send', () => {
    const limiter = new BucketRateLimiter({ now: 0 }, 20, 2);
    assert.deepEqual(
      Array.from({ length: 4 }, () => limiter.when()),
      [0, 0, 50, 100],
    );
  });

  it('fills up again with time, to 100 at most', () => {
    const clock = { now: 0 };
    const limiter = new BucketRateLimiter(clock);
    for (let index = 0; index < 100; index++) limiter.when();
    clock.now = 500;
    assert.deepEqual(
      Array.from({ length: 6 }, () => limiter.when()),
      [0, 0, 0, 0, 0, 100],
    );
    clock.now = 1_000_000;
    assert.equal(Array.from({ length: 101 }, () => limiter.when()).filter((delay) => delay > 0).length, 1);
  });
});

describe('DefaultControllerRateLimiter', () => {
  it('waits for the longer of the two', () => {
    const limiter = new DefaultControllerRateLimiter({ now: 0 });
    for (let index = 0; index < 100; index++) limiter.when(`key ${index}`);
    assert.equal(limiter.when('late'), 100);
    assert.equal(limiter.numRequeues('late'), 1);
    limiter.forget('late');
    assert.equal(limiter.numRequeues('late'), 0);
  });
});
