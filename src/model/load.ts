import type { DataPlaneId } from './dataPlaneIds';
import { DATA_PLANES, unawareSeconds } from './dataPlanes';

/** `exits`: at once. `drains`: takes nothing new and ends what it has begun. `serves`: goes on as if nothing was. */
export const ON_TERM = ['exits', 'drains', 'serves'] as const;

/** Who sends requests to pods behind a Service, by which way, and what a process does that is told to stop. */
export interface Load {
  readonly requestsPerSecond: number;
  readonly requestSeconds: number;
  /** Requests per second that one pod can take; undefined: any number. */
  readonly podCapacity: number | undefined;
  /** Share of the requests that come on connections which stay open. */
  readonly keptAlive: number;
  /** How many other endpoints are tried when one refuses the connection. */
  readonly retries: number;
  readonly dataPlane: DataPlaneId;
  readonly onTerm: (typeof ON_TERM)[number];
}

/** What is taken where nobody says otherwise. The share that fails does not depend on how many requests there are. */
const ASSUMED_LOAD = {
  requestsPerSecond: 100,
  requestSeconds: 0.1,
  podCapacity: undefined,
  keptAlive: 0,
  dataPlane: 'kube-proxy',
  onTerm: 'exits',
} as const;

/** A Service without an address: its clients ask for those of the pods. */
export function isHeadless(clusterIP: unknown): boolean {
  return clusterIP === 'None';
}

/** Of a load, as much as somebody has said. */
export type LoadSpec = { readonly [Field in keyof Load]?: Load[Field] | undefined };

export function loadOf(spec: LoadSpec, isHeadless = false): Load {
  const said = Object.fromEntries(Object.entries(spec).filter(([, value]) => value !== undefined)) as Partial<Load>;
  const dataPlane = said.dataPlane ?? (isHeadless ? 'dns' : ASSUMED_LOAD.dataPlane);
  const { retries, isPerRequest } = DATA_PLANES[dataPlane];
  const load = { ...ASSUMED_LOAD, retries, ...said, dataPlane };
  // What chooses a pod for each request gives no connection to keep.
  return isPerRequest ? { ...load, keptAlive: 0 } : load;
}

/** How long a preStop hook has to sleep so that nobody sends to a pod that is told to stop. Undefined: no sleep helps. */
export function sufficientSleep({ dataPlane, onTerm, requestSeconds }: Load): number | undefined {
  if (onTerm === 'serves') return undefined;
  return Math.ceil(DATA_PLANES[dataPlane].learns[1] + (onTerm === 'exits' ? requestSeconds : 0));
}

/**
 * What a rollout that replaces every pod once loses because pods stop before senders know: the requests of so many seconds,
 * however many pods there are. What runs when a process ends at once is lost as well.
 */
export function lostSeconds({ dataPlane, onTerm, requestSeconds, retries }: Load, signalAfter: number): number {
  if (onTerm === 'serves') return 0;
  const plane = DATA_PLANES[dataPlane];
  const cut = onTerm === 'exits' ? unawareSeconds(plane, signalAfter - requestSeconds) - unawareSeconds(plane, signalAfter) : 0;
  return (retries === 0 ? unawareSeconds(plane, signalAfter) : 0) + cut;
}
