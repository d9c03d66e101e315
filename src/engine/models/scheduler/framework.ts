/**
 * The scheduling framework's extension points, as far as the default profile needs them. A plugin prepares itself for one pod
 * and gives what then looks at nodes; the state it keeps is inside.
 */
import type { ClusterSnapshot } from './clusterSnapshot';
import type { NodeInfo } from './nodeInfo';
import type { PodInfo } from './podInfo';
import type { Status } from './status';

/** The highest score a plugin gives after normalisation. */
export const MAX_NODE_SCORE = 100;

/** A filter prepared for one pod. */
export interface NodeFilter {
  /** Undefined: this node is fine. */
  filter(node: NodeInfo): Status | undefined;
  /** Takes note of a pod that is, for a trial, added to (+1) or removed from (-1) a node. */
  update?(info: PodInfo, node: NodeInfo, sign: 1 | -1): void;
  /** An independent copy of the state that `update` changes. */
  clone?(): NodeFilter;
}

export type PreFilterResult =
  /** Nothing to check for this pod. */
  | { readonly kind: 'skip' }
  /** No node can do. */
  | { readonly kind: 'refused'; readonly status: Status }
  | { readonly kind: 'filter'; readonly filter: NodeFilter };

export interface FilterPlugin {
  readonly name: string;
  preFilter(pod: PodInfo, cluster: ClusterSnapshot): PreFilterResult;
}

/** A scorer prepared for one pod and its feasible nodes. */
export interface NodeScorer {
  /** The raw score of a node. */
  score(node: NodeInfo): number;
  /** Brings the raw scores, in the order of the nodes, to 0–100. */
  normalize?(scores: Float64Array, nodes: readonly NodeInfo[]): void;
}

export interface ScorePlugin {
  readonly name: string;
  readonly weight: number;
  /** Undefined: every node gets 0. */
  preScore(pod: PodInfo, cluster: ClusterSnapshot, nodes: readonly NodeInfo[]): NodeScorer | undefined;
}

export const SKIP: PreFilterResult = { kind: 'skip' };

export function refused(status: Status): PreFilterResult {
  return { kind: 'refused', status };
}

export function filterWith(filter: NodeFilter): PreFilterResult {
  return { kind: 'filter', filter };
}

/** Scores in proportion to the highest, turned round if `reverse`: 3, 1, 0 of 3 give 100, 33, 0, or 0, 67, 100. */
export function defaultNormalizeScore(scores: Float64Array, reverse: boolean): void {
  let highest = 0;
  for (const score of scores) if (score > highest) highest = score;
  if (highest === 0) {
    if (reverse) scores.fill(MAX_NODE_SCORE);
    return;
  }
  for (let index = 0; index < scores.length; index++) {
    const share = Math.trunc((MAX_NODE_SCORE * (scores[index] as number)) / highest);
    scores[index] = reverse ? MAX_NODE_SCORE - share : share;
  }
}
