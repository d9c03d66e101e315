/** Upstream: pkg/scheduler/framework/plugins/noderesources/balanced_allocation.go (v1.36.4). */
import { MAX_NODE_SCORE, type LocalScorePlugin } from '../framework';
import type { Allocatable } from '../nodeInfo';

/** Nodes on which the pod brings the used parts of CPU and memory closer together are better, if it requests any. */
export const balancedAllocation: LocalScorePlugin = {
  name: 'NodeResourcesBalancedAllocation',
  weight: 1,
  preScore(info) {
    const { milliCPU, memory } = info.containers.requests;
    if (milliCPU === 0 && memory === 0) return undefined;
    return {
      score(node) {
        const without = balance(node.milliCPU, node.memory, node.allocatable);
        const withPod = balance(node.milliCPU + milliCPU, node.memory + memory, node.allocatable);
        // From 50 (balanced before, one-sided after) to 100; 75 for no difference. 85 before and 94 after: 50 + 59 / 2 = 79.
        const half = MAX_NODE_SCORE / 2;
        return half + Math.trunc((half + withPod - without) / 2);
      },
    };
  },
};

/** 100 for equal parts, 50 where one resource is full and the other unused. */
function balance(milliCPU: number, memory: number, allocatable: Allocatable): number {
  // With one resource there is nothing to balance.
  if (allocatable.milliCPU === 0 || allocatable.memory === 0) return MAX_NODE_SCORE;
  const cpuPart = Math.min(milliCPU / allocatable.milliCPU, 1);
  const memoryPart = Math.min(memory / allocatable.memory, 1);
  // The standard deviation of two values is half their distance: 50 % and 30 % give 0.1, a balance of 90.
  const deviation = Math.abs((cpuPart - memoryPart) / 2);
  return Math.trunc((1 - deviation) * MAX_NODE_SCORE);
}
