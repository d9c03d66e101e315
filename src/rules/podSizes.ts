import {
  mergePodResourceRequirements,
  podLimits,
  podRequests,
  setDefaultPodResources,
  type Resources,
  type ResourceSpec,
} from '../model/podResources';
import { quotaUsage } from '../model/quotaUsage';
import { limitsOf, type ClusterFacts, type Subject } from './facts';

/** What one pod asks for when the API server and the LimitRanges of its namespace have filled in what is not written. */
export function requestsOf(facts: ClusterFacts, workload: Subject): Resources {
  return podRequests(storedSpec(facts, workload));
}

/** What one pod counts for in quotas. */
export function usageOf(facts: ClusterFacts, workload: Subject): Resources {
  const spec = storedSpec(facts, workload);
  return quotaUsage(podRequests(spec), podLimits(spec));
}

function storedSpec(facts: ClusterFacts, workload: Subject): ResourceSpec {
  const stored = setDefaultPodResources(workload.pod.asks);
  return limitsOf(facts, workload).reduce((spec, { defaults }) => mergePodResourceRequirements(spec, defaults), stored);
}
