import assert from 'node:assert/strict';
import { counted, formatBytes, formatCpu, formatDuration, formatMoment, listed } from '../../src/engine/simulation/words/words';

function table<A extends readonly unknown[]>(
  name: string,
  run: (...args: A) => string,
  rows: readonly (readonly [A, string])[],
): void {
  describe(name, () => {
    for (const [args, expected] of rows) {
      it(`${JSON.stringify(args)} → ${expected}`, () => {
        assert.equal(run(...args), expected);
      });
    }
  });
}

table('formatDuration', formatDuration, [
  [[0], '0 s'],
  [[0.04], '0 s'],
  [[7.26], '7.3 s'],
  [[9.96], '10 s'],
  [[42.4], '42 s'],
  [[59.6], '1 m'],
  [[61], '1 m 1 s'],
  [[3599.7], '1 h'],
  [[7500], '2 h 5 m'],
  [[86_400], '24 h'],
]);

table('formatMoment', formatMoment, [
  [[0], '0:00'],
  [[7.9], '0:07'],
  [[750], '12:30'],
  [[3723], '1:02:03'],
  [[-5], '-0:05'],
]);

table('formatCpu', formatCpu, [
  [[0], '0'],
  [[750], '750m'],
  [[1500], '1.5'],
  [[12_000], '12'],
]);

table('formatBytes', formatBytes, [
  [[512], '512 B'],
  [[128 * 2 ** 20], '128 MiB'],
  [[1.5 * 2 ** 30], '1.5 GiB'],
]);

table('counted', counted, [
  [[1, 'pod'], '1 pod'],
  [[0, 'pod'], '0 pods'],
  [[2, 'node is', 'nodes are'], '2 nodes are'],
]);

table('listed', listed, [
  [[[]], ''],
  [[['a']], 'a'],
  [[['a', 'b']], 'a and b'],
  [[['a', 'b', 'c']], 'a, b and c'],
  [[['a', 'b', 'c', 'd', 'e']], 'a, b, c and 2 more'],
]);
