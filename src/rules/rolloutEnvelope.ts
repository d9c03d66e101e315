import type { Field, Workload } from '../manifest/workload';
import type { Assumptions } from '../model/assumptions';
import { refusedPair, rolloutEnvelope, roundsUp, type Envelope } from '../model/envelope';
import { parsePercent, scaledValue, type IntOrString } from '../model/intOrPercent';
import { answeredSeconds, probeSeconds } from './pods';

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

const MAX_INT32 = 2 ** 31 - 1;

/** How long a rollout takes if nothing goes wrong, and what that rests on. */
interface RolloutDuration {
  readonly waves: number;
  readonly secondsPerWave: number;
  readonly seconds: number;
  readonly startSeconds: number;
  /** The least time the probes need before a pod can be ready. */
  readonly probeSeconds: number;
  /** What comes on top of that until a probe has seen the process answer. */
  readonly warmUpSeconds: number;
  readonly minReadySeconds: number;
  /** Counted where a new pod has to wait until an old one is gone. */
  readonly stopSeconds: number;
}

/** Between which numbers a rollout moves, how they come about, and how long it takes. */
export interface RolloutEnvelope extends Envelope {
  readonly kind: 'Deployment' | 'DaemonSet';
  readonly strategy: 'RollingUpdate' | 'Recreate' | 'OnDelete';
  readonly bounds: { readonly maxSurge: Bound; readonly maxUnavailable: Bound };
  /** Both came to 0, and Kubernetes goes on with 1 unavailable. */
  readonly bothZero: boolean;
  /** The API server refuses these bounds: no rollout will ever use them, and nothing may be promised from them. */
  readonly refused: boolean;
  /** How many more can still be terminating, each for at most the grace period. */
  readonly terminating: number;
  readonly graceSeconds: number;
  readonly duration: RolloutDuration;
}

/** For so many replicas, or daemon pods. Undefined where a field that the numbers need is not known or not valid. */
export function computeEnvelope(workload: Workload, total: number, assumptions: Assumptions): RolloutEnvelope | undefined {
  const { kind, strategyType, replicas, maxSurge, maxUnavailable } = workload;
  const strategy = strategyOf(workload);
  if (!strategyType.known || strategy === undefined || (kind === 'Deployment' && !replicas.known)) return undefined;
  const refusal = refusalOf(workload);
  const rollingUpdate = { maxSurge: maxSurge.value, maxUnavailable: maxUnavailable.value };
  // No controller will see two zeros, so its rule for them does not apply.
  const numbers = rolloutEnvelope(kind, refusal === 'bothZero' ? undefined : { type: strategy, rollingUpdate }, total);
  const bounds = {
    maxSurge: boundOf(workload, 'maxSurge', total, numbers.surge),
    maxUnavailable: boundOf(workload, 'maxUnavailable', total, numbers.unavailable),
  };
  const isRolling = strategy === 'RollingUpdate';
  if (total < 0 || (isRolling && !(isUsable(maxSurge, bounds.maxSurge) && isUsable(maxUnavailable, bounds.maxUnavailable))))
    return undefined;
  // The controllers count in 32 bits: beyond that the sum wraps around, and nothing is what it says.
  if (numbers.ceiling > MAX_INT32 || numbers.surge < 0 || numbers.ceiling < total) return undefined;
  return {
    kind,
    strategy,
    bounds,
    bothZero:
      isRolling && refusal === undefined && total > 0 && bounds.maxSurge.rounded === 0 && bounds.maxUnavailable.rounded === 0,
    refused: refusal !== undefined,
    terminating: terminatingPods(strategy, kind, numbers),
    graceSeconds: workload.pod.graceSeconds,
    duration: estimate(workload, strategy, numbers, assumptions),
    ...numbers,
  };
}

/** Why the API server refuses the two bounds together. */
export function refusalOf({ kind, strategyType, maxSurge, maxUnavailable }: Workload): ReturnType<typeof refusedPair> {
  return strategyType.value === 'RollingUpdate' ? refusedPair(kind, maxSurge.value, maxUnavailable.value) : undefined;
}

/** A bound that cannot be read comes to NaN. */
function boundOf(workload: Workload, name: 'maxSurge' | 'maxUnavailable', total: number, effective: number): Bound {
  const { value, written } = workload[name];
  const percent = typeof value === 'string' ? parsePercent(value) : undefined;
  const up = roundsUp(workload.kind, name);
  const rounded = scaledValue(value, total, up) ?? Number.NaN;
  return {
    value,
    written,
    percent,
    exact: percent === undefined ? rounded : (percent * total) / 100,
    rounding: up ? 'up' : 'down',
    rounded,
    effective,
  };
}

function isUsable({ known }: Field<IntOrString>, { rounded }: Bound): boolean {
  return known && rounded >= 0 && rounded <= MAX_INT32;
}

function strategyOf({ kind, strategyType }: Workload): RolloutEnvelope['strategy'] | undefined {
  if (strategyType.value === 'RollingUpdate') return 'RollingUpdate';
  if (kind === 'Deployment') return strategyType.value === 'Recreate' ? 'Recreate' : undefined;
  return strategyType.value === 'OnDelete' ? 'OnDelete' : undefined;
}

/**
 * Terminating pods count neither as surge nor as unavailable: in the worst case all old pods of a Deployment are still going
 * away when the last new one is there. Recreate waits for them, and so does a daemon pod that replaces one on its node.
 */
function terminatingPods(
  strategy: RolloutEnvelope['strategy'],
  kind: RolloutEnvelope['kind'],
  { desired, surge }: Envelope,
): number {
  if (strategy !== 'RollingUpdate') return 0;
  return kind === 'Deployment' || surge > 0 ? desired : 0;
}

/**
 * Waves of pods that start together, one after the other: 10 replicas with surge 3 and unavailable 2 move 5 pods at a time, so 2
 * waves.
 */
function estimate(
  workload: Workload,
  strategy: RolloutEnvelope['strategy'],
  { desired, surge, unavailable }: Envelope,
  assumptions: Assumptions,
): RolloutDuration {
  const minReadySeconds = workload.minReadySeconds.known ? Math.max(0, workload.minReadySeconds.value) : 0;
  // The node of a daemon pod has the image from the pod before, unless that changes; others may come to any node.
  const pullSeconds = workload.kind === 'DaemonSet' ? 0 : assumptions.imagePullSeconds;
  const startSeconds = pullSeconds + assumptions.podStartSeconds;
  const probes = probeSeconds(workload.pod);
  const warmUpSeconds = answeredSeconds(workload.pod, assumptions.podWarmUpSeconds) - probes;
  const waits = strategy === 'Recreate' || (workload.kind === 'DaemonSet' && surge === 0);
  const stopSeconds = waits ? stopTime(workload, assumptions) : 0;
  const batch = workload.kind === 'DaemonSet' ? Math.max(surge, unavailable) : surge + unavailable;
  const waves = wavesOf(strategy, desired, batch);
  const secondsPerWave = startSeconds + probes + warmUpSeconds + minReadySeconds + stopSeconds;
  return {
    waves,
    secondsPerWave,
    seconds: waves * secondsPerWave,
    startSeconds,
    probeSeconds: probes,
    warmUpSeconds,
    minReadySeconds,
    stopSeconds,
  };
}

function wavesOf(strategy: RolloutEnvelope['strategy'], total: number, batch: number): number {
  if (strategy === 'OnDelete' || total === 0) return 0;
  return strategy === 'Recreate' ? 1 : Math.ceil(total / Math.max(1, batch));
}

/** The preStop hooks' sleep and what the process itself is assumed to need, at most the grace period. */
function stopTime(workload: Workload, assumptions: Assumptions): number {
  const sleeps = workload.pod.containers.map((container) => container.preStop?.sleepSeconds ?? 0);
  return Math.min(workload.pod.graceSeconds, Math.max(0, ...sleeps) + assumptions.podStopSeconds);
}

/** `25 % of 10 = 2.5 → 3, rounded up`, or the count itself. */
export function formula(bound: Bound, total: number): string {
  if (bound.percent === undefined) return String(bound.rounded);
  const product = `${bound.percent} % of ${total} = ${Math.round(bound.exact * 1000) / 1000}`;
  return bound.exact === bound.rounded ? product : `${product} → ${bound.rounded}, rounded ${bound.rounding}`;
}
