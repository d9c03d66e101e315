import { admittedPod, type AdmittedPod } from '../engine/simulation/admittedPod';
import { podRequests, type Resources } from '../model/podResources';
import { limitsOf, quotasOf, type ClusterFacts } from './facts';
import type { Subject } from './subject';

/** What the limits and quotas around a workload make of one of its pods. */
export function admittedPodOf(facts: ClusterFacts, workload: Subject): AdmittedPod {
  const limitRanges = limitsOf(facts, workload).map(({ limitRange }) => limitRange);
  const quotas = quotasOf(facts, workload).map(({ quota }) => quota);
  return admittedPod(workload.pod.asks, limitRanges, quotas);
}

/** What one pod asks for when the API server and the LimitRanges of its namespace have filled in what is not written. */
export function requestsOf(facts: ClusterFacts, workload: Subject): Resources {
  return podRequests(admittedPodOf(facts, workload).spec);
}

/** What one pod counts for in quotas. */
export function usageOf(facts: ClusterFacts, workload: Subject): Resources {
  return admittedPodOf(facts, workload).usage;
}
