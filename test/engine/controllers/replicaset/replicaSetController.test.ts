import type { Pod, ReplicaSet } from '../../../../src/model/apiTypes';
import { strict as assert } from 'node:assert';
import { objectKey } from '../../../../src/model/meta';
import { ApiError } from '../../../../src/engine/api/apiError';
import { forbidden } from '../../../support/forbidden';
import { ObjectStore } from '../../../../src/engine/api/objectStore';
import { EventRecorder } from '../../../../src/engine/client/eventRecorder';
import { InformerFactory } from '../../../../src/engine/client/informerFactory';
import { DecisionRecorder, type Decision } from '../../../../src/engine/controllers/decisions';
import { NAMESPACE_TERMINATING_CAUSE } from '../../../../src/engine/controllers/podControl';
import { ReplicaSetController } from '../../../../src/engine/controllers/replicaset/replicaSetController';

const KEY = 'default/web-1';
const LABELS = { app: 'web', 'pod-template-hash': '1' };

function replicaSet(replicas: number, minReadySeconds = 0): ReplicaSet {
  return {
    metadata: { name: 'web-1', namespace: 'default', labels: LABELS },
    spec: {
      replicas,
      minReadySeconds,
      selector: { matchLabels: LABELS },
      template: { metadata: { labels: LABELS }, spec: { containers: [{ name: 'c' }] } },
    },
  };
}

/** One ReplicaSet and its controller, stepped by hand. */
class Fixture {
  readonly clock = { now: 1_000_000_000 };
  readonly store: ObjectStore;
  readonly informers: InformerFactory;
  readonly controller: ReplicaSetController;
  readonly events: string[] = [];
  readonly queue: string[] = [];
  readonly decisions: Decision[] = [];

  /** `listOrder`: draws where a loop over pods that are alike begins. */
  constructor(object: ReplicaSet, listOrder?: () => number) {
    let uids = 0;
    let names = 0;
    const newUid = (): string => String(++uids).padStart(6, '0');
    const generateName = (prefix: string): string => `${prefix}${String(++names).padStart(5, '0')}`;
    this.store = new ObjectStore({ clock: this.clock, newUid, generateName });
    this.store.create('ReplicaSet', object);
    this.informers = new InformerFactory(this.store, { mode: 'manual' });
    this.controller = new ReplicaSetController({
      store: this.store,
      informers: this.informers,
      clock: this.clock,
      queue: {
        add: (key) => this.queue.push(key),
        addAfter: (key, delayMs) => this.queue.push(`${key} after ${delayMs}`),
        addRateLimited: (key) => this.queue.push(`${key} rate limited`),
        forget: () => undefined,
        numRequeues: () => 0,
      },
      recorder: new EventRecorder(({ type, reason, message }) => this.events.push(`${type} ${reason} ${message}`)),
      decisions: new DecisionRecorder((decision) => this.decisions.push(decision)),
      ...(listOrder === undefined ? {} : { listOrder }),
    });
  }

  get pods(): Pod[] {
    return [...this.store.list('Pod')];
  }

  sync(): void {
    this.controller.sync(KEY);
  }

  /** A sync whose outcome the caches see. */
  syncAndDeliver(): void {
    this.sync();
    this.informers.deliver();
  }

  change(pod: Pod, change: (pod: Pod) => Pod): void {
    this.store.patch('Pod', objectKey(pod), change, 'whole');
  }

  makeReady(pod: Pod): void {
    const condition = { type: 'Ready', status: 'True', lastTransitionTime: this.clock.now } as const;
    this.change(pod, (current) => ({ ...current, status: { phase: 'Running', conditions: [condition] } }));
  }

  scale(replicas: number): void {
    this.store.patch('ReplicaSet', KEY, (current) => ({ ...current, spec: { ...current.spec, replicas } }));
    this.informers.deliver();
  }
}

describe('ReplicaSetController', () => {
  it('creates 200 pods in one sync', () => {
    const fixture = new Fixture(replicaSet(200));
    fixture.syncAndDeliver();
    assert.equal(fixture.pods.length, 200);
    fixture.syncAndDeliver();
    assert.equal(fixture.store.get('ReplicaSet', KEY)?.status?.replicas, 200);
  });

  it('creates 500 at most at once, the rest when they have been seen', () => {
    const fixture = new Fixture(replicaSet(1200));
    const counts = [0, 0, 0, 0].map(() => {
      fixture.syncAndDeliver();
      return fixture.pods.length;
    });
    assert.deepEqual(counts, [500, 1000, 1200, 1200]);
    fixture.scale(0);
    for (let round = 0; round < 4; round++) fixture.syncAndDeliver();
    assert.equal(fixture.pods.length, 0);
  });

  it('writes nothing when there is nothing to do', () => {
    const fixture = new Fixture(replicaSet(3));
    for (let round = 0; round < 3; round++) fixture.syncAndDeliver();
    const { resourceVersion } = fixture.store;
    fixture.sync();
    assert.equal(fixture.store.resourceVersion, resourceVersion);
  });

  it('does not create twice what its cache does not show yet', () => {
    const fixture = new Fixture(replicaSet(3));
    fixture.sync();
    assert.throws(() => {
      fixture.sync();
    }, /read version is not as new as written version/);
    assert.equal(fixture.pods.length, 3);
  });

  it('stops after the first failing batch and says so in a condition, until it succeeds', () => {
    const fixture = new Fixture(replicaSet(10));
    let allowed = 3;
    fixture.store.admission = {
      beforeCreate: (_kind, object) => {
        if (allowed-- > 0) return object;
        throw new ApiError('Forbidden', 'exceeded quota');
      },
    };
    assert.throws(() => {
      fixture.sync();
    }, /exceeded quota/);
    // Batches of 1, 2 and 4: the four of the third were all tried, the last three never.
    assert.equal(fixture.events.filter((event) => event.includes('FailedCreate')).length, 4);
    const condition = fixture.store.get('ReplicaSet', KEY)?.status?.conditions?.[0];
    assert.deepEqual(
      [condition?.type, condition?.reason, condition?.message],
      ['ReplicaFailure', 'FailedCreate', 'exceeded quota'],
    );
    fixture.store.admission = {};
    fixture.informers.deliver();
    fixture.syncAndDeliver();
    fixture.syncAndDeliver();
    assert.equal(fixture.pods.length, 10);
    assert.deepEqual(fixture.store.get('ReplicaSet', KEY)?.status?.conditions, []);
  });

  it('keeps quiet in a namespace that is going away', () => {
    const fixture = new Fixture(replicaSet(3));
    fixture.store.admission = {
      beforeCreate: () => {
        throw forbidden('pods', '', 'unable to create new content', NAMESPACE_TERMINATING_CAUSE);
      },
    };
    fixture.sync();
    assert.deepEqual([fixture.pods.length, fixture.events], [0, []]);
  });

  it('adopts matching orphans and releases pods that match no longer', () => {
    const fixture = new Fixture(replicaSet(1));
    const orphan: Pod = { metadata: { name: 'stray', namespace: 'default', labels: LABELS }, spec: { containers: [] } };
    fixture.store.create('Pod', orphan);
    fixture.informers.deliver();
    fixture.syncAndDeliver();
    assert.deepEqual(
      fixture.pods.map(({ metadata }) => [metadata.name, metadata.ownerReferences?.[0]?.name]),
      [['stray', 'web-1']],
    );
    fixture.change(fixture.pods[0] as Pod, (pod) => ({ ...pod, metadata: { ...pod.metadata, labels: { app: 'other' } } }));
    fixture.informers.deliver();
    fixture.syncAndDeliver();
    assert.deepEqual(
      fixture.pods.map(({ metadata }) => [metadata.name, metadata.ownerReferences?.[0]?.name]),
      [
        ['stray', undefined],
        ['web-1-00001', 'web-1'],
      ],
    );
  });

  it('looks again when a ready pod becomes available', () => {
    const fixture = new Fixture(replicaSet(1, 10));
    fixture.syncAndDeliver();
    fixture.syncAndDeliver();
    fixture.makeReady(fixture.pods[0] as Pod);
    fixture.clock.now += 4000;
    fixture.informers.deliver();
    assert.ok(fixture.queue.includes(`${KEY} after 10000`), 'queued by the event');
    fixture.syncAndDeliver();
    assert.ok(fixture.queue.includes(`${KEY} after 6000`), 'queued by the sync');
    assert.equal(fixture.store.get('ReplicaSet', KEY)?.status?.availableReplicas, 0);
    fixture.clock.now += 6000;
    fixture.syncAndDeliver();
    assert.equal(fixture.store.get('ReplicaSet', KEY)?.status?.availableReplicas, 1);
  });

  it('draws which of several pods go that are alike, where somebody draws', () => {
    const leftOf = (listOrder?: () => number): string[] => {
      const fixture = new Fixture(replicaSet(20), listOrder);
      fixture.syncAndDeliver();
      fixture.scale(10);
      fixture.syncAndDeliver();
      return fixture.pods.map(({ metadata }) => metadata.name);
    };
    const known = leftOf();
    assert.equal(known.length, 10);
    const drawn = [0.1, 0.4, 0.8].map((each) => leftOf(() => each));
    assert.deepEqual(new Set(drawn.map(({ length }) => length)), new Set([10]));
    assert.ok(drawn.some((left) => left.join() !== known.join()));
  });

  it('says which pods it deleted, in order, and by which rule', () => {
    const fixture = new Fixture(replicaSet(3));
    fixture.syncAndDeliver();
    fixture.makeReady(fixture.pods[0] as Pod);
    fixture.makeReady(fixture.pods[1] as Pod);
    fixture.informers.deliver();
    fixture.scale(2);
    fixture.syncAndDeliver();
    const step = fixture.decisions.at(-1)?.steps.find(({ verdict }) => verdict === 'deleting');
    assert.deepEqual(step?.inputs, { replicas: 2, activePods: 3, burstReplicas: 500 });
    assert.deepEqual(step.subjects, [
      { kind: 'Pod', name: 'web-1-00003', role: 'deleted', facts: { position: 1, rule: 'phase' } },
    ]);
  });
});
