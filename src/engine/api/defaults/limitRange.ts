/**
 * Upstream: pkg/apis/core/v1/defaults.go (SetDefaults_LimitRangeItem), plugin/pkg/admission/limitranger/admission.go
 * (defaultContainerResourceRequirements) (v1.36.4).
 */
import type { LimitRange, LimitRangeItem, ResourceList } from '../../../model/apiTypes';
import type { DefaultRequirements } from '../../../model/podResources';

/** A LimitRange as the API server stores it. */
export function defaultLimitRange<T extends LimitRange>(limitRange: T): T {
  const { spec } = limitRange;
  if (!Array.isArray(spec?.limits)) return limitRange;
  return { ...limitRange, spec: { ...spec, limits: spec.limits.map(defaultLimitRangeItem) } };
}

/** The most that is allowed is the default limit, a default limit the default request, the least allowed the last resort. */
function defaultLimitRangeItem(item: LimitRangeItem): LimitRangeItem {
  if (item.type !== 'Container') return item;
  const limits = { ...item.max, ...item.default };
  return { ...item, default: limits, defaultRequest: { ...item.min, ...limits, ...item.defaultRequest } };
}

/** Of a LimitRange as it is stored. */
export function defaultContainerRequirements({ spec }: LimitRange): DefaultRequirements {
  let requests: ResourceList = {};
  let limits: ResourceList = {};
  for (const item of spec?.limits ?? []) {
    if (item.type !== 'Container') continue;
    requests = { ...requests, ...item.defaultRequest };
    limits = { ...limits, ...item.default };
  }
  return { requests, limits };
}
