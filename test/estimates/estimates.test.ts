import assert from 'node:assert/strict';
import { sharedPath } from '../support/sharedData';
import { compareFolder, isClose } from './compare';

describe('hovers and simulations', () => {
  it('agree on how long a rollout takes, on the examples', () => {
    const all = compareFolder('examples');
    assert.ok(all.length >= 4);
    assert.deepEqual(
      all.filter((one) => !isClose(one)),
      [],
    );
  });

  it('agree on manifests that people apply, within 10 % on 95 %', function () {
    this.timeout(120_000);
    const all = compareFolder(sharedPath(this, 'real-manifests'));
    const close = all.filter(isClose).length;
    console.log(`      ${close} of ${all.length} within 10 %`);
    assert.ok(all.length > 30 && close / all.length >= 0.95);
  });
});
