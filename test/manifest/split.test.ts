import assert from 'node:assert/strict';
import { splitDocuments } from '../../src/manifest/split';

function pieces(text: string): string[] {
  return splitDocuments(text).map(({ start, end }) => text.slice(start, end));
}

describe('splitting a file into documents', () => {
  it('takes a file without markers as one document', () => {
    assert.deepEqual(pieces('a: 1\nb: 2\n'), ['a: 1\nb: 2\n']);
  });
  it('cuts at each marker line, whatever follows it', () => {
    assert.deepEqual(pieces('a: 1\n--- # two\nb: 2\n---\n'), ['a: 1\n', '--- # two\nb: 2\n', '---\n']);
  });
  it('cuts with Windows line ends', () => {
    assert.deepEqual(pieces('a: 1\r\n---\r\nb: 2\r\n'), ['a: 1\r\n', '---\r\nb: 2\r\n']);
  });
  it('does not cut at indented dashes in a block scalar', () => {
    assert.deepEqual(pieces('a: |\n  ---\n  x\n'), ['a: |\n  ---\n  x\n']);
  });
  it('cuts where another line end than that of a file follows', () => {
    for (const end of ['\r', '\x85', '\u2028', '\u2029'])
      assert.deepEqual(pieces(`a: 1\n---${end}\nb: 2\n`), ['a: 1\n', `---${end}\nb: 2\n`]);
  });
  it('does not cut at ---x', () => {
    assert.deepEqual(pieces('a: 1\n---x\n'), ['a: 1\n---x\n']);
  });
  it('keeps directives with their document', () => {
    assert.deepEqual(pieces('%YAML 1.1\n# c\n---\na: 1\n...\n'), ['%YAML 1.1\n# c\n---\na: 1\n...\n']);
  });
  it('keeps a byte order mark with the first document', () => {
    assert.deepEqual(pieces('\uFEFF---\na: 1\n---\nb'), ['\uFEFF---\na: 1\n', '---\nb']);
  });
  it('takes no dashes for a marker that are not the first on their line, byte order mark or not', () => {
    assert.deepEqual(pieces('\uFEFFx---\na: 1\n'), ['\uFEFFx---\na: 1\n']);
    assert.deepEqual(pieces('x---\na: 1\n'), ['x---\na: 1\n']);
  });
  it('cuts behind a comment of a template, not in it', () => {
    assert.deepEqual(pieces('{{/*\n---\n*/}}\na: 1\n---\nb: 2\n'), ['{{/*\n---\n*/}}\na: 1\n', '---\nb: 2\n']);
  });
  it('covers the text without gaps', () => {
    const text = '---\n---\n\n...\n---\t\nx\n...';
    assert.equal(pieces(text).join(''), text);
  });
});

describe('splitting a long List into its items', () => {
  const item = (index: number): string =>
    `- apiVersion: apps/v1\n  kind: Deployment\n  metadata: {name: w${index}}\n  # ${'x'.repeat(200)}\n`;
  const items = Array.from({ length: 200 }, (_, index) => item(index));
  const head = 'apiVersion: v1\nitems:\n';
  const tail = 'kind: List\nmetadata:\n  resourceVersion: ""\n';
  const list = (body: string): string => `${head}${body}${tail}`;
  const indented = (text: string): string => text.replace(/^/gm, '  ').trimEnd() + '\n';

  it('gives the head, each item, and what follows', () => {
    assert.deepEqual(pieces(list(items.join(''))), [head, ...items, tail]);
    assert.deepEqual(splitDocuments(list(items.join(''))).filter((chunk) => chunk.item).length, 200);
  });
  it('works with indented items and in a file of several documents', () => {
    const text = `${head}${items.map(indented).join('')}${tail}`;
    assert.deepEqual(pieces(`a: 1\n---\n${text}`), ['a: 1\n', `---\n${head}`, ...items.map(indented), tail]);
  });
  it('leaves nested sequences and block scalars in their item', () => {
    const nested = `- kind: Deployment\n  a:\n  - b\n  c: |\n    - d\n\n    items:\n`;
    assert.deepEqual(pieces(list(nested + items.join('')))[1], nested);
  });
  const whole: readonly (readonly [why: string, text: string])[] = [
    ['short Lists', list(items.slice(0, 5).join(''))],
    ['other kinds', list(items.join('')).replace('kind: List', 'kind: Pods')],
    ['Lists with aliases', list(`- &a {b: 1}\n${items.join('')}- c: *a\n`)],
    ['templated Lists', list(`${items.join('')}{{ toYaml .x }}\n`)],
    ['Lists in flow style', `kind: List\nitems: [${'{a: b}, '.repeat(5000)}]\n`],
  ];
  for (const [why, text] of whole) {
    it(`leaves ${why} whole`, () => {
      assert.deepEqual(pieces(text), [text]);
    });
  }
});
