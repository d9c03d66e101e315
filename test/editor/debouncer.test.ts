import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { Debouncer } from '../../src/editor/debouncer';

describe('the debouncer', () => {
  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout'] });
  });
  afterEach(() => {
    mock.timers.reset();
  });

  it('runs the last request of a key once it has been quiet', () => {
    const ran: string[] = [];
    const debouncer = new Debouncer(100);
    debouncer.request('a', () => ran.push('first'));
    mock.timers.tick(99);
    debouncer.request('a', () => ran.push('second'));
    mock.timers.tick(99);
    assert.deepEqual(ran, []);
    mock.timers.tick(1);
    assert.deepEqual(ran, ['second']);
  });

  it('keeps keys apart, and cancels what is no longer wanted', () => {
    const ran: string[] = [];
    const debouncer = new Debouncer(100);
    for (const key of ['a', 'b', 'c']) debouncer.request(key, () => ran.push(key));
    debouncer.cancel('b');
    mock.timers.tick(100);
    assert.deepEqual(ran, ['a', 'c']);
    debouncer.request('a', () => ran.push('late'));
    debouncer.dispose();
    mock.timers.tick(100);
    assert.deepEqual(ran, ['a', 'c']);
  });
});
