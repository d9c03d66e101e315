import assert from 'node:assert/strict';
import { axisTicks, linearAxis, quietAxis, toDisplay, toTime } from '../../webview/model/axis';

describe('The time axis', () => {
  it('is linear when something happens all the time', () => {
    const axis = quietAxis(0, 30, [0, 5, 12, 20, 28]);
    assert.deepEqual(axis.breaks, []);
    assert.equal(toDisplay(axis, 15), 15);
  });

  it('shortens a long quiet stretch so that the busy part keeps 60 % of the width', () => {
    const axis = quietAxis(0, 612, [0, 2, 5, 9, 12, 600, 606, 612]);
    assert.equal(axis.breaks.length, 1);
    const [quiet] = axis.breaks;
    assert.ok(quiet !== undefined && quiet.from === 13 && quiet.to === 599);
    const quietShare = (quiet.displayTo - quiet.displayFrom) / axis.length;
    assert.ok(Math.abs(quietShare - 0.4) < 1e-9, `${quietShare}`);
  });

  it('maps there and back', () => {
    const axis = quietAxis(-1, 612, [0, 2, 5, 9, 12, 600, 606, 612]);
    for (const t of [-1, 0, 3.5, 12, 200, 599.5, 604, 612])
      assert.ok(Math.abs(toTime(axis, toDisplay(axis, t)) - t) < 1e-9, `${t}`);
  });

  it('keeps to its ends', () => {
    const axis = linearAxis(0, 10);
    assert.deepEqual([toTime(axis, -5), toTime(axis, 50), toDisplay(axis, -5), toDisplay(axis, 50)], [0, 10, 0, 10]);
  });

  it('has a length even when nothing happened', () => {
    assert.equal(linearAxis(0, 0).length, 1);
  });

  for (const { width, end, expected } of [
    { width: 800, end: 16, expected: [0, 2, 4, 6, 8, 10, 12, 14, 16] },
    { width: 320, end: 16, expected: [0, 5, 10, 15] },
    { width: 800, end: 600, expected: [0, 60, 120, 180, 240, 300, 360, 420, 480, 540, 600] },
  ]) {
    it(`marks round moments of ${end} s on ${width} pixels`, () => {
      assert.deepEqual(axisTicks(linearAxis(0, end), width), expected);
    });
  }

  it('marks the ends of a shortened stretch', () => {
    const breaks = [{ from: 20, to: 80, displayFrom: 20, displayTo: 40 }];
    const axis = { start: 0, end: 100, length: 60, times: [0, 20, 80, 100], displays: [0, 20, 40, 60], breaks };
    assert.deepEqual(axisTicks(axis, 600), [0, 10, 20, 80, 90, 100]);
    assert.deepEqual([toDisplay(axis, 20), toDisplay(axis, 50), toDisplay(axis, 80), toTime(axis, 30)], [20, 30, 40, 50]);
  });

  it('marks nothing inside a shortened stretch', () => {
    const axis = quietAxis(0, 612, [0, 2, 5, 9, 12, 600, 606, 612]);
    assert.ok(axisTicks(axis, 900).every((t) => t <= 13 || t >= 599));
  });
});
