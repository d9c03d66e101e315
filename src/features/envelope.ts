import { parsePercent, scaledValue } from '../model/intOrPercent';
import type { IntOrString } from '../model/intOrPercent';
import type { Field, Workload } from '../manifest/workload';
import type { Bound, Envelope, RolloutDuration } from '../rules/envelope';
import { probeSeconds } from '../rules/pods';
import type { Assumptions } from '../rules/rule';

/**
 * The numbers between which a rollout moves, by the controllers' own arithmetic: Deployments round surge up and unavailable down
 * (deployment/util, ResolveFenceposts), DaemonSets round both up (daemon/util). Undefined where a field is not known or not valid.
 */
export function computeEnvelope(workload: Workload, nodes: number, assumptions: Assumptions): Envelope | undefined {
  const { kind, strategyType, replicas } = workload;
  const isDeployment = kind === 'Deployment';
  if (!strategyType.known || (isDeployment && !replicas.known)) return undefined;
  const total = isDeployment ? replicas.value : nodes;
  const strategy = strategyOf(workload);
  if (strategy === undefined || total < 0) return undefined;
  const rolling = strategy === 'RollingUpdate';
  const surge = resolveBound(workload.maxSurge, total, 'up');
  const unavailable = resolveBound(workload.maxUnavailable, total, isDeployment ? 'down' : 'up');
  if (surge === undefined || unavailable === undefined) {
    // The other strategies do not look at the bounds.
    return rolling ? undefined : finish(workload, strategy, total, unused('up'), unused('down'), assumptions);
  }
  return finish(workload, strategy, total, surge, unavailable, assumptions);
}

function strategyOf({ kind, strategyType }: Workload): Envelope['strategy'] | undefined {
  if (strategyType.value === 'RollingUpdate') return 'RollingUpdate';
  if (kind === 'Deployment') return strategyType.value === 'Recreate' ? 'Recreate' : undefined;
  return strategyType.value === 'OnDelete' ? 'OnDelete' : undefined;
}

function unused(rounding: Bound['rounding']): Bound {
  return { value: 0, written: false, percent: undefined, exact: 0, rounding, rounded: 0, effective: 0 };
}

/** A bound before the both-zero rule; undefined for texts and negative numbers that the API server refuses. */
export function resolveBound(field: Field<IntOrString>, total: number, rounding: Bound['rounding']): Bound | undefined {
  const { value, written, known } = field;
  const rounded = known ? scaledValue(value, total, rounding === 'up') : undefined;
  if (rounded === undefined || rounded < 0) return undefined;
  const percent = typeof value === 'string' ? parsePercent(value) : undefined;
  const exact = percent === undefined ? rounded : (percent * total) / 100;
  return { value, written, percent, exact, rounding, rounded, effective: rounded };
}

function finish(
  workload: Workload,
  strategy: Envelope['strategy'],
  total: number,
  surge: Bound,
  unavailable: Bound,
  assumptions: Assumptions,
): Envelope {
  const rolling = strategy === 'RollingUpdate';
  const bothZero = rolling && surge.rounded === 0 && unavailable.rounded === 0;
  const used = bothZero ? 1 : unavailable.rounded;
  const effectiveUnavailable = rolling ? Math.min(used, total) : 0;
  const effectiveSurge = rolling && total > 0 ? surge.rounded : 0;
  const minReadySeconds = workload.minReadySeconds.known ? workload.minReadySeconds.value : 0;
  return {
    kind: workload.kind,
    strategy,
    total,
    surge: { ...surge, effective: effectiveSurge },
    unavailable: { ...unavailable, effective: effectiveUnavailable },
    bothZero,
    floor: strategy === 'Recreate' ? 0 : total - effectiveUnavailable,
    // On a node there is one old and at most one new pod: more surge than nodes is no more than nodes.
    ceiling: total + (workload.kind === 'DaemonSet' ? Math.min(effectiveSurge, total) : effectiveSurge),
    terminating: terminatingPods(workload.kind, strategy, total, effectiveSurge),
    graceSeconds: workload.pod.graceSeconds,
    duration: estimate(workload, strategy, total, effectiveSurge, effectiveUnavailable, minReadySeconds, assumptions),
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
 * Waves of pods that start together, one after the other: 10 replicas with surge 3 and unavailable 2 move 5 pods at a time, so 2 waves.
 */
function estimate(
  workload: Workload,
  strategy: Envelope['strategy'],
  total: number,
  surge: number,
  unavailable: number,
  minReadySeconds: number,
  assumptions: Assumptions,
): RolloutDuration {
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
