/** Upstream: pkg/scheduler/schedule_one.go, schedulePod (v1.36.4). */
import type { Pod } from '../../../model/apiTypes';
import { ClusterMemo } from './clusterMemo';
import type { ClusterSnapshot } from './clusterSnapshot';
import { fitErrorMessage, NO_NODES, preFilterMessage, withPreemptionMessage, type NodeStatuses } from './fitError';
import type { NodeInfo } from './nodeInfo';
import { preempt, type Preemption } from './plugins/defaultPreemption';
import type { PodClass } from './podClass';
import { firstOfHeap, prioritizeNodes, topNodes } from './prioritize';
import {
  absentNodesStatus,
  allFilters,
  findNodesThatFit,
  newSchedulingCycle,
  type NodeSearch,
  type SchedulingCycle,
} from './schedulingCycle';
import { unresolvable, type Status } from './frameworkStatus';

/** What a look at all nodes gave; made only on demand. */
export interface Explanation {
  readonly nodeStatuses: NodeStatuses;
  /** In name order. */
  readonly feasible: readonly string[];
  /** If at least two nodes are feasible: the total score of each. */
  readonly scores: ReadonlyMap<string, number> | undefined;
  /** With scores: the nodes that have the highest, in name order. */
  readonly top: readonly string[] | undefined;
}

export interface ScheduledResult {
  readonly kind: 'node';
  readonly node: string;
  readonly explanation: Explanation | undefined;
}

export interface UnschedulableResult {
  readonly kind: 'unschedulable';
  /** Of the condition PodScheduled=False; the event may cut it (`eventMessage`). */
  readonly message: string;
  /** A plugin refused the pod whatever the node. */
  readonly preFilter: Status | undefined;
  readonly nodeStatuses: NodeStatuses;
  /** The plugins that refused; only what they care about makes another try worth while. */
  readonly plugins: ReadonlySet<string>;
  /** Pods to evict, and the node that the pod is nominated to meanwhile. */
  readonly preemption: Preemption | undefined;
}

/** Scheduling gates hold the pod back: it is not tried at all. */
export interface GatedResult {
  readonly kind: 'gated';
  readonly gates: readonly string[];
}

export type ScheduleResult = ScheduledResult | UnschedulableResult | GatedResult;

export interface ScheduleOptions {
  /** Looks at all nodes and says what was found; without it, large clusters are searched in part, as upstream does. */
  readonly explain?: boolean;
  /** A node that is not taken where another one takes the pod. */
  readonly elsewhereThan?: string | undefined;
}

const NO_STATUSES: ReadonlyMap<string, Status> = new Map();
const NO_NODE_AT_ALL = unresolvable('');

/** Finds a node for a pod, or says why there is none. `random` (0 ≤ r < 1) says where a preemption begins to look. */
export function schedule(
  pod: Pod,
  cluster: ClusterSnapshot,
  random: () => number,
  options: ScheduleOptions = {},
): ScheduleResult {
  const gates = pod.spec.schedulingGates ?? [];
  if (gates.length > 0) return { kind: 'gated', gates: gates.map(({ name }) => name) };
  if (cluster.nodes.length === 0) return noNodes();
  const cycle = newSchedulingCycle(pod, cluster);
  if (cycle.refused !== undefined) return refusedByPreFilter(cycle, cycle.refused);
  const explains = options.explain === true;
  const known = explains ? undefined : knownFailure(cycle);
  if (known !== undefined) return known;
  const search = findNodesThatFit(cycle, explains);
  if (search.feasible.length === 0) return unschedulablePod(cycle, search, random);
  return selectHost(cycle, elsewhere(search, options.elsewhereThan), explains);
}

function elsewhere(search: NodeSearch, name: string | undefined): NodeSearch {
  if (name === undefined) return search;
  const others = search.feasible.filter((node) => node.name !== name);
  return others.length === 0 ? search : { ...search, feasible: others };
}

function selectHost(cycle: SchedulingCycle, search: NodeSearch, explains: boolean): ScheduledResult {
  const { feasible } = search;
  const totals = feasible.length > 1 ? prioritizeNodes(cycle.info, feasible, cycle.podClass, cycle.cluster) : undefined;
  const { name } = feasible[totals === undefined ? 0 : firstOfHeap(totals, feasible.length)] as NodeInfo;
  return { kind: 'node', node: name, explanation: explains ? explanationOf(cycle, search, totals) : undefined };
}

function explanationOf(cycle: SchedulingCycle, search: NodeSearch, totals: Float64Array | undefined): Explanation {
  const { feasible } = search;
  const scores = totals && new Map(feasible.map(({ name }, index) => [name, totals[index] as number]));
  return {
    nodeStatuses: nodeStatusesOf(cycle, search.statuses),
    feasible: sortedNames(feasible),
    scores,
    top: totals && sortedNames(topNodes(feasible, totals)),
  };
}

function sortedNames(nodes: readonly NodeInfo[]): string[] {
  return nodes.map(({ name }) => name).sort();
}

function nodeStatusesOf(cycle: SchedulingCycle, statuses: ReadonlyMap<string, Status>): NodeStatuses {
  return { nodeCount: cycle.cluster.nodes.length, statuses, absent: absentNodesStatus(cycle) };
}

function unschedulablePod(cycle: SchedulingCycle, { statuses }: NodeSearch, random: () => number): UnschedulableResult {
  const nodeStatuses = nodeStatusesOf(cycle, statuses);
  const message = fitErrorMessage(nodeStatuses);
  const plugins = new Set<string>();
  for (const { plugin } of statuses.values()) plugins.add(plugin);
  if (cycle.pinned !== undefined) plugins.add('NodeAffinity');
  const outcome = preempt(cycle.info, allFilters(cycle), nodeStatuses, cycle.cluster, random);
  const unschedulable = { kind: 'unschedulable', preFilter: undefined, nodeStatuses, plugins } as const;
  if (outcome.kind === 'refused') {
    const result = { ...unschedulable, message: withPreemptionMessage(message, outcome.message), preemption: undefined };
    if (dependsOnNodesOnly(cycle))
      failures.of(cycle.cluster).set(cycle.podClass, { generation: cycle.cluster.generation, pod: cycle.info.pod, result });
    return result;
  }
  return { ...unschedulable, message, preemption: outcome.preemption };
}

interface RememberedFailure {
  readonly generation: number;
  readonly pod: Pod;
  readonly result: UnschedulableResult;
}

/** A hundred replicas that fit nowhere get the answer of the first, as long as nothing has changed. */
const failures = new ClusterMemo(() => new WeakMap<PodClass, RememberedFailure>());

function knownFailure(cycle: SchedulingCycle): UnschedulableResult | undefined {
  const known = failures.of(cycle.cluster).get(cycle.podClass);
  if (known?.generation !== cycle.cluster.generation || !dependsOnNodesOnly(cycle)) return undefined;
  const { spec } = cycle.info.pod;
  const isSame = known.pod.spec.priority === spec.priority && known.pod.spec.preemptionPolicy === spec.preemptionPolicy;
  return isSame ? known.result : undefined;
}

/** No filter looks beyond the nodes, and nothing is special about this pod. */
function dependsOnNodesOnly({ clusterFilters, pinned, info, cluster }: SchedulingCycle): boolean {
  const isNominated = info.pod.status?.nominatedNodeName !== undefined;
  return clusterFilters.length === 0 && pinned === undefined && !isNominated && !cluster.hasNominatedPods;
}

function refusedByPreFilter({ cluster }: SchedulingCycle, status: Status): UnschedulableResult {
  const nodeCount = cluster.nodes.length;
  return {
    kind: 'unschedulable',
    message: preFilterMessage(nodeCount, status),
    preFilter: status,
    nodeStatuses: { nodeCount, statuses: NO_STATUSES, absent: status },
    plugins: new Set([status.plugin]),
    preemption: undefined,
  };
}

function noNodes(): UnschedulableResult {
  return {
    kind: 'unschedulable',
    message: NO_NODES,
    preFilter: undefined,
    nodeStatuses: { nodeCount: 0, statuses: NO_STATUSES, absent: NO_NODE_AT_ALL },
    plugins: new Set(),
    preemption: undefined,
  };
}
