import assert from 'node:assert/strict';
import { humanDuration, timeSince } from '../../../src/engine/kubectl/duration';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const YEAR = 365 * DAY;

describe('humanDuration', () => {
  const table: readonly [milliseconds: number, text: string][] = [
    [-2 * SECOND, '<invalid>'],
    [-1 * SECOND, '0s'],
    [0, '0s'],
    [1999, '1s'],
    [119 * SECOND, '119s'],
    [2 * MINUTE, '2m'],
    [2 * MINUTE + 5 * SECOND, '2m5s'],
    [10 * MINUTE + 59 * SECOND, '10m'],
    [179 * MINUTE, '179m'],
    [3 * HOUR, '3h'],
    [7 * HOUR + 59 * MINUTE, '7h59m'],
    [8 * HOUR + 30 * MINUTE, '8h'],
    [47 * HOUR, '47h'],
    [2 * DAY, '2d'],
    [2 * DAY + HOUR, '2d1h'],
    [8 * DAY + 5 * HOUR, '8d'],
    [2 * YEAR - DAY, '729d'],
    [2 * YEAR, '2y'],
    [2 * YEAR + 70 * DAY, '2y70d'],
    [9 * YEAR + 70 * DAY, '9y'],
  ];
  for (const [milliseconds, text] of table) {
    it(`writes ${milliseconds / SECOND} s as ${text}`, () => {
      assert.equal(humanDuration(milliseconds), text);
    });
  }

  it('does not know how long ago nothing was', () => {
    assert.equal(timeSince(undefined, 0), '<unknown>');
  });
});
