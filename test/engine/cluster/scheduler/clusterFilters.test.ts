import assert from 'node:assert/strict';
import type {
  Affinity,
  LabelSelector,
  PersistentVolume,
  PersistentVolumeClaim,
  PodAffinityTerm,
  StorageClass,
  TopologySpreadConstraint,
} from '../../../../src/model/apiTypes';
import type { ClusterSnapshot } from '../../../../src/engine/cluster/scheduler/clusterSnapshot';
import { clusterOf, node, nodesInZones, pod, podOn, verdicts } from './schedulerWorld';

const WEB: LabelSelector = { matchLabels: { app: 'web' } };
const web = { labels: { app: 'web' } };
const ZONE = 'topology.kubernetes.io/zone';
const HOST = 'kubernetes.io/hostname';

describe('PodTopologySpread', () => {
  const skewed = "node(s) didn't match pod topology spread constraints";
  const missing = `!${skewed} (missing required label)`;
  const constraint = (options: Partial<TopologySpreadConstraint> = {}): TopologySpreadConstraint => ({
    maxSkew: 1,
    topologyKey: ZONE,
    whenUnsatisfiable: 'DoNotSchedule',
    labelSelector: WEB,
    ...options,
  });
  const incoming = (...constraints: TopologySpreadConstraint[]) =>
    pod('new', { ...web, spec: { topologySpreadConstraints: constraints } });

  it('refuses a domain that is fuller than the emptiest by more than maxSkew', () => {
    const cluster = clusterOf(nodesInZones('xxy'), [podOn('a', '1', web), podOn('b', '2', web), podOn('c', '3', web)]);
    assert.deepEqual(verdicts(incoming(constraint()), cluster), { a: skewed, b: skewed, c: 'ok' });
    assert.deepEqual(verdicts(incoming(constraint({ maxSkew: 2 })), cluster), { a: 'ok', b: 'ok', c: 'ok' });
  });

  it('does not count the pod itself where it does not match', () => {
    const cluster = clusterOf(nodesInZones('xy'), [podOn('a', '1', web)]);
    const stranger = pod('new', { labels: { app: 'db' }, spec: { topologySpreadConstraints: [constraint()] } });
    assert.deepEqual(verdicts(stranger, cluster), { a: 'ok', b: 'ok' });
  });

  it('ignores terminating pods and other namespaces', () => {
    const pods = [podOn('a', '1', { ...web, terminating: true }), podOn('a', '2', { ...web, namespace: 'other' })];
    assert.deepEqual(verdicts(incoming(constraint()), clusterOf(nodesInZones('xy'), pods)), { a: 'ok', b: 'ok' });
  });

  it('refuses nodes without the label for good', () => {
    const cluster = clusterOf([...nodesInZones('x'), node('z')]);
    assert.deepEqual(verdicts(incoming(constraint()), cluster), { a: 'ok', z: missing });
  });

  it('takes the emptiest domain for empty while there are fewer than minDomains', () => {
    const cluster = clusterOf(nodesInZones('xy'), [podOn('a', '1', web), podOn('b', '2', web)]);
    assert.deepEqual(verdicts(incoming(constraint({ minDomains: 3 })), cluster), { a: skewed, b: skewed });
    assert.deepEqual(verdicts(incoming(constraint({ minDomains: 2 })), cluster), { a: 'ok', b: 'ok' });
  });

  it('counts tainted nodes unless told to honor taints, and leaves out nodes that node affinity excludes unless told to ignore it', () => {
    const taints = [{ key: 'k', effect: 'NoSchedule' as const }];
    const cluster = clusterOf([...nodesInZones('x'), node('t', { labels: { [ZONE]: 'y' }, taints })], [podOn('a', '1', web)]);
    assert.equal(verdicts(incoming(constraint()), cluster)['a'], skewed);
    assert.equal(verdicts(incoming(constraint({ nodeTaintsPolicy: 'Honor' })), cluster)['a'], 'ok');
    const selecting = (own: TopologySpreadConstraint) =>
      pod('new', { ...web, spec: { topologySpreadConstraints: [own], nodeSelector: { [ZONE]: 'x' } } });
    assert.equal(verdicts(selecting(constraint()), cluster)['a'], 'ok');
    assert.equal(verdicts(selecting(constraint({ nodeAffinityPolicy: 'Ignore' })), cluster)['a'], skewed);
  });

  it('counts only pods of the same revision with matchLabelKeys', () => {
    const cluster = clusterOf(nodesInZones('xy'), [podOn('a', '1', { labels: { app: 'web', rev: '1' } })]);
    const ofRevision = (rev: string) =>
      pod('new', {
        labels: { app: 'web', rev },
        spec: { topologySpreadConstraints: [constraint({ matchLabelKeys: ['rev', 'unknown'] })] },
      });
    assert.equal(verdicts(ofRevision('1'), cluster)['a'], skewed);
    assert.equal(verdicts(ofRevision('2'), cluster)['a'], 'ok');
  });

  it('never refuses for an empty or missing selector', () => {
    const cluster = clusterOf(nodesInZones('xy'), [podOn('a', '1', web), podOn('a', '2', web)]);
    assert.deepEqual(verdicts(incoming(constraint({ labelSelector: {} })), cluster), { a: 'ok', b: 'ok' });
    assert.deepEqual(verdicts(incoming(constraint({ labelSelector: undefined })), cluster), { a: 'ok', b: 'ok' });
  });
});

describe('InterPodAffinity', () => {
  const noAffinity = "!node(s) didn't match pod affinity rules";
  const antiAffinity = "node(s) didn't match pod anti-affinity rules";
  const existing = "node(s) didn't satisfy existing pods anti-affinity rules";
  const near = (...terms: PodAffinityTerm[]): Affinity => ({
    podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: terms },
  });
  const apart = (...terms: PodAffinityTerm[]): Affinity => ({
    podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: terms },
  });
  const term = (options: Partial<PodAffinityTerm> = {}): PodAffinityTerm => ({
    topologyKey: ZONE,
    labelSelector: WEB,
    ...options,
  });

  it('goes where matching pods are', () => {
    const cluster = clusterOf([...nodesInZones('xxy'), node('z')], [podOn('a', '1', web)]);
    const wanted = pod('new', { spec: { affinity: near(term()) } });
    assert.deepEqual(verdicts(wanted, cluster), { a: 'ok', b: 'ok', c: noAffinity, z: noAffinity });
  });

  it('lets the first of its kind go anywhere with the topology key, and nobody else', () => {
    const cluster = clusterOf([...nodesInZones('x'), node('z')]);
    assert.deepEqual(verdicts(pod('new', { ...web, spec: { affinity: near(term()) } }), cluster), { a: 'ok', z: noAffinity });
    assert.deepEqual(verdicts(pod('new', { spec: { affinity: near(term()) } }), cluster), { a: noAffinity, z: noAffinity });
  });

  it('wants one pod that matches all terms', () => {
    const terms = [term(), term({ labelSelector: { matchLabels: { tier: 'front' } } })];
    const wanted = pod('new', { spec: { affinity: near(...terms) } });
    const split = [podOn('a', '1', web), podOn('a', '2', { labels: { tier: 'front' } })];
    assert.equal(verdicts(wanted, clusterOf(nodesInZones('x'), split))['a'], noAffinity);
    const both = [podOn('a', '1', { labels: { app: 'web', tier: 'front' } })];
    assert.equal(verdicts(wanted, clusterOf(nodesInZones('x'), both))['a'], 'ok');
  });

  it('keeps apart by any one term, also from terminating pods; a node without the key is never too near', () => {
    const cluster = clusterOf(
      [...nodesInZones('xy'), node('z')],
      [podOn('a', '1', { ...web, terminating: true }), podOn('z', '2', web)],
    );
    const wanted = pod('new', { spec: { affinity: apart(term(), term({ labelSelector: { matchLabels: { no: 'body' } } })) } });
    assert.deepEqual(verdicts(wanted, cluster), { a: antiAffinity, b: 'ok', z: 'ok' });
  });

  it('respects the anti-affinity of pods already there', () => {
    const cluster = clusterOf(nodesInZones('xy'), [podOn('a', 'shy', { spec: { affinity: apart(term()) } })]);
    assert.deepEqual(verdicts(pod('new', web), cluster), { a: existing, b: 'ok' });
    assert.deepEqual(verdicts(pod('new', { labels: { app: 'db' } }), cluster), { a: 'ok', b: 'ok' });
  });

  it('looks into its own namespace, the listed ones and those that are selected', () => {
    const cluster = clusterOf(nodesInZones('x'), [podOn('a', '1', { ...web, namespace: 'team' })]);
    cluster.objects.set('Namespace', { metadata: { name: 'team', labels: { kind: 'dev' } } });
    const cases: readonly [Partial<PodAffinityTerm>, string][] = [
      [{}, 'ok'],
      [{ namespaces: ['team'] }, antiAffinity],
      [{ namespaceSelector: {} }, antiAffinity],
      [{ namespaceSelector: { matchLabels: { kind: 'dev' } } }, antiAffinity],
      [{ namespaceSelector: { matchLabels: { kind: 'prod' } } }, 'ok'],
    ];
    for (const [options, expected] of cases) {
      assert.equal(
        verdicts(pod('new', { spec: { affinity: apart(term(options)) } }), cluster)['a'],
        expected,
        JSON.stringify(options),
      );
    }
  });

  it('keeps to its own revision with matchLabelKeys and away from others with mismatchLabelKeys', () => {
    const cluster = clusterOf(nodesInZones('x'), [podOn('a', '1', { labels: { app: 'web', rev: '1' } })]);
    const verdictOf = (rev: string, options: Partial<PodAffinityTerm>) =>
      verdicts(pod('new', { labels: { app: 'web', rev }, spec: { affinity: apart(term(options)) } }), cluster)['a'];
    assert.equal(verdictOf('1', { matchLabelKeys: ['rev'] }), antiAffinity);
    assert.equal(verdictOf('2', { matchLabelKeys: ['rev'] }), 'ok');
    assert.equal(verdictOf('1', { mismatchLabelKeys: ['rev'] }), 'ok');
    assert.equal(verdictOf('2', { mismatchLabelKeys: ['rev'] }), antiAffinity);
  });

  it('names the pod’s own affinity first, then its anti-affinity, then that of others', () => {
    const shy = podOn('a', 'shy', { ...web, spec: { affinity: apart(term({ topologyKey: HOST })) } });
    const cluster = clusterOf(nodesInZones('xx'), [shy]);
    const wanted = (affinity: Affinity) => verdicts(pod('new', { ...web, spec: { affinity } }), cluster)['a'];
    assert.equal(wanted({ ...near(term({ labelSelector: { matchLabels: { no: 'body' } } })), ...apart(term()) }), noAffinity);
    assert.equal(wanted(apart(term())), antiAffinity);
    assert.equal(wanted(near(term())), existing);
  });
});

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
