import type { ClusterSnapshot } from './clusterSnapshot';
import type { NodeScorer } from './framework';
import type { NodeInfo } from './nodeInfo';
import { CLUSTER_SCORES } from './profile';
import type { PodClass } from './podClass';
import type { PodInfo } from './podInfo';

/** The total score of each node, in the order of the nodes: every plugin's 0–100 times its weight. */
export function prioritizeNodes(
  info: PodInfo,
  nodes: readonly NodeInfo[],
  podClass: PodClass,
  cluster: ClusterSnapshot,
): Float64Array {
  const totals = new Float64Array(nodes.length);
  const scores = new Float64Array(nodes.length);
  podClass.prepare(cluster);
  for (const node of nodes) podClass.score(node);
  for (const { scorer, weight, raw } of podClass.scorers) {
    for (let index = 0; index < nodes.length; index++) scores[index] = raw[(nodes[index] as NodeInfo).ordinal] as number;
    addNormalized(totals, scores, scorer, weight, nodes);
  }
  for (const plugin of CLUSTER_SCORES) {
    const scorer = plugin.preScore(info, cluster, nodes);
    if (scorer === undefined) continue;
    for (let index = 0; index < nodes.length; index++) scores[index] = scorer.score(nodes[index] as NodeInfo);
    addNormalized(totals, scores, scorer, plugin.weight, nodes);
  }
  return totals;
}

function addNormalized(
  totals: Float64Array,
  scores: Float64Array,
  scorer: NodeScorer,
  weight: number,
  nodes: readonly NodeInfo[],
): void {
  scorer.normalize?.(scores, nodes);
  for (let index = 0; index < totals.length; index++)
    totals[index] = (totals[index] as number) + weight * (scores[index] as number);
}

/** The nodes with the highest total. */
export function topNodes(nodes: readonly NodeInfo[], totals: Float64Array): NodeInfo[] {
  let highest = -Infinity;
  for (const total of totals) if (total > highest) highest = total;
  return nodes.filter((_, index) => totals[index] === highest);
}
