import { HOSTNAME_LABEL } from '../../src/model/wellKnown';
import { NEW_IMAGE, trap, type Trap } from './trapScenario';

const antiAffinity = (app: string): object => ({
  podAntiAffinity: {
    requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey: HOSTNAME_LABEL, labelSelector: { matchLabels: { app } } }],
  },
});
const usual = { imagePull: 1, start: 1, warmUp: { min: 2, max: 7 }, shutDown: { min: 1, max: 4 } } as const;

/** Traps that cost people hours, each with where it was reported. */
export const TRAPS: readonly Trap[] = [
  trap({
    id: 'defaults',
    title: 'Ten replicas, the defaults',
    sentence: '25 % rounds up for the surge and down for the unavailable: 3 more, 2 fewer, and a staircase in between.',
    source: 'kubernetes/kubernetes#37083',
    workload: { replicas: 10 },
    cluster: { nodeCount: 4 },
  }),
  trap({
    id: 'one-replica-full-cluster',
    title: 'One replica on a full cluster',
    sentence:
      '25 % of 1 is a surge of 1 and 0 unavailable: without room for a second pod the rollout never starts, and nothing looks wrong.',
    source: 'JiRaska/open-bank-oss#3545',
    workload: { replicas: 1, cpu: '1500m' },
    cluster: { groups: [{ name: 'node', count: 1, allocatable: { cpu: '2', memory: '8Gi' } }] },
  }),
  trap({
    id: 'rounding-of-three',
    title: 'Three replicas, 25 %',
    sentence: '25 % of 3 is 0 unavailable and a surge of 1, so the rollout goes one pod at a time, never with fewer than 3.',
    source: 'calfonso/rusternetes#100',
    workload: { replicas: 3 },
    cluster: { nodeCount: 3 },
  }),
  trap({
    id: 'terminating-pods-do-not-count',
    title: 'Terminating pods do not count',
    sentence: '15 replicas with slow shutdown: 7 new pods start at once, and far more pods exist than replicas plus surge.',
    source: 'kubernetes/kubernetes#95498',
    workload: { replicas: 15, pod: { terminationGracePeriodSeconds: 60 } },
    cluster: { nodeCount: 5 },
    behavior: { default: { ...usual, shutDown: 45 } },
  }),
  trap({
    id: 'surge-zero-overlaps',
    title: 'maxSurge 0 still overlaps',
    sentence: 'With maxSurge 0 the new pod is created while the old one still shuts down; on a full node it waits for the room.',
    source: 'kubernetes/kubernetes#99513',
    workload: { replicas: 3, maxSurge: 0, maxUnavailable: 1, cpu: '1500m', pod: { terminationGracePeriodSeconds: 60 } },
    cluster: { groups: [{ name: 'node', count: 3, allocatable: { cpu: '2', memory: '8Gi' } }] },
    behavior: { default: { ...usual, shutDown: 30 } },
  }),
  trap({
    id: 'quota-and-slow-shutdown',
    title: 'Full quota, maxSurge 0, slow shutdown',
    sentence:
      'The quota counts terminating pods, so creating fails and is retried ever more rarely, long after the room is there.',
    source: 'kubernetes/kubernetes#98656',
    workload: { replicas: 4, maxSurge: 0, maxUnavailable: 2, pod: { terminationGracePeriodSeconds: 120 } },
    cluster: {
      nodeCount: 3,
      resourceQuotas: [
        {
          apiVersion: 'v1',
          kind: 'ResourceQuota',
          metadata: { name: 'pods', namespace: 'default' },
          spec: { hard: { pods: '4' } },
        },
      ],
    },
    behavior: { default: { ...usual, shutDown: 90 } },
  }),
  trap({
    id: 'quota-admits-no-surge',
    title: 'The quota admits no surge pod',
    sentence: 'Surge 1, unavailable 0 and a quota that the running pods fill: no new pod may be created, so no old one may go.',
    source: 'kubernetes/kubernetes#89209',
    workload: { replicas: 3, maxSurge: 1, maxUnavailable: 0 },
    cluster: {
      nodeCount: 3,
      resourceQuotas: [
        {
          apiVersion: 'v1',
          kind: 'ResourceQuota',
          metadata: { name: 'compute', namespace: 'default' },
          spec: { hard: { 'requests.cpu': '300m' } },
        },
      ],
    },
  }),
  trap({
    id: 'anti-affinity-fills-nodes',
    title: 'Required anti-affinity, a pod on every node',
    sentence: 'As many replicas as nodes and at most one per node: the surge pod has nowhere to go, for ever.',
    source: 'kubernetes/kubernetes#116891',
    workload: { replicas: 3, pod: { affinity: antiAffinity('web') } },
    cluster: { nodeCount: 3 },
  }),
  trap({
    id: 'host-port-one-node',
    title: 'A host port on every node',
    sentence:
      'The old pod holds port 8080 of its node, the surge pod needs it, and the old pod may go only when the new one is ready.',
    source: 'kubernetes/ingress-nginx#4626',
    workload: { replicas: 3, hostPort: 8080 },
    cluster: { nodeCount: 3 },
  }),
  trap({
    id: 'daemonset-surge-host-port',
    title: 'DaemonSet: maxSurge with a host port',
    sentence: 'The API server accepts it, but old and new pod cannot stand side by side on a node that has the port once.',
    source: 'kubernetes/kubernetes#106417',
    kind: 'DaemonSet',
    workload: { maxSurge: 1, maxUnavailable: 0, hostPort: 9100 },
    cluster: { nodeCount: 6 },
  }),
  trap({
    id: 'daemonset-dead-nodes',
    title: 'DaemonSet: three dead nodes eat the budget',
    sentence: 'maxUnavailable 1 and three nodes that answer no more: the budget is spent before the update begins.',
    source: 'kubernetes/test-infra#31706',
    kind: 'DaemonSet',
    workload: { maxSurge: 0, maxUnavailable: 1 },
    cluster: { nodeCount: 24 },
    actions: [
      { at: 0, action: 'nodeDown', node: 'node-3' },
      { at: 0, action: 'nodeDown', node: 'node-9' },
      { at: 0, action: 'nodeDown', node: 'node-17' },
    ],
    horizonSeconds: 1800,
  }),
  trap({
    id: 'daemonset-ten-percent',
    title: 'DaemonSet: 10 % of 40 nodes',
    sentence: 'For a DaemonSet both percentages round up, and they are of the nodes that should run it.',
    source: 'kubernetes/kubernetes#101296',
    kind: 'DaemonSet',
    workload: { maxSurge: 0, maxUnavailable: '10%' },
    cluster: { nodeCount: 40 },
  }),
  trap({
    id: 'budget-does-not-limit',
    title: 'A disruption budget does not limit a rollout',
    sentence: 'minAvailable 100 % in the budget, yet the rollout takes half of the pods away: only evictions ask a budget.',
    source: 'kubernetes/kubernetes#95374',
    workload: { replicas: 8, maxSurge: 0, maxUnavailable: '50%' },
    cluster: {
      nodeCount: 4,
      podDisruptionBudgets: [
        {
          apiVersion: 'policy/v1',
          kind: 'PodDisruptionBudget',
          metadata: { name: 'web', namespace: 'default' },
          spec: { minAvailable: '100%', selector: { matchLabels: { app: 'web' } } },
        },
      ],
    },
  }),
  trap({
    id: 'budget-blocks-drain',
    title: 'A budget of all replicas blocks the drain',
    sentence: 'minAvailable equals the replicas: the drain may evict nobody, and the surge is no help to it.',
    source: 'kubernetes/kubernetes#66811',
    workload: { replicas: 3 },
    cluster: {
      nodeCount: 3,
      podDisruptionBudgets: [
        {
          apiVersion: 'policy/v1',
          kind: 'PodDisruptionBudget',
          metadata: { name: 'web', namespace: 'default' },
          spec: { minAvailable: 3, selector: { matchLabels: { app: 'web' } } },
        },
      ],
    },
    actions: [{ at: 40, action: 'drain', node: 'node-1' }],
    stopAt: 'horizon',
    horizonSeconds: 120,
  }),
  trap({
    id: 'min-ready-in-batches',
    title: 'minReadySeconds in batches',
    sentence: '6 replicas, 2 at a time, 550 s each: the wait is paid once per batch, and the deadline must be longer than it.',
    source: 'kubernetes/kubernetes#103258',
    workload: { replicas: 6, maxSurge: 0, maxUnavailable: 2, minReadySeconds: 550 },
    cluster: { nodeCount: 3 },
  }),
  trap({
    id: 'deadline-does-not-roll-back',
    title: 'The deadline does not roll back',
    sentence: 'The new version never gets ready: after the deadline the rollout is called failed, and everything stays as it is.',
    source: 'kubernetes/kubernetes#68571',
    workload: { replicas: 6, progressDeadlineSeconds: 120 },
    cluster: { nodeCount: 3 },
    behavior: { default: usual, revisions: { after: { failure: { kind: 'neverReady' } } } },
  }),
  trap({
    id: 'undo-a-crash-loop',
    title: 'Undo a crash loop',
    sentence: 'Undo takes the old ReplicaSet back and gives it a new number: revision 1 is gone, it is 3 now.',
    source: 'kubernetes/website#26081',
    workload: { replicas: 8 },
    cluster: { nodeCount: 4 },
    behavior: { default: usual, revisions: { after: { failure: { kind: 'crash', after: 2 } } } },
    actions: [{ at: 45, action: 'undo' }],
  }),
  trap({
    id: 'no-readiness-probe',
    title: 'No readiness probe, no minReadySeconds',
    sentence:
      'Without a probe a pod counts as available once it runs: the crash comes a second too late, and takes everything with it.',
    source: 'kubernetes/kubernetes#20473',
    workload: { replicas: 8, probe: false },
    cluster: { nodeCount: 4 },
    behavior: { default: usual, revisions: { after: { failure: { kind: 'crash', after: 3 } } } },
    stopAt: 'horizon',
    horizonSeconds: 90,
  }),
  trap({
    id: 'scale-while-rolling',
    title: 'Scaled while paused half-way',
    sentence: 'A paused rollout that is scaled from 10 to 30 shares the new pods out in proportion: the old version grows too.',
    source: 'kubernetes/kubernetes#39295',
    workload: { replicas: 10 },
    cluster: { nodeCount: 6 },
    actions: [
      { at: 7, action: 'pause' },
      { at: 12, action: 'scale', replicas: 30 },
      { at: 40, action: 'resume' },
    ],
  }),
  trap({
    id: 'pushed-again',
    title: 'Pushed again before it was done',
    sentence: 'A second image while the first still rolls: its unready pods go first, and three versions run at once.',
    source: 'kubernetes/kubernetes#28145',
    workload: { replicas: 10 },
    cluster: { nodeCount: 4 },
    actions: [{ at: 6, action: 'setImage', image: `${NEW_IMAGE.split(':')[0] ?? ''}:2.1` }],
  }),
  trap({
    id: 'recreate',
    title: 'Recreate is downtime',
    sentence: 'All old pods go first, and the new ones start only when the last of them is gone.',
    source: 'kubernetes/kubernetes#20473',
    workload: { replicas: 5, strategy: 'Recreate' },
    cluster: { nodeCount: 3 },
    behavior: { default: { ...usual, shutDown: { min: 4, max: 12 } } },
  }),
];
