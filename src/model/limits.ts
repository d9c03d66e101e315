/** How large a question may be: far above what anybody can look at, and below what would hurt the machine it is asked on. */
export const LIMITS = {
  /** As many as Kubernetes is tested with, and some. */
  nodes: 20_000,
  nodeGroups: 1_000,
  /** As many as there are letters to name them with. */
  zones: 26,
  /** Objects of one kind around the workload. */
  objects: 50_000,
  actions: 1_000,
  /** Workloads beside the one that is looked at. */
  others: 1_000,
  /** Seconds that anything may take or be away. */
  seconds: 30 * 86_400,
  /** Times that a delay is taken from in turn. */
  delays: 100_000,
  /** Times that a slow node takes as long. */
  slowFactor: 1_000,
  informerLagMs: 600_000,
  latencyMs: 1_000,
  /** Endpoints that are tried after one that refuses. */
  retries: 10,
  /** Requests per second, or at once. */
  qps: 1_000_000,
} as const;

/** What a simulation may grow to unless its scenario says otherwise. */
export const DEFAULT_LIMITS = { maxSteps: 5_000_000, maxPods: 20_000, maxRecords: 100_000 };
