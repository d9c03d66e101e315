import type { Deployment } from '../../src/model/apiTypes';
import { strict as assert } from 'node:assert';
import { createObject, editObject } from './userEdits';
import { ObjectStore } from '../../src/engine/api/objectStore';

const KEY = 'default/web';
const JSON_DEPLOYMENT = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web', namespace: 'default' },
  spec: {
    selector: { matchLabels: { app: 'web' } },
    template: { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'c', image: 'app:v1' }] } },
  },
};

function build(): ObjectStore {
  let uids = 0;
  const store = new ObjectStore({ clock: { now: 0 }, newUid: () => `uid-${++uids}`, generateName: (prefix) => prefix });
  createObject(store, 'Deployment', JSON_DEPLOYMENT);
  return store;
}

function stored(store: ObjectStore): Deployment {
  const deployment = store.get('Deployment', KEY);
  if (deployment === undefined) throw new Error('there is no Deployment');
  return deployment;
}

describe('A user’s edits', () => {
  it('create a Deployment with the API server’s defaults', () => {
    const { spec, metadata } = stored(build());
    assert.deepEqual(
      [spec.replicas, spec.strategy, spec.revisionHistoryLimit, spec.progressDeadlineSeconds, metadata.generation],
      [1, { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: '25%', maxSurge: '25%' } }, 10, 600, 1],
    );
  });

  it('create a ReplicaSet with the same defaults, and without a status', () => {
    const store = build();
    const { selector, template } = JSON_DEPLOYMENT.spec;
    const metadata = { name: 'web-1', namespace: 'default' };
    const created = createObject(store, 'ReplicaSet', { metadata, spec: { selector, template }, status: { replicas: 3 } });
    assert.deepEqual([created.spec.replicas, created.status], [1, undefined]);
    assert.deepEqual(created.spec.template, stored(store).spec.template);
    assert.deepEqual(Object.keys(created.spec).sort(), ['replicas', 'selector', 'template']);
  });

  it('reach a Deployment that is being deleted, which stays so', () => {
    const store = build();
    store.delete('Deployment', KEY, { propagation: 'Foreground' });
    editObject(store, 'Deployment', KEY, { spec: { replicas: 5 } });
    const { spec, metadata } = stored(store);
    assert.deepEqual([spec.replicas, metadata.generation, metadata.deletionTimestamp], [5, 3, 0]);
    assert.deepEqual(metadata.finalizers, ['foregroundDeletion']);
  });

  it('merge: objects deeply, lists whole, null takes away', () => {
    const store = build();
    const containers = [{ name: 'd', image: 'app:v2' }];
    editObject(store, 'Deployment', KEY, { spec: { replicas: null, minReadySeconds: 5, template: { spec: { containers } } } });
    const { spec, metadata } = stored(store);
    assert.deepEqual(
      [spec.replicas, spec.minReadySeconds, spec.template.spec.containers.length, metadata.generation],
      [1, 5, 1, 2],
    );
    assert.equal(spec.template.spec.containers[0]?.image, 'app:v2');
    assert.deepEqual(spec.template.metadata?.labels, { app: 'web' });
  });

  it('change nothing when they say what is there already', () => {
    const store = build();
    const before = stored(store);
    editObject(store, 'Deployment', KEY, { spec: { paused: false, minReadySeconds: 0, replicas: 1 } });
    assert.equal(stored(store), before);
  });

  const refusals: readonly [name: string, patch: unknown, message: RegExp][] = [
    [
      'both bounds 0',
      { spec: { strategy: { rollingUpdate: { maxSurge: 0, maxUnavailable: 0 } } } },
      /maxUnavailable: Invalid value: 0: may not be 0 when `maxSurge` is 0/,
    ],
    ['a deadline below minReadySeconds', { spec: { minReadySeconds: 900 } }, /must be greater than minReadySeconds/],
    ['another selector', { spec: { selector: { matchLabels: { app: 'web', x: 'y' } } } }, /field is immutable|selector/],
    [
      'a rollback to what is no number',
      { metadata: { annotations: { 'deprecated.deployment.rollback.to': 'abc' } } },
      /failed to parse annotation\[deprecated.deployment.rollback.to\]=abc as int64/,
    ],
    [
      'a rollback to a negative revision',
      { metadata: { annotations: { 'deprecated.deployment.rollback.to': '-1' } } },
      /spec.rollback.version: Invalid value: -1/,
    ],
  ];
  for (const [name, patch, message] of refusals) {
    it(`refuse ${name} and leave everything as it was`, () => {
      const store = build();
      const before = stored(store);
      assert.throws(() => editObject(store, 'Deployment', KEY, patch), message);
      assert.equal(stored(store), before);
    });
  }

  it('of what is not there say so', () => {
    assert.throws(() => editObject(build(), 'Deployment', 'default/none', {}), { reason: 'NotFound' });
  });
});
