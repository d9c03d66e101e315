import type { Node } from '../../model/node';
import type { ClusterSpec, NodeGroup } from './scenario';

/** Room for anything: a node whose size was not given never refuses a pod for its resources. */
const ROOMY_ALLOCATABLE: Readonly<Record<string, string>> = {
  cpu: '1000',
  memory: '4Ti',
  'ephemeral-storage': '4Ti',
  pods: '110',
};
const ROOMY_GROUP = 'node';
/** For clusters whose pods would not fit 110 to a node. */
const PODS_PER_NODE = 110;

/** All nodes that a cluster description stands for. */
export function nodesOf(cluster: ClusterSpec, podsWanted: number): Node[] {
  const count = cluster.nodeCount ?? 0;
  // A bare count says nothing about sizes: it must not make a rollout stall for want of room.
  const pods = String(Math.max(PODS_PER_NODE, Math.ceil((3 * podsWanted) / Math.max(1, count))));
  const roomy: NodeGroup = { name: ROOMY_GROUP, count, allocatable: { pods } };
  return [...nodesOfGroup(roomy), ...(cluster.groups ?? []).flatMap(nodesOfGroup), ...(cluster.nodes ?? []).map(completeNode)];
}

export function nodesOfGroup(group: NodeGroup): Node[] {
  const width = String(group.count).length;
  return Array.from({ length: group.count }, (_, index) => {
    const name = `${group.name}-${String(index + 1).padStart(width, '0')}`;
    const { labels, taints, unschedulable, allocatable } = group;
    return completeNode({
      metadata: { name, labels: { ...labels } },
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
    metadata: { name, labels: { 'kubernetes.io/hostname': name, ...labels }, annotations: node.metadata.annotations },
    status: { ...node.status, allocatable, conditions },
  };
}
