/** Upstream: pkg/apis/core/v1/defaults.go (v1.36.4). */
import { resourceQuantityText } from '../decoding/quantityText';
import type { ResourceRequirements } from '../../../model/apiTypes';
import type { Unchecked } from '../schema/unchecked';

/** Quantities in resource lists are rounded up to thousandths. */
export function defaultResources<T extends Pick<Unchecked<ResourceRequirements>, 'limits' | 'requests'>>(resources: T): T {
  const { limits, requests } = resources;
  if (limits === undefined && requests === undefined) return resources;
  return {
    ...resources,
    ...(limits === undefined ? {} : { limits: defaultResourceList(limits) }),
    ...(requests === undefined ? {} : { requests: defaultResourceList(requests) }),
  };
}

export function defaultResourceList(list: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(list).map(([name, quantity]) => [name, resourceQuantityText(quantity)]));
}
