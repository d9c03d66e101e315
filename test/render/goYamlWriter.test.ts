import { strict as assert } from 'node:assert';
import { parseText } from '../../src/manifest/parse';
import { readJson } from '../../src/manifest/json';
import { writeYaml } from '../../src/render/goYaml/writer';

const WRITTEN: readonly (readonly [what: string, value: unknown, text: string])[] = [
  ['maps and lists', { b: [1, { c: 2, a: [] }], a: {} }, 'a: {}\nb:\n- 1\n- a: []\n  c: 2\n'],
  ['lists in lists', [[1, 2], [{ a: 1 }]], '- - 1\n  - 2\n- - a: 1\n'],
  ['keys in natural order', { app10: 1, app9: 1, a2: 1, B: 1, _x: 1 }, '_x: 1\nB: 1\na2: 1\napp9: 1\napp10: 1\n'],
  [
    'texts that mean something else',
    ['yes', 'n', '012', '1_000', '12:30:45', '2001-01-01', '~', '.inf', ''].join('|').split('|'),
    '- "yes"\n- "n"\n- "012"\n- "1_000"\n- "12:30:45"\n- "2001-01-01"\n- "~"\n- .inf\n- ""\n'.replace('- .inf', '- ".inf"'),
  ],
  [
    'indicators',
    ['@x', '- x', '# c', ' lead', 'a: b', 'x:', "it's", 'NaN', '-x'],
    "- '@x'\n- '- x'\n- '# c'\n- ' lead'\n- 'a: b'\n- 'x:'\n- it's\n- NaN\n- -x\n",
  ],
  ['keys that need quotes', { y: 1, '': 2 }, '"": 2\n"y": 1\n'],
  ['literal blocks', { a: 'x\ny\n', b: 'x', c: 'x\n\n', d: ' x\ny' }, 'a: |\n  x\n  y\nb: x\nc: |+\n  x\n\nd: |2-\n   x\n  y\n'],
  ['what no block can hold', { a: 'x \ny', b: 'a\tb', c: '\u{1F600}' }, 'a: "x \\ny"\nb: "a\\tb"\nc: "\\U0001F600"\n'],
  [
    'numbers',
    [1.5, 1234567.5, 0.0000001, 1e21, 10n ** 20n, -3],
    '- 1.5\n- 1.2345675e+06\n- 1e-07\n- 1e+21\n- 100000000000000000000\n- -3\n',
  ],
  ['long keys', { ['k'.repeat(129)]: { a: 1 } }, `? ${'k'.repeat(129)}\n: a: 1\n`],
  ['nothing', null, 'null\n'],
];

describe('YAML as Go writes it', () => {
  for (const [what, value, text] of WRITTEN)
    it(`writes ${what}`, () => {
      assert.equal(writeYaml(value), text);
      const { root } = parseText(text);
      assert.ok(root !== undefined);
      if (what !== 'numbers') assert.deepEqual(readJson(root, 'literal').json, value);
    });

  it('folds behind the given width, or never', () => {
    const long = 'word '.repeat(30).trim();
    assert.equal(writeYaml({ a: long }).split('\n').length, 3);
    assert.equal(writeYaml({ a: long }, { width: Infinity }).split('\n').length, 2);
  });
});
