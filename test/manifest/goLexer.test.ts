import { strict as assert } from 'node:assert';
import { goYamlProblem } from '../../src/manifest/goYaml/parser';
import { readJson } from '../../src/manifest/json';
import { parseText } from '../../src/manifest/parse';

describe('quotes and brackets whose lines are indented less', () => {
  const READ: readonly (readonly [what: string, text: string, value: unknown])[] = [
    ['a quote that ends below its key', 'a:\n  b: "x\n  y\n  "\n  c: 1\n', { a: { b: 'x y ', c: 1 } }],
    ['a quote that ends at the first column', "a:\n  b: 'x\n'\n  c: 1\n", { a: { b: 'x ', c: 1 } }],
    ['line breaks that are left out', 'a:\n  b: "\\\n    x,\\\n    y\\\n  "\n  c: 1\n', { a: { b: 'x,y', c: 1 } }],
    ['an item of a list', 'a:\n- "x\n- y"\n- z\n', { a: ['x - y', 'z'] }],
    [
      'a list in brackets',
      'a:\n  b: [x, "y\n  z", [1,\n2],\n]\n  c: {d: 1,\ne: 2}\n',
      { a: { b: ['x', 'y z', [1, 2]], c: { d: 1, e: 2 } } },
    ],
  ];
  for (const [what, text, value] of READ)
    it(`are read as kubectl reads them: ${what}`, () => {
      const { root, problems } = parseText(text);
      assert.deepEqual(problems, []);
      assert.deepEqual(root && readJson(root).json, value);
    });

  it('are left as they are where the text is wrong anyhow: each line of it is read', () => {
    const { root, problems } = parseText('a:\n  b: "x\n  c: "y"\nd: 2\n');
    assert.notEqual(problems.length, 0);
    assert.deepEqual(root && readJson(root).json, { a: { b: '', c: 'y' }, d: 2 });
  });
});

/** As kubectl v1.32 reads them. */
const READ: readonly (readonly [text: string, json: unknown])[] = [
  ['{a:}', { 'a:': null }],
  ['{a:, b: 1}', { 'a:': null, b: 1 }],
  ['{a: 0:}', { a: '0:' }],
  ['{a: !!str 0:}', { a: '0:' }],
  ['[a:, b::, c:d]', ['a:', 'b::', 'c:d']],
  ['[a :]', ['a :']],
  ['[a\n :]', ['a :']],
  ['[[a:], {b:}]', [['a:'], { 'b:': null }]],
  ['[a: b]', [{ a: 'b' }]],
  ['["a":b, "c":]', [{ a: 'b' }, { c: null }]],
  ['[-]', ['-']],
  ['{a: -, -: b}', { a: '-', '-': 'b' }],
  ['[-, -1, -a]', ['-', -1, '-a']],
  ["[?'a', ? b]", [{ a: null }, { b: null }]],
  ['{?a: 1}', { a: 1 }],
  ['[!t :~]', [{ '': null }]],
  ['[!a,b c]', ['c']],
  ['[!a, b, !c d]', ['b', 'd']],
  ['![!str 12', '12'],
  ['![]aG', ''],
  ['!{} a', undefined],
  ['!a!!b c', undefined],
  ['!a.b!c d', 'd'],
  ['!!!str d', 'd'],
  ['!<!a,[b]> c', 'c'],
  ['!a%20b c', 'c'],
  ['!a%zz c', undefined],
  ['!a#b c', undefined],
  ['[!a]', undefined],
  ['{!t : 1}', { '': 1 }],
  ['\n  !t : 1', { '': 1 }],
  ['\n  !!str : 1\n  b: 2', { '': 1, b: 2 }],
  ['\n  - !t : 1\n    b: 2', [{ '': 1, b: 2 }]],
  ['!t\n  b: 2', { b: 2 }],
  ['!t {b: 2}', { b: 2 }],
];

describe('What ends a text or a tag', () => {
  for (const [written, json] of READ)
    it(`${JSON.stringify(written)} is ${json === undefined ? 'a mistake' : JSON.stringify(json)}`, () => {
      const text = `a: ${written}\n`;
      const { root, problems } = parseText(text);
      const isRefused = json === undefined;
      assert.equal(problems.length > 0, isRefused);
      assert.equal(goYamlProblem(text) !== undefined, isRefused);
      if (!isRefused) assert.deepEqual(root && readJson(root).json, { a: json });
    });
});

describe('A tag and an anchor before a key without a text', () => {
  it('belong to the key, and a map keeps its own', () => {
    const { root } = parseText('a:\n  !!int : 1\nb: !!map\n  c: 1\n');
    assert.deepEqual(root && readJson(root).json, { a: { '': 1 }, b: { c: 1 } });
    assert.equal(parseText('a:\n  &x : 1\nb: *x\n').refused, undefined);
  });
});
