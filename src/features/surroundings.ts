import type { ClusterSpec } from '../engine/simulation/scenario/scenario';
import type { Resource } from '../manifest/kinds';
import { decodeTimes } from '../model/time';

/** Kinds that surround a workload, and their place in the description of a cluster. */
const SURROUNDINGS = {
  PodDisruptionBudget: 'podDisruptionBudgets',
  ResourceQuota: 'resourceQuotas',
  LimitRange: 'limitRanges',
  PersistentVolumeClaim: 'persistentVolumeClaims',
  Service: 'services',
} as const;

/** What else a file puts into the cluster. */
export function surroundingsOf(
  resources: readonly Resource[],
): Pick<ClusterSpec, (typeof SURROUNDINGS)[keyof typeof SURROUNDINGS]> {
  const lists = Object.entries(SURROUNDINGS).flatMap(([kind, field]) => {
    const objects = resources.filter((resource) => resource.kind === kind).map(({ json }) => decodeTimes(json));
    return objects.length === 0 ? [] : [[field, objects] as const];
  });
  return Object.fromEntries(lists);
}
