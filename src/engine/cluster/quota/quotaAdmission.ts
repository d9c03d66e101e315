/**
 * Upstream: staging/src/k8s.io/apiserver/pkg/admission/plugin/resourcequota/controller.go (v1.36.4). The admission
 * plugin ResourceQuota for pods.
 */
import type { Pod, ResourceQuota } from '../../../model/apiTypes';
import type { Time } from '../../../model/time';
import { parseResources, type Resources } from '../../../model/podResources';
import { isPodQuotaResource, podConstraintProblem, podUsage, quotaMatchesPod } from './podEvaluator';
import { addResources, exceededResources, formatResources, maskResources, sortedNames, toResourceList } from './resourceLists';

export type QuotaCheck =
  /** The quotas with the pod's usage added to their status. */
  { readonly quotas: readonly ResourceQuota[]; readonly problem?: undefined } | { readonly problem: string };

/**
 * Whether the quotas of the pod's namespace have room for it. First every quota checks that the pod says what it needs, then
 * the amounts are compared, in the order given.
 */
export function checkQuotas(pod: Pod, quotas: readonly ResourceQuota[], now: Time): QuotaCheck {
  const matching = new Set<ResourceQuota>();
  for (const quota of quotas) {
    const hardNames = Object.keys(quota.status?.hard ?? {});
    if (!quotaMatchesPod(quota, pod, hardNames)) continue;
    const restricted = hardNames.filter(isPodQuotaResource);
    const problem = requirementsProblem(pod, quota, restricted);
    if (problem !== undefined) return { problem };
    matching.add(quota);
  }
  if (matching.size === 0) return { quotas };
  return checkAmounts(quotas, matching, podUsage(pod, now));
}

function requirementsProblem(pod: Pod, quota: ResourceQuota, restricted: readonly string[]): string | undefined {
  const missing = podConstraintProblem(pod, restricted);
  if (missing !== undefined) return `failed quota: ${quota.metadata.name}: ${missing}`;
  const used = quota.status?.used ?? {};
  if (restricted.every((name) => used[name] !== undefined)) return undefined;
  return `status unknown for quota: ${quota.metadata.name}, resources: ${sortedNames(restricted).join(',')}`;
}

/** Whether so much more is within the quotas that match. */
export function checkAmounts(
  quotas: readonly ResourceQuota[],
  matching: ReadonlySet<ResourceQuota>,
  usage: Resources,
): QuotaCheck {
  const negative = [...usage].filter(([, quantity]) => quantity.nanos < 0n).map(([name]) => name);
  if (negative.length > 0) return { problem: `quota usage is negative for resource(s): ${sortedNames(negative).join(',')}` };
  // Who asks for none of a resource may come even where there is too much of it already.
  const asked = new Map([...usage].filter(([, quantity]) => quantity.nanos !== 0n));
  const updated: ResourceQuota[] = [];
  for (const quota of quotas) {
    if (!matching.has(quota)) {
      updated.push(quota);
      continue;
    }
    const hard = parseResources(quota.status?.hard);
    const used = parseResources(quota.status?.used);
    const requested = maskResources(asked, hard.keys());
    const newUsage = addResources(used, requested);
    const exceeded = exceededResources(maskResources(newUsage, requested.keys()), hard);
    if (exceeded.length > 0) return { problem: exceededProblem(quota.metadata.name, exceeded, requested, used, hard) };
    updated.push({ ...quota, status: { ...quota.status, used: toResourceList(newUsage) } });
  }
  return { quotas: updated };
}

function exceededProblem(
  name: string,
  exceeded: readonly string[],
  requested: Resources,
  used: Resources,
  hard: Resources,
): string {
  const show = (resources: Resources): string => formatResources(maskResources(resources, exceeded));
  return `exceeded quota: ${name}, requested: ${show(requested)}, used: ${show(used)}, limited: ${show(hard)}`;
}
