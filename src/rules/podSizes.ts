import { admittedPod, type AdmittedPod } from '../engine/simulation/admittedPod';
import { podRequests, type Resources } from '../model/podResources';
import type { ClusterFacts, Fact } from './facts';
import { limitsOf, quotasOf } from './namespaceLimits';
import type { Subject } from './subject';

interface Admitted {
  readonly rules: readonly Fact[];
  readonly pod: AdmittedPod;
  readonly requests: Resources;
}

/** As it was admitted last: each workload is asked about its pods, and as a neighbor of many others. */
const ADMITTED = new WeakMap<Subject['pod'], Admitted>();

function admitted(facts: ClusterFacts, workload: Subject): Admitted {
  const limits = limitsOf(facts, workload);
  const quotas = quotasOf(facts, workload);
  const rules = [...limits, ...quotas];
  const known = ADMITTED.get(workload.pod);
  if (known?.rules.length === rules.length && known.rules.every((fact, index) => fact === rules[index])) return known;
  const limitRanges = limits.map(({ limitRange }) => limitRange);
  const all = quotas.map(({ quota }) => quota);
  const pod = admittedPod(workload.pod.asks, limitRanges, all);
  const now = { rules, pod, requests: podRequests(pod.spec) };
  ADMITTED.set(workload.pod, now);
  return now;
}

/** What the limits and quotas around a workload make of one of its pods. */
export function admittedPodOf(facts: ClusterFacts, workload: Subject): AdmittedPod {
  return admitted(facts, workload).pod;
}

/** What one pod asks for when the API server and the LimitRanges of its namespace have filled in what is not written. */
export function requestsOf(facts: ClusterFacts, workload: Subject): Resources {
  return admitted(facts, workload).requests;
}

/** What one pod counts for in quotas. */
export function usageOf(facts: ClusterFacts, workload: Subject): Resources {
  return admittedPodOf(facts, workload).usage;
}
