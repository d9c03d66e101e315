import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { sha1, sha256, sha512 } from '../../src/render/hashes';
import { Draw } from '../support/draw';
import { threadTime } from '../support/threadTime';

const HASHES = { sha1, sha256, sha512 };

function bytesOf(length: number): Uint8Array {
  const draw = new Draw('hashes', length);
  return Uint8Array.from({ length }, () => draw.upTo(255));
}

describe('digests', () => {
  for (const [name, digest] of Object.entries(HASHES)) {
    it(`of every length up to 300 are those of Node: ${name}`, () => {
      for (let length = 0; length <= 300; length++) {
        const bytes = bytesOf(length);
        assert.equal(Buffer.from(digest(bytes)).toString('hex'), createHash(name).update(bytes).digest('hex'), `${length}`);
      }
    });

    it(`of a megabyte hold nobody up: ${name}`, () => {
      const bytes = new Uint8Array(1_000_000).fill(0xa7);
      const before = threadTime();
      assert.equal(Buffer.from(digest(bytes)).toString('hex'), createHash(name).update(bytes).digest('hex'));
      assert.ok(threadTime() - before < 200);
    });
  }
});
