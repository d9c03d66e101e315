/** Upstream: reconcileByPortMapping and getSliceToFill of staging/src/k8s.io/endpointslice/{reconciler,utils}.go (v1.36.4). */
import type { Endpoint, EndpointSlice, Service } from '../../../model/apiTypes';
import { endpointsEqual, type EndpointSet } from './endpoints';
import { endpointSliceLabels, labelsChanged } from './sliceLabels';
import type { SliceChanges } from './trafficHints';

export interface PortMapping {
  readonly service: Service;
  /** Those of these ports, by name. */
  readonly existing: readonly EndpointSlice[];
  readonly desired: EndpointSet;
  readonly maxEndpoints: number;
  /** An empty slice of these ports. */
  readonly newSlice: () => EndpointSlice;
}

/**
 * Endpoints that stay keep their slice. New ones fill slices that have to be written anyway, the fullest first; then one that
 * nothing else changes, if it has room for all the rest; then new slices.
 */
export function reconcileByPortMapping(mapping: PortMapping): SliceChanges {
  const { desired, maxEndpoints, newSlice } = mapping;
  const { unchanged, changed, emptied } = keepEndpoints(mapping);
  const fullestFirst = [...changed.values()].sort((a, b) => b.endpoints.length - a.endpoints.length);
  for (const slice of fullestFirst) changed.set(slice.metadata.name, filled(slice, desired, maxEndpoints));
  const create: EndpointSlice[] = [];
  while (desired.size > 0) {
    const room = desired.size < maxEndpoints ? sliceToFill(unchanged, desired.size, maxEndpoints) : undefined;
    if (room === undefined) create.push(filled(newSlice(), desired, maxEndpoints));
    else {
      changed.set(room.metadata.name, filled(room, desired, maxEndpoints));
      unchanged.splice(unchanged.indexOf(room), 1);
    }
  }
  return { create, update: [...changed.values()].sort(byName), delete: emptied };
}

interface Kept {
  readonly unchanged: EndpointSlice[];
  readonly changed: Map<string, EndpointSlice>;
  readonly emptied: EndpointSlice[];
}

/** What is left of the existing slices, with endpoints as they are now. */
function keepEndpoints({ service, existing, desired }: PortMapping): Kept {
  const kept: Kept = { unchanged: [], changed: new Map(), emptied: [] };
  for (const slice of existing) {
    const endpoints: Endpoint[] = [];
    let isUpdated = false;
    for (const endpoint of slice.endpoints) {
      const now = desired.take(endpoint);
      if (now === undefined) continue;
      endpoints.push(now);
      isUpdated ||= !endpointsEqual(now, endpoint);
    }
    const relabeled = { ...slice, metadata: { ...slice.metadata, labels: endpointSliceLabels(service) } };
    if (isUpdated || endpoints.length !== slice.endpoints.length) {
      if (endpoints.length === 0) kept.emptied.push(slice);
      else kept.changed.set(slice.metadata.name, { ...relabeled, endpoints });
    } else if (labelsChanged(slice, service)) kept.changed.set(slice.metadata.name, relabeled);
    else kept.unchanged.push(slice);
  }
  return kept;
}

function filled(slice: EndpointSlice, desired: EndpointSet, maxEndpoints: number): EndpointSlice {
  const added = desired.takeSome(maxEndpoints - slice.endpoints.length);
  return added.length === 0 ? slice : { ...slice, endpoints: [...slice.endpoints, ...added] };
}

/** The one that so many endpoints fill most. */
function sliceToFill(slices: readonly EndpointSlice[], count: number, maxEndpoints: number): EndpointSlice | undefined {
  let closest: EndpointSlice | undefined;
  let least = maxEndpoints;
  for (const slice of slices) {
    const left = maxEndpoints - (count + slice.endpoints.length);
    if (left < 0 || left >= least) continue;
    least = left;
    closest = slice;
  }
  return closest;
}

export function byName(a: EndpointSlice, b: EndpointSlice): number {
  return a.metadata.name < b.metadata.name ? -1 : 1;
}
