/** Upstream: objectCountEvaluator of staging/src/k8s.io/apiserver/pkg/quota/v1/generic/evaluator.go (v1.36.4). */
import type { KubernetesObject, ResourceQuota } from '../../../model/apiTypes';
import { goQuote } from '../../../model/goQuote';
import { namespaceOf } from '../../../model/meta';
import { OBJECT_COUNTS, ONE_POD, type CountedKind } from '../../../model/quotaUsage';
import { ApiError } from '../../api/apiError';
import { checkAmounts } from './quotaAdmission';

const ONE = ONE_POD;

export function isCountedKind(kind: string): kind is CountedKind {
  return Object.hasOwn(OBJECT_COUNTS, kind);
}

/** Whether a quota counts objects of the kind: scopes are for pods. */
export function countsObjects({ spec }: ResourceQuota, kind: CountedKind): boolean {
  const isScoped = (spec?.scopes?.length ?? 0) + (spec?.scopeSelector?.matchExpressions?.length ?? 0) > 0;
  return !isScoped && spec?.hard?.[OBJECT_COUNTS[kind]] !== undefined;
}

/** Throws what the API server answers where a quota has no room for one more beside so many. */
export function admitCounted(kind: CountedKind, object: KubernetesObject, quotas: readonly ResourceQuota[], count: number): void {
  const resource = OBJECT_COUNTS[kind];
  const counting = quotas
    .filter((quota) => namespaceOf(quota) === namespaceOf(object) && countsObjects(quota, kind))
    .map(({ metadata, spec }) => {
      const status = { hard: { [resource]: spec?.hard?.[resource] ?? '' }, used: { [resource]: String(count) } };
      return { metadata, spec, status };
    });
  const { problem } = checkAmounts(counting, new Set(counting), new Map([[resource, ONE]]));
  if (problem === undefined) return;
  const plural = resource.slice(resource.indexOf('/') + 1);
  throw new ApiError('Forbidden', `${plural} ${goQuote(object.metadata.name)} is forbidden: ${problem}`);
}
