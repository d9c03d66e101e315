import { strict as assert } from 'node:assert';
import type { OwnerReference } from '../../../src/model/apiTypes';
import { ApiError } from '../../../src/engine/api/apiError';
import { ObjectStore } from '../../../src/engine/api/objectStore';
import { EventRecorder } from '../../../src/engine/client/eventRecorder';
import { NAMESPACE_TERMINATING_CAUSE, PodControl } from '../../../src/engine/controllers/podControl';

const TEMPLATE = { metadata: { labels: { app: 'web' }, annotations: { note: 'x' } }, spec: { containers: [] } };

/** Pods made and deleted for a replica set, and what is said of it. */
class Fixture {
  readonly events: string[] = [];
  readonly store = new ObjectStore({ clock: { now: 0 }, newUid: () => 'uid', generateName: (prefix) => `${prefix}1` });
  readonly #control = new PodControl(
    this.store,
    new EventRecorder(({ type, reason, message }) => this.events.push(`${type} ${reason} ${message}`)),
  );

  create(name = 'web-1') {
    const owner: OwnerReference = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name, uid: 'owner', controller: true };
    return this.#control.createPod('ReplicaSet', { metadata: { name, namespace: 'default' } }, TEMPLATE, owner);
  }

  delete(): void {
    this.#control.deletePod('ReplicaSet', { metadata: { name: 'web-1', namespace: 'default' } }, 'default/web-1-1');
  }

  refuse(error: ApiError): void {
    const refuse = (): never => {
      throw error;
    };
    this.store.admission = { beforeCreate: refuse, beforeDelete: refuse };
  }
}

describe('PodControl', () => {
  it('makes a pod of the template: its labels, annotations and spec, with the owner', () => {
    const { metadata, spec } = new Fixture().create();
    assert.deepEqual([metadata.labels, metadata.annotations, spec], [{ app: 'web' }, { note: 'x' }, TEMPLATE.spec]);
    assert.deepEqual([metadata.name, metadata.ownerReferences?.[0]?.uid], ['web-1-1', 'owner']);
  });

  it('leaves out the dash where the name has no room for it', () => {
    const names = [252, 253].map((length) => new Fixture().create('w'.repeat(length)).metadata.generateName?.length);
    assert.deepEqual(names, [253, 253]);
  });

  it('says what it has done', () => {
    const world = new Fixture();
    world.create();
    world.delete();
    assert.deepEqual(world.events, [
      'Normal SuccessfulCreate Created pod: web-1-1',
      'Normal SuccessfulDelete Deleted pod: web-1-1',
    ]);
  });

  it('says what was refused, and fails', () => {
    const world = new Fixture();
    world.create();
    world.refuse(new ApiError('Forbidden', 'no'));
    assert.throws(() => world.create('web-2'), { reason: 'Forbidden' });
    assert.throws(() => {
      world.delete();
    }, /^Error: unable to delete pods: no$/);
    assert.deepEqual(world.events.slice(1), [
      'Warning FailedCreate Error creating: no',
      'Warning FailedDelete Error deleting: no',
    ]);
  });

  it('says nothing of a pod that is gone already, nor of a namespace on its way out', () => {
    const world = new Fixture();
    assert.throws(
      () => {
        world.delete();
      },
      { reason: 'NotFound' },
    );
    world.refuse(new ApiError('Forbidden', 'no', NAMESPACE_TERMINATING_CAUSE));
    assert.throws(() => world.create(), { statusCause: NAMESPACE_TERMINATING_CAUSE });
    assert.deepEqual(world.events, []);
  });
});
