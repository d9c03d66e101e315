/** Upstream: pkg/scheduler/framework/runtime/framework.go, addGENominatedPods (v1.36.4). */
import type { ClusterSnapshot } from './clusterSnapshot';
import type { NodeFilter } from './framework';
import type { NodeInfo } from './nodeInfo';
import { runFilters } from './podClass';
import type { PodInfo } from './podInfo';
import type { Status } from './frameworkStatus';

/**
 * Filters a node twice where pods of equal or higher priority are nominated to it: as if they were there already, and, since
 * they may end up elsewhere, without them.
 */
export function runFiltersWithNominatedPods(
  filters: readonly NodeFilter[],
  info: PodInfo,
  node: NodeInfo,
  cluster: ClusterSnapshot,
): Status | undefined {
  const nominated = (cluster.nominatedPods(node.name) ?? []).filter(
    (other) => other.priority >= info.priority && other.key !== info.key,
  );
  if (nominated.length === 0) return runFilters(filters, node);
  const trialNode = node.clone();
  const trialFilters = cloneFilters(filters);
  for (const other of nominated) {
    trialNode.addPod(other);
    for (const filter of trialFilters) filter.update?.(other, trialNode, 1);
  }
  return runFilters(trialFilters, trialNode) ?? runFilters(filters, node);
}

export function cloneFilters(filters: readonly NodeFilter[]): NodeFilter[] {
  return filters.map((filter) => filter.clone?.() ?? filter);
}
