import assert from 'node:assert/strict';
import { decodedChunks } from '../../src/editor/snapshots/decodedChunks';

const TEXT = `{"kind": "Node", "name": "größe ☸ 𝄞"}${' '.repeat(200_000)}{"kind": "Pod", "name": "é"}`;

function utf16(text: string, isLittle: boolean, hasMark: boolean): Uint8Array {
  const bytes = Buffer.from(`${hasMark ? '\uFEFF' : ''}${text}`, 'utf16le');
  return isLittle ? bytes : bytes.swap16();
}

const ENCODINGS: readonly (readonly [name: string, bytes: Uint8Array])[] = [
  ['UTF-8', Buffer.from(TEXT)],
  ['UTF-8 with a mark of byte order', Buffer.from(`\uFEFF${TEXT}`)],
  ['UTF-16 as PowerShell writes it', utf16(TEXT, true, true)],
  ['UTF-16 without a mark', utf16(TEXT, true, false)],
  ['UTF-16 of the other order', utf16(TEXT, false, true)],
  ['UTF-16 of the other order without a mark', utf16(TEXT, false, false)],
];

describe('the text of a snapshot file', () => {
  for (const [name, bytes] of ENCODINGS) {
    it(`is read from ${name}, a piece at a time`, () => {
      const chunks = [...decodedChunks(bytes)];
      assert.ok(chunks.length > 2);
      assert.equal(chunks.join('').replace(/^\uFEFF/, ''), TEXT);
    });
  }

  it('is empty where the file is', () => {
    assert.equal([...decodedChunks(new Uint8Array())].join(''), '');
  });
});
