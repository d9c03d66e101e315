import assert from 'node:assert/strict';
import { parseAround } from '../../src/manifest/around';
import { readJson } from '../../src/manifest/json';
import { readManifest } from '../../src/manifest/manifest';
import { nodeAt } from '../../src/manifest/source';

/** What kubectl reads although YAML asks for more indentation. */
const FORGIVEN: readonly (readonly [what: string, text: string, json: unknown])[] = [
  ['a flow sequence that ends at its key', 'a:\n  b: [\n    x, z\n  ]\nc: 1\n', { a: { b: ['x', 'z'] }, c: 1 }],
  ['a flow sequence that ends further left', 'a:\n  b: [x,\n    z\n]\nc: 1\n', { a: { b: ['x', 'z'] }, c: 1 }],
  ['a flow map with comments', 'a:\n  b: {x: 1, # one\n# two: 2,\nz: 3}\n', { a: { b: { x: 1, z: 3 } } }],
  ['a quoted text', 'a:\n  b: "one\ntwo\n\n   three"\n  c: 1\n', { a: { b: 'one two\nthree', c: 1 } }],
  ['a text in single quotes', "a:\n  b: 'one\n  two'\n  c: 1\n", { a: { b: 'one two', c: 1 } }],
  ['an escaped line break', 'a:\n  b: "one\\\n  two"\n', { a: { b: 'onetwo' } }],
  ['a tagged text beside it', 'a:\n  b: [x,\nz]\n  c: !!str 5\n', { a: { b: ['x', 'z'], c: '5' } }],
  ['Windows line ends', 'a:\r\n  b: [x,\r\nz]\r\n', { a: { b: ['x', 'z'] } }],
  ['old line ends', 'a:\r  b: 1\r  c: "d\r  e"\r', { a: { b: 1, c: 'd e' } }],
  ['line ends of other systems', 'a:\u0085  b: 1\u2028c: 2\u2029d: 3\n', { a: { b: 1 }, c: 2, d: 3 }],
  ['a byte order mark at its beginning', '\uFEFFa:\n  b: [x,\nz]\nc: 1\n', { a: { b: ['x', 'z'] }, c: 1 }],
  ['a byte order mark at its end', 'a:\n  b: [x,\nz]\n#\uFEFF', { a: { b: ['x', 'z'] } }],
  ['nothing behind the end of a document', 'a: 1\nb:\n...\n c: [\n', { a: 1, b: null }],
  ['nothing behind the end of a document that has another one behind it', 'a: 1\n...\nb: 2\n', { a: 1 }],
  ['nothing behind a directive', 'a: 1\n%TAG ! x\n  b: 2\n', { a: 1 }],
  ['nothing behind a line that is less indented than the first', '  a: 1\n  b: 2\nc: 3\n', { a: 1, b: 2 }],
  ['a plain text in a flow sequence', 'a:\n  b: [one\ntwo, 3]\n', { a: { b: ['one two', 3] } }],
];

describe('What kubectl reads without an objection', () => {
  for (const [what, text, json] of FORGIVEN) {
    it(`is read: ${what}`, () => {
      const { root, problems } = parseAround(text).parsed;
      assert.deepEqual(problems, []);
      assert.ok(root !== undefined);
      assert.deepEqual(readJson(root).json, json);
    });
  }

  const UNREAD: readonly (readonly [text: string, unread: string | undefined])[] = [
    ['kind: A\n...\nb: 2\n', '...'],
    ['kind: A\n%TAG ! x\nb: 2\n', '%TAG ! x'],
    ['  kind: A\nb: 2\nc: 3\n', 'b: 2'],
    ['# \u{1f600}\n  kind: "\u{1f600}"\nb: 2\n', 'b: 2'],
    ['kind: A\n...\n# b: 2\n\n', undefined],
    ['kind: A\n...\n%YAML 1.1\n', undefined],
    ['kind: A\nb: |\n  ...\n  %x\nc: 3\n', undefined],
    ['kind: A\nb: "\n %x\n"\n', undefined],
  ];
  for (const [text, unread] of UNREAD)
    it(`tells what is left out: ${JSON.stringify(text)}`, () => {
      const range = parseAround(text).parsed.unread;
      assert.equal(range === undefined ? undefined : text.slice(range.start, range.end), unread);
    });

  it('has its places in the text as it is written', () => {
    const text = 'kind: Deployment\nspec:\n  selector: {matchLabels: {\na: b}}\n  replicas: 3\n';
    const [placed] = readManifest(text).documents;
    const workload = placed?.document.workloads[0];
    const at = nodeAt(workload?.resource.source, ['spec', 'replicas']);
    assert.deepEqual([workload?.replicas.value, text.slice(at?.start, at?.end)], [3, '3']);
  });

  it('is said where kubectl does object', () => {
    const { yamlError, problems } = readManifest('kind: Deployment\nspec: {a: [b}\n').documents[0]?.document ?? {};
    assert.ok(yamlError !== undefined && problems !== undefined && problems.length > 0);
  });

  it('is said in its words, without the place, which the squiggle shows', () => {
    const errorOf = (text: string) => readManifest(text).documents[0]?.document.yamlError;
    assert.equal(errorOf('kind: Deployment\na: b: c\n'), 'mapping values are not allowed in this context');
    assert.equal(errorOf('kind: Deployment\na: 1\nb: c: d\n'), 'mapping values are not allowed in this context');
    assert.equal(errorOf('%kind: Deployment\n'), 'found unexpected non-alphabetical character');
  });

  const REFUSED: readonly (readonly [text: string, why: string])[] = [
    ['kind: Deployment\na: &b\n  c: *b\n', "anchor 'b' value contains itself"],
    ['kind: Deployment\na: *b\n', 'the alias *b has no anchor before it'],
    [`kind: Deployment\na: ${'['.repeat(201)}${']'.repeat(201)}\n`, 'nested too deeply'],
  ];
  for (const [text, why] of REFUSED) {
    it(`is not taken for read: ${why}`, () => {
      assert.equal(readManifest(text).documents[0]?.document.notAnalyzed, why);
    });
  }

  it('is read again and again where an alias says so', () => {
    const { root } = parseAround('a: &x {b: &y 1}\nc: *x\nd: *y\ne: &x 2\nf: *x\n').parsed;
    assert.ok(root !== undefined);
    assert.deepEqual(readJson(root).json, { a: { b: 1 }, c: { b: 1 }, d: 1, e: 2, f: 2 });
  });

  it('fills in placeholders that look like comments, unless there are too many of them', () => {
    const filledIn = (count: number): boolean => parseAround('- #{A}\n'.repeat(count)).mask !== undefined;
    assert.deepEqual([filledIn(1), filledIn(2000), filledIn(2001)], [true, true, false]);
  });
});
