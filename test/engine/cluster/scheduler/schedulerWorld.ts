import { ClusterSnapshot } from '../../../../src/engine/cluster/scheduler/clusterSnapshot';
import { preparePod } from '../../../../src/engine/cluster/scheduler/preparePod';
import { schedule, type Explanation, type UnschedulableResult } from '../../../../src/engine/cluster/scheduler/scheduleOne';
import type { Node, Pod, PodSpec, PodStatus, ResourceList, StringMap, Taint } from '../../../../src/model/apiTypes';

export interface NodeOptions {
  readonly labels?: StringMap;
  readonly taints?: readonly Taint[];
  readonly unschedulable?: boolean;
  readonly allocatable?: ResourceList;
}

/** A node with 4 CPUs, 8Gi and room for 110 pods; its name is its host name. */
export function node(name: string, { labels, taints, unschedulable, allocatable }: NodeOptions = {}): Node {
  return {
    metadata: { name, labels: { 'kubernetes.io/hostname': name, ...labels } },
    spec: { taints, unschedulable },
    status: { allocatable: { cpu: '4', memory: '8Gi', pods: '110', ...allocatable } },
  };
}

/** Nodes `a`, `b` … in these zones. */
export function nodesInZones(zones: string): Node[] {
  return Array.from(zones, (zone, index) => node('abcdefgh'.charAt(index), { labels: { 'topology.kubernetes.io/zone': zone } }));
}

export interface PodOptions {
  readonly labels?: StringMap;
  readonly namespace?: string;
  readonly requests?: ResourceList;
  readonly spec?: Partial<PodSpec>;
  readonly status?: PodStatus;
  readonly terminating?: boolean;
}

/** A pod of one container; without a node it is the one to be placed. */
export function pod(name: string, options: PodOptions = {}): Pod {
  const { labels, namespace = 'default', requests, spec, status, terminating = false } = options;
  return {
    metadata: { name, namespace, uid: `uid-${name}`, labels, deletionTimestamp: terminating ? 0 : undefined },
    spec: { containers: [{ name: 'c', image: 'img', resources: { requests } }], ...spec },
    status,
  };
}

export function podOn(nodeName: string, name: string, options: PodOptions = {}): Pod {
  return pod(name, { ...options, spec: { ...options.spec, nodeName } });
}

export function clusterOf(nodes: readonly Node[], pods: readonly Pod[] = []): ClusterSnapshot {
  const cluster = new ClusterSnapshot();
  for (const each of nodes) cluster.addNode(each);
  for (const each of pods) cluster.addPod(preparePod(each));
  return cluster;
}

export const first = (): number => 0;

/** What each node says to the pod: `ok`, or the reasons (`!` before those that no preemption helps against). */
export function verdicts(incoming: Pod, cluster: ClusterSnapshot): Record<string, string> {
  const result = schedule(preparePod(incoming), cluster, first, { explain: true });
  if (result.kind === 'gated') return { '*': `gated by ${result.gates.join(', ')}` };
  if (result.kind === 'unschedulable' && result.preFilter !== undefined)
    return { '*': `!${result.preFilter.reasons.join(', ')}` };
  const { nodeStatuses } = result.kind === 'node' ? (result.explanation as Explanation) : result;
  const feasible = result.kind === 'node' ? (result.explanation?.feasible ?? []) : [];
  const verdict = (name: string): string => {
    if (feasible.includes(name)) return 'ok';
    const { code, reasons } = nodeStatuses.statuses.get(name) ?? nodeStatuses.absent;
    return `${code === 'Unschedulable' ? '' : '!'}${reasons.join(', ')}`;
  };
  return Object.fromEntries(cluster.nodes.map(({ name }) => [name, verdict(name)]));
}

/** The total scores of the feasible nodes. */
export function scores(incoming: Pod, cluster: ClusterSnapshot): Record<string, number> {
  const result = schedule(preparePod(incoming), cluster, first, { explain: true });
  if (result.kind !== 'node') throw new Error('the pod fits nowhere');
  return Object.fromEntries(result.explanation?.scores ?? []);
}

export function unschedulable(incoming: Pod, cluster: ClusterSnapshot): UnschedulableResult {
  const result = schedule(preparePod(incoming), cluster, first);
  if (result.kind !== 'unschedulable') throw new Error(`the pod is ${result.kind}`);
  return result;
}
