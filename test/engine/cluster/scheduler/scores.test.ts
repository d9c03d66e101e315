import assert from 'node:assert/strict';
import { containersInfo, newPodInfo } from '../../../../src/engine/cluster/scheduler/podInfo';
import { balancedAllocation } from '../../../../src/engine/cluster/scheduler/plugins/balancedAllocation';
import { imageLocality } from '../../../../src/engine/cluster/scheduler/plugins/imageLocality';
import { nodeResourcesFitScore } from '../../../../src/engine/cluster/scheduler/plugins/nodeResourcesFit';
import type { ResourceList } from '../../../../src/model/apiTypes';
import { clusterOf, node, nodesInZones, pod, podOn, scores } from './schedulerWorld';

const web = { labels: { app: 'web' } };
const WEB = { matchLabels: { app: 'web' } };
/** Every node gets these without further ado: no untolerated PreferNoSchedule taints, and empty nodes of 4 CPUs and 8Gi. */
const NO_TAINTS = 300;
const EMPTY_NODE_FIT = 97;

/** Each node's score less the lowest. */
function differences(all: Record<string, number>): Record<string, number> {
  const lowest = Math.min(...Object.values(all));
  return Object.fromEntries(Object.entries(all).map(([name, score]) => [name, score - lowest]));
}

describe('NodeResourcesFit (score)', () => {
  const cases: readonly [string, ResourceList, ResourceList, number][] = [
    ['an empty node, half of it wanted', {}, { cpu: '2', memory: '4Gi' }, 50],
    ['the mean of CPU and memory, each rounded down', { cpu: '1' }, { cpu: '1', memory: '4Gi' }, 48],
    ['a container that requests nothing as 100m and 200Mi', {}, {}, EMPTY_NODE_FIT],
  ];
  for (const [name, used, requests, expected] of cases) {
    it(`counts ${name}`, () => {
      const cluster = clusterOf([node('a')], [...(Object.keys(used).length > 0 ? [podOn('a', 'old', { requests: used })] : [])]);
      const scorer = nodeResourcesFitScore.preScore(newPodInfo(pod('new', { requests })));
      const [info] = cluster.nodes;
      assert.equal(info && scorer?.score(info), expected);
    });
  }
});

describe('a pod that says what it requests as a whole', () => {
  const MI = 1024 * 1024;
  /** Two containers, the first with these requests; what counts of CPU (m) and memory (Mi) on a node, and for the pod itself. */
  const cases: readonly (readonly [whole: ResourceList, first: ResourceList, counts: readonly [number, number]])[] = [
    [{ cpu: '1' }, {}, [1000, 400]],
    [{ memory: '1Gi' }, {}, [200, 1024]],
    [{ cpu: '1', memory: '1Gi' }, {}, [1000, 1024]],
  ];
  for (const [whole, requests, [cpu, memory]] of cases) {
    it(`counts with what containers without a request are taken for where it says nothing: ${JSON.stringify(whole)}`, () => {
      const containers = [{ name: 'a', resources: { requests } }, { name: 'b' }];
      const { nonZeroMilliCPU, nonZeroMemory, scoredMilliCPU, scoredMemory } = containersInfo({
        containers,
        resources: { requests: whole },
      });
      assert.deepEqual([nonZeroMilliCPU, nonZeroMemory / MI], [cpu, memory]);
      assert.deepEqual([scoredMilliCPU, scoredMemory / MI], [cpu, memory]);
    });
  }

  it('counts on a node with nothing for the container beside one that requests, and for itself with what that is taken for', () => {
    const containers = [{ name: 'a', resources: { requests: { memory: '64Mi' } } }, { name: 'b' }];
    const { nonZeroMemory, scoredMemory } = containersInfo({ containers, resources: { requests: { cpu: '1' } } });
    assert.deepEqual([nonZeroMemory / MI, scoredMemory / MI], [64, 264]);
  });
});

describe('NodeResourcesBalancedAllocation', () => {
  const cases: readonly [string, ResourceList | undefined, ResourceList, number | undefined][] = [
    ['75 for a pod that changes nothing', undefined, { cpu: '1', memory: '2Gi' }, 75],
    ['50 for one that makes an empty node one-sided', undefined, { cpu: '4', memory: '1' }, 50],
    ['100 for one that makes a one-sided node even', { cpu: '4' }, { memory: '8Gi' }, 100],
    ['nothing for a pod that requests nothing', { cpu: '4' }, {}, undefined],
  ];
  for (const [name, used, requests, expected] of cases) {
    it(`gives ${name}`, () => {
      const cluster = clusterOf([node('a')], used === undefined ? [] : [podOn('a', 'old', { requests: used })]);
      const [info] = cluster.nodes;
      assert.equal(info && balancedAllocation.preScore(newPodInfo(pod('new', { requests })))?.score(info), expected);
    });
  }
});

describe('TaintToleration (score)', () => {
  it('prefers nodes with fewer untolerated PreferNoSchedule taints', () => {
    const taint = (key: string) => ({ key, effect: 'PreferNoSchedule' as const });
    const cluster = clusterOf([node('a'), node('b', { taints: [taint('x')] }), node('c', { taints: [taint('x'), taint('y')] })]);
    assert.deepEqual(differences(scores(pod('new'), cluster)), { a: 300, b: 150, c: 0 });
    const tolerations = [{ key: 'x', operator: 'Exists' as const }];
    assert.deepEqual(differences(scores(pod('new', { spec: { tolerations } }), cluster)), { a: 300, b: 300, c: 0 });
  });
});

describe('NodeAffinity (score)', () => {
  it('adds up the weights of the preferred terms that match', () => {
    const prefer = (weight: number, key: string) => ({
      weight,
      preference: { matchExpressions: [{ key, operator: 'Exists' as const }] },
    });
    const spec = {
      affinity: { nodeAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [prefer(30, 'ssd'), prefer(10, 'gpu')] } },
    };
    const cluster = clusterOf([node('a', { labels: { ssd: '', gpu: '' } }), node('b', { labels: { gpu: '' } }), node('c')]);
    assert.deepEqual(differences(scores(pod('new', { spec }), cluster)), { a: 200, b: 50, c: 0 });
  });
});

describe('PodTopologySpread (score)', () => {
  const ownedBy = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web', uid: 'rs', controller: true };
  const replica = { ...pod('new', web), metadata: { ...pod('new', web).metadata, ownerReferences: [ownedBy] } };
  const existing = [podOn('a', '1', web), podOn('a', '2', web)];

  it('does nothing for a pod that belongs to nobody', () => {
    assert.deepEqual(scores(pod('new', web), clusterOf([node('a'), node('b')])), {
      a: NO_TAINTS + EMPTY_NODE_FIT,
      b: NO_TAINTS + EMPTY_NODE_FIT,
    });
  });

  it('spreads over hosts and zones what a ReplicaSet or a Service selects', () => {
    const cluster = clusterOf(nodesInZones('xxy'), existing);
    const unspread = differences(scores(replica, cluster));
    const template = { spec: { containers: [] } };
    cluster.objects.set('ReplicaSet', { metadata: { name: 'web', namespace: 'default' }, spec: { selector: WEB, template } });
    const spread = differences(scores(replica, cluster));
    // Two pods: 2 ln 5 + 2 for the host, 2 ln 4 + 4 for the zone, 12 in all for a; b 9, c 6.
    assert.deepEqual(unspread, { a: 0, b: 5, c: 5 });
    assert.deepEqual(spread, { a: 0, b: 5 + 2 * (75 - 50), c: 5 + 2 * (100 - 50) });
    cluster.objects.remove('ReplicaSet', { metadata: { name: 'web', namespace: 'default' }, spec: { selector: WEB, template } });
    cluster.objects.set('Service', { metadata: { name: 'web', namespace: 'default' }, spec: { selector: { app: 'web' } } });
    assert.deepEqual(differences(scores(replica, cluster)), spread);
    assert.deepEqual(differences(scores(pod('new', { labels: { app: 'db' } }), cluster)), unspread);
  });

  it('follows the Services: what they select together with the ReplicaSet is what is spread', () => {
    const replicaSet = {
      metadata: { name: 'web', namespace: 'default' },
      spec: { selector: WEB, template: { spec: { containers: [] } } },
    };
    const labels = { app: 'web', tier: 'x', zone: 'z' };
    const subject = { ...replica, metadata: { ...replica.metadata, labels } };
    const service = (selector: Record<string, string>) => ({
      metadata: { name: 'web', namespace: 'default' },
      spec: { selector },
    });
    const cluster = clusterOf(nodesInZones('xyz'), [
      podOn('a', '1', { labels: { app: 'web', tier: 'x' } }),
      podOn('b', '2', { labels: { app: 'web', zone: 'z' } }),
    ]);
    cluster.objects.set('ReplicaSet', replicaSet);
    const spread = (selector: Record<string, string>) => {
      cluster.objects.set('Service', service(selector));
      return differences(scores(subject, cluster));
    };
    const byTier = spread({ tier: 'x' });
    const byZone = spread({ zone: 'z' });
    assert.ok((byTier['a'] ?? 0) < (byTier['b'] ?? 0), JSON.stringify(byTier));
    assert.ok((byZone['b'] ?? 0) < (byZone['a'] ?? 0), JSON.stringify(byZone));
    assert.deepEqual(spread({ tier: 'x' }), byTier);
  });

  it('gives nothing to nodes that lack a key of the pod’s own constraints', () => {
    const soft = {
      maxSkew: 1,
      topologyKey: 'topology.kubernetes.io/zone',
      whenUnsatisfiable: 'ScheduleAnyway' as const,
      labelSelector: WEB,
    };
    const cluster = clusterOf([...nodesInZones('xy'), node('z')]);
    const own = differences(scores(pod('new', { ...web, spec: { topologySpreadConstraints: [soft] } }), cluster));
    assert.deepEqual(own, { a: 200, b: 200, z: 0 });
  });
});

describe('InterPodAffinity (score)', () => {
  const term = { topologyKey: 'topology.kubernetes.io/zone', labelSelector: WEB };
  const preferring = (weight: number) => [{ weight, podAffinityTerm: term }];

  it('prefers domains with wanted pods and avoids those with unwanted ones', () => {
    const cluster = clusterOf(nodesInZones('xyz'), [podOn('b', '1', web)]);
    const near = { affinity: { podAffinity: { preferredDuringSchedulingIgnoredDuringExecution: preferring(5) } } };
    const apart = { affinity: { podAntiAffinity: { preferredDuringSchedulingIgnoredDuringExecution: preferring(5) } } };
    const plain = scores(pod('new'), cluster);
    const gain = (spec: object) => {
      const own = scores(pod('new', { spec }), cluster);
      return Object.keys(plain).map((name) => (own[name] ?? 0) - (plain[name] ?? 0));
    };
    assert.deepEqual(gain(near), [0, 200, 0]);
    assert.deepEqual(gain(apart), [200, 0, 200]);
  });

  it('respects what existing pods prefer, and that they require company', () => {
    const wanting = { affinity: { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [term] } } };
    const cluster = clusterOf(nodesInZones('xy'), [podOn('b', 'lonely', { spec: wanting })]);
    // b is fuller by one pod (95 instead of 97), and 200 better for the wish of that pod.
    assert.deepEqual(differences(scores(pod('new', web), cluster)), { a: 0, b: 198 });
  });
});

describe('ImageLocality', () => {
  it('prefers nodes that have the image, the more so the more nodes have it', () => {
    const images = [{ names: ['img:latest'], sizeBytes: 500 * 1024 * 1024 }];
    const cluster = clusterOf([{ ...node('a'), status: { ...node('a').status, images } }, node('b')]);
    const own = new Float64Array(2);
    imageLocality.preScore(newPodInfo(pod('new')), cluster, cluster.nodes)?.scoreNodes(cluster.nodes, own);
    // 500 MiB on one node of two: (250 − 23) / (1000 − 23) of 100.
    assert.deepEqual([...own], [23, 0]);
  });
});
