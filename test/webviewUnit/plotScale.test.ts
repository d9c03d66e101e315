import assert from 'node:assert/strict';
import { crisp, plotX, plotY, stepCorners, topOf, valueTicks } from '../../webview/model/plotScale';

const scale = { left: 50, top: 10, width: 200, height: 100, length: 40, most: 20 };

describe('The scale of a plot', () => {
  it('puts zero at the bottom, the most at the top, and time to the right', () => {
    assert.deepEqual([plotY(scale, 0), plotY(scale, 20), plotY(scale, 5)], [110, 10, 85]);
    assert.deepEqual([plotX(scale, 0), plotX(scale, 40), plotX(scale, 10)], [50, 250, 100]);
  });

  it('leaves air above the largest value that is known', () => {
    assert.equal(topOf([Float64Array.of(NaN, 100, 4), Float64Array.of(3)]), 106);
    assert.equal(topOf([Float64Array.of(0, 0)]), 1);
    assert.equal(topOf([]), 1);
  });

  for (const { most, height, least = 1, expected } of [
    { most: 10.6, height: 100, expected: [0, 4, 8] },
    { most: 10.6, height: 300, expected: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10] },
    { most: 1, height: 400, expected: [0, 1] },
    { most: 13.25, height: 90, expected: [0, 5, 10] },
    { most: 106, height: 120, expected: [0, 25, 50, 75, 100] },
    { most: 1325, height: 120, expected: [0, 500, 1000] },
    { most: 5300, height: 30, expected: [0, 5000] },
    { most: 3, height: 1, expected: [0] },
    { most: 1_000_000, height: 150, expected: [0, 200_000, 400_000, 600_000, 800_000, 1_000_000] },
    { most: 0.5, height: 100, least: 0.001, expected: [0, 0.2, 0.4] },
    { most: 0.07, height: 100, least: 0.001, expected: [0, 0.02, 0.04, 0.06] },
  ]) {
    it(`marks ${expected.join(', ')} up to ${most} on ${height} pixels`, () => {
      assert.deepEqual(valueTicks({ most, height }, least), expected);
    });
  }

  it('never marks values closer than a line of text needs, and never a fraction of a pod', () => {
    for (let most = 1; most < 50_000; most = most * 1.07 + 0.3) {
      for (const height of [28, 60, 97, 270, 420]) {
        const ticks = valueTicks({ most, height });
        const [first = 0, second = Infinity] = ticks;
        assert.equal(first, 0);
        assert.ok(((second - first) / most) * height >= 28 - 1e-6, `${most} on ${height}: ${ticks.join(' ')}`);
        assert.ok(
          ticks.every((tick) => Number.isInteger(tick) && tick <= most + 1e-9),
          ticks.join(' '),
        );
      }
    }
  });
});

describe('The corners of a step line', () => {
  for (const { name, xs, ys, expected } of [
    { name: 'a value holds until the next one begins', xs: [0, 1, 2], ys: [5, 3, 4], expected: [0, 5, 1, 5, 1, 3, 2, 3, 2, 4] },
    { name: 'what stays the same has no corner before its end', xs: [0, 1, 2, 3], ys: [5, 5, 5, 5], expected: [0, 5, 3, 5] },
    { name: 'what is not known yet is left out', xs: [0, 1, 2], ys: [NaN, 2, 2], expected: [1, 2, 2, 2] },
    { name: 'nothing known is no line', xs: [0, 1], ys: [NaN, NaN], expected: [] },
    { name: 'one moment is one corner', xs: [4], ys: [2], expected: [4, 2] },
  ]) {
    it(name, () => {
      assert.deepEqual(stepCorners(xs, ys), expected);
    });
  }
});

describe('A crisp line', () => {
  for (const { value, density, width, expected } of [
    { value: 10.2, density: 1, width: 1, expected: 10.5 },
    { value: 10.2, density: 1, width: 2, expected: 10 },
    { value: 10.2, density: 2, width: 1, expected: 10 },
    { value: 10.3, density: 1.5, width: 1, expected: 10 },
    { value: 10.3, density: 3, width: 1, expected: 10 + 1 / 6 },
  ]) {
    it(`of ${width} pixels lies at ${expected.toFixed(2)} for ${value} on a screen of density ${density}`, () => {
      assert.ok(Math.abs(crisp(value, density, width) - expected) < 1e-9, String(crisp(value, density, width)));
    });
  }
});
