import { strict as assert } from 'node:assert';
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
