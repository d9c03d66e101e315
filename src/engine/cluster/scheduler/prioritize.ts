/** Upstream: pkg/scheduler/schedule_one.go, prioritizeNodes (v1.36.4). */
import type { ClusterSnapshot } from './clusterSnapshot';
import type { NodeInfo } from './nodeInfo';
import type { PodClass } from './podClass';
import type { PodInfo } from './podInfo';
import { CLUSTER_SCORES } from './profile';

/**
 * The total score of each node, in the order of the nodes: every plugin's 0–100 times its weight. What comes back may be longer
 * than `nodes`, and is overwritten by the next call for a pod of the class.
 */
export function prioritizeNodes(
  info: PodInfo,
  nodes: readonly NodeInfo[],
  podClass: PodClass,
  cluster: ClusterSnapshot,
): Float64Array {
  podClass.prepare(cluster);
  const { totals, scores } = podClass.board;
  podClass.scoreNodes(nodes);
  for (const plugin of CLUSTER_SCORES) {
    const scorer = plugin.preScore(info, cluster, nodes);
    if (scorer === undefined) continue;
    scorer.scoreNodes(nodes, scores);
    scorer.normalize?.(scores, nodes);
    for (let index = 0; index < nodes.length; index++) {
      totals[index] = (totals[index] as number) + plugin.weight * (scores[index] as number);
    }
  }
  return totals;
}

/** The nodes with the highest total. */
export function topNodes(nodes: readonly NodeInfo[], totals: Float64Array): NodeInfo[] {
  let top: NodeInfo[] = [];
  let highest = -Infinity;
  for (let index = 0; index < nodes.length; index++) {
    const total = totals[index] as number;
    if (total < highest) continue;
    if (total > highest) {
      highest = total;
      top = [];
    }
    top.push(nodes[index] as NodeInfo);
  }
  return top;
}

/**
 * The place of the node that is taken: of those with the highest total the one at the top of Go's heap.
 * QUIRK: equal nodes get no random number to tell them apart (only extenders bring one), so the heap's layout decides.
 */
export function firstOfHeap(totals: Float64Array, count: number): number {
  let first = 0;
  for (let index = 1; index < count; index++) {
    const difference = (totals[index] as number) - (totals[first] as number);
    if (difference > 0 || (difference === 0 && comesFirst(index + 1, first + 1))) first = index;
  }
  return first;
}

/** Among equals a parent stays above its children, and the left child comes up: the order of a walk from the root. */
function comesFirst(later: number, earlier: number): boolean {
  const levels = Math.clz32(earlier) - Math.clz32(later);
  return later >> levels < earlier;
}
