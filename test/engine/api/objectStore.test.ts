import { strict as assert } from 'node:assert';
import fc from 'fast-check';
import type { Deployment, Pod } from '../../../src/model/apiTypes';
import { ApiError } from '../../../src/engine/api/apiError';
import { ObjectStore } from '../../../src/engine/api/objectStore';
import { EngineError } from '../../../src/engine/kernel/engineError';
import { build, deployment, pod, refusedWith, replicaSet, START, TEMPLATE } from './storeFixture';

describe('ObjectStore', () => {
  it('gives a new object a uid, a version, a generation and a creation time in whole seconds', () => {
    const { store, clock } = build();
    clock.now = START + 250;
    const { metadata } = store.create('Deployment', deployment());
    assert.deepEqual(
      [metadata.uid, metadata.resourceVersion, metadata.generation, metadata.creationTimestamp],
      ['uid-1', 1, 1, START],
    );
  });

  it('keeps what no update can change or lose, whatever the client sends', () => {
    const { store, clock } = build();
    const created = store.create('Pod', pod('a', 'n'));
    store.delete('Pod', 'default/a', { gracePeriodSeconds: 5 });
    clock.now = START + 2000;
    const bare: Pod = { ...pod('a', 'n'), metadata: { name: 'a', namespace: 'default', labels: { x: 'y' } } };
    const { metadata } = store.patch('Pod', 'default/a', () => bare);
    assert.deepEqual(
      [metadata.uid, metadata.creationTimestamp, metadata.deletionTimestamp, metadata.deletionGracePeriodSeconds],
      [created.metadata.uid, START, START + 5000, 5],
    );
    assert.deepEqual(metadata.labels, { x: 'y' });
  });

  it('lets no generation shrink', () => {
    const { store } = build();
    store.create('Deployment', deployment());
    assert.throws(
      () => store.patch('Deployment', 'default/web', (d) => ({ ...d, metadata: { ...d.metadata, generation: 0 } }), 'whole'),
      (error) => error instanceof EngineError && error.code === 'InvariantViolated',
    );
  });

  it('lets no listener write during a write', () => {
    const { store } = build();
    store.subscribe(['Pod'], ({ object }) => {
      if (object.metadata.name === 'a') store.create('Pod', pod('b'));
    });
    assert.throws(() => store.create('Pod', pod('a')), /listeners/);
  });

  it('hands out what it stores: nobody can change it in place, at any depth', () => {
    const { store } = build();
    const { metadata, spec } = store.create('Deployment', deployment());
    const container: { image?: string | undefined } = spec.template.spec.containers[0] ?? {};
    assert.throws(() => {
      container.image = 'v2';
    }, TypeError);
    for (const part of [metadata, spec, spec.template.metadata?.labels]) assert.ok(Object.isFrozen(part));
  });

  it('makes a name from generateName only for what is admitted', () => {
    const { store } = build();
    store.admission = {
      beforeCreate: () => {
        throw new ApiError('Forbidden', 'no');
      },
    };
    const unnamed: Pod = { ...pod(''), metadata: { name: '', generateName: 'web-', namespace: 'default' } };
    assert.throws(() => store.create('Pod', unnamed), refusedWith('Forbidden'));
    store.admission = {};
    assert.equal(store.create('Pod', unnamed).metadata.name, 'web-1');
  });

  it('generates another name when the generated one is taken', () => {
    const names = ['web-a', 'web-a', 'web-b'];
    const store = new ObjectStore({ clock: { now: START }, newUid: () => '1', generateName: () => names.shift() ?? '' });
    const unnamed: Pod = { ...pod(''), metadata: { name: '', generateName: 'web-', namespace: 'default' } };
    assert.deepEqual(
      [store.create('Pod', unnamed), store.create('Pod', unnamed)].map(({ metadata }) => metadata.name),
      ['web-a', 'web-b'],
    );
  });

  it('refuses a second object of the same name', () => {
    const { store } = build();
    store.create('Deployment', deployment());
    assert.throws(() => store.create('Deployment', deployment()), {
      message: 'deployments.apps "web" already exists',
      reason: 'AlreadyExists',
    });
  });

  it('refuses an update from an old version, and changes nothing', () => {
    const { store } = build();
    const old = store.create('Deployment', deployment(3));
    const current = store.update('Deployment', { ...old, spec: { ...old.spec, replicas: 4 } });
    assert.throws(() => store.update('Deployment', { ...old, spec: { ...old.spec, replicas: 5 } }), refusedWith('Conflict'));
    assert.throws(() => store.updateStatus('Deployment', { ...old, status: { replicas: 1 } }), refusedWith('Conflict'));
    assert.equal(store.get('Deployment', 'default/web'), current);
  });

  it('takes an update that changes nothing for none: no version, no event', () => {
    const { store, events } = build();
    const first = store.create('Deployment', deployment());
    const same = store.update('Deployment', { ...first, spec: { ...first.spec, template: structuredClone(TEMPLATE) } });
    assert.equal(same, first);
    assert.equal(events.length, 1);
  });

  const generations: readonly [name: string, change: (current: Deployment) => Deployment, generation: number][] = [
    ['a change of the spec', (d) => ({ ...d, spec: { ...d.spec, replicas: 9 } }), 2],
    ['a change of the annotations', (d) => ({ ...d, metadata: { ...d.metadata, annotations: { a: 'b' } } }), 2],
    ['a change of the labels', (d) => ({ ...d, metadata: { ...d.metadata, labels: { a: 'b' } } }), 1],
  ];
  for (const [name, change, generation] of generations) {
    it(`counts the generation of a Deployment: ${name} makes it ${generation}`, () => {
      const { store } = build();
      assert.equal(store.update('Deployment', change(store.create('Deployment', deployment()))).metadata.generation, generation);
    });
  }

  it('does not count a ReplicaSet’s annotations', () => {
    const { store } = build();
    const first = store.create('ReplicaSet', replicaSet());
    const annotated = { ...first, metadata: { ...first.metadata, annotations: { a: 'b' } } };
    assert.equal(store.update('ReplicaSet', annotated).metadata.generation, 1);
  });

  it('ignores the status in an update and the spec in a status update, which stores annotations but not labels', () => {
    const { store } = build();
    const first = store.create('Deployment', deployment(3));
    const updated = store.update('Deployment', { ...first, spec: { ...first.spec, replicas: 4 }, status: { replicas: 99 } });
    assert.equal(updated.status, undefined);
    const metadata = { ...updated.metadata, annotations: { revision: '1' }, labels: { x: 'y' } };
    const told = store.updateStatus('Deployment', { metadata, spec: { ...first.spec, replicas: 77 }, status: { replicas: 4 } });
    assert.deepEqual(
      [told.spec.replicas, told.status, told.metadata.annotations, told.metadata.labels, told.metadata.generation],
      [4, { replicas: 4 }, { revision: '1' }, undefined, 2],
    );
  });

  it('cuts the times of conditions to whole seconds', () => {
    const { store } = build();
    const first = store.create('Deployment', deployment());
    const condition = {
      type: 'Progressing',
      status: 'True',
      lastUpdateTime: START + 1700,
      lastTransitionTime: START + 200,
      reason: 'NewReplicaSetCreated',
      message: 'Created new replica set "web-1"',
    } as const;
    const { status } = store.updateStatus('Deployment', { ...first, status: { conditions: [condition] } });
    assert.deepEqual(status?.conditions, [{ ...condition, lastUpdateTime: START + 1000, lastTransitionTime: START }]);
  });

  const deletions: readonly [name: string, object: Pod, staysUntil: number | undefined][] = [
    ['a bound pod stays for its grace period', pod('p', 'n1'), START + 30_000],
    ['a pod that is bound to no node goes at once', pod('p'), undefined],
    ['a pod that has failed goes at once', { ...pod('p', 'n1'), status: { phase: 'Failed' } }, undefined],
    [
      'a pod with a grace period of its own',
      { ...pod('p', 'n1'), spec: { ...pod('p', 'n1').spec, terminationGracePeriodSeconds: 5 } },
      START + 5_000,
    ],
  ];
  for (const [name, object, staysUntil] of deletions) {
    it(`deletes gracefully: ${name}`, () => {
      const { store } = build();
      store.create('Pod', object);
      store.delete('Pod', 'default/p');
      assert.equal(store.get('Pod', 'default/p')?.metadata.deletionTimestamp, staysUntil);
      assert.equal(store.count('Pod'), staysUntil === undefined ? 0 : 1);
    });
  }

  it('changes nothing when a terminating pod is deleted again', () => {
    const { store, clock, events } = build();
    store.create('Pod', pod('p', 'n1'));
    store.delete('Pod', 'default/p');
    clock.now += 5000;
    store.delete('Pod', 'default/p');
    assert.equal(events.length, 2);
  });

  it('lets go of a Deployment in foreground deletion when it is deleted again in the background', () => {
    const { store } = build();
    store.create('Deployment', deployment());
    store.delete('Deployment', 'default/web', { propagation: 'Foreground' });
    store.delete('Deployment', 'default/web');
    assert.notEqual(store.get('Deployment', 'default/web'), undefined);
    store.delete('Deployment', 'default/web', { propagation: 'Background' });
    assert.equal(store.get('Deployment', 'default/web'), undefined);
  });

  it('keeps a Deployment in foreground deletion until its finalizer is taken off', () => {
    const { store, events } = build();
    store.create('Deployment', deployment());
    store.delete('Deployment', 'default/web', { propagation: 'Foreground' });
    const held = store.get('Deployment', 'default/web');
    assert.deepEqual([held?.metadata.finalizers, held?.metadata.generation], [['foregroundDeletion'], 2]);
    store.patch('Deployment', 'default/web', (current) => ({ ...current, metadata: { ...current.metadata, finalizers: [] } }));
    assert.equal(store.get('Deployment', 'default/web'), undefined);
    assert.deepEqual(
      events.map(({ type }) => type),
      ['added', 'modified', 'deleted'],
    );
  });

  const missing: readonly [name: string, write: (store: ObjectStore) => void][] = [
    ['update', (store) => store.update('Deployment', deployment())],
    ['updateStatus', (store) => store.updateStatus('Deployment', deployment())],
    ['patch', (store) => store.patch('Deployment', 'default/web', (current) => current)],
    [
      'delete',
      (store) => {
        store.delete('Deployment', 'default/web');
      },
    ],
  ];
  for (const [name, write] of missing) {
    it(`says that there is nothing to ${name}`, () => {
      const { store } = build();
      assert.throws(
        () => {
          write(store);
        },
        { reason: 'NotFound', message: 'deployments.apps "web" not found' },
      );
    });
  }

  for (const replicas of [NaN, -1, 1.5, Infinity, 2 ** 31]) {
    it(`refuses ${replicas} replicas, names the field and keeps the store whole`, () => {
      const { store, events } = build();
      const first = store.create('Deployment', deployment(3));
      const bad = { ...first, spec: { ...first.spec, replicas } };
      const isTyped = (error: unknown): boolean =>
        error instanceof EngineError && error.code === 'InvalidInput' && error.subject === 'Deployment default/web spec.replicas';
      assert.throws(() => store.update('Deployment', bad), isTyped);
      assert.throws(() => store.create('ReplicaSet', replicaSet(replicas)), EngineError);
      assert.equal(store.get('Deployment', 'default/web'), first);
      assert.equal(store.count('ReplicaSet'), 0);
      assert.equal(events.length, 1);
    });
  }

  it('tells of every write, in order, with versions that only rise', () => {
    const command = fc.record({
      do: fc.constantFrom('create', 'patch', 'delete', 'remove'),
      name: fc.constantFrom('a', 'b', 'c'),
    });
    fc.assert(
      fc.property(fc.array(command), (commands) => {
        const { store, events } = build();
        for (const [index, { do: what, name }] of commands.entries()) {
          try {
            if (what === 'create') store.create('Pod', pod(name, 'n1'));
            else if (what === 'delete') store.delete('Pod', `default/${name}`);
            else if (what === 'remove') store.remove('Pod', `default/${name}`);
            else store.patch('Pod', `default/${name}`, (p) => ({ ...p, spec: { ...p.spec, priority: index } }));
          } catch (error) {
            if (!(error instanceof ApiError)) throw error;
          }
        }
        const rebuilt = new Map<string, Pod>();
        for (const { type, object } of events) {
          if (type === 'deleted') rebuilt.delete(object.metadata.name);
          else rebuilt.set(object.metadata.name, object as Pod);
        }
        assert.deepEqual([...rebuilt.values()], [...store.list('Pod')]);
        const versions = events.map(({ resourceVersion }) => resourceVersion);
        assert.deepEqual(
          versions,
          versions.map((_version, index) => index + 1),
        );
      }),
    );
  });
});
