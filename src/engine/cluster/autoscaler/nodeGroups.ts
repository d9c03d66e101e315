/** Ours: what the cluster autoscaler is told, and what it tells. */
import type { Node } from '../../../model/apiTypes';
import type { Time } from '../../../model/time';

export const MAX_SIZE_REACHED = 'max node group size reached';

/** Nodes that are alike, of which an autoscaler may add some. */
export interface AutoscaledGroup {
  readonly name: string;
  readonly max: number;
  /** From the moment that a node is asked for until it takes pods. */
  readonly readyAfterSeconds: number;
  /** Names of the nodes that belong to it from the beginning. */
  readonly members: readonly string[];
  /** In how many zones its nodes are. */
  readonly zones: number;
  /** The nodes that it adds, in their order; `turn`: in which of its zones the first of them is. */
  readonly newNode: (index: number, turn: number) => Node;
}

/** Why a group is of no use to a pod. */
export interface GroupRefusal {
  readonly group: string;
  readonly max: number;
  readonly reason: string;
}

/** Nodes were asked for. */
export interface ScaleUp {
  readonly at: Time;
  readonly group: string;
  readonly nodes: readonly string[];
  /** Keys of the pods that wait for them. */
  readonly pods: readonly string[];
  readonly max: number;
  readonly readyAfterSeconds: number;
}
