import assert from 'node:assert/strict';
import {
  allOf,
  counted,
  cutTo,
  formatBytes,
  formatCpu,
  formatDuration,
  formatMoment,
  formatSpread,
  fullGroupText,
  grouped,
  listed,
  plainMarkdown,
  plural,
  quote,
  visible,
  withoutMiddle,
} from '../../src/model/words';

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

table('formatSpread', formatSpread, [
  [[45, 38, 60], 'about 45 s (38–60)'],
  [[5, 4.6, 7.4], 'about 5 s (4.5–7.5)'],
  [[240, 180, 360], 'about 4 min (3–6)'],
  [[250, 246, 252], 'about 4 min'],
  [[135, 60, 290], 'about 2.5 min (1–5)'],
  [[1800, 1200, 4000], 'about 30 min (20–67)'],
  [[7200, 5400, Infinity], 'about 2 h (1.5–never)'],
]);

table('formatDuration', formatDuration, [
  [[0], '0 s'],
  [[0.04], '0 s'],
  [[7.26], '7.3 s'],
  [[9.96], '10 s'],
  [[42.4], '42 s'],
  [[59.6], '60 s'],
  [[119.4], '119 s'],
  [[120], '2 min'],
  [[125], '2 min 5 s'],
  [[3569], '59 min 29 s'],
  [[3599.7], '1 h'],
  [[7500], '2 h 5 min'],
  [[86_400], '24 h'],
]);

table('formatMoment', formatMoment, [
  [[0], '0:00'],
  [[7.9], '0:07'],
  [[750], '12:30'],
  [[3723], '1:02:03'],
  [[-5], '−0:05'],
  [[-0.4], '0:00'],
  [[7.24, true], '0:07.2'],
  [[59.96, true], '0:59.9'],
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
  [[2, 'pod'], '2 pods'],
  [[1250, 'pod'], '1,250 pods'],
  [[2, 'node is', 'nodes are'], '2 nodes are'],
]);

table('listed', listed, [
  [[[]], ''],
  [[['a']], 'a'],
  [[['a', 'b']], 'a and b'],
  [[['a', 'b', 'c']], 'a, b and c'],
  [[['a', 'b', 'c', 'd', 'e']], 'a, b, c and 2 more'],
]);

table('grouped', grouped, [
  [[999], '999'],
  [[1000], '1,000'],
  [[-1_234_567], '−1,234,567'],
]);

table('allOf', allOf, [
  [[1, 'pod'], 'the only pod'],
  [[1000, 'pod'], 'all 1,000 pods'],
]);

table('plural', plural, [
  [[0, 'waits', 'wait'], 'wait'],
  [[1, 'waits', 'wait'], 'waits'],
  [[2, 'waits', 'wait'], 'wait'],
]);

table('quote', quote, [
  [['web'], '“web”'],
  [['two\n lines'], '“two lines”'],
  [['x'.repeat(60)], `“${'x'.repeat(60)}”`],
  [['x'.repeat(61)], `“${'x'.repeat(59)}…”`],
]);

table('cutTo', cutTo, [
  [[3, 'abc'], 'abc'],
  [[3, 'abcd'], 'ab…'],
  [[3, 'a😀d'], 'a…'],
]);

table('withoutMiddle', withoutMiddle, [
  [['x'.repeat(700)], 'x'.repeat(700)],
  [[`${'x'.repeat(499)}😀${'x'.repeat(300)}😀${'x'.repeat(179)}`], `${'x'.repeat(499)} … ${'x'.repeat(179)}`],
]);

table('visible', visible, [
  [['web ➜ 😀'], 'web ➜ 😀'],
  [['a\u202Egnp.exe'], 'a\\u{202E}gnp.exe'],
  [['a\u200Bb\uFEFF'], 'a\\u{200B}b\\u{FEFF}'],
  [['a\uFFFFb\uD800'], 'a\\u{FFFF}b\\u{D800}'],
]);

table('plainMarkdown', plainMarkdown, [
  [['web-1 of 3.5 s'], 'web-1 of 3.5 s'],
  [['[a](command:b) `c` *d*'], '\\[a\\](command:b) \\`c\\` \\*d\\*'],
  [['<img src=x>\n# a'], '&#60;img src=x&#62; # a'],
]);

table('fullGroupText', fullGroupText, [
  [['spot', 0], 'group spot may have no node'],
  [['spot', 1], 'group spot has the one that it may have'],
  [['spot', 5], 'group spot has all 5 that it may have'],
]);
