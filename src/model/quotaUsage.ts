/** Upstream: podComputeUsageHelper of pkg/quota/v1/evaluator/core/pods.go (v1.36.4). Quota evaluator and rules share it. */
import type { Resources } from './podResources';
import type { Quantity } from './quantity';
import { isExtendedResource } from './wellKnown';

export const ONE_POD: Quantity = { nanos: 1_000_000_000n, format: 'DecimalSI' };
export const REQUESTS_PREFIX = 'requests.';
export const HUGEPAGES_PREFIX = 'hugepages-';

/** What a pod that runs counts for, under every name that a quota may use. */
export function quotaUsage(requests: Resources, limits: Resources): Resources {
  const usage = new Map<string, Quantity>([
    ['count/pods', ONE_POD],
    ['pods', ONE_POD],
  ]);
  for (const name of ['cpu', 'memory', 'ephemeral-storage']) {
    const request = requests.get(name);
    const limit = limits.get(name);
    if (request !== undefined) usage.set(name, request).set(REQUESTS_PREFIX + name, request);
    if (limit !== undefined) usage.set(`limits.${name}`, limit);
  }
  for (const [name, request] of requests) {
    if (name.startsWith(HUGEPAGES_PREFIX)) usage.set(name, request).set(REQUESTS_PREFIX + name, request);
    if (isExtendedResource(name)) usage.set(REQUESTS_PREFIX + name, request);
  }
  return usage;
}
