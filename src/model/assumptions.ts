/** How many requests per second the client of a controller may send, and how many at once before that counts. */
export interface ClientLimits {
  readonly qps: number;
  readonly burst: number;
}

/** Of kube-controller-manager: `--kube-api-qps` and `--kube-api-burst`. */
export const CLIENT_LIMITS: ClientLimits = { qps: 20, burst: 30 };

/** What no manifest says and every duration needs. Hover, lens, rules, page and command line take it from here. */
export interface Assumptions {
  /** On a node that does not have the image yet. */
  readonly imagePullSeconds: number;
  /** From the image to running containers. */
  readonly podStartSeconds: number;
  /** From running containers until they answer their probes. */
  readonly podWarmUpSeconds: number;
  /** From the stop signal to the end of the process. */
  readonly podStopSeconds: number;
  /** Nodes where nothing is known of them. */
  readonly nodes: number;
  /** Zones that counted nodes are spread over. */
  readonly zones: number;
  readonly clientLimits: ClientLimits;
  /** Those of the times above that were measured: the medians stand there. */
  readonly measured?: MeasuredTimes;
}

/** A time that was measured, in seconds. */
export interface MeasuredTime {
  readonly median: number;
  /** One of ten is slower. */
  readonly p90: number;
  /** One of ten is faster. */
  readonly p10: number;
  /** On how many pods. */
  readonly samples: number;
  /** Values that are spread like all of them, in no order. */
  readonly list: readonly number[];
}

export type MeasurableTime = 'imagePullSeconds' | 'podStartSeconds' | 'podWarmUpSeconds' | 'podStopSeconds';

/** Times that were measured, and whose they are. */
export interface MeasuredTimes extends Readonly<Partial<Record<MeasurableTime, MeasuredTime>>> {
  /** `23 pods of it`, `40 pods of the same image`. */
  readonly whose: string;
  /** Nobody can tell how much of the start was pulling. */
  readonly isPullIncluded: boolean;
  /** Why it is not the times of its own pods. */
  readonly note: string | undefined;
}

/** A pod is up within 5 s (the SLO of Kubernetes), and gone within 2 s of being asked. */
export const ASSUMED: Assumptions = {
  imagePullSeconds: 2,
  podStartSeconds: 3,
  podWarmUpSeconds: 2.5,
  podStopSeconds: 2,
  nodes: 10,
  zones: 3,
  clientLimits: CLIENT_LIMITS,
};

/** From the request for a machine until it takes pods, as most clouds have it. */
export const NODE_READY_SECONDS = 120;

/** How long nobody may take over from a leader that is gone: `--leader-elect-lease-duration`. */
export const LEASE_SECONDS = 15;

/** Nothing takes the same time twice: between half of what is assumed and half more, in tenths. */
export function aroundSeconds(seconds: number): number | { readonly min: number; readonly max: number } {
  const tenths = (exact: number): number => Math.round(exact * 10) / 10;
  return seconds === 0 ? 0 : { min: tenths(seconds / 2), max: tenths(seconds * 1.5) };
}
