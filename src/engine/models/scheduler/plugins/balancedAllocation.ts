import { MAX_NODE_SCORE, type ScorePlugin } from '../framework';

/** The closer the used parts of CPU and memory are to each other, the better. Pods that request neither are not scored. */
export const balancedAllocation: ScorePlugin = {
  name: 'NodeResourcesBalancedAllocation',
  weight: 1,
  preScore(info) {
    const { milliCPU, memory } = info.containers.requests;
    if (milliCPU === 0 && memory === 0) return undefined;
    return {
      score(node) {
        const { allocatable } = node;
        // With one resource there is nothing to balance.
        if (allocatable.milliCPU === 0 || allocatable.memory === 0) return MAX_NODE_SCORE;
        const cpuPart = Math.min((node.milliCPU + milliCPU) / allocatable.milliCPU, 1);
        const memoryPart = Math.min((node.memory + memory) / allocatable.memory, 1);
        // The standard deviation of two values is half their distance: 50 % and 30 % give 0.1, a score of 90.
        const deviation = Math.abs((cpuPart - memoryPart) / 2);
        return Math.trunc((1 - deviation) * MAX_NODE_SCORE);
      },
    };
  },
};
