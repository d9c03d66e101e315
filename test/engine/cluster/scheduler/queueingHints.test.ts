import assert from 'node:assert/strict';
import type { ClusterEvent } from '../../../../src/engine/cluster/scheduler/clusterEvents';
import { mayHelp } from '../../../../src/engine/cluster/scheduler/queueingHints';
import type { Node, PersistentVolumeClaim, Pod } from '../../../../src/model/apiTypes';
import { clusterOf, node, pod, podOn } from './schedulerWorld';

const WEB = { matchLabels: { app: 'web' } };
const web = { labels: { app: 'web' } };
const term = { topologyKey: 'kubernetes.io/hostname', labelSelector: WEB };
const added = (object: Node): ClusterEvent => ({ resource: 'Node', action: 'add', object });
const changed = (old: Node, object: Node): ClusterEvent => ({ resource: 'Node', action: 'update', old, object });
const podGone = (object: Pod): ClusterEvent => ({ resource: 'AssignedPod', action: 'delete', object });
const podAdded = (object: Pod): ClusterEvent => ({ resource: 'AssignedPod', action: 'add', object });
const claim: PersistentVolumeClaim = { metadata: { name: 'data', namespace: 'default' } };
const claimBound: ClusterEvent = { resource: 'PersistentVolumeClaim', action: 'update', old: claim, object: claim };

const plain = pod('new', { requests: { cpu: '2' } });
const mounting = pod('new', { spec: { volumes: [{ name: 'v', persistentVolumeClaim: { claimName: 'data' } }] } });
const withPort = pod('new', { spec: { containers: [{ name: 'c', ports: [{ containerPort: 1, hostPort: 80 }] }] } });
const spread = pod('new', {
  ...web,
  spec: {
    topologySpreadConstraints: [{ maxSkew: 1, topologyKey: 'zone', whenUnsatisfiable: 'DoNotSchedule', labelSelector: WEB }],
  },
});
const near = pod('new', { spec: { affinity: { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [term] } } } });
const apart = pod('new', { spec: { affinity: { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [term] } } } });
const cordoned = node('a', { unschedulable: true });
const tainted = node('a', { taints: [{ key: 'k', effect: 'NoSchedule' }] });

const TABLE: readonly [plugin: string, what: string, pod: Pod, event: ClusterEvent, helps: boolean][] = [
  ['NodeUnschedulable', 'an uncordoned node', plain, changed(cordoned, node('a')), true],
  ['NodeUnschedulable', 'a node that was not cordoned', plain, changed(tainted, node('a')), false],
  ['NodeUnschedulable', 'a cordoned new node', plain, added(cordoned), false],
  ['TaintToleration', 'a taint that is gone', plain, changed(tainted, node('a')), true],
  ['TaintToleration', 'a tainted new node', plain, added(tainted), false],
  [
    'NodeAffinity',
    'a new label that is wanted',
    pod('new', { spec: { nodeSelector: { disk: 'ssd' } } }),
    changed(node('a'), node('a', { labels: { disk: 'ssd' } })),
    true,
  ],
  [
    'NodeAffinity',
    'another label',
    pod('new', { spec: { nodeSelector: { disk: 'ssd' } } }),
    changed(node('a'), node('a', { labels: { disk: 'hdd' } })),
    false,
  ],
  ['NodeResourcesFit', 'a pod that went', plain, podGone(podOn('a', 'x')), true],
  ['NodeResourcesFit', 'a pod that came', plain, podAdded(podOn('a', 'x')), false],
  ['NodeResourcesFit', 'a new node that is large enough', plain, added(node('b')), true],
  ['NodeResourcesFit', 'a new node that is too small', plain, added(node('b', { allocatable: { cpu: '1' } })), false],
  ['NodeResourcesFit', 'a bound claim', plain, claimBound, false],
  [
    'NodePorts',
    'a pod that had the port',
    withPort,
    podGone(podOn('a', 'x', { spec: { containers: withPort.spec.containers } })),
    true,
  ],
  ['NodePorts', 'a pod without ports', withPort, podGone(podOn('a', 'x')), false],
  [
    'VolumeRestrictions',
    'a pod that used the claim',
    mounting,
    podGone(podOn('a', 'x', { spec: { volumes: mounting.spec.volumes } })),
    true,
  ],
  ['VolumeRestrictions', 'a pod that did not', mounting, podGone(podOn('a', 'x')), false],
  ['VolumeBinding', 'its claim', mounting, claimBound, true],
  ['VolumeBinding', 'the claim of others', plain, claimBound, false],
  [
    'VolumeBinding',
    'a new volume',
    mounting,
    { resource: 'PersistentVolume', action: 'add', object: { metadata: { name: 'v' } } },
    true,
  ],
  [
    'VolumeBinding',
    'a new class',
    mounting,
    { resource: 'StorageClass', action: 'add', object: { metadata: { name: 'c' } } },
    true,
  ],
  ['PodTopologySpread', 'a counted pod that came', spread, podAdded(podOn('a', 'x', web)), true],
  ['PodTopologySpread', 'a counted pod that went', spread, podGone(podOn('a', 'x', web)), true],
  ['PodTopologySpread', 'a pod that does not count', spread, podGone(podOn('a', 'x')), false],
  ['PodTopologySpread', 'a new domain', spread, added(node('b', { labels: { zone: 'y' } })), true],
  ['PodTopologySpread', 'a node without domain', spread, added(node('b')), false],
  ['InterPodAffinity', 'a wanted pod that came', near, podAdded(podOn('a', 'x', web)), true],
  ['InterPodAffinity', 'a wanted pod that went', near, podGone(podOn('a', 'x', web)), false],
  ['InterPodAffinity', 'an unwanted pod that went', apart, podGone(podOn('a', 'x', web)), true],
  [
    'InterPodAffinity',
    'a pod that wanted to be apart and went',
    pod('new', web),
    podGone(podOn('a', 'x', { spec: { affinity: apart.spec.affinity } })),
    true,
  ],
  ['InterPodAffinity', 'any other pod that went', apart, podGone(podOn('a', 'x')), false],
];

describe('queueing hints', () => {
  const cluster = clusterOf([node('a')]);
  for (const [plugin, what, incoming, event, helps] of TABLE) {
    it(`${plugin}: ${what} ${helps ? 'may help' : 'does not help'}`, () => {
      assert.equal(mayHelp(plugin, incoming, event, cluster), helps);
    });
  }
});
