import type { Node, NodeSelectorRequirement, PodSpec, StringMap } from '../../../model/apiTypes';
import { HOSTNAME_LABEL, ZONE_LABEL } from '../../../model/wellKnown';
import type { NodeGroup } from './actions';
import type { ClusterSpec } from './scenario';

const PLENTY = '4Ti';
/** Room for anything: a node whose size was not given never refuses a pod for its resources. */
const ROOMY_ALLOCATABLE: Readonly<Record<string, string>> = {
  cpu: '1000',
  memory: PLENTY,
  'ephemeral-storage': PLENTY,
  pods: '110',
};
const ROOMY_GROUP = 'node';
/** Assumed nodes are spread over three zones, as people spread theirs. */
const ZONES = ['zone-a', 'zone-b', 'zone-c'];
const LINUX_LABELS: StringMap = { 'kubernetes.io/os': 'linux', 'kubernetes.io/arch': 'amd64' };
/** For clusters whose pods would not fit 110 to a node. */
const PODS_PER_NODE = 110;

/** All nodes of a cluster description. `podsWanted` and `podSpec`: what a bare count of nodes must have room and labels for. */
export function nodesOf(cluster: ClusterSpec, podsWanted: number, podSpec: PodSpec): Node[] {
  const count = cluster.nodeCount ?? 0;
  // A bare count says nothing about sizes and labels: it must not make a rollout stall for want of them.
  const pods = String(Math.max(PODS_PER_NODE, Math.ceil((3 * podsWanted) / Math.max(1, count))));
  const allocatable = { ...extendedWanted(podSpec), pods };
  const roomy: NodeGroup = { name: ROOMY_GROUP, count, labels: labelsWanted(podSpec), allocatable };
  return [...nodesOfGroup(roomy), ...(cluster.groups ?? []).flatMap(nodesOfGroup), ...(cluster.nodes ?? []).map(completeNode)];
}

/** Plenty of what pods ask for beyond that which every node has: GPUs, huge pages. */
function extendedWanted({ containers, initContainers = [] }: PodSpec): Readonly<Record<string, string>> {
  const names = [...containers, ...initContainers].flatMap(({ resources }) =>
    Object.keys({ ...resources?.limits, ...resources?.requests }),
  );
  return Object.fromEntries(names.filter((name) => !Object.hasOwn(ROOMY_ALLOCATABLE, name)).map((name) => [name, PLENTY]));
}

/** Labels with which a node satisfies a pod's node selector and the first term of its required node affinity. */
function labelsWanted({ nodeSelector, affinity }: PodSpec): StringMap {
  const [term] = affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ?? [];
  const wanted = (term?.matchExpressions ?? []).flatMap((requirement): [string, string][] => {
    const value = satisfyingValue(requirement);
    return value === undefined ? [] : [[requirement.key, value]];
  });
  return { ...Object.fromEntries(wanted), ...nodeSelector };
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

export function nodesOfGroup(group: NodeGroup): Node[] {
  const width = String(group.count).length;
  return Array.from({ length: group.count }, (_, index) => {
    const name = `${group.name}-${String(index + 1).padStart(width, '0')}`;
    const { labels, taints, unschedulable, allocatable } = group;
    return completeNode({
      metadata: { name, labels: { [ZONE_LABEL]: ZONES[index % ZONES.length] as string, ...labels } },
      spec: { ...(taints === undefined ? {} : { taints }), ...(unschedulable === true ? { unschedulable } : {}) },
      status: { allocatable: { ...ROOMY_ALLOCATABLE, ...allocatable } },
    });
  });
}

/** What every node of a real cluster has. */
export function completeNode(node: Node): Node {
  const { name, labels } = node.metadata;
  const allocatable = node.status?.allocatable ?? node.status?.capacity ?? ROOMY_ALLOCATABLE;
  const conditions = node.status?.conditions ?? [{ type: 'Ready', status: 'True', reason: 'KubeletReady' }];
  return {
    ...node,
    metadata: {
      name,
      labels: { ...LINUX_LABELS, [HOSTNAME_LABEL]: name, ...labels },
      annotations: node.metadata.annotations,
    },
    status: { ...node.status, allocatable, conditions },
  };
}
