import assert from 'node:assert/strict';
import type { PersistentVolume, PersistentVolumeClaim, StorageClass } from '../../../../src/model/apiTypes';
import type { ClusterSnapshot } from '../../../../src/engine/cluster/scheduler/clusterSnapshot';
import { clusterOf, node, nodesInZones, pod, podOn, verdicts } from './schedulerWorld';

const HOST = 'kubernetes.io/hostname';
const ZONE = 'topology.kubernetes.io/zone';

// ---- volumes

const claim = (name: string, spec: PersistentVolumeClaim['spec'] = {}, bound = false): PersistentVolumeClaim => ({
  metadata: { name, namespace: 'default', annotations: bound ? { 'pv.kubernetes.io/bind-completed': 'yes' } : {} },
  spec: { accessModes: ['ReadWriteOnce'], storageClassName: 'local', resources: { requests: { storage: '1Gi' } }, ...spec },
});
const volume = (name: string, hosts: readonly string[], spec: PersistentVolume['spec'] = {}): PersistentVolume => ({
  metadata: { name },
  spec: {
    accessModes: ['ReadWriteOnce'],
    storageClassName: 'local',
    capacity: { storage: '1Gi' },
    nodeAffinity: { required: { nodeSelectorTerms: [{ matchExpressions: [{ key: HOST, operator: 'In', values: hosts }] }] } },
    ...spec,
  },
  status: { phase: 'Available' },
});
const storageClass = (name: string, options: Partial<StorageClass> = {}): StorageClass => ({
  metadata: { name },
  provisioner: 'kubernetes.io/no-provisioner',
  volumeBindingMode: 'WaitForFirstConsumer',
  ...options,
});
const mounting = (...names: string[]) => ({
  spec: { volumes: names.map((claimName) => ({ name: claimName, persistentVolumeClaim: { claimName } })) },
});

function withStorage(
  cluster: ClusterSnapshot,
  objects: readonly (PersistentVolume | PersistentVolumeClaim | StorageClass)[],
): ClusterSnapshot {
  for (const object of objects) {
    if ('provisioner' in object) cluster.objects.set('StorageClass', object);
    else if ('status' in object) cluster.objects.set('PersistentVolume', object);
    else cluster.objects.set('PersistentVolumeClaim', object);
  }
  return cluster;
}

describe('VolumeBinding', () => {
  const wrongNode = "!node(s) didn't match PersistentVolume's node affinity";
  const nothing = "!node(s) didn't find available persistent volumes to bind";
  const nodes = [node('a'), node('b'), node('c')];

  it('goes where the bound volume can be reached', () => {
    const cluster = withStorage(clusterOf(nodes), [claim('data', { volumeName: 'v' }, true), volume('v', ['b', 'c'])]);
    assert.deepEqual(verdicts(pod('new', mounting('data')), cluster), { a: wrongNode, b: 'ok', c: 'ok' });
  });

  it('finds the smallest free volumes, each for one claim', () => {
    const objects = [storageClass('local'), claim('small'), claim('large', { resources: { requests: { storage: '2Gi' } } })];
    const volumes = [
      volume('a1', ['a']),
      volume('a2', ['a'], { capacity: { storage: '2Gi' } }),
      volume('b2', ['b'], { capacity: { storage: '5Gi' } }),
    ];
    const cluster = withStorage(clusterOf(nodes), [...objects, ...volumes]);
    assert.deepEqual(verdicts(pod('new', mounting('large', 'small')), cluster), { a: 'ok', b: nothing, c: nothing });
  });

  it('does not take volumes that are claimed, of another mode, or not available', () => {
    const unfit = [
      volume('claimed', ['a'], { claimRef: { name: 'other', namespace: 'default' } }),
      volume('shared', ['a'], { accessModes: ['ReadOnlyMany'] }),
      volume('block', ['a'], { volumeMode: 'Block' }),
      { ...volume('released', ['a']), status: { phase: 'Released' } },
    ];
    const cluster = withStorage(clusterOf([node('a')]), [storageClass('local'), claim('data'), ...unfit]);
    assert.deepEqual(verdicts(pod('new', mounting('data')), cluster), { a: nothing });
    cluster.objects.set('PersistentVolume', volume('mine', ['a'], { claimRef: { name: 'data', namespace: 'default' } }));
    assert.deepEqual(verdicts(pod('new', mounting('data')), cluster), { a: 'ok' });
  });

  it('provisions where the class allows it', () => {
    const allowedTopologies = [{ matchLabelExpressions: [{ key: ZONE, values: ['x'] }] }];
    const zonal = storageClass('zonal', { provisioner: 'csi.example.com', allowedTopologies });
    const cluster = withStorage(clusterOf(nodesInZones('xy')), [zonal, claim('data', { storageClassName: 'zonal' })]);
    assert.deepEqual(verdicts(pod('new', mounting('data')), cluster), { a: 'ok', b: nothing });
  });

  it('refuses the pod for a claim that is unbound, lost, being deleted or unknown', () => {
    const immediate = storageClass('now', { volumeBindingMode: 'Immediate' });
    const pending = claim('pending', { storageClassName: 'now' });
    const lost = { ...claim('lost', { volumeName: 'gone' }), status: { phase: 'Lost' } } as PersistentVolumeClaim;
    const deleted = { ...claim('deleted'), metadata: { ...claim('deleted').metadata, deletionTimestamp: 0 } };
    const cluster = clusterOf([node('a')]);
    cluster.objects.set('StorageClass', immediate);
    for (const each of [pending, lost, deleted]) cluster.objects.set('PersistentVolumeClaim', each);
    const cases = [
      ['pending', 'pod has unbound immediate PersistentVolumeClaims'],
      ['lost', 'persistentvolumeclaim "lost" bound to non-existent persistentvolume "gone"'],
      ['deleted', 'persistentvolumeclaim "deleted" is being deleted'],
      ['unknown', 'persistentvolumeclaim "unknown" not found'],
    ] as const;
    for (const [name, reason] of cases) assert.deepEqual(verdicts(pod('new', mounting(name)), cluster), { '*': `!${reason}` });
  });
});

describe('VolumeRestrictions', () => {
  const inUse =
    'node(s) unavailable due to PersistentVolumeClaim with ReadWriteOncePod access mode already in-use by another pod';

  it('refuses all nodes while a ReadWriteOncePod claim is in use, even by a pod that is leaving', () => {
    const exclusive = claim('data', { accessModes: ['ReadWriteOncePod'], volumeName: 'v' }, true);
    const user = podOn('a', 'old', { ...mounting('data'), terminating: true });
    const cluster = withStorage(clusterOf([node('a'), node('b')], [user]), [exclusive, volume('v', ['a', 'b'])]);
    assert.deepEqual(verdicts(pod('new', mounting('data')), cluster), { a: inUse, b: inUse });
    cluster.removePod(user);
    assert.deepEqual(verdicts(pod('new', mounting('data')), cluster), { a: 'ok', b: 'ok' });
  });

  it('keeps two pods from one in-line disk unless both only read', () => {
    const disk = (readOnly: boolean) => ({ spec: { volumes: [{ name: 'd', gcePersistentDisk: { pdName: 'd', readOnly } }] } });
    const verdictOf = (old: boolean, wanted: boolean) =>
      verdicts(pod('new', disk(wanted)), clusterOf([node('a')], [podOn('a', 'old', disk(old))]))['a'];
    assert.deepEqual([verdictOf(true, true), verdictOf(true, false)], ['ok', 'node(s) had no available disk']);
  });
});

describe('VolumeZone', () => {
  it('keeps to the zones of the volume’s labels, on nodes that have zones', () => {
    const labeled = {
      ...volume('v', ['a', 'b', 'z'], { nodeAffinity: undefined }),
      metadata: { name: 'v', labels: { [ZONE]: 'x__w' } },
    };
    const cluster = withStorage(clusterOf([...nodesInZones('xy'), node('z')]), [
      claim('data', { volumeName: 'v' }, true),
      labeled,
    ]);
    assert.deepEqual(verdicts(pod('new', mounting('data')), cluster), {
      a: 'ok',
      b: '!node(s) had no available volume zone',
      z: 'ok',
    });
  });
});

describe('NodeVolumeLimits', () => {
  it('counts the volumes of a driver that pods on the node use, each once', () => {
    const csi = (name: string) =>
      volume(name, ['a'], { nodeAffinity: undefined, csi: { driver: 'csi.example.com', volumeHandle: name } });
    const bound = ['one', 'two', 'three'].flatMap((name) => [claim(name, { volumeName: name }, true), csi(name)]);
    const cluster = withStorage(clusterOf([node('a')], [podOn('a', 'old', mounting('one', 'two'))]), bound);
    cluster.objects.set('CSINode', {
      metadata: { name: 'a' },
      spec: { drivers: [{ name: 'csi.example.com', allocatable: { count: 2 } }] },
    });
    assert.equal(verdicts(pod('new', mounting('two')), cluster)['a'], 'ok');
    assert.equal(verdicts(pod('new', mounting('three')), cluster)['a'], 'node(s) exceed max volume count');
  });
});
