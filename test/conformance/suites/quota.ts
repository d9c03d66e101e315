import { setDefaultPodResources } from '../../../src/model/podResources';
import { admitPod, type PodAdmission } from '../../../src/engine/cluster/quota/podAdmission';
import { podUsage } from '../../../src/engine/cluster/quota/podEvaluator';
import { syncQuota } from '../../../src/engine/cluster/quota/quotaController';
import { toResourceList } from '../../../src/engine/cluster/quota/resourceLists';
import type { Container, LimitRange, Pod, ResourceQuota } from '../../../src/model/apiTypes';
import { canonicalQuantity, parseQuantity } from '../../../src/model/quantity';
import { decodeTimes, parseTime } from '../../../src/model/time';
import { compareValues } from '../compare';
import type { ConformanceSuite } from '../suite';

interface Input {
  readonly pod: Pod;
  readonly pods?: readonly Pod[] | null;
  readonly limitRanges?: readonly LimitRange[] | null;
  readonly resourceQuotas?: readonly ResourceQuota[] | null;
}

interface Output {
  readonly resources?: unknown;
  readonly [field: string]: unknown;
}

/** The recordings' clock: between the deletion times 2020 (overdue) and 2099 (not yet). */
const NOW = parseTime('2026-01-01T00:00:00Z') ?? 0;

function replay({ pod, pods, limitRanges, resourceQuotas }: Input): unknown {
  const existing = (pods ?? []).map((item) => ({ ...item, spec: setDefaultPodResources(item.spec) }));
  const quotas = (resourceQuotas ?? []).map((quota) => syncQuota(quota, existing, NOW));
  const admission = admitPod(pod, { limitRanges: limitRanges ?? [], quotas }, NOW);
  const hasLimitRanges = (limitRanges ?? []).length > 0;
  return {
    used: usedOf(quotas),
    resources: hasLimitRanges ? resourcesOf(admission.pod) : undefined,
    usage: reachesQuota(admission) ? toResourceList(podUsage(admission.pod, NOW)) : undefined,
    error: admission.error ?? null,
    rejectedBy: admission.rejectedBy,
    usedAfter: usedAfter(admission),
  };
}

function usedAfter({ quotas }: PodAdmission): unknown {
  return quotas === undefined || quotas.length === 0 ? undefined : usedOf(quotas);
}

function usedOf(quotas: readonly ResourceQuota[]): Record<string, unknown> {
  return Object.fromEntries(quotas.map(({ metadata, status }) => [metadata.name, status?.used ?? {}]));
}

function reachesQuota({ rejectedBy }: PodAdmission): boolean {
  return rejectedBy === undefined || rejectedBy === 'ResourceQuota';
}

function resourcesOf({ metadata, spec }: Pod): unknown {
  const lists = (containers: readonly Container[] | undefined): unknown =>
    containers?.map(({ resources }) => ({ requests: resources?.requests, limits: resources?.limits }));
  return {
    annotation: metadata.annotations?.['kubernetes.io/limit-ranger'],
    containers: lists(spec.containers),
    initContainers: lists(spec.initContainers),
  };
}

/** Quantities are compared as quantities: 1024Mi is 1Gi. Messages are texts and compared as such. */
function withCanonicalQuantities(value: unknown): unknown {
  if (typeof value === 'string') return parseQuantity(value) === undefined ? value : canonicalQuantity(value);
  if (Array.isArray(value)) return value.map(withCanonicalQuantities);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withCanonicalQuantities(item)]));
}

export const quotaSuite: ConformanceSuite = {
  name: 'quota and limit ranges',
  accepts: (record) => record['fn'] === 'quota',
  label: (record) => String(record['case']),
  replay(record) {
    const actual = withCanonicalQuantities(replay(decodeTimes<Input>(record['in']))) as Output;
    const expected = withCanonicalQuantities(record['out']) as Output;
    // An empty list of requests or limits is the same as none; everywhere else missing and empty differ.
    const { resources: expectedResources, ...expectedRest } = expected;
    const { resources: actualResources, ...actualRest } = actual;
    return [
      ...compareValues(expectedResources, actualResources, { emptyIsMissing: true }, 'resources'),
      ...compareValues(expectedRest, actualRest),
    ];
  },
};
