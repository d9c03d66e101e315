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
  it('does not cut at ---x', () => {
    assert.deepEqual(pieces('a: 1\n---x\n'), ['a: 1\n---x\n']);
  });
  it('keeps directives with their document', () => {
    assert.deepEqual(pieces('%YAML 1.1\n# c\n---\na: 1\n...\n'), ['%YAML 1.1\n# c\n---\na: 1\n', '...\n']);
  });
  it('keeps a byte order mark with the first document', () => {
    assert.deepEqual(pieces('\uFEFF---\na: 1\n---\nb'), ['\uFEFF---\na: 1\n', '---\nb']);
  });
  it('covers the text without gaps', () => {
    const text = '---\n---\n\n...\n---\t\nx\n...';
    assert.equal(pieces(text).join(''), text);
  });
});
