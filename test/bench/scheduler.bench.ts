/** What the scheduler costs per pod: `tsx test/bench/scheduler.bench.ts`. The fastest of several runs on a fresh cluster. */
import { ClusterSnapshot } from '../../src/engine/cluster/scheduler/clusterSnapshot';
import { preparePod } from '../../src/engine/cluster/scheduler/preparePod';
import { schedule } from '../../src/engine/cluster/scheduler/scheduleOne';
import type { Node, Pod, PodSpec, ReplicaSet } from '../../src/model/apiTypes';

const ZONES = 3;
const RUNS = 7;
/** Runs before the measurement, until the code is compiled. */
const WARM_UPS = 10;
const LABELS = { app: 'web', 'pod-template-hash': '7f5b9c6d44' };
const SPEC: PodSpec = { containers: [{ name: 'c', image: 'img', resources: { requests: { cpu: '100m', memory: '128Mi' } } }] };
const REPLICA_SET: ReplicaSet = {
  metadata: { name: 'web-7f5b9c6d44', namespace: 'default' },
  spec: { selector: { matchLabels: LABELS }, template: { metadata: { labels: LABELS }, spec: SPEC } },
};

interface Workload {
  readonly name: string;
  readonly nodes: number;
  readonly pods: number;
  /** The specification of the n-th pod. */
  readonly spec: (index: number) => PodSpec;
}

function node(index: number): Node {
  const name = `node-${index}`;
  return {
    metadata: { name, labels: { 'kubernetes.io/hostname': name, 'topology.kubernetes.io/zone': `z${index % ZONES}` } },
    status: { allocatable: { cpu: '16', memory: '64Gi', pods: '110' } },
  };
}

function pod(index: number, spec: PodSpec): Pod {
  const owner = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: REPLICA_SET.metadata.name, uid: 'rs', controller: true };
  return preparePod({
    metadata: {
      name: `web-${index}`,
      uid: `uid-${index}`,
      namespace: 'default',
      labels: { ...LABELS },
      ownerReferences: [owner],
    },
    spec,
  });
}

/** As the cluster answers: the pod is bound, starts and gets ready (three more versions of it). */
function bindAndStart(cluster: ClusterSnapshot, placed: Pod, nodeName: string): void {
  const bound: Pod = { ...placed, spec: { ...placed.spec, nodeName } };
  cluster.addPod(bound);
  for (const phase of ['Pending', 'Running', 'Running'] as const) cluster.updatePod({ ...bound, status: { phase } });
}

function run({ nodes, pods, spec }: Workload): { milliseconds: number; placed: number } {
  const cluster = new ClusterSnapshot();
  for (let index = 0; index < nodes; index++) cluster.addNode(node(index));
  cluster.objects.set('ReplicaSet', REPLICA_SET);
  let placed = 0;
  const started = performance.now();
  for (let index = 0; index < pods; index++) {
    const next = pod(index, spec(index));
    const result = schedule(next, cluster, Math.random);
    if (result.kind !== 'node') continue;
    bindAndStart(cluster, next, result.node);
    placed++;
  }
  return { milliseconds: performance.now() - started, placed };
}

const SPREAD: PodSpec = {
  ...SPEC,
  topologySpreadConstraints: [
    {
      maxSkew: 1,
      topologyKey: 'topology.kubernetes.io/zone',
      whenUnsatisfiable: 'DoNotSchedule',
      labelSelector: { matchLabels: { app: 'web' } },
    },
    {
      maxSkew: 1,
      topologyKey: 'kubernetes.io/hostname',
      whenUnsatisfiable: 'ScheduleAnyway',
      labelSelector: { matchLabels: { app: 'web' } },
    },
  ],
};
const ANTI_AFFINITY: PodSpec = {
  ...SPEC,
  affinity: {
    podAntiAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: [
        { topologyKey: 'kubernetes.io/hostname', labelSelector: { matchLabels: { app: 'web' } } },
      ],
    },
  },
};
const TOO_LARGE: PodSpec = { containers: [{ name: 'c', resources: { requests: { cpu: '64' } } }] };

function daemonSpec(index: number): PodSpec {
  const matchFields = [{ key: 'metadata.name', operator: 'In' as const, values: [`node-${index}`] }];
  const required = { nodeSelectorTerms: [{ matchFields }] };
  return { ...SPEC, affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: required } } };
}

const WORKLOADS: readonly Workload[] = [
  { name: 'replicas, 1,000 pods on 200 nodes', nodes: 200, pods: 1000, spec: () => SPEC },
  { name: 'replicas, 5,000 pods on 1,000 nodes', nodes: 1000, pods: 5000, spec: () => SPEC },
  { name: 'topology spread, 1,000 pods on 200 nodes', nodes: 200, pods: 1000, spec: () => SPREAD },
  { name: 'topology spread, 5,000 pods on 1,000 nodes', nodes: 1000, pods: 5000, spec: () => SPREAD },
  { name: 'anti-affinity, 200 pods on 200 nodes', nodes: 200, pods: 200, spec: () => ANTI_AFFINITY },
  { name: 'anti-affinity, 1,000 pods on 1,000 nodes', nodes: 1000, pods: 1000, spec: () => ANTI_AFFINITY },
  { name: 'daemon pods, 5,000 on 5,000 nodes', nodes: 5000, pods: 5000, spec: daemonSpec },
  { name: 'nowhere to go, 1,000 pods on 200 nodes', nodes: 200, pods: 1000, spec: () => TOO_LARGE },
];

for (const workload of WORKLOADS) {
  for (let count = 0; count < WARM_UPS; count++) run({ ...workload, pods: Math.min(workload.pods, 1000) });
  const results = Array.from({ length: RUNS }, () => run(workload)).sort((a, b) => a.milliseconds - b.milliseconds);
  const [best] = results as [{ milliseconds: number; placed: number }];
  const median = results[RUNS >> 1]?.milliseconds ?? 0;
  const perPod = ((best.milliseconds * 1000) / workload.pods).toFixed(1);
  const line = `${workload.name}: ${best.milliseconds.toFixed(1)} ms (median ${median.toFixed(1)} ms), ${perPod} µs per pod`;
  console.log(`${line}, ${best.placed} placed`);
}
