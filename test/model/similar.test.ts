import assert from 'node:assert/strict';
import { isNear, isSimilar } from '../../src/model/similar';
import { threadTime } from '../support/threadTime';

const CASES: readonly (readonly [string, string, boolean])[] = [
  ['frontend', 'front-end', true],
  ['FrontEnd', 'frontend', true],
  ['frotnend', 'frontend', true],
  ['readinesProbe', 'readinessProbe', true],
  ['web', 'wed', false],
  ['web-1', 'web-2', false],
  ['front-end2', 'frontend', false],
  ['zone-a', 'zone-b', false],
  ['redis-leader', 'redis-follower', false],
  ['tls-csi', 'tls-ca', false],
  ['web-confg', 'web-config', true],
  ['production-db', 'production-ab', false],
  ['webxyapp', 'webyxapp', true],
  ['webxyapp', 'webyzapp', false],
  ['', 'frontend', false],
];

describe('similar names', () => {
  for (const [a, b, similar] of CASES)
    it(`${a} is ${similar ? '' : 'not '}meant for ${b}`, () => {
      assert.equal(isSimilar(a, b), similar);
      assert.equal(isSimilar(b, a), similar);
    });

  it('are not looked for in texts that are longer than names', () => {
    const long = 'a'.repeat(50_000);
    const before = threadTime();
    assert.equal(isSimilar(long, `${long}b`), false);
    assert.equal(isNear(long, `${long}b`), false);
    assert.equal(isSimilar(long, 'a'.repeat(50_000)), true);
    assert.ok(threadTime() - before < 500);
  });
});
