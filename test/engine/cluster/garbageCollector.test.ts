import { strict as assert } from 'node:assert';
import type { KubernetesObject, OwnerReference } from '../../../src/model/apiTypes';
import type { Kind, KindMap } from '../../../src/engine/api/kinds';
import type { Propagation } from '../../../src/engine/api/finalizers';
import { ObjectStore } from '../../../src/engine/api/objectStore';
import { EventLoop } from '../../../src/engine/kernel/eventLoop';
import { GarbageCollector } from '../../../src/engine/cluster/garbageCollector';

const TEMPLATE = { spec: { containers: [] } };

interface Fixture {
  readonly loop: EventLoop;
  readonly store: ObjectStore;
  /** Runs what is due and says which objects are left. */
  run(): string[];
}

/** A Deployment with one ReplicaSet and two pods, one of them bound to a node. */
function build(): Fixture {
  const loop = new EventLoop(0);
  const store = new ObjectStore({ clock: loop, newUid: () => 'none', generateName: (prefix) => prefix });
  const deployment = meta('web');
  const replicaSet = meta('web-1', deployment, 'Deployment');
  store.create('Deployment', { metadata: deployment, spec: { template: TEMPLATE } });
  store.create('ReplicaSet', { metadata: replicaSet, spec: { template: TEMPLATE } });
  store.create('Pod', { metadata: meta('pod-1', replicaSet, 'ReplicaSet'), spec: { containers: [], nodeName: 'n1' } });
  store.create('Pod', { metadata: meta('pod-2', replicaSet, 'ReplicaSet'), spec: { containers: [] } });
  new GarbageCollector({ store, loop, phase: 0, delayMs: 10 });
  const left = (): string[] =>
    (['Deployment', 'ReplicaSet', 'Pod'] as const).flatMap((kind) => Array.from(store.list(kind), shortForm));
  return {
    loop,
    store,
    run: () => {
      loop.runUntil(loop.now + 1000);
      return left();
    },
  };
}

function meta(name: string, owner?: KindMap[Kind]['metadata'], kind?: Kind): KindMap[Kind]['metadata'] {
  const metadata = { name, namespace: 'default', uid: `uid-${name}` };
  return owner === undefined || kind === undefined ? metadata : { ...metadata, ownerReferences: [reference(owner, kind)] };
}

function reference({ name, uid = '' }: KindMap[Kind]['metadata'], kind: Kind): OwnerReference {
  return { apiVersion: 'apps/v1', kind, name, uid, controller: true, blockOwnerDeletion: true };
}

function shortForm({ metadata }: KubernetesObject): string {
  const deleting = metadata.deletionTimestamp === undefined ? '' : ' deleting';
  return `${metadata.name}${metadata.ownerReferences === undefined ? '' : ' owned'}${deleting}`;
}

function deleteDeployment({ store }: Fixture, propagation: Propagation): void {
  store.delete('Deployment', 'default/web', { propagation });
}

describe('GarbageCollector', () => {
  it('leaves alone what has its owners', () => {
    assert.deepEqual(build().run(), ['web', 'web-1 owned', 'pod-1 owned', 'pod-2 owned']);
  });

  it('in the background: the owner goes at once, the rest after it, pods in their own time', () => {
    const fixture = build();
    deleteDeployment(fixture, 'Background');
    assert.deepEqual(fixture.run(), ['pod-1 owned deleting']);
    fixture.store.remove('Pod', 'default/pod-1');
    assert.deepEqual(fixture.run(), []);
  });

  it('in the foreground: the owner goes last', () => {
    const fixture = build();
    deleteDeployment(fixture, 'Foreground');
    assert.deepEqual(fixture.run(), ['web deleting', 'web-1 owned deleting', 'pod-1 owned deleting']);
    fixture.store.remove('Pod', 'default/pod-1');
    assert.deepEqual(fixture.run(), []);
  });

  it('in the foreground: does not wait for what does not block', () => {
    const fixture = build();
    fixture.store.patch('ReplicaSet', 'default/web-1', (rs) => {
      const ownerReferences = (rs.metadata.ownerReferences ?? []).map((owner) => ({ ...owner, blockOwnerDeletion: false }));
      return { ...rs, metadata: { ...rs.metadata, ownerReferences } };
    });
    deleteDeployment(fixture, 'Foreground');
    assert.deepEqual(fixture.run(), ['pod-1 owned deleting']);
  });

  it('orphaning: the owner goes, the others stay and are free', () => {
    const fixture = build();
    deleteDeployment(fixture, 'Orphan');
    assert.deepEqual(fixture.run(), ['web-1', 'pod-1 owned', 'pod-2 owned']);
  });

  it('takes off the reference to a lost owner when another is left', () => {
    const fixture = build();
    const other = fixture.store.create('ReplicaSet', { metadata: meta('web-2'), spec: { template: TEMPLATE } });
    fixture.store.patch('Pod', 'default/pod-2', (pod) => {
      const ownerReferences = [...(pod.metadata.ownerReferences ?? []), reference(other.metadata, 'ReplicaSet')];
      return { ...pod, metadata: { ...pod.metadata, ownerReferences } };
    });
    fixture.store.delete('ReplicaSet', 'default/web-1');
    fixture.run();
    const names = fixture.store.get('Pod', 'default/pod-2')?.metadata.ownerReferences?.map(({ name }) => name);
    assert.deepEqual(names, ['web-2']);
  });

  it('deletes what is created for an owner that has just gone', () => {
    const fixture = build();
    const owner = fixture.store.get('ReplicaSet', 'default/web-1')?.metadata ?? meta('web-1');
    fixture.store.delete('ReplicaSet', 'default/web-1');
    fixture.run();
    fixture.store.create('Pod', { metadata: meta('pod-3', owner, 'ReplicaSet'), spec: { containers: [] } });
    assert.deepEqual(fixture.run(), ['web', 'pod-1 owned deleting']);
  });

  it('does not touch what belongs to an owner that was never here', () => {
    const fixture = build();
    fixture.store.create('Pod', { metadata: meta('foreign', meta('elsewhere'), 'ReplicaSet'), spec: { containers: [] } });
    assert.ok(fixture.run().includes('foreign owned'));
  });
});
