import { strict as assert } from 'node:assert';
import type { ControllerRevision } from '../../../../src/model/apiTypes';
import { CONTROLLER_REVISION_HASH_LABEL } from '../../../../src/model/wellKnown';
import { DaemonWorld, LABELS } from './daemonWorld';

const KEY = 'default/agent';

function summary({ metadata, revision }: ControllerRevision): readonly [string, string | undefined, number] {
  return [metadata.name, metadata.labels?.[CONTROLLER_REVISION_HASH_LABEL], revision];
}

/** A DaemonSet on one node whose first sync is done and whose pod has been seen. */
function started(): DaemonWorld {
  const world = new DaemonWorld();
  world.addNodes('n1');
  world.addDaemonSet();
  world.sync();
  return world;
}

describe('The revisions of a DaemonSet', () => {
  it('of the same template are merged into the newest, and all pods get its hash', () => {
    const world = started();
    const [revision] = world.revisions();
    assert.ok(revision !== undefined);
    const { resourceVersion: _version, uid: _uid, ...metadata } = revision.metadata;
    const labels = { ...LABELS, [CONTROLLER_REVISION_HASH_LABEL]: 'copy' };
    world.store.create('ControllerRevision', { ...revision, metadata: { ...metadata, name: 'agent-copy', labels }, revision: 7 });
    world.sync();
    assert.deepEqual(world.revisions().map(summary), [['agent-copy', 'copy', 7]]);
    assert.deepEqual(
      world.pods().map((pod) => pod.metadata.labels?.[CONTROLLER_REVISION_HASH_LABEL]),
      ['copy'],
    );
  });

  it('get their name as hash label when they have none', () => {
    const world = started();
    world.store.patch('ControllerRevision', 'default/agent-v1', (revision) => ({
      ...revision,
      metadata: { ...revision.metadata, labels: LABELS },
    }));
    world.sync();
    assert.deepEqual(world.revisions().map(summary), [['agent-v1', 'agent-v1', 1]]);
  });

  it('whose name is taken by another template make the collision count rise, and the next sync takes the next name', () => {
    const world = started();
    world.hashOf = (_image, collisions) => (collisions === 0 ? 'v1' : `v1-${collisions}`);
    world.setImage('v2');
    assert.throws(() => {
      world.sync();
    }, /^Error: failed to construct revisions of DaemonSet: controllerrevisions.apps "agent-v1" already exists$/);
    assert.equal(world.store.get('DaemonSet', KEY)?.status?.collisionCount, 1);
    world.sync();
    assert.deepEqual(world.revisions().map(summary), [
      ['agent-v1', 'v1', 1],
      ['agent-v1-1', 'v1-1', 2],
    ]);
  });

  it('make the sync wait when the collision count in the cache is out of date', () => {
    const world = started();
    world.hashOf = () => 'v1';
    world.setImage('v2');
    world.deliver();
    const ds = world.store.get('DaemonSet', KEY);
    assert.ok(ds !== undefined);
    world.store.updateStatus('DaemonSet', { ...ds, status: { ...ds.status, collisionCount: 3 } });
    assert.throws(() => {
      world.controller.sync(KEY);
    }, /found a stale collision count/);
    assert.equal(world.store.get('DaemonSet', KEY)?.status?.collisionCount, 3);
  });

  it('made by a sync whose cache had not seen the first one are the first one', () => {
    const world = new DaemonWorld();
    world.addDaemonSet();
    world.deliver();
    world.controller.sync(KEY);
    world.informers.deliver({ kinds: ['DaemonSet'] });
    world.controller.sync(KEY);
    assert.deepEqual(world.revisions().map(summary), [['agent-v1', 'v1', 1]]);
  });

  const CONTAINERS = [{ image: 'v1', name: 'agent' }];
  const DATA = { spec: { template: { $patch: 'replace', metadata: { labels: LABELS }, spec: { containers: CONTAINERS } } } };
  /** What somebody wrote by hand, under which label, and what is left after a sync: its text decides, and it gets its name. */
  const BY_HAND: readonly (readonly [string, unknown, string | undefined, readonly (readonly [string, string, number])[]])[] = [
    ['of the same text is the current one, under its own name', DATA, undefined, [['agent-hand', 'agent-hand', 5]]],
    ['keeps an empty label, and pods get none', DATA, '', [['agent-hand', '', 5]]],
    [
      'with a key in another place is an old one',
      { spec: { template: { ...DATA.spec.template, spec: { containers: [{ name: 'agent', image: 'v1' }] } } } },
      undefined,
      [
        ['agent-hand', 'agent-hand', 5],
        ['agent-v1', 'v1', 6],
      ],
    ],
    [
      'without $patch is an old one',
      { spec: { template: { metadata: { labels: LABELS }, spec: { containers: CONTAINERS } } } },
      'x',
      [
        ['agent-hand', 'x', 5],
        ['agent-v1', 'v1', 6],
      ],
    ],
    [
      'without data is an old one',
      undefined,
      undefined,
      [
        ['agent-hand', 'agent-hand', 5],
        ['agent-v1', 'v1', 6],
      ],
    ],
  ];

  BY_HAND.forEach(([what, data, label, expected]) => {
    it(`one made by hand ${what}`, () => {
      const world = new DaemonWorld();
      world.addNodes('n1');
      const { metadata } = world.addDaemonSet();
      const owner = { apiVersion: 'apps/v1', kind: 'DaemonSet', name: metadata.name, uid: metadata.uid ?? '', controller: true };
      const labels = label === undefined ? LABELS : { ...LABELS, [CONTROLLER_REVISION_HASH_LABEL]: label };
      world.store.create('ControllerRevision', {
        metadata: { name: 'agent-hand', namespace: 'default', labels, ownerReferences: [owner] },
        ...(data === undefined ? {} : { data }),
        revision: 5,
      });
      world.sync();
      assert.deepEqual(world.revisions().map(summary), expected);
      const hash = expected.at(-1)?.[1];
      assert.deepEqual(
        world.pods().map((pod) => pod.metadata.labels?.[CONTROLLER_REVISION_HASH_LABEL] ?? ''),
        [hash],
      );
    });
  });

  it('one made by hand and the controller’s own of the same text are merged into the newest, label or not', () => {
    const world = started();
    const [own] = world.revisions();
    const owners = { ownerReferences: own?.metadata.ownerReferences };
    world.store.create('ControllerRevision', {
      metadata: { name: 'agent-hand', namespace: 'default', labels: LABELS, ...owners },
      data: DATA,
      revision: 1,
    });
    world.sync();
    // Of equal numbers the last one stays.
    assert.deepEqual(world.revisions().map(summary), [['agent-v1', 'v1', 1]]);
  });
});
