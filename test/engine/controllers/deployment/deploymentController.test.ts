import { strict as assert } from 'node:assert';
import { ApiError, conflict } from '../../../../src/engine/api/apiError';
import type { ObjectStore } from '../../../../src/engine/api/objectStore';
import { MAX_RETRIES } from '../../../../src/engine/controllers/deployment/deploymentController';
import { NAMESPACE_TERMINATING_CAUSE } from '../../../../src/engine/controllers/podControl';
import { KEY, webDeployment } from '../../../support/deploymentWorld';
import { forbidden } from '../../../support/forbidden';
import { Fixture } from './deploymentFixture';

function refuseReplicaSets(error: unknown): ObjectStore['admission'] {
  return {
    beforeCreate: (kind, object) => {
      if (kind === 'ReplicaSet') throw error;
      return object;
    },
  };
}

describe('DeploymentController', () => {
  it('refuses a selector that matches everything', () => {
    const fixture = new Fixture(webDeployment({ selector: {} }));
    fixture.controller.sync(KEY);
    assert.deepEqual(fixture.events, [
      'Warning SelectingAll This deployment is selecting all pods. A non-empty selector is required.',
    ]);
    assert.equal(fixture.deployment.status?.observedGeneration, 1);
    assert.equal(fixture.store.count('ReplicaSet'), 0);
  });

  it('refuses a strategy that it does not know', () => {
    const fixture = new Fixture(webDeployment({ strategy: { type: 'Canary' } }));
    assert.throws(() => {
      fixture.controller.sync(KEY);
    }, /unexpected deployment strategy type: Canary/);
  });

  it('says why a replica set cannot be created', () => {
    const fixture = new Fixture(webDeployment({}));
    fixture.store.admission = refuseReplicaSets(new ApiError('Forbidden', 'exceeded quota'));
    assert.throws(() => {
      fixture.controller.sync(KEY);
    }, /exceeded quota/);
    const message = 'Failed to create new replica set "web-app:v1-0": exceeded quota';
    assert.deepEqual(fixture.events, [`Warning ReplicaSetCreateError ${message}`]);
    const [condition] = fixture.deployment.status?.conditions ?? [];
    assert.deepEqual(
      [condition?.type, condition?.status, condition?.reason, condition?.message],
      ['Progressing', 'False', 'ReplicaSetCreateError', message],
    );
  });

  it('is silent about a namespace that is going away, and does not retry', () => {
    const fixture = new Fixture(webDeployment({}));
    const refusal = forbidden('replicasets.apps', 'web', 'it is being terminated', NAMESPACE_TERMINATING_CAUSE);
    fixture.store.admission = refuseReplicaSets(refusal);
    assert.throws(() => {
      fixture.controller.sync(KEY);
    }, refusal);
    assert.deepEqual([fixture.events, fixture.deployment.status], [[], undefined]);
    fixture.controller.handleError(refusal, KEY, fixture.queue);
    assert.deepEqual(fixture.queued, [`${KEY} forgotten`]);
  });

  const retries: readonly [retries: number, then: string][] = [
    [0, 'rate limited'],
    [MAX_RETRIES - 1, 'rate limited'],
    [MAX_RETRIES, 'forgotten'],
  ];
  for (const [count, then] of retries) {
    it(`after ${count} retries a failing key is ${then}`, () => {
      const fixture = new Fixture(webDeployment({}));
      fixture.retries = count;
      fixture.controller.handleError(conflict('deployments.apps', 'web'), KEY, fixture.queue);
      assert.deepEqual(fixture.queued, [`${KEY} ${then}`]);
    });
  }

  it('takes another hash when a stranger has the name', () => {
    const fixture = new Fixture(webDeployment({}));
    const { template } = webDeployment({}, 'other').spec;
    fixture.store.create('ReplicaSet', {
      metadata: { name: 'web-app:v1-0', namespace: 'default' },
      spec: { replicas: 0, selector: { matchLabels: { app: 'other' } }, template },
    });
    fixture.informers.deliver();
    fixture.settle();
    assert.equal(fixture.deployment.status?.collisionCount, 1);
    assert.deepEqual(
      Array.from(fixture.store.list('ReplicaSet'), ({ metadata }) => metadata.name),
      ['web-app:v1-0', 'web-app:v1-1'],
    );
  });

  it('adopts a matching orphan as its new replica set and releases one that matches no longer', () => {
    const fixture = new Fixture(webDeployment({ replicas: 2 }));
    fixture.settle();
    const [created] = fixture.store.list('ReplicaSet');
    const key = `default/${created?.metadata.name ?? ''}`;
    fixture.store.patch('ReplicaSet', key, (rs) => ({ ...rs, metadata: { ...rs.metadata, ownerReferences: undefined } }));
    fixture.informers.deliver();
    fixture.settle();
    assert.equal(fixture.store.get('ReplicaSet', key)?.metadata.ownerReferences?.[0]?.name, 'web');
    assert.equal(fixture.store.count('ReplicaSet'), 1);
    fixture.store.patch('ReplicaSet', key, (rs) => ({ ...rs, metadata: { ...rs.metadata, labels: { app: 'other' } } }));
    fixture.informers.deliver();
    assert.ok(fixture.queued.includes(KEY));
    fixture.controller.sync(KEY);
    assert.equal(fixture.store.get('ReplicaSet', key)?.metadata.ownerReferences, undefined);
  });

  it('does not adopt once the Deployment is gone from the API, whatever the cache says', () => {
    const fixture = new Fixture(webDeployment({}));
    const { template } = fixture.deployment.spec;
    fixture.store.create('ReplicaSet', {
      metadata: { name: 'stray', namespace: 'default', labels: { app: 'web' } },
      spec: { replicas: 0, template },
    });
    fixture.informers.deliver();
    fixture.store.delete('Deployment', KEY);
    assert.throws(() => {
      fixture.controller.sync(KEY);
    }, /can't adopt ReplicaSet default\/stray/);
  });

  it('tells two Deployments of an orphan that both select', () => {
    const fixture = new Fixture(webDeployment({}));
    const other = webDeployment({});
    fixture.store.create('Deployment', { ...other, metadata: { ...other.metadata, name: 'twin' } });
    fixture.informers.deliver();
    fixture.queued.length = 0;
    fixture.store.create('ReplicaSet', {
      metadata: { name: 'stray', namespace: 'default', labels: { app: 'web' } },
      spec: { replicas: 0, template: other.spec.template },
    });
    fixture.informers.deliver();
    assert.deepEqual(fixture.queued, ['default/web', 'default/twin']);
  });
});
