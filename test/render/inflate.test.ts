import { strict as assert } from 'node:assert';
import { gzipSync } from 'node:zlib';
import { gunzip, InflateError } from '../../src/render/inflate';
import { Draw } from '../support/draw';

describe('gzip', () => {
  const draw = new Draw('gzip', 1);
  const texts: readonly (readonly [string, Buffer])[] = [
    ['nothing', Buffer.from('')],
    ['a word', Buffer.from('chart')],
    ['much of the same', Buffer.from('apiVersion: v2\n'.repeat(20_000))],
    ['noise', Buffer.from(Array.from({ length: 100_000 }, () => draw.upTo(255)))],
  ];
  for (const [what, bytes] of texts) {
    for (const level of [0, 1, 6, 9]) {
      it(`${what}, packed at level ${level}, comes out`, () => {
        assert.ok(Buffer.from(gunzip(gzipSync(bytes, { level }))).equals(bytes));
      });
    }
  }

  it('what is damaged or cut off is refused, and ends', () => {
    const packed = gzipSync(Buffer.from('values: 1\n'.repeat(1000)));
    assert.throws(() => gunzip(packed.subarray(0, packed.length - 20)), InflateError);
    assert.throws(() => gunzip(Buffer.from('plain')), InflateError);
    for (let round = 0; round < 500; round += 1) {
      const damaged = Buffer.from(packed);
      damaged[10 + draw.upTo(packed.length - 11)] = draw.upTo(255);
      try {
        gunzip(damaged);
      } catch (error) {
        assert.ok(error instanceof InflateError);
      }
    }
  });
});
