/** What stands between the clients and the pods, as data. What each figure rests on is in docs/requests.md. */

import type { DataPlaneId } from './dataPlaneIds';

/** Something that sends requests to the endpoints of a Service and learns of their changes in its own time. */
export interface DataPlane {
  /** As people call it. */
  readonly name: string;
  /** Seconds from a change of the endpoints until the first and until the last of those who send know of it. */
  readonly learns: readonly [first: number, last: number];
  /** Seconds for which it checks a new endpoint itself, before it sends anything there. */
  readonly registers: number;
  /** How many other endpoints it tries when one refuses the connection. */
  readonly retries: number;
  /** It chooses an endpoint for each request; otherwise for each connection. */
  readonly isPerRequest: boolean;
  /** Where the seconds are from, in a few words. */
  readonly source: string;
}

export const DATA_PLANES: Readonly<Record<DataPlaneId, DataPlane>> = {
  'kube-proxy': {
    name: 'kube-proxy (iptables or nftables)',
    learns: [0.1, 1],
    registers: 0,
    retries: 0,
    isPerRequest: false,
    source: 'its rules are written at most once a second, some 100 ms after the change at the earliest',
  },
  ipvs: {
    name: 'kube-proxy (IPVS)',
    learns: [0, 0.2],
    registers: 0,
    retries: 0,
    isPerRequest: false,
    source: 'it writes each change at once; the requests to the API server take some 100 ms (estimated)',
  },
  'ingress-nginx': {
    name: 'ingress-nginx',
    learns: [0, 4.5],
    registers: 0,
    retries: 2,
    isPerRequest: true,
    source: 'its controller syncs once in 3.3 s, its workers look once a second; it tries 3 endpoints',
  },
  istio: {
    name: 'Istio (or another mesh with Envoy)',
    learns: [0.1, 2],
    registers: 0,
    retries: 2,
    isPerRequest: true,
    source: 'istiod waits until changes are quiet for 100 ms, and Envoy applies them; it tries 3 endpoints',
  },
  'load-balancer': {
    name: 'cloud load balancer (pods as targets)',
    learns: [10, 30],
    registers: 22.5,
    retries: 0,
    isPerRequest: true,
    source: 'teams calculate with 10 to 30 s; a new target has to pass 2 checks, 15 s apart',
  },
  dns: {
    name: 'DNS (a headless Service)',
    learns: [0, 30],
    registers: 0,
    retries: 0,
    isPerRequest: false,
    source: 'the names of a Service may be kept for 30 s, as kubeadm sets up CoreDNS',
  },
};

/** In a sentence: without what it comes in. */
export function senderName(id: DataPlaneId): string {
  const [name = ''] = DATA_PLANES[id].name.split(' (');
  return name;
}

/**
 * Seconds for which senders still choose a pod that has been told to stop so long after it was deleted: the mean over all
 * senders. Each of `n` pods gets an `n`-th of the requests, so replacing all of them loses as many as come in these seconds.
 */
export function unawareSeconds({ learns: [first, last] }: DataPlane, signalAfter: number): number {
  if (signalAfter <= first) return (first + last) / 2 - signalAfter;
  return signalAfter >= last ? 0 : (last - signalAfter) ** 2 / (2 * (last - first));
}
