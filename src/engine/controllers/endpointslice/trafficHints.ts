/**
 * Upstream: staging/src/k8s.io/endpointslice/trafficdist/trafficdist.go, and RemoveHintsFromSlices of
 * staging/src/k8s.io/endpointslice/topologycache/utils.go (v1.36.4).
 *
 * DEVIATION: the annotation service.kubernetes.io/topology-mode, which trafficDistribution has replaced, gives no hints.
 */
import type { Endpoint, EndpointHints, EndpointSlice, Service } from '../../../model/apiTypes';

/** What becomes of the slices of one address family. */
export interface SliceChanges {
  readonly create: readonly EndpointSlice[];
  readonly update: readonly EndpointSlice[];
  readonly delete: readonly EndpointSlice[];
}

const CLOSE = new Set(['PreferClose', 'PreferSameZone', 'PreferSameNode']);

/** Ready endpoints are hinted with their own zone, or node, where the Service asks for it; elsewhere hints go. */
export function withHints(service: Service, changes: SliceChanges, unchanged: readonly EndpointSlice[]): SliceChanges {
  const { trafficDistribution = '' } = service.spec ?? {};
  const hint = CLOSE.has(trafficDistribution)
    ? (endpoint: Endpoint): Endpoint => hinted(endpoint, trafficDistribution === 'PreferSameNode')
    : (endpoint: Endpoint): Endpoint => withHint(endpoint, undefined);
  const apply = (slice: EndpointSlice): EndpointSlice => ({ ...slice, endpoints: slice.endpoints.map(hint) });
  const stale = unchanged.filter(({ endpoints }) => endpoints.some((endpoint) => !isSame(endpoint.hints, hint(endpoint).hints)));
  return { ...changes, create: changes.create.map(apply), update: [...changes.update, ...stale].map(apply) };
}

/** One that is not ready keeps what it has. */
function hinted(endpoint: Endpoint, forNode: boolean): Endpoint {
  if (endpoint.conditions?.ready !== true) return endpoint;
  const { zone, nodeName } = endpoint;
  const forZones = zone === undefined ? {} : { forZones: [{ name: zone }] };
  const forNodes = nodeName === undefined || !forNode ? {} : { forNodes: [{ name: nodeName }] };
  const hints = { ...forZones, ...forNodes };
  return withHint(endpoint, Object.keys(hints).length === 0 ? undefined : hints);
}

function withHint({ hints: _, ...endpoint }: Endpoint, hints: EndpointHints | undefined): Endpoint {
  return hints === undefined ? endpoint : { ...endpoint, hints };
}

function isSame(a: EndpointHints | undefined, b: EndpointHints | undefined): boolean {
  const names = (hints: EndpointHints | undefined): string =>
    JSON.stringify([hints?.forZones?.map(({ name }) => name) ?? [], hints?.forNodes?.map(({ name }) => name) ?? []]);
  return names(a) === names(b);
}
