/**
 * Upstream: podToEndpoint and getEndpointAddresses of staging/src/k8s.io/endpointslice/utils.go, endpointset.go and
 * EndpointsEqualBeyondHash of staging/src/k8s.io/endpointslice/util/controller_utils.go (v1.36.4).
 */
import type { Endpoint, Node, Pod, Service } from '../../../model/apiTypes';
import { isPodReady, isPodTerminal } from '../../../model/podConditions';
import { ZONE_LABEL } from '../../../model/wellKnown';

export type AddressType = 'IPv4' | 'IPv6';

/** A pod that stops stays an endpoint until it is gone; one that has ended is none. */
export function shouldPodBeInEndpoints(pod: Pod): boolean {
  if (isPodTerminal(pod)) return false;
  return (pod.status?.podIP ?? '') !== '' || (pod.status?.podIPs ?? []).length > 0;
}

export function podToEndpoint(pod: Pod, node: Node | undefined, service: Service, addressType: AddressType): Endpoint {
  const serving = isPodReady(pod);
  const terminating = pod.metadata.deletionTimestamp !== undefined;
  const ready = service.spec?.publishNotReadyAddresses === true || (serving && !terminating);
  const { name, namespace, uid } = pod.metadata;
  const { nodeName = '', hostname = '' } = pod.spec;
  const zone = node?.metadata.labels?.[ZONE_LABEL] ?? '';
  return {
    addresses: addressesOf(pod, addressType),
    conditions: { ready, serving, terminating },
    targetRef: { kind: 'Pod', namespace, name, uid },
    ...(nodeName === '' ? {} : { nodeName }),
    ...(zone === '' ? {} : { zone }),
    ...(hasHostname(pod, service) ? { hostname } : {}),
  };
}

function hasHostname({ spec, metadata }: Pod, service: Service): boolean {
  const { name, namespace } = service.metadata;
  return (spec.hostname ?? '') !== '' && (spec.subdomain ?? '') === name && metadata.namespace === namespace;
}

function addressesOf({ status }: Pod, addressType: AddressType): readonly string[] {
  return (status?.podIPs ?? []).map(({ ip }) => ip).filter((ip) => ip.includes(':') === (addressType === 'IPv6'));
}

/** What makes two endpoints the same one. */
function endpointKey({ addresses, hostname, targetRef }: Endpoint): string {
  return JSON.stringify([[...addresses].sort(), hostname ?? '', targetRef?.namespace ?? '', targetRef?.name ?? '']);
}

/** Of two states of one endpoint. */
export function endpointsEqual(a: Endpoint, b: Endpoint): boolean {
  const [one, other] = [a.conditions, b.conditions];
  return (
    a.nodeName === b.nodeName &&
    a.zone === b.zone &&
    one?.ready === other?.ready &&
    one?.serving === other?.serving &&
    one?.terminating === other?.terminating &&
    a.targetRef?.uid === b.targetRef?.uid
  );
}

/** Endpoints that wait for a place. Upstream takes any; here the first. */
export class EndpointSet {
  readonly #endpoints = new Map<string, Endpoint>();

  get size(): number {
    return this.#endpoints.size;
  }

  insert(endpoint: Endpoint): void {
    this.#endpoints.set(endpointKey(endpoint), endpoint);
  }

  /** Takes out the one that is the same as this. */
  take(endpoint: Endpoint): Endpoint | undefined {
    const key = endpointKey(endpoint);
    const found = this.#endpoints.get(key);
    this.#endpoints.delete(key);
    return found;
  }

  /** Takes out so many at the most. */
  takeSome(count: number): readonly Endpoint[] {
    const taken = [...this.#endpoints].slice(0, Math.max(0, count));
    for (const [key] of taken) this.#endpoints.delete(key);
    return taken.map(([, endpoint]) => endpoint);
  }
}
