/** Upstream: pkg/quota/v1/evaluator/core/pods.go (v1.36.4). What a pod counts for in quotas, and which quotas concern it. */
import { isPodTerminal } from '../../../model/podConditions';
import type {
  Affinity,
  Container,
  Pod,
  PodAffinity,
  PodAffinityTerm,
  PodSpec,
  ResourceQuota,
  ResourceRequirements,
  ScopedResourceSelectorRequirement,
} from '../../../model/apiTypes';
import type { Time } from '../../../model/time';
import { COMPUTE_QUOTAS, HUGEPAGES_PREFIX, ONE_POD, quotaUsage, REQUESTS_PREFIX } from '../../../model/quotaUsage';
import { isNativeResource } from '../../../model/wellKnown';
import { isPodLevelResourcesSet, parseResources, podLimits, podRequests, type Resources } from '../../../model/podResources';
import { sortedNames } from './resourceLists';

const POD_RESOURCES: ReadonlySet<string> = new Set(['count/pods', 'pods', ...COMPUTE_QUOTAS]);

/** With a quota on one of these every container has to say what it wants of it. */
const EXPLICIT_RESOURCES: ReadonlySet<string> = new Set([
  'cpu',
  'memory',
  'requests.cpu',
  'requests.memory',
  'limits.cpu',
  'limits.memory',
]);

/** Whether a quota on this name counts pods' resources. Extended resources are limited by their requests only. */
export function isPodQuotaResource(name: string): boolean {
  if (POD_RESOURCES.has(name)) return true;
  if (name.startsWith(HUGEPAGES_PREFIX) || name.startsWith(REQUESTS_PREFIX + HUGEPAGES_PREFIX)) return true;
  return !isNativeResource(name) && name.startsWith(REQUESTS_PREFIX);
}

/** A pod that no longer counts is still an object. */
const FINISHED: Resources = new Map([['count/pods', ONE_POD]]);

/** What a pod counts for, under every name that a quota may use. */
export function podUsage(pod: Pod, now: Time): Resources {
  return countsTowardsQuota(pod, now) ? specUsage(pod.spec) : FINISHED;
}

const specUsages = new WeakMap<PodSpec, Resources>();

/** Computed once for each specification object. */
function specUsage(spec: PodSpec): Resources {
  let usage = specUsages.get(spec);
  if (usage === undefined) {
    usage = quotaUsage(podRequests(spec), podLimits(spec));
    specUsages.set(spec, usage);
  }
  return usage;
}

/**
 * Finished pods no longer count, except as objects; neither do terminating ones whose grace period has run out after the
 * deletion time (those of lost nodes would otherwise block their replacements).
 */
function countsTowardsQuota(pod: Pod, now: Time): boolean {
  if (isPodTerminal(pod)) return false;
  const { deletionTimestamp, deletionGracePeriodSeconds } = pod.metadata;
  if (deletionTimestamp === undefined || deletionGracePeriodSeconds === undefined) return true;
  return now <= deletionTimestamp + deletionGracePeriodSeconds * 1000;
}

/**
 * What a quota on `required` finds missing in a pod: `must specify limits.cpu for: c0,init; requests.memory for: c0`. With
 * pod-level resources nothing is asked of the containers.
 */
export function podConstraintProblem(pod: Pod, required: Iterable<string>): string | undefined {
  if (isPodLevelResourcesSet(pod.spec)) return undefined;
  const explicit = sortedNames(required).filter((name) => EXPLICIT_RESOURCES.has(name));
  const containers = [...pod.spec.containers, ...(pod.spec.initContainers ?? [])];
  const problems = explicit.flatMap((name) => {
    const without = new Set(containers.filter((container) => !specifies(container, name)).map((container) => container.name));
    return without.size === 0 ? [] : [`${name} for: ${sortedNames(without).join(',')}`];
  });
  return problems.length === 0 ? undefined : `must specify ${problems.join('; ')}`;
}

function specifies({ resources }: Container, name: string): boolean {
  return quotaUsage(parseResources(resources?.requests), parseResources(resources?.limits)).has(name);
}

/** A quota's scopes and scope selector in one form. */
function scopeSelectors({ spec }: ResourceQuota): ScopedResourceSelectorRequirement[] {
  const scopes = (spec?.scopes ?? []).map((scopeName) => ({ scopeName, operator: 'Exists' }));
  return [...scopes, ...(spec?.scopeSelector?.matchExpressions ?? [])];
}

/** Whether a quota has anything to say about a pod: at least one of its resources, and all of its scopes. */
export function quotaMatchesPod(quota: ResourceQuota, pod: Pod, hardNames: readonly string[]): boolean {
  return hardNames.some(isPodQuotaResource) && podMatchesScopes(quota, pod);
}

export function podMatchesScopes(quota: ResourceQuota, pod: Pod): boolean {
  return scopeSelectors(quota).every((selector) => podMatchesScope(pod, selector));
}

function podMatchesScope(pod: Pod, selector: ScopedResourceSelectorRequirement): boolean {
  switch (selector.scopeName) {
    case 'Terminating':
      return isTerminatingScope(pod);
    case 'NotTerminating':
      return !isTerminatingScope(pod);
    case 'BestEffort':
      return isBestEffort(pod);
    case 'NotBestEffort':
      return !isBestEffort(pod);
    case 'PriorityClass':
      return matchesPriorityClass(pod.spec.priorityClassName ?? '', selector);
    case 'CrossNamespacePodAffinity':
      return usesCrossNamespacePodAffinity(pod.spec.affinity);
    default:
      return false;
  }
}

/** "Terminating" means here: with a deadline. */
function isTerminatingScope({ spec }: Pod): boolean {
  return spec.activeDeadlineSeconds !== undefined && spec.activeDeadlineSeconds >= 0;
}

/** Nobody in the pod asks for CPU or memory. */
function isBestEffort({ spec }: Pod): boolean {
  const containers = [...spec.containers, ...(spec.initContainers ?? [])];
  const requirements = spec.resources === undefined ? containers.map(({ resources }) => resources) : [spec.resources];
  return !requirements.some(asksForCompute);
}

function asksForCompute(requirements: ResourceRequirements | undefined): boolean {
  return [requirements?.requests, requirements?.limits].some((list) => {
    const amounts = parseResources(list);
    return ['cpu', 'memory'].some((name) => (amounts.get(name)?.nanos ?? 0n) > 0n);
  });
}

function matchesPriorityClass(name: string, { operator, values = [] }: ScopedResourceSelectorRequirement): boolean {
  switch (operator) {
    case 'Exists':
      return name !== '';
    case 'DoesNotExist':
      return name === '';
    case 'In':
      return name !== '' && values.includes(name);
    case 'NotIn':
      return name === '' || !values.includes(name);
    default:
      return false;
  }
}

function usesCrossNamespacePodAffinity(affinity: Affinity | undefined): boolean {
  return [affinity?.podAffinity, affinity?.podAntiAffinity].some((part) => allTerms(part).some(crossesNamespaces));
}

function allTerms(affinity: PodAffinity | undefined): PodAffinityTerm[] {
  const preferred = affinity?.preferredDuringSchedulingIgnoredDuringExecution ?? [];
  return [
    ...(affinity?.requiredDuringSchedulingIgnoredDuringExecution ?? []),
    ...preferred.map(({ podAffinityTerm }) => podAffinityTerm),
  ];
}

function crossesNamespaces({ namespaces = [], namespaceSelector }: PodAffinityTerm): boolean {
  return namespaces.length > 0 || namespaceSelector !== undefined;
}
