import assert from 'node:assert/strict';
import { editDocument, type ObjectEdit } from '../../src/manifest/edits';
import type { Path } from '../../src/manifest/source';

function edited(text: string, edit: ObjectEdit): string | undefined {
  return editDocument(text, [edit]);
}

const set = (path: string, value: string): ObjectEdit => ({ op: 'set', path: steps(path), value });
const remove = (path: string): ObjectEdit => ({ op: 'remove', path: steps(path) });
const steps = (path: string): Path => path.split('.').map((step) => (/^\d+$/.test(step) ? Number(step) : step));

const CASES: readonly (readonly [name: string, before: string, edit: ObjectEdit, after: string])[] = [
  ['replaces a value and keeps its comment', 'a:\n  b: 1 # why\n', set('a.b', '2'), 'a:\n  b: 2 # why\n'],
  ['replaces a quoted value', 'a: "25%"\n', set('a', '3'), 'a: 3\n'],
  ['fills an empty value', 'a:\n  b: # why\n', set('a.b', '2'), 'a:\n  b: 2 # why\n'],
  ['inserts behind the scalars', 'a:\n  b: 1 # x\n  c:\n    d: 1\n', set('a.e', '2'), 'a:\n  b: 1 # x\n  e: 2\n  c:\n    d: 1\n'],
  [
    'inserts in front where there are no scalars',
    'spec:\n  t:\n    d: 1\n',
    set('spec.e', '2'),
    'spec:\n  e: 2\n  t:\n    d: 1\n',
  ],
  [
    'inserts a chain of keys with the indentation in use',
    'spec:\n    replicas: 1\n    t: {}\n',
    set('spec.s.r.m', '0'),
    'spec:\n    replicas: 1\n    s:\n        r:\n            m: 0\n    t: {}\n',
  ],
  ['inserts into an empty parent', 'a:\n  b:\n  c: {}\n', set('a.b.d', '1'), 'a:\n  b:\n    d: 1\n  c: {}\n'],
  ['inserts into a flow map', 'a: {b: 1}\n', set('a.c.d', '2'), 'a: {b: 1, c: {d: 2}}\n'],
  ['inserts into an empty flow map', 'a: {} # x\n', set('a.c', '2'), 'a: {c: 2} # x\n'],
  ['quotes keys in JSON', '{"a": {"b": 1}}', set('a.c', '25%'), '{"a": {"b": 1, "c": "25%"}}'],
  ['puts a line into JSON', '{\n  "a": 1,\n  "b": {}\n}\n', set('c', '25%'), '{\n  "a": 1,\n  "b": {},\n  "c": "25%"\n}\n'],
  ['replaces a text in JSON', '{"a": "Recreate"}', set('a', 'RollingUpdate'), '{"a": "RollingUpdate"}'],
  ['writes maps and lists as JSON', '{"a": {}}', set('a.b', '{c: [x, 2], d: yes}'), '{"a": {"b": {"c": ["x", 2], "d": true}}}'],
  ['fills nothing in JSON', '{"a": null}', set('a.b', '1'), '{"a": {"b": 1}}'],
  [
    'leaves the comments of JSON alone',
    '{\n  // a, b\n  "a": 1 /* x */\n}',
    set('b', '"y"'),
    '{\n  // a, b\n  "a": 1,\n  "b": "y" /* x */\n}',
  ],
  [
    'keeps JSON with tabs',
    '{\r\n\t"a": {\r\n\t\t"b": 1\r\n\t}\r\n}',
    set('a.c', '2'),
    '{\r\n\t"a": {\r\n\t\t"b": 1,\r\n\t\t"c": 2\r\n\t}\r\n}',
  ],
  ['removes the last line of JSON', '{\n  "a": 1,\n  "b": 2\n}', remove('b'), '{\n  "a": 1\n}'],
  ['removes the first line of JSON', '{\n  "a": 1,\n  "b": 2\n}', remove('a'), '{\n  "b": 2\n}'],
  ['keeps Windows line ends', 'a:\r\n  b: 1\r\nz: 1\r\n', set('a.c', '2'), 'a:\r\n  b: 1\r\n  c: 2\r\nz: 1\r\n'],
  ['inserts at the end of a text without a line end', 'a:\n  b: 1', set('a.c', '2'), 'a:\n  b: 1\n  c: 2'],
  ['inserts into an item of a sequence', 'a:\n- b: 1\n  c: {}\n', set('a.0.d', '2'), 'a:\n- b: 1\n  d: 2\n  c: {}\n'],
  [
    'inserts behind a block scalar',
    'a:\n  b: |\n    x\n    y\nz: 1\n',
    set('a.c.d', '2'),
    'a:\n  c:\n    d: 2\n  b: |\n    x\n    y\nz: 1\n',
  ],
  ['removes a line', 'a:\n  b: 1 # x\n  c: 2\n', remove('a.b'), 'a:\n  c: 2\n'],
  ['removes the last line', 'a:\n  b: 1\n  c: 2', remove('a.c'), 'a:\n  b: 1\n'],
  ['removes a block', 'a:\n  b:\n    x: 1\n\n    y: 2\n  c: 2\n', remove('a.b'), 'a:\n  c: 2\n'],
  ['removes what would be left empty', 'a:\n  b:\n    x: 1\n  c: 2\n', remove('a.b.x'), 'a:\n  c: 2\n'],
  ['removes from a flow map, first', 'a: {b: 1, c: 2}\n', remove('a.b'), 'a: {c: 2}\n'],
  ['removes from a flow map, last', 'a: {b: 1, c: 2}\n', remove('a.c'), 'a: {b: 1}\n'],
  ['removes the first key of an item', 'a:\n- b: 1\n  c: 2\n', remove('a.0.b'), 'a:\n- c: 2\n'],
  ['removes the last key of all', 'a: 1\nb: 2\n', remove('b'), 'a: 1\n'],
  ['inserts behind the last key of all', 'a: 1\nb: 2\n', set('c', '3'), 'a: 1\nb: 2\nc: 3\n'],
  ['inserts in front of a key below a comment', '# x\na:\n  b: 1\n', set('c', '3'), '# x\nc: 3\na:\n  b: 1\n'],
  ['removes a block with its last lines', 'a: 1\nb:\n  - c\n  - d: {e: f}\n', remove('b'), 'a: 1\n'],
  ['removes a block that ends with a sequence of sequences', 'a: 1\nb:\n  - - c\n    - d\ne: 1\n', remove('b'), 'a: 1\ne: 1\n'],
  ['removes with Windows line ends', 'a:\r\n  b: 1\r\n  c: 2\r\n', remove('a.b'), 'a:\r\n  c: 2\r\n'],
];

describe('minimal text edits', () => {
  for (const [name, before, edit, after] of CASES) {
    it(name, () => {
      assert.equal(edited(before, edit), after);
    });
  }
  it('leaves aliases and non-maps alone', () => {
    assert.equal(edited('a: &x {b: 1}\nc: 5\n', set('c.d', '2')), undefined);
    assert.equal(edited('a: [1]\n', set('a', '2')), undefined);
    assert.equal(edited('a: 1\n', remove('b')), undefined);
    assert.equal(edited('? a\n:\n', set('a', '2')), undefined);
    assert.equal(edited('a: !!str "3"\n', set('a', '7')), undefined, 'the tag would make a text of the number');
    assert.equal(edited('a: &x 3\nb: *x\n', set('a', '7')), undefined, 'the alias would follow');
    assert.equal(edited('? a\n: b: 1\n', remove('a.b')), undefined, 'an empty key would stay');
    assert.equal(edited('a: !!int\n', set('a', '7')), undefined, 'the tag would stand behind the value');
  });
});
