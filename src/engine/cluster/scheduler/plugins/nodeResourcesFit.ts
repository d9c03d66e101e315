/** Upstream: pkg/scheduler/framework/plugins/noderesources/fit.go, least_allocated.go (v1.36.4). */
import { filterWith, MAX_NODE_SCORE, type FilterPlugin, type LocalScorePlugin } from '../framework';
import type { NodeInfo } from '../nodeInfo';
import type { ResourceAmounts } from '../podInfo';
import { unresolvable, unschedulable, type Status } from '../frameworkStatus';

const NAME = 'NodeResourcesFit';

/** A resource of which a node has too little left. */
export interface InsufficientResource {
  readonly resource: string;
  readonly reason: string;
  readonly requested: number;
  readonly used: number;
  readonly capacity: number;
}

/** Refuses nodes that have no room, be it for one more pod or for what the pod requests. */
export const nodeResourcesFit: FilterPlugin = {
  name: NAME,
  preFilter(info) {
    const { requests } = info.containers;
    return filterWith({ filter: (node) => statusOf(insufficientResources(requests, node)) });
  },
};

function statusOf(lacking: readonly InsufficientResource[] | undefined): Status | undefined {
  if (lacking === undefined) return undefined;
  const reasons = lacking.map(({ reason }) => reason);
  // A request above all that the node has is not met by removing pods.
  const hopeless = lacking.some(({ requested, capacity }) => requested > capacity);
  return hopeless ? unresolvable(NAME, ...reasons) : unschedulable(NAME, ...reasons);
}

/** Everything that does not fit, in the fixed order pods, cpu, memory, ephemeral-storage, others; undefined if all fits. */
export function insufficientResources(requests: ResourceAmounts, node: NodeInfo): readonly InsufficientResource[] | undefined {
  const { allocatable, pods } = node;
  let lacking: InsufficientResource[] | undefined;
  const refuse = (
    resource: string,
    requested: number,
    used: number,
    capacity: number,
    reason = `Insufficient ${resource}`,
  ): void => {
    (lacking ??= []).push({ resource, reason, requested, used, capacity });
  };
  if (pods.length + 1 > allocatable.allowedPodNumber)
    refuse('pods', 1, pods.length, allocatable.allowedPodNumber, 'Too many pods');
  // What is not requested is not lacking, even on a node that is overcommitted.
  const { milliCPU, memory, ephemeralStorage } = requests;
  if (milliCPU > 0 && milliCPU > allocatable.milliCPU - node.milliCPU)
    refuse('cpu', milliCPU, node.milliCPU, allocatable.milliCPU);
  if (memory > 0 && memory > allocatable.memory - node.memory) refuse('memory', memory, node.memory, allocatable.memory);
  if (ephemeralStorage > 0 && ephemeralStorage > allocatable.ephemeralStorage - node.ephemeralStorage) {
    refuse('ephemeral-storage', ephemeralStorage, node.ephemeralStorage, allocatable.ephemeralStorage);
  }
  for (const [name, amount] of requests.scalar) {
    const capacity = allocatable.scalar.get(name) ?? 0;
    const used = node.requestedScalar(name);
    if (amount > 0 && amount > capacity - used) refuse(name, amount, used, capacity);
  }
  return lacking;
}

/** LeastAllocated: the larger the free part of CPU and memory with the pod on the node, the better. */
export const nodeResourcesFitScore: LocalScorePlugin = {
  name: NAME,
  weight: 1,
  preScore(info) {
    const { scoredMilliCPU, scoredMemory } = info.containers;
    return {
      score({ allocatable, nonZeroMilliCPU, nonZeroMemory }) {
        let sum = 0;
        let weights = 0;
        if (allocatable.milliCPU > 0) {
          sum += leastRequestedScore(nonZeroMilliCPU + scoredMilliCPU, allocatable.milliCPU);
          weights++;
        }
        if (allocatable.memory > 0) {
          sum += leastRequestedScore(nonZeroMemory + scoredMemory, allocatable.memory);
          weights++;
        }
        return weights === 0 ? 0 : Math.trunc(sum / weights);
      },
    };
  },
};

/** 100 for an empty node, 0 for a full one, in whole numbers rounded down: 300m of 1000m gives 70. */
function leastRequestedScore(requested: number, capacity: number): number {
  return requested > capacity ? 0 : Math.trunc(((capacity - requested) * MAX_NODE_SCORE) / capacity);
}
