import { parsePercent, scaledValue, type IntOrString } from './intOrPercent';

/** The one arithmetic of a rolling update's bounds, for controllers, rules, hovers and the page. */

type RolledKind = 'Deployment' | 'DaemonSet';

interface RollingUpdate {
  readonly maxSurge?: IntOrString | undefined;
  readonly maxUnavailable?: IntOrString | undefined;
}

/** What the two bounds come to, in pods. */
export interface Bounds {
  readonly surge: number;
  readonly unavailable: number;
}

/** Between which numbers a rollout moves. */
export interface Envelope extends Bounds {
  /** Replicas, or nodes that should run the daemon. */
  readonly desired: number;
  /** desired − unavailable: the controller itself never goes below. */
  readonly floor: number;
  /** desired + surge: pods that are not terminating never exceed it. */
  readonly ceiling: number;
}

/** Surge is rounded up; unavailable down for a Deployment (25 % of 10 is 2), up for a DaemonSet (3). */
export function roundsUp(kind: RolledKind, bound: keyof RollingUpdate): boolean {
  return bound === 'maxSurge' || kind === 'DaemonSet';
}

/**
 * Upstream: `ResolveFenceposts` of the Deployment controller, `updatedDesiredNodeCounts` of the DaemonSet controller. When both
 * bounds come to 0 nothing could ever move, so one pod may be missing: 10 replicas with 0 / 1 % are surge 0, unavailable 1 (not
 * 0). Undefined where one of them cannot be read.
 */
export function resolveBounds(kind: RolledKind, rollingUpdate: RollingUpdate | undefined, desired: number): Bounds | undefined {
  const { maxSurge = 0, maxUnavailable = kind === 'Deployment' ? 0 : undefined } = rollingUpdate ?? NOT_ROLLING;
  const surge = scaledValue(maxSurge, desired, roundsUp(kind, 'maxSurge'));
  const unavailable = scaledValue(maxUnavailable, desired, roundsUp(kind, 'maxUnavailable'));
  if (surge === undefined || unavailable === undefined) return undefined;
  if (kind === 'DaemonSet') return surge === 0 && unavailable === 0 && desired > 0 ? ONE_MISSING : { surge, unavailable };
  // The Deployment controller goes on in 32 bits.
  const fenceposts = { surge: surge | 0, unavailable: unavailable | 0 };
  return fenceposts.surge === 0 && fenceposts.unavailable === 0 ? ONE_MISSING : fenceposts;
}

const NOT_ROLLING: RollingUpdate = { maxSurge: 0, maxUnavailable: 0 };
const ONE_MISSING: Bounds = { surge: 0, unavailable: 1 };

/** What a strategy promises. Bounds that cannot be read count as 0, as in the Deployment controller. */
export function rolloutEnvelope(
  kind: RolledKind,
  strategy: { readonly type?: string | undefined; readonly rollingUpdate?: RollingUpdate | undefined } | undefined,
  desired: number,
): Envelope {
  if (strategy?.type !== 'RollingUpdate') return envelope(desired, 0, strategy?.type === 'Recreate' ? desired : 0);
  const { surge = 0, unavailable = 0 } = resolveBounds(kind, strategy.rollingUpdate, desired) ?? {};
  // A node has one old pod and at most one new one; a Deployment without replicas has no pod at all.
  const most = kind === 'DaemonSet' || desired === 0 ? desired : surge;
  return envelope(desired, Math.min(surge, most), Math.min(unavailable, desired));
}

function envelope(desired: number, surge: number, unavailable: number): Envelope {
  return { desired, surge, unavailable, floor: Math.max(0, desired - unavailable), ceiling: desired + surge };
}

/**
 * Which pair of bounds the API server refuses: both 0 as they are written (a percentage that only rounds to 0 is another matter),
 * or, of a DaemonSet, both above 0.
 */
export function refusedPair(kind: RolledKind, surge: IntOrString, unavailable: IntOrString): 'bothZero' | 'bothSet' | undefined {
  const numbers = [surge, unavailable].map((value) => (typeof value === 'number' ? value : parsePercent(value)));
  if (numbers.every((number) => number === 0)) return 'bothZero';
  return kind === 'DaemonSet' && numbers.every((number) => number !== undefined && number > 0) ? 'bothSet' : undefined;
}
