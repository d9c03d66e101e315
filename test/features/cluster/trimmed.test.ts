import assert from 'node:assert/strict';
import { simulateFromHere } from '../../../src/features/cluster/fromHere';
import { DEFAULT_SETTINGS } from '../../../src/features/settings';
import { simulate } from '../../../src/engine/simulation/simulate';
import { readSnapshot } from '../../support/wholeSnapshot';
import type { Snapshot } from '../../../src/snapshot/snapshot';
import { measuredCluster } from '../../../src/features/cluster/measuredCluster';
import { deployment, nodesWith, scenario } from '../../simulation/support';
import { snapshotText } from '../../support/snapshotText';

const [old, young] = ['web:1', 'web:2'].map((image) =>
  deployment(6, { image, maxSurge: 1, maxUnavailable: 0, container: { resources: { requests: { cpu: '1900m' } } } }),
);
assert.ok(old !== undefined && young !== undefined);

interface Printed {
  readonly kind: string;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly status?: Readonly<Record<string, unknown>>;
}
const nodes = nodesWith('4', 'node-1', 'node-2', 'node-3');
/** One pod more than there is room for. */
const { items: ITEMS } = JSON.parse(snapshotText(scenario(young, { before: old, nodes }), 400)) as { items: readonly Printed[] };

const only =
  (...kinds: readonly string[]) =>
  (): readonly Printed[] =>
    ITEMS.filter(({ kind }) => kinds.includes(kind));
const but =
  (...kinds: readonly string[]) =>
  (): readonly Printed[] =>
    ITEMS.filter(({ kind }) => !kinds.includes(kind));
const without =
  (part: 'metadata' | 'status', field: string, kinds: readonly string[] = ITEMS.map(({ kind }) => kind)) =>
  (): readonly Printed[] =>
    ITEMS.map((item) => {
      if (item[part] === undefined || !kinds.includes(item.kind)) return item;
      const { [field]: _cut, ...rest } = item[part];
      return { ...item, [part]: rest };
    });
const withoutStatus = (): readonly Printed[] => ITEMS.map(({ status: _status, ...rest }) => rest);

function cluster(items: readonly Printed[]): ReturnType<typeof simulateFromHere> {
  const snapshot = readSnapshot(JSON.stringify({ apiVersion: 'v1', kind: 'List', items }));
  assert.ok(!('problem' in snapshot));
  return simulateFromHere(measured(snapshot), { kind: 'Deployment', namespace: 'default', name: 'web' }, DEFAULT_SETTINGS);
}

function measured(snapshot: Snapshot): Parameters<typeof simulateFromHere>[0] {
  const steps = measuredCluster(snapshot, 'snapshot cut');
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

describe('A snapshot of which something was cut', () => {
  const REFUSED: readonly (readonly [what: string, items: () => readonly Printed[], says: RegExp])[] = [
    [
      'its workload',
      only('Pod'),
      /^There is no Deployment default\/web in snapshot cut, nor any other Deployment: kubectl was not asked/,
    ],
    ['its ReplicaSets', but('ReplicaSet'), /cannot be told from this snapshot: none of its ReplicaSets are in it/],
    ['its pods', but('Pod'), /none of its 7 pods is in it/],
    ['all but the Deployment', only('Deployment'), /none of its ReplicaSets are in it/],
    ['who owns what', without('metadata', 'ownerReferences'), /none of its ReplicaSets .*ownerReferences are cut/],
    ['who owns its pods', without('metadata', 'ownerReferences', ['Pod']), /none of its 7 pods .*ownerReferences are cut/],
    ['the uid', without('metadata', 'uid'), /its metadata has no uid/],
    ['every status', withoutStatus, /it has no status/],
    [
      'the status of its pods',
      without('status', 'phase', ['Pod']),
      /what the status of web-\S+ says of its containers or conditions is cut/,
    ],
    [
      'conditions',
      without('status', 'conditions', ['Pod']),
      /what the status of web-\S+ says of its containers or conditions is cut/,
    ],
    ['labels of pods', without('metadata', 'labels', ['Pod']), /labels of its pods are cut/],
    [
      'the nodes that had no room',
      but('Node'),
      /1 pod of it found no node \(the scheduler says: 0\/3 nodes are available: 3 Insufficient cpu.*\), and no nodes are in it/,
    ],
  ];
  for (const [what, items, says] of REFUSED)
    it(`tells nothing of a rollout without ${what}, and says what is missing`, () => {
      const found = cluster(items());
      assert.ok('problem' in found);
      assert.match(found.problem, says);
      assert.match(found.problem, /Ask for all of it, untrimmed: kubectl get deployments,replicasets,/);
    });

  const ENOUGH: readonly (readonly [what: string, items: () => readonly Printed[]])[] = [
    ['nothing', () => ITEMS],
    ['events', but('Event')],
    ['when things were made', without('metadata', 'creationTimestamp')],
    ['namespaces, which are all the same', without('metadata', 'namespace')],
    ['the state of containers of pods that are ready', without('status', 'containerStatuses', ['Pod'])],
  ];
  for (const [what, items] of ENOUGH)
    it(`goes on from one without ${what}`, () => {
      const found = cluster(items());
      assert.ok(!('problem' in found), 'problem' in found ? found.problem : '');
      const { outcome, facts } = simulate(found.scenario);
      assert.deepEqual([outcome.kind, outcome.at, facts.minAvailable], ['stalled', 0, 6]);
      assert.deepEqual(
        outcome.blockers.map(({ rule }) => rule),
        ['unschedulable'],
      );
      assert.match(found.notes.join('\n'), /Only pods of default are in snapshot cut: what those of other namespaces take/);
    });

  it('says of how many pods nothing is known', () => {
    const [first] = only('Pod')();
    const found = cluster(ITEMS.filter((item) => item !== first));
    assert.ok(!('problem' in found));
    assert.match(found.notes[0] ?? '', /^Of its 7 pods only 6 are in the snapshot/);
  });
});
