import { strict as assert } from 'node:assert';
import type { ObjectMeta, OwnerReference, ReplicaSet } from '../../../src/model/apiTypes';
import { ObjectStore } from '../../../src/engine/api/objectStore';
import { claimObjects } from '../../../src/engine/controllers/controllerRefManager';

const LABELS = { app: 'web' };
const METADATA: ObjectMeta = { name: 'web', namespace: 'default', uid: 'owner', labels: LABELS };
const OWNER: OwnerReference = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', uid: 'owner', controller: true };
const RIVAL: OwnerReference = { ...OWNER, name: 'rival', uid: 'rival' };
const SPEC = { selector: { matchLabels: LABELS }, template: { metadata: { labels: LABELS }, spec: { containers: [] } } };

/** What claiming does with one replica set, of which the cache has one version and the API perhaps another. */
function claim(cached: Partial<ObjectMeta>, live: Partial<ObjectMeta> | undefined, controller: Partial<ObjectMeta> = {}) {
  const store = new ObjectStore({ clock: { now: 0 }, newUid: () => 'owner', generateName: (prefix) => prefix });
  const metadata = { name: 'web-1', namespace: 'default', labels: LABELS };
  if (live !== undefined) store.create('ReplicaSet', { metadata: { ...metadata, ...live }, spec: SPEC });
  const seen: ReplicaSet = { metadata: { ...metadata, ...cached }, spec: SPEC };
  const owner = { metadata: { ...METADATA, ...controller }, spec: SPEC };
  store.create('Deployment', owner);
  let claimed: readonly ReplicaSet[] = [];
  let error: string | undefined;
  try {
    claimed = claimObjects({ store, kind: 'ReplicaSet', ownerKind: 'Deployment', owner }, [seen]);
  } catch (caught) {
    error = (caught as Error).message.replace(/\[.*\]/, '[…]');
  }
  const owners = store.get('ReplicaSet', 'default/web-1')?.metadata.ownerReferences?.map(({ name }) => name) ?? [];
  return { claimed: claimed.length, owners, error };
}

describe('Claiming a replica set', () => {
  const other = { labels: { app: 'other' } };
  const deleted = { deletionTimestamp: 1 };
  const owned = { ownerReferences: [OWNER] };
  const rivals = { ownerReferences: [RIVAL] };
  const plain = { ...OWNER, uid: 'plain', name: 'plain', controller: false };
  const cases: readonly [
    name: string,
    result: ReturnType<typeof claim>,
    expected: readonly [claimed: number, owners: string[]],
  ][] = [
    ['keeps what is its own', claim(owned, owned), [1, ['web']]],
    ['keeps its own also while it is being deleted', claim(owned, owned, deleted), [1, ['web']]],
    ['adopts an orphan that matches', claim({}, {}), [1, ['web']]],
    ['adopts beside owners that are no controllers', claim({}, { ownerReferences: [plain] }), [1, ['plain', 'web']]],
    ['leaves an orphan that does not match', claim(other, other), [0, []]],
    ['leaves an orphan that is being deleted', claim(deleted, deleted), [0, []]],
    ['leaves an orphan of another namespace', claim({}, {}, { namespace: 'other' }), [0, []]],
    ['adopts nothing while it is being deleted', claim({}, {}, deleted), [0, []]],
    ['leaves what another controls', claim(rivals, rivals), [0, ['rival']]],
    ['releases its own that no longer matches', claim({ ...owned, ...other }, { ...owned, ...other }), [0, []]],
    ['releases nothing while it is being deleted', claim({ ...owned, ...other }, { ...owned, ...other }, deleted), [0, ['web']]],
    ['takes an orphan that is gone for no error', claim({}, undefined), [0, []]],
    ['takes a release of what is gone for no error', claim({ ...owned, ...other }, undefined), [0, []]],
  ];
  for (const [name, { claimed, owners, error }, expected] of cases) {
    it(name, () => {
      assert.deepEqual([[claimed, owners], error], [expected, undefined]);
    });
  }

  it('fails for an orphan that another controller has adopted meanwhile', () => {
    const { claimed, owners, error } = claim({}, rivals);
    const detail =
      'Only one reference can have Controller set to true. Found "true" in references for Deployment/rival and Deployment/web';
    const message = `ReplicaSet.apps "web-1" is invalid: metadata.ownerReferences: Invalid value: […]: ${detail}`;
    assert.deepEqual([claimed, owners, error], [0, ['rival'], message]);
  });
});
