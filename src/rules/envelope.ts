import type { IntOrString } from '../model/intOrPercent';

/** A surge or unavailable bound: as written, exactly, rounded, and as the controller uses it. */
export interface Bound {
  readonly value: IntOrString;
  readonly written: boolean;
  /** `25` for `25%`; undefined for a count. */
  readonly percent: number | undefined;
  /** Before rounding: 25 % of 10 is 2.5. */
  readonly exact: number;
  readonly rounding: 'up' | 'down';
  readonly rounded: number;
  /** What the controller works with, after the both-zero rule and the cap at the number of pods. */
  readonly effective: number;
}

/** How long a rollout takes if nothing goes wrong, and what that rests on. */
export interface RolloutDuration {
  readonly waves: number;
  readonly secondsPerWave: number;
  readonly seconds: number;
  readonly startSeconds: number;
  /** The least time the probes need before a pod can be ready. */
  readonly probeSeconds: number;
  readonly minReadySeconds: number;
  /** Counted where a new pod has to wait until an old one is gone. */
  readonly stopSeconds: number;
}

/** Between which numbers a rollout moves. */
export interface Envelope {
  readonly kind: 'Deployment' | 'DaemonSet';
  readonly strategy: 'RollingUpdate' | 'Recreate' | 'OnDelete';
  /** Replicas, or the nodes that run a daemon pod. */
  readonly total: number;
  readonly surge: Bound;
  readonly unavailable: Bound;
  /** Both came to 0, and Kubernetes goes on with 1 unavailable. */
  readonly bothZero: boolean;
  /** The API server refuses these bounds: no rollout will ever use them, and nothing may be promised from them. */
  readonly refused: boolean;
  /** Never fewer available pods than this. */
  readonly floor: number;
  /** Never more pods than this, those terminating not counted. */
  readonly ceiling: number;
  /** How many more can still be terminating, each for at most the grace period. */
  readonly terminating: number;
  readonly graceSeconds: number;
  readonly duration: RolloutDuration;
}
