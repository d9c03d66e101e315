/**
 * Upstream: pkg/scheduler/framework/interface.go, pkg/scheduler/framework/runtime/framework.go (v1.36.4). The scheduling
 * framework's extension points, as far as the default profile needs them. A plugin prepares itself for one pod and gives
 * what then looks at nodes; the state it keeps is inside.
 */
import type { ClusterSnapshot } from './clusterSnapshot';
import type { NodeInfo } from './nodeInfo';
import type { PodInfo } from './podInfo';
import type { Status } from './frameworkStatus';

/** The highest score a plugin gives after normalization. */
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

interface Normalizing {
  /** Brings the raw scores of these nodes, in their order, to 0–100. `scores` may be longer than `nodes`. */
  normalize?(scores: Float64Array, nodes: readonly NodeInfo[]): void;
}

/** A scorer prepared for one pod whose raw score follows from the node alone. */
export interface LocalScorer extends Normalizing {
  score(node: NodeInfo): number;
}

/** A scorer prepared for one pod and its feasible nodes. */
export interface ClusterScorer extends Normalizing {
  /** Writes the raw score of each node, in their order. */
  scoreNodes(nodes: readonly NodeInfo[], scores: Float64Array): void;
}

export interface LocalScorePlugin {
  readonly name: string;
  readonly weight: number;
  /** Undefined: every node gets 0. */
  preScore(pod: PodInfo): LocalScorer | undefined;
}

export interface ClusterScorePlugin {
  readonly name: string;
  readonly weight: number;
  /** Undefined: every node gets 0. */
  preScore(pod: PodInfo, cluster: ClusterSnapshot, nodes: readonly NodeInfo[]): ClusterScorer | undefined;
}

export const SKIP: PreFilterResult = { kind: 'skip' };

export function refused(status: Status): PreFilterResult {
  return { kind: 'refused', status };
}

export function filterWith(filter: NodeFilter): PreFilterResult {
  return { kind: 'filter', filter };
}

/** Scores in proportion to the highest, turned round if `reverse`: 3, 1, 0 of 3 give 100, 33, 0, or 0, 67, 100. */
export function defaultNormalizeScore(scores: Float64Array, count: number, reverse: boolean): void {
  let highest = 0;
  for (let index = 0; index < count; index++) highest = Math.max(highest, scores[index] as number);
  if (highest === 0) {
    if (reverse) scores.fill(MAX_NODE_SCORE, 0, count);
    return;
  }
  for (let index = 0; index < count; index++) {
    const share = Math.trunc((MAX_NODE_SCORE * (scores[index] as number)) / highest);
    scores[index] = reverse ? MAX_NODE_SCORE - share : share;
  }
}
