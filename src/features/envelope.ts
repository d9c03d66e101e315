import { daemonSetEnvelope, deploymentEnvelope } from '../engine/simulation/envelope';
import type { Workload } from '../manifest/workload';
import { isBothZero } from '../rules/bothZero';
import { hasBothBounds } from '../rules/daemonSetSurge';
import type { Bound, Envelope, RolloutDuration } from '../rules/envelope';
import { probeSeconds } from '../rules/pods';
import type { Assumptions } from '../rules/rule';

/**
 * The numbers between which a rollout moves, by the controllers' own arithmetic. Undefined where a field they need is not known
 * or not valid.
 */
export function computeEnvelope(workload: Workload, nodes: number, assumptions: Assumptions): Envelope | undefined {
  const { kind, strategyType, replicas } = workload;
  const isDeployment = kind === 'Deployment';
  if (!strategyType.known || (isDeployment && !replicas.known)) return undefined;
  const total = isDeployment ? replicas.value : nodes;
  const strategy = strategyOf(workload);
  if (strategy === undefined || total < 0) return undefined;
  if (strategy !== 'RollingUpdate') return withoutBounds(workload, strategy, total, assumptions);
  const bounds = rollingBounds(workload, total);
  return bounds === undefined ? undefined : finish(workload, strategy, total, bounds, assumptions);
}

interface Bounds {
  readonly surge: Bound;
  readonly unavailable: Bound;
  readonly bothZero: boolean;
  readonly refused: boolean;
}

function rollingBounds(workload: Workload, total: number): Bounds | undefined {
  const { kind, maxSurge, maxUnavailable } = workload;
  if (!maxSurge.known || !maxUnavailable.known) return undefined;
  const values = { maxSurge: maxSurge.value, maxUnavailable: maxUnavailable.value };
  const found =
    kind === 'Deployment' ? deploymentEnvelope({ replicas: total, ...values }) : daemonSetEnvelope({ nodes: total, ...values });
  if ('problem' in found || found.surge.rounded < 0 || found.unavailable.rounded < 0) return undefined;
  const refused = isBothZero(workload) || hasBothBounds(workload);
  const surge = { ...found.surge, written: maxSurge.written };
  const unavailable = { ...found.unavailable, written: maxUnavailable.written };
  // No controller will see refused bounds, so none of its rules changes them.
  if (refused) return { surge: asRounded(surge), unavailable: asRounded(unavailable), bothZero: false, refused };
  return { surge, unavailable, bothZero: found.bothZero && total > 0, refused };
}

function asRounded(bound: Bound): Bound {
  return { ...bound, effective: bound.rounded };
}

/** The other strategies do not look at the bounds. */
function withoutBounds(workload: Workload, strategy: Envelope['strategy'], total: number, assumptions: Assumptions): Envelope {
  const none = { value: 0, written: false, percent: undefined, exact: 0, rounded: 0, effective: 0 };
  const surge: Bound = { ...none, rounding: 'up' };
  const bounds: Bounds = { surge, unavailable: { ...none, rounding: 'down' }, bothZero: false, refused: false };
  return finish(workload, strategy, total, bounds, assumptions);
}

function strategyOf({ kind, strategyType }: Workload): Envelope['strategy'] | undefined {
  if (strategyType.value === 'RollingUpdate') return 'RollingUpdate';
  if (kind === 'Deployment') return strategyType.value === 'Recreate' ? 'Recreate' : undefined;
  return strategyType.value === 'OnDelete' ? 'OnDelete' : undefined;
}

function finish(
  workload: Workload,
  strategy: Envelope['strategy'],
  total: number,
  { surge, unavailable, bothZero, refused }: Bounds,
  assumptions: Assumptions,
): Envelope {
  const used = { surge: total > 0 ? surge.effective : 0, unavailable: unavailable.effective };
  return {
    kind: workload.kind,
    strategy,
    total,
    surge: { ...surge, effective: used.surge },
    unavailable,
    bothZero,
    refused,
    floor: strategy === 'Recreate' ? 0 : Math.max(0, total - used.unavailable),
    ceiling: total + used.surge,
    terminating: terminatingPods(workload.kind, strategy, total, used.surge),
    graceSeconds: workload.pod.graceSeconds,
    duration: estimate(workload, strategy, total, used, assumptions),
  };
}

/**
 * Terminating pods count neither as surge nor as unavailable: in the worst case all old pods of a Deployment are still going away
 * when the last new one is there. Recreate waits for them, and so does a daemon pod that replaces one on its node.
 */
function terminatingPods(kind: Envelope['kind'], strategy: Envelope['strategy'], total: number, surge: number): number {
  if (strategy !== 'RollingUpdate') return 0;
  return kind === 'Deployment' || surge > 0 ? total : 0;
}

/**
 * Waves of pods that start together, one after the other: 10 replicas with surge 3 and unavailable 2 move 5 pods at a time, so 2
 * waves.
 */
function estimate(
  workload: Workload,
  strategy: Envelope['strategy'],
  total: number,
  { surge, unavailable }: { readonly surge: number; readonly unavailable: number },
  assumptions: Assumptions,
): RolloutDuration {
  const minReadySeconds = workload.minReadySeconds.known ? Math.max(0, workload.minReadySeconds.value) : 0;
  const startSeconds = assumptions.podStartSeconds;
  const probes = probeSeconds(workload.pod);
  const waits = strategy === 'Recreate' || (workload.kind === 'DaemonSet' && surge === 0);
  const stopSeconds = waits ? stopTime(workload, assumptions) : 0;
  const batch = workload.kind === 'DaemonSet' ? Math.max(surge, unavailable) : surge + unavailable;
  const waves = wavesOf(strategy, total, batch);
  const secondsPerWave = startSeconds + probes + minReadySeconds + stopSeconds;
  return {
    waves,
    secondsPerWave,
    seconds: waves * secondsPerWave,
    startSeconds,
    probeSeconds: probes,
    minReadySeconds,
    stopSeconds,
  };
}

function wavesOf(strategy: Envelope['strategy'], total: number, batch: number): number {
  if (strategy === 'OnDelete' || total === 0) return 0;
  return strategy === 'Recreate' ? 1 : Math.ceil(total / Math.max(1, batch));
}

/** The preStop hooks' sleep and what the process itself is assumed to need, at most the grace period. */
function stopTime(workload: Workload, assumptions: Assumptions): number {
  const sleeps = workload.pod.containers.map((container) => container.preStop?.sleepSeconds ?? 0);
  return Math.min(workload.pod.graceSeconds, Math.max(0, ...sleeps) + assumptions.podStopSeconds);
}
