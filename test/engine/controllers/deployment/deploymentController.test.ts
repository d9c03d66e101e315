import type { Deployment } from '../../../../src/model/apiTypes';
import { strict as assert } from 'node:assert';
import { ApiError, conflict } from '../../../../src/engine/api/apiError';
import { forbidden } from '../../../support/forbidden';
import { ObjectStore } from '../../../../src/engine/api/objectStore';
import { EventRecorder } from '../../../../src/engine/client/eventRecorder';
import { InformerFactory } from '../../../../src/engine/client/informerFactory';
import { DecisionRecorder, type Decision, type DecisionStep } from '../../../../src/engine/controllers/decisions';
import { DeploymentController, MAX_RETRIES } from '../../../../src/engine/controllers/deployment/deploymentController';
import { NAMESPACE_TERMINATING_CAUSE } from '../../../../src/engine/controllers/podControl';
import { DeploymentWorld, KEY, webDeployment } from '../../../support/deploymentWorld';

/** One Deployment and its controller, stepped by hand; there is no ReplicaSet controller. */
class Fixture {
  readonly clock = { now: 1_000_000_000 };
  readonly store: ObjectStore;
  readonly informers: InformerFactory;
  readonly controller: DeploymentController;
  readonly events: string[] = [];
  readonly queued: string[] = [];
  readonly decisions: Decision[] = [];
  readonly queue = {
    add: (key: string): void => void this.queued.push(key),
    addAfter: (key: string, delayMs: number): void => void this.queued.push(`${key} after ${delayMs}`),
    addRateLimited: (key: string): void => void this.queued.push(`${key} rate limited`),
    forget: (key: string): void => void this.queued.push(`${key} forgotten`),
    numRequeues: (): number => this.retries,
  };
  retries = 0;

  constructor(deployment: Deployment) {
    let uids = 0;
    const newUid = (): string => `uid-${++uids}`;
    this.store = new ObjectStore({ clock: this.clock, newUid, generateName: (prefix) => prefix });
    this.store.create('Deployment', deployment);
    this.informers = new InformerFactory(this.store, { mode: 'manual' });
    this.controller = new DeploymentController({
      store: this.store,
      informers: this.informers,
      clock: this.clock,
      queue: this.queue,
      recorder: new EventRecorder(({ type, reason, message }) => this.events.push(`${type} ${reason} ${message}`)),
      decisions: new DecisionRecorder((decision) => this.decisions.push(decision)),
      podTemplateHash: ({ spec }, collisions = 0) => `${spec.containers[0]?.image ?? ''}-${collisions}`,
    });
  }

  get deployment(): Deployment {
    const deployment = this.store.get('Deployment', KEY);
    if (deployment === undefined) throw new Error('there is no Deployment');
    return deployment;
  }

  /** Syncs until nothing fails any more; at most a few times. */
  settle(): void {
    for (let round = 0; round < 5; round++) {
      try {
        this.controller.sync(KEY);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
      }
      this.informers.deliver();
    }
  }
}

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

describe('What the Deployment controller says of its decisions', () => {
  function stepsOf(decisions: readonly Decision[], name: string): DecisionStep[] {
    return decisions.flatMap(({ steps }) => steps).filter(({ step }) => step === name);
  }

  it('gives the formulas of the well-known rollout with their numbers: 10 replicas, 25 % / 25 %', () => {
    const decisions: Decision[] = [];
    const world = new DeploymentWorld({
      startupSeconds: (image, index) => (image === 'app:v1' ? 1 : 1 + (index % 5)),
      onDecision: (decision) => {
        if (decision.controller === 'deployment') decisions.push(decision);
      },
    });
    world.create(webDeployment({ replicas: 10 }));
    world.runUntil(10);
    decisions.length = 0;
    world.at(10, () => {
      world.setImage('app:v2');
    });
    world.runUntil(10.5);
    const [created] = stepsOf(decisions, 'getNewReplicaSet');
    assert.deepEqual(
      [created?.verdict, created?.inputs, created?.outcome],
      ['created', { maxTotalPods: 13, currentPodCount: 10, replicas: 10 }, 3],
    );
    const [down] = stepsOf(decisions, 'reconcileOldReplicaSets');
    assert.equal(down?.formula, 'maxScaledDown = allPods − minAvailable − newRSUnavailable');
    assert.deepEqual(
      [down.inputs, down.outcome, down.verdict],
      [{ allPods: 13, minAvailable: 8, newRSUnavailable: 3 }, 2, 'scaledDown'],
    );
    const up = stepsOf(decisions, 'reconcileNewReplicaSet').find(({ verdict }) => verdict === 'scaledUp');
    assert.deepEqual([up?.inputs, up?.outcome], [{ maxTotalPods: 13, currentPodCount: 11, replicas: 10, newReplicas: 3 }, 2]);
    assert.deepEqual(up?.subjects?.[0]?.facts, { from: 3, to: 5 });
  });

  it('names only replica sets that it resizes, and counts what is not there as 0', () => {
    const decisions: Decision[] = [];
    const world = new DeploymentWorld({
      startupSeconds: (image) => (image === 'app:v1' ? 1 : undefined),
      onDecision: (decision) => {
        if (decision.controller === 'deployment') decisions.push(decision);
      },
    });
    world.create(webDeployment({ replicas: 4 }));
    for (const version of [2, 3, 4])
      world.at(10 * (version - 1), () => {
        world.setImage(`app:v${version}`);
      });
    world.runUntil(60);
    const subjects = decisions.flatMap(({ steps }) => steps).flatMap((step) => step.subjects ?? []);
    const resized = subjects.filter(({ role }) => role === 'scaled').map(({ facts }) => facts);
    assert.ok(resized.length > 3);
    for (const facts of resized) assert.notEqual(facts?.['from'], facts?.['to'], JSON.stringify(facts));
    const [progress] = stepsOf(decisions, 'syncRolloutStatus');
    assert.deepEqual(progress?.inputs, { replicas: 4, updatedReplicas: 4, readyReplicas: 0, availableReplicas: 0 });
  });

  it('says that old replica sets go when the new one is as large as it should be', () => {
    const fixture = new Fixture(webDeployment({ replicas: 2, paused: true }));
    const { template } = fixture.deployment.spec;
    const owner = {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      name: 'web',
      uid: fixture.deployment.metadata.uid ?? '',
      controller: true,
    };
    const add = (name: string, image: string, replicas: number, available: number): void => {
      fixture.store.create('ReplicaSet', {
        metadata: {
          ...{ name, namespace: 'default', labels: { app: 'web', 'pod-template-hash': name } },
          ...{ ownerReferences: [owner], annotations: { 'deployment.kubernetes.io/desired-replicas': '2' } },
        },
        spec: {
          ...{ replicas, selector: { matchLabels: { app: 'web', 'pod-template-hash': name } } },
          template: { ...template, spec: { containers: [{ name: 'c', image }] } },
        },
        status: { replicas, availableReplicas: available, readyReplicas: available },
      });
    };
    add('old', 'app:v0', 1, 1);
    add('new', 'app:v1', 2, 2);
    fixture.informers.deliver();
    fixture.settle();
    const [step] = stepsOf(fixture.decisions, 'scale');
    assert.deepEqual([step?.verdict, step?.inputs], ['scaledDown', { replicas: 2, saturated: true }]);
    assert.deepEqual(
      step?.subjects?.map(({ name, facts }) => [name, facts]),
      [['old', { from: 1, to: 0 }]],
    );
    assert.equal(fixture.store.get('ReplicaSet', 'default/old')?.spec.replicas, 0);
  });

  it('says how a scaling in the middle of a rollout is shared', () => {
    const decisions: Decision[] = [];
    const world = new DeploymentWorld({
      startupSeconds: (image) => (image === 'app:v1' ? 1 : undefined),
      onDecision: (decision) => decisions.push(decision),
    });
    world.create(webDeployment({ replicas: 10 }));
    world.runUntil(10);
    world.at(10, () => {
      world.setImage('app:v2');
    });
    world.runUntil(20);
    world.at(20, () => {
      world.edit((deployment) => ({ ...deployment, spec: { ...deployment.spec, replicas: 20 } }));
    });
    world.runUntil(21);
    const [step] = stepsOf(decisions, 'scale');
    assert.deepEqual([step?.inputs, step?.outcome], [{ allowedSize: 25, allReplicas: 13, leftover: 0 }, 12]);
    assert.deepEqual(
      step?.subjects?.map(({ facts }) => facts),
      [
        { from: 8, to: 15 },
        { from: 5, to: 10 },
      ],
    );
  });
});
