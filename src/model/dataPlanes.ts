/** What stands between the clients and the pods, in numbers. What each of them rests on is in docs/requests.md. */

import type { DataPlaneId } from './dataPlaneIds';

/** Something that sends requests to the endpoints of a Service and learns of their changes in its own time. */
export interface DataPlane {
  /** Seconds from a change of the endpoints until the first and until the last of those who send know of it. */
  readonly learns: readonly [first: number, last: number];
  /** Seconds for which it checks a new endpoint itself, before it sends anything there. */
  readonly registers: number;
  /** How many other endpoints it tries when one refuses the connection. */
  readonly retries: number;
  /** It chooses an endpoint for each request; otherwise for each connection. */
  readonly isPerRequest: boolean;
}

export const DATA_PLANES: Readonly<Record<DataPlaneId, DataPlane>> = {
  'kube-proxy': {
    learns: [0.1, 1],
    registers: 0,
    retries: 0,
    isPerRequest: false,
  },
  ipvs: {
    learns: [0, 0.2],
    registers: 0,
    retries: 0,
    isPerRequest: false,
  },
  'ingress-nginx': {
    learns: [0, 4.5],
    registers: 0,
    retries: 2,
    isPerRequest: true,
  },
  istio: {
    learns: [0.1, 2],
    registers: 0,
    retries: 2,
    isPerRequest: true,
  },
  'load-balancer': {
    learns: [10, 30],
    registers: 22.5,
    retries: 0,
    isPerRequest: true,
  },
  dns: {
    learns: [0, 30],
    registers: 0,
    retries: 0,
    isPerRequest: false,
  },
};

/**
 * Seconds for which senders still choose a pod that has been told to stop so long after it was deleted: the mean over all
 * senders. Each of `n` pods gets an `n`-th of the requests, so replacing all of them loses as many as come in these seconds.
 */
export function unawareSeconds({ learns: [first, last] }: DataPlane, signalAfter: number): number {
  if (signalAfter <= first) return (first + last) / 2 - signalAfter;
  return signalAfter >= last ? 0 : (last - signalAfter) ** 2 / (2 * (last - first));
}
