/**
 * Upstream: pkg/controller/resourcequota/resource_quota_controller.go (v1.36.4). Computed when asked for: the delay
 * until a freed quota is seen is left out. What the quota controller counts.
 */
import { namespaceOf } from '../../../model/meta';
import type { Pod, ResourceQuota } from '../../../model/apiTypes';
import { addQuantities, type Quantity } from '../../../model/quantity';
import type { Time } from '../../../model/time';
import { parseResources, type Resources } from '../../../model/podResources';
import { isPodQuotaResource, podMatchesScopes, podUsage } from './podEvaluator';
import { toResourceList } from './resourceLists';

const ZERO: Quantity = { nanos: 0n, format: 'DecimalSI' };

/**
 * The use of a quota by the pods of its namespace. Names that count other objects stay at 0: those of which a rollout makes
 * more are counted where they are created.
 */
export function calculateUsage(quota: ResourceQuota, pods: readonly Pod[], now: Time): Resources {
  // An amount that cannot be read limits nothing.
  const names = [...parseResources(quota.spec?.hard).keys()];
  const usage = new Map(names.map((name) => [name, ZERO]));
  if (!names.some(isPodQuotaResource)) return usage;
  const namespace = namespaceOf(quota);
  for (const pod of pods) {
    if (namespaceOf(pod) !== namespace || !podMatchesScopes(quota, pod)) continue;
    for (const [name, quantity] of podUsage(pod, now)) {
      const sum = usage.get(name);
      if (sum !== undefined) usage.set(name, addQuantities(sum, quantity));
    }
  }
  return usage;
}

/** The quota with its status brought up to date. */
export function syncQuota(quota: ResourceQuota, pods: readonly Pod[], now: Time): ResourceQuota {
  const hard = toResourceList(parseResources(quota.spec?.hard));
  return { ...quota, status: { hard, used: toResourceList(calculateUsage(quota, pods, now)) } };
}
