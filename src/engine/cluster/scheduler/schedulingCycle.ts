/** Upstream: pkg/scheduler/schedule_one.go, schedulingCycle (v1.36.4). */
import type { Pod } from '../../../model/apiTypes';
import { ClusterMemo } from './clusterMemo';
import type { ClusterSnapshot } from './clusterSnapshot';
import type { NodeFilter } from './framework';
import type { NodeInfo } from './nodeInfo';
import { runFiltersWithNominatedPods } from './nominatedPods';
import { pinnedNodeNames } from './pinnedNodes';
import { PodClass, podClass, runFilters } from './podClass';
import { newPodInfo, type PodInfo } from './podInfo';
import { CLUSTER_FILTERS } from './profile';
import { unresolvable, type Status } from './frameworkStatus';

/** One attempt to place one pod, prepared. */
export interface SchedulingCycle {
  readonly info: PodInfo;
  readonly cluster: ClusterSnapshot;
  readonly podClass: PodClass;
  /** Names of the only nodes worth a look (as DaemonSet pods have them). */
  readonly pinned: ReadonlySet<string> | undefined;
  /** The filters that look beyond one node. */
  readonly clusterFilters: readonly NodeFilter[];
  /** A plugin refuses the pod whatever the node. */
  readonly refused: Status | undefined;
  /** Some pods are promised a node, so that each node has to be asked about them. */
  readonly hasNominatedPods: boolean;
}

/** What a search found. */
export interface NodeSearch {
  readonly feasible: readonly NodeInfo[];
  /** Of the nodes that were refused; a search that stops when it has enough keeps them only if it found none. */
  readonly statuses: ReadonlyMap<string, Status>;
}

const MIN_FEASIBLE_NODES_TO_FIND = 100;
const MIN_FEASIBLE_NODES_PERCENTAGE = 5;
const LEFT_OUT_BY_AFFINITY = unresolvable('', "node(s) didn't satisfy plugin(s) [NodeAffinity]");
const NO_STATUSES: ReadonlyMap<string, Status> = new Map();
const NOT_LOOKED_AT = unresolvable('');

export function newSchedulingCycle(pod: Pod, cluster: ClusterSnapshot): SchedulingCycle {
  const info = newPodInfo(pod);
  const pinned = pinnedNodeNames(pod.spec);
  // Each DaemonSet pod has an affinity of its own; remembering them would only push others out.
  const own = pinned === undefined ? podClass(info, cluster) : new PodClass(info, cluster);
  const filters: NodeFilter[] = [];
  const refused = own.refused ?? preFilter(info, cluster, filters);
  const { hasNominatedPods } = cluster;
  return { info, cluster, podClass: own, pinned, clusterFilters: filters, refused, hasNominatedPods };
}

/** Adds what filters nodes to `filters`; the first refusal ends it. */
function preFilter(info: PodInfo, cluster: ClusterSnapshot, filters: NodeFilter[]): Status | undefined {
  for (const plugin of CLUSTER_FILTERS) {
    const result = plugin.preFilter(info, cluster);
    if (result.kind === 'refused') return result.status;
    if (result.kind === 'filter') filters.push(result.filter);
  }
  return undefined;
}

/** All filters in their order. */
export function allFilters({ podClass: own, clusterFilters }: SchedulingCycle): readonly NodeFilter[] {
  return [...own.filters, ...clusterFilters];
}

/** The status of nodes that no filter looked at. */
export function absentNodesStatus({ pinned }: SchedulingCycle): Status {
  return pinned === undefined ? NOT_LOOKED_AT : LEFT_OUT_BY_AFFINITY;
}

/**
 * Looks for feasible nodes: at a nominated node first, at the pinned ones only, or at all until enough are found. Enough for
 * 1000 nodes are 50 % − 1000/125 % = 42 %, 420; at least 5 %, and never fewer than 100.
 */
export function findNodesThatFit(cycle: SchedulingCycle, all: boolean): NodeSearch {
  const { cluster, info, pinned } = cycle;
  const nominated = info.pod.status?.nominatedNodeName;
  const nominatedNode = nominated === undefined ? undefined : cluster.getNode(nominated);
  if (!all && nominatedNode !== undefined) {
    const search = searchNodes(cycle, [nominatedNode]);
    if (search.feasible.length > 0) return search;
  }
  if (pinned !== undefined) return searchPinned(cycle, pinnedNodes(pinned, cluster), all);
  cycle.podClass.prepare(cluster);
  if (all) return searchNodes(cycle, cluster.nodes);
  return searchEnough(cycle, numFeasibleNodesToFind(cluster.nodes.length));
}

/** What is looked at counts for where the next search begins, although these few nodes have their own order. */
function searchPinned(cycle: SchedulingCycle, nodes: readonly NodeInfo[], all: boolean): NodeSearch {
  const { cluster } = cycle;
  if (!all) cluster.nextStartNodeIndex = (cluster.nextStartNodeIndex + nodes.length) % cluster.nodes.length;
  return searchNodes(cycle, nodes);
}

function pinnedNodes(names: ReadonlySet<string>, cluster: ClusterSnapshot): NodeInfo[] {
  const nodes: NodeInfo[] = [];
  for (const name of names) {
    const node = cluster.getNode(name);
    if (node !== undefined) nodes.push(node);
  }
  return nodes;
}

function numFeasibleNodesToFind(nodeCount: number): number {
  if (nodeCount < MIN_FEASIBLE_NODES_TO_FIND) return nodeCount;
  const percentage = Math.max(50 - Math.trunc(nodeCount / 125), MIN_FEASIBLE_NODES_PERCENTAGE);
  return Math.max(Math.trunc((nodeCount * percentage) / 100), MIN_FEASIBLE_NODES_TO_FIND);
}

function searchNodes(cycle: SchedulingCycle, nodes: readonly NodeInfo[]): NodeSearch {
  const feasible: NodeInfo[] = [];
  const statuses = new Map<string, Status>();
  for (const node of nodes) {
    const status = filterNode(cycle, node);
    if (status === undefined) feasible.push(node);
    else statuses.set(node.name, status);
  }
  return { feasible, statuses };
}

const feasibleNodes = new ClusterMemo((): NodeInfo[] => []);

/** Goes round the nodes from where the last search stopped. */
function searchEnough(cycle: SchedulingCycle, wanted: number): NodeSearch {
  const { cluster } = cycle;
  const { nodes } = cluster;
  // Looked at before the next search begins: one list for all of them.
  const feasible = feasibleNodes.of(cluster);
  let found = 0;
  const refusals: Status[] = [];
  const start = cluster.nextStartNodeIndex % nodes.length;
  let index = start;
  let looked = 0;
  while (looked < nodes.length && found < wanted) {
    const node = nodes[index] as NodeInfo;
    const status = filterNode(cycle, node);
    if (status === undefined) feasible[found++] = node;
    else refusals.push(status);
    looked++;
    index = index + 1 === nodes.length ? 0 : index + 1;
  }
  cluster.nextStartNodeIndex = index;
  feasible.length = found;
  // Nobody asks who refused when some node is feasible. If none is, all were looked at, in order.
  if (found > 0) return { feasible, statuses: NO_STATUSES };
  const statuses = new Map(refusals.map((status, place) => [(nodes[(start + place) % nodes.length] as NodeInfo).name, status]));
  return { feasible, statuses };
}

function filterNode(cycle: SchedulingCycle, node: NodeInfo): Status | undefined {
  const { cluster, podClass: own, pinned, clusterFilters } = cycle;
  if (cycle.hasNominatedPods && cluster.nominatedPods(node.name) !== undefined) {
    return runFiltersWithNominatedPods(allFilters(cycle), cycle.info, node, cluster);
  }
  const status = pinned === undefined ? own.filter(node) : runFilters(own.filters, node);
  return status ?? (clusterFilters.length === 0 ? undefined : runFilters(clusterFilters, node));
}
