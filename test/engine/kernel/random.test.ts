import { strict as assert } from 'node:assert';
import { RandomSource } from '../../../src/engine/kernel/random';

function draw(source: RandomSource, name: string, count: number): number[] {
  const stream = source.stream(name);
  return Array.from({ length: count }, stream);
}

describe('RandomSource', () => {
  it('gives the same numbers for the same seed and name', () => {
    assert.deepEqual(draw(new RandomSource(7), 'kubelet', 20), draw(new RandomSource(7), 'kubelet', 20));
  });

  it('gives other numbers for another seed or name', () => {
    const numbers = draw(new RandomSource(7), 'kubelet', 5);
    assert.notDeepEqual(draw(new RandomSource(8), 'kubelet', 5), numbers);
    assert.notDeepEqual(draw(new RandomSource(7), 'scheduler', 5), numbers);
  });

  it('does not let one stream shift another', () => {
    const undisturbed = draw(new RandomSource(7), 'kubelet', 10);
    const source = new RandomSource(7);
    const first = draw(source, 'kubelet', 5);
    draw(source, 'faults', 100);
    assert.deepEqual([...first, ...draw(source, 'kubelet', 5)], undisturbed);
  });

  it('stays within [0, 1) and spreads over it', () => {
    const numbers = draw(new RandomSource(1), 'any', 10_000);
    assert.ok(numbers.every((number) => number >= 0 && number < 1));
    const mean = numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
    assert.ok(Math.abs(mean - 0.5) < 0.02, `mean ${mean}`);
  });

  it('gives each eight neighboring seeds one number of each eighth, for each name in another order', () => {
    const eighths = (name: string, from: number): number[] =>
      Array.from({ length: 8 }, (_, index) => Math.floor(8 * new RandomSource(from + index).spread(name)));
    for (const name of ['looks', 'rounds']) {
      for (const from of [1, 9, -7]) assert.deepEqual(eighths(name, from).sort(), [0, 1, 2, 3, 4, 5, 6, 7]);
    }
    assert.notDeepEqual(eighths('looks', 1), eighths('rounds', 1));
  });

  it('gives them numbers that lie an eighth apart, so that what happens once in eight times happens to one of them', () => {
    for (const from of [1, 9, 17]) {
      const numbers = Array.from({ length: 8 }, (_, index) => new RandomSource(from + index).spread('rounds')).sort();
      for (let index = 1; index < 8; index++)
        assert.ok(Math.abs((numbers[index] ?? 0) - (numbers[index - 1] ?? 0) - 1 / 8) < 1e-9, String(numbers));
    }
    assert.notEqual(new RandomSource(1).spread('rounds') % (1 / 8), new RandomSource(9).spread('rounds') % (1 / 8));
  });

  it('makes three numbers of a spread stream that follow each other fall into all eight combinations of halves', () => {
    for (const [name, from] of [
      ['order', 1],
      ['order', 9],
      ['places', -7],
    ] as const) {
      const rows = Array.from({ length: 8 }, (_, index) => {
        const stream = new RandomSource(from + index).spreadStream(name);
        return Array.from({ length: 12 }, () => Math.floor(2 * stream()));
      });
      for (let first = 0; first < 10; first++)
        assert.equal(new Set(rows.map((row) => row.slice(first, first + 3).join(''))).size, 8, `${name} ${first}`);
    }
  });

  it('draws every number of a spread stream from the whole range, over many seeds', () => {
    const numbers = Array.from({ length: 4000 }, (_, seed) => {
      const stream = new RandomSource(seed).spreadStream('order');
      stream();
      return stream();
    });
    for (let tenth = 0; tenth < 10; tenth++) {
      const share = numbers.filter((number) => Math.floor(10 * number) === tenth).length / numbers.length;
      assert.ok(Math.abs(share - 0.1) < 0.02, `${tenth}: ${share}`);
    }
  });
});
