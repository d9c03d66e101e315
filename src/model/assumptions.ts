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

/** Nothing takes the same time twice: between half of what is assumed and half more, in tenths. */
export function aroundSeconds(seconds: number): number | { readonly min: number; readonly max: number } {
  const tenths = (exact: number): number => Math.round(exact * 10) / 10;
  return seconds === 0 ? 0 : { min: tenths(seconds / 2), max: tenths(seconds * 1.5) };
}
