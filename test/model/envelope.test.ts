import { strict as assert } from 'node:assert';
import { refusedPair, resolveBounds, rolloutEnvelope } from '../../src/model/envelope';
import type { IntOrString } from '../../src/model/intOrPercent';

type Kind = 'Deployment' | 'DaemonSet';
type Row = readonly [kind: Kind, desired: number, maxSurge: IntOrString, maxUnavailable: IntOrString, expected: string];

describe('The envelope of a rolling update', () => {
  const rows: readonly Row[] = [
    ['Deployment', 10, '25%', '25%', 'surge 3, unavailable 2: 8–13'],
    ['Deployment', 1, '25%', '25%', 'surge 1, unavailable 0: 1–2'],
    ['Deployment', 10, 0, '1%', 'surge 0, unavailable 1: 9–10'],
    ['Deployment', 10, '1%', '1%', 'surge 1, unavailable 0: 10–11'],
    ['Deployment', 3, 0, 5, 'surge 0, unavailable 3: 0–3'],
    ['Deployment', 0, 1, 1, 'surge 0, unavailable 0: 0–0'],
    ['Deployment', 10, 'many', 5, 'surge 0, unavailable 0: 10–10'],
    ['DaemonSet', 10, 0, '25%', 'surge 0, unavailable 3: 7–10'],
    ['DaemonSet', 10, '25%', 0, 'surge 3, unavailable 0: 10–13'],
    ['DaemonSet', 10, 0, 0, 'surge 0, unavailable 1: 9–10'],
    ['DaemonSet', 11, 0, '10%', 'surge 0, unavailable 2: 9–11'],
    ['DaemonSet', 2, 0, 5, 'surge 0, unavailable 2: 0–2'],
    ['DaemonSet', 2, 5, 0, 'surge 2, unavailable 0: 2–4'],
  ];
  for (const [kind, desired, maxSurge, maxUnavailable, expected] of rows) {
    it(`of a ${kind} of ${desired} with surge ${maxSurge}, unavailable ${maxUnavailable} is ${expected}`, () => {
      const strategy = { type: 'RollingUpdate', rollingUpdate: { maxSurge, maxUnavailable } };
      const { surge, unavailable, floor, ceiling } = rolloutEnvelope(kind, strategy, desired);
      assert.equal(`surge ${surge}, unavailable ${unavailable}: ${floor}–${ceiling}`, expected);
    });
  }

  it('is the whole way down under Recreate, and no way at all under OnDelete', () => {
    const recreate = rolloutEnvelope('Deployment', { type: 'Recreate' }, 4);
    const onDelete = rolloutEnvelope('DaemonSet', { type: 'OnDelete' }, 4);
    assert.deepEqual([recreate.floor, recreate.ceiling, onDelete.floor, onDelete.ceiling], [0, 4, 4, 4]);
  });
});

describe('Bounds', () => {
  it('let one pod be missing when both come to 0, if there is one', () => {
    assert.deepEqual(resolveBounds('Deployment', { maxSurge: 0, maxUnavailable: '1%' }, 10), { surge: 0, unavailable: 1 });
    assert.deepEqual(resolveBounds('Deployment', undefined, 10), { surge: 0, unavailable: 1 });
    assert.deepEqual(resolveBounds('Deployment', { maxSurge: '1%', maxUnavailable: '1%' }, 10), { surge: 1, unavailable: 0 });
    assert.deepEqual(resolveBounds('DaemonSet', { maxUnavailable: 0 }, 0), { surge: 0, unavailable: 0 });
  });

  it('come to nothing where one cannot be read', () => {
    assert.equal(resolveBounds('Deployment', { maxSurge: 'many', maxUnavailable: 0 }, 10), undefined);
    assert.equal(resolveBounds('DaemonSet', { maxSurge: 1 }, 10), undefined);
  });

  const refusals: readonly (readonly [Kind, IntOrString, IntOrString, ReturnType<typeof refusedPair>])[] = [
    ['Deployment', 0, '0%', 'bothZero'],
    ['DaemonSet', '00%', 0, 'bothZero'],
    ['Deployment', 0, '1%', undefined],
    ['Deployment', 1, 1, undefined],
    ['DaemonSet', 1, '10%', 'bothSet'],
    ['DaemonSet', 1, 0, undefined],
    ['DaemonSet', 'many', 1, undefined],
  ];
  for (const [kind, surge, unavailable, expected] of refusals) {
    it(`surge ${surge} with unavailable ${unavailable} of a ${kind}: ${expected ?? 'accepted'}`, () => {
      assert.equal(refusedPair(kind, surge, unavailable), expected);
    });
  }
});
