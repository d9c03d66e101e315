/** Upstream: podComputeUsageHelper of pkg/quota/v1/evaluator/core/pods.go (v1.36.4). Quota evaluators and rules share it. */
import type { Resources } from './podResources';
import type { Quantity } from './quantity';
import { isExtendedResource } from './wellKnown';

export const ONE_POD: Quantity = { nanos: 1_000_000_000n, format: 'DecimalSI' };
export const REQUESTS_PREFIX = 'requests.';
export const HUGEPAGES_PREFIX = 'hugepages-';

/** What rollouts make beside pods, by kind: the name under which a quota counts it. */
export const OBJECT_COUNTS = {
  ReplicaSet: 'count/replicasets.apps',
  ControllerRevision: 'count/controllerrevisions.apps',
} as const;
export type CountedKind = keyof typeof OBJECT_COUNTS;

const COMPUTE_RESOURCES = ['cpu', 'memory', 'ephemeral-storage'];
const LIMITS_PREFIX = 'limits.';

/** Every name that a quota may use for what containers request or are limited to, extended resources and huge pages apart. */
export const COMPUTE_QUOTAS: readonly string[] = ['', REQUESTS_PREFIX, LIMITS_PREFIX].flatMap((prefix) =>
  COMPUTE_RESOURCES.map((name) => prefix + name),
);

/** What a pod that runs counts for, under every name that a quota may use. */
export function quotaUsage(requests: Resources, limits: Resources): Resources {
  const usage = new Map<string, Quantity>([
    ['count/pods', ONE_POD],
    ['pods', ONE_POD],
  ]);
  for (const name of COMPUTE_RESOURCES) {
    const request = requests.get(name);
    const limit = limits.get(name);
    if (request !== undefined) usage.set(name, request).set(REQUESTS_PREFIX + name, request);
    if (limit !== undefined) usage.set(LIMITS_PREFIX + name, limit);
  }
  for (const [name, request] of requests) {
    if (name.startsWith(HUGEPAGES_PREFIX)) usage.set(name, request).set(REQUESTS_PREFIX + name, request);
    if (isExtendedResource(name)) usage.set(REQUESTS_PREFIX + name, request);
  }
  return usage;
}
