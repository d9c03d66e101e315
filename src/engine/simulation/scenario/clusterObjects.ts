import type { Node, NodeSelectorRequirement, PodSpec, ResourceList, StringMap } from '../../../model/apiTypes';
import { withFields } from '../../../model/copies';
import { ASSUMED } from '../../../model/assumptions';
import { DEFAULT_REPLICAS } from '../../../model/defaults';
import { completeAllocatable, downTaint, PLENTY } from '../../../model/nodes';
import { requiredNodeAffinityMatcher, requiredNodeTerms } from '../../../model/scheduling';
import { HOSTNAME_LABEL, OLD_ARCH_LABEL, OLD_OS_LABEL, OS_LABEL, ZONE_LABEL } from '../../../model/wellKnown';
import type { NodeGroup } from './actions';
import type { ClusterSpec, Workload } from './scenario';
import { isDaemonSet } from './workloadKind';

const ROOMY_GROUP = 'node';
/** Upstream: initialNode in pkg/kubelet/kubelet_node_status.go sets the old names, too. */
const LINUX_LABELS: StringMap = {
  [OS_LABEL]: 'linux',
  'kubernetes.io/arch': 'amd64',
  [OLD_OS_LABEL]: 'linux',
  [OLD_ARCH_LABEL]: 'amd64',
};
/** For clusters whose pods would not fit 110 to a node. */
const PODS_PER_NODE = 110;

/** Nodes that ran what is replaced, where those for the new version cannot have. */
const FORMER_GROUP = 'former-node';

/**
 * All nodes of a cluster description. A bare count of them has room and labels for these workloads, the first most of all.
 * What ran `before` ran somewhere: on as many nodes of its own where the new version asks for other labels.
 */
export function nodesOf(cluster: ClusterSpec, after: Workload, before?: Workload, others: readonly Workload[] = []): Node[] {
  const workloads = [after, ...(before === undefined ? [] : [before]), ...others];
  const { nodeCount: count = 0, zoneCount: zones, groups = [] } = cluster;
  // A bare count says nothing about sizes and labels: it must not make a rollout stall for want of them.
  const podsWanted = [after, ...others].reduce((sum, workload) => sum + replicasOf(workload), 0);
  const pods = String(Math.max(PODS_PER_NODE, Math.ceil((3 * podsWanted) / Math.max(1, count))));
  const specs = workloads.map(({ spec }) => spec.template.spec);
  const zoneNames = zonesWith(others, zones);
  const wanted = Object.assign({}, ...specs.map(extendedWanted)) as ResourceList;
  // Others that are in one zone only leave the rest to those who may be anywhere.
  const { [ZONE_LABEL]: _zone, ...theirs } = Object.assign({}, ...others.map(labelsOf).reverse()) as StringMap;
  const labels = Object.assign({}, theirs, before === undefined ? {} : labelsOf(before), labelsOf(after)) as StringMap;
  const roomy: NodeGroup = { name: ROOMY_GROUP, count, labels, allocatable: { ...wanted, pods } };
  const named = (cluster.nodes ?? []).map((node) => completeNode(node, wanted));
  const nodes = [...nodesIn(roomy, zoneNames), ...groups.flatMap((group) => nodesOfGroup(group, zones)), ...named];
  return before === undefined || count === 0 ? nodes : [...nodes, ...formerNodes(roomy, zones, before, nodes)];
}

function formerNodes(roomy: NodeGroup, zones: number | undefined, before: Workload, nodes: readonly Node[]): readonly Node[] {
  const { spec } = before.spec.template;
  const isFor = requiredNodeAffinityMatcher(spec);
  if (nodes.some(isFor)) return [];
  const group = { ...roomy, name: FORMER_GROUP, labels: { ...roomy.labels, ...labelsWanted(spec) } };
  return nodesOfGroup(group, zones).filter(isFor);
}

/** The zones that others ask for are among them. */
function zonesWith(others: readonly Workload[], count: number = ASSUMED.zones): readonly string[] {
  const asked = others.flatMap((other) => labelsOf(other)[ZONE_LABEL] ?? []);
  const names = [...new Set([...asked, ...namedZones(count)])];
  return names.slice(0, Math.max(count, new Set(asked).size));
}

function replicasOf(workload: Workload): number {
  return isDaemonSet(workload) ? 0 : (workload.spec.replicas ?? DEFAULT_REPLICAS);
}

/** Plenty of what pods ask for beyond that which every node has: GPUs, huge pages. */
function extendedWanted({ containers, initContainers = [] }: PodSpec): Readonly<Record<string, string>> {
  const names = [...containers, ...initContainers].flatMap(({ resources }) =>
    Object.keys({ ...resources?.limits, ...resources?.requests }),
  );
  const onEveryNode = completeAllocatable(undefined);
  return Object.fromEntries(names.filter((name) => !Object.hasOwn(onEveryNode, name)).map((name) => [name, PLENTY]));
}

function labelsOf({ spec }: Workload): StringMap {
  return labelsWanted(spec.template.spec);
}

/** Labels with which a node satisfies a pod's node selector and the first term of its required node affinity. */
function labelsWanted(spec: PodSpec): StringMap {
  const [term] = requiredNodeTerms(spec);
  const wanted = (term?.matchExpressions ?? []).flatMap((requirement): [string, string][] => {
    const value = satisfyingValue(requirement);
    return value === undefined ? [] : [[requirement.key, value]];
  });
  return { ...Object.fromEntries(wanted), ...spec.nodeSelector };
}

function satisfyingValue({ operator, values = [] }: NodeSelectorRequirement): string | undefined {
  switch (operator) {
    case 'In':
      return values[0];
    case 'Exists':
      return 'true';
    case 'Gt':
      return String(Number(values[0]) + 1);
    case 'Lt':
      return String(Number(values[0]) - 1);
    default:
      return undefined;
  }
}

/** Spread over so many zones; people spread theirs over three. */
export function nodesOfGroup(group: NodeGroup, zones: number = ASSUMED.zones): Node[] {
  return nodesIn(group, namedZones(zones));
}

function nodesIn(group: NodeGroup, zones: readonly string[]): Node[] {
  return Array.from({ length: group.count }, (_, index) => nodeOfGroup(group, index, zones));
}

/** One of them, the first being 0. */
export function nodeOfGroup(group: NodeGroup, index: number, zones: readonly string[]): Node {
  const name = nameInGroup(group, index);
  const { labels, taints, unschedulable, allocatable, notReady } = group;
  const conditions = notReady === true ? { conditions: [{ type: 'Ready', status: 'Unknown' as const }] } : {};
  return completeNode({
    metadata: { name, labels: { [ZONE_LABEL]: zones[index % zones.length] ?? '', ...labels } },
    spec: { ...(taints === undefined ? {} : { taints }), ...(unschedulable === true ? { unschedulable } : {}) },
    status: { allocatable: completeAllocatable(allocatable), ...conditions },
  });
}

export function nameInGroup({ name, count }: Pick<NodeGroup, 'name' | 'count'>, index: number): string {
  return `${name}-${String(index + 1).padStart(String(count).length, '0')}`;
}

export function namedZones(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => zoneName(index));
}

/** `zone-a`, `zone-b` … */
function zoneName(index: number): string {
  return `zone-${String.fromCharCode('a'.charCodeAt(0) + index)}`;
}

/** What every node of a real cluster has. `unstated`: what else there is plenty of where nothing is said of its size. */
export function completeNode(node: Node, unstated?: ResourceList): Node {
  const { name, labels } = node.metadata;
  const allocatable = completeAllocatable(node.status?.allocatable ?? node.status?.capacity ?? unstated);
  const conditions = node.status?.conditions ?? [{ type: 'Ready', status: 'True', reason: 'KubeletReady' }];
  const down = downTaint(conditions);
  const taints = (node.spec?.taints ?? []).filter(
    ({ key, effect }) => down === undefined || key !== down.key || effect !== down.effect,
  );
  return withFields(node, down && { spec: withFields(node.spec ?? {}, { taints: [...taints, down] }) }, {
    metadata: {
      name,
      labels: withFields<StringMap>(LINUX_LABELS, { [HOSTNAME_LABEL]: name }, labels),
      annotations: node.metadata.annotations,
    },
    status: withFields(node.status ?? {}, { allocatable, conditions }),
  });
}
