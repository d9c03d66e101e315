/**
 * Upstream: pkg/kubelet/kuberuntime/kuberuntime_manager.go, kuberuntime_container.go, pkg/kubelet/prober/worker.go
 * (v1.36.4). What one start leads to is computed, not played.
 */
import { sleepOfCommand } from '../../../model/sleepOfCommand';
import { graceSecondsOf } from '../../../model/defaults';
import { secondsToStop } from '../../../model/podDelays';
import type { Container, Pod, PodSpec, Probe } from '../../../model/apiTypes';
import { probeContainer } from './probes';

/** What one start of a pod's containers leads to, in seconds from that start. */
export interface PodRun {
  /** All containers ready; undefined: not in this run. */
  readonly readyAfter: number | undefined;
  readonly end: { readonly after: number; readonly why: 'crash' | 'startupProbe' | 'livenessProbe' } | undefined;
  /** The first probe that says no, for the event; undefined when none does. */
  readonly firstRefusalAfter: number | undefined;
}

export interface ProcessBehavior {
  readonly answersAfter: number;
  readonly neverReady: boolean;
  /** The process ends by itself. */
  readonly crashesAfter: number | undefined;
  readonly handledBefore: number;
  readonly looksUpPorts: boolean;
  /** From the stop signal to the end: what a probe that kills must wait for. */
  readonly shutDown: number;
}

/** Sidecars are probed like containers; ordinary init containers have ended before the run begins. */
function probedContainers(spec: PodSpec): readonly Container[] {
  const sidecars = (spec.initContainers ?? []).filter((container) => container.restartPolicy === 'Always');
  return sidecars.length === 0 ? spec.containers : [...sidecars, ...spec.containers];
}

/** A pod is ready when its last container is; it restarts when its first container ends. */
export function planPodRun(spec: PodSpec, process: ProcessBehavior): PodRun {
  let readyAfter: number | undefined = 0;
  let end: PodRun['end'] = process.crashesAfter === undefined ? undefined : { after: process.crashesAfter, why: 'crash' };
  let firstRefusalAfter: number | undefined;
  for (const container of probedContainers(spec)) {
    const outcome = probeContainer(container, process);
    if (outcome.readyAfter === undefined) readyAfter = undefined;
    else if (readyAfter !== undefined) readyAfter = Math.max(readyAfter, outcome.readyAfter);
    if (outcome.killed !== undefined) {
      const { by } = outcome.killed;
      const after = outcome.killed.after + Math.min(process.shutDown, probeGraceSeconds(spec, container[by]));
      if (end === undefined || after < end.after) end = { after, why: by };
    }
    if (container.readinessProbe !== undefined && outcome.readyAfter !== 0) {
      firstRefusalAfter = Math.min(firstRefusalAfter ?? Infinity, container.readinessProbe.initialDelaySeconds ?? 0);
    }
  }
  if (process.neverReady || (end !== undefined && readyAfter !== undefined && readyAfter >= end.after)) readyAfter = undefined;
  return { readyAfter, end, firstRefusalAfter };
}

/** A probe may allow less time to stop than the pod does. */
function probeGraceSeconds(spec: PodSpec, probe: Probe | undefined): number {
  return Math.max(1, probe?.terminationGracePeriodSeconds ?? graceSecondsOf(spec));
}

/**
 * Seconds from the deletion of a running pod until its object is gone. Ordinary containers stop in parallel, then the
 * sidecars one after the other, the last defined first. preStop and the stop share the grace period; when it is used up,
 * a container still gets 2 seconds. 30 s of grace, preStop 25 s, a process that needs 10 s: 25 + min(10, 5) = 30.
 */
export function terminationSeconds(pod: Pod, shutDownSeconds: number): number {
  const { containers, initContainers = [] } = pod.spec;
  const grace = graceOf(pod);
  let last = Math.max(0, ...containers.map((container) => containerStop(pod, container, shutDownSeconds).endsAfter));
  for (const sidecar of initContainers.filter(({ restartPolicy }) => restartPolicy === 'Always').reverse()) {
    last = stoppedBy(Math.max(last, preStopSeconds(sidecar, grace)), grace, shutDownSeconds);
  }
  return last;
}

/** In seconds from the deletion of the pod. */
export interface ContainerStop {
  /** It is told to stop. */
  readonly signalAfter: number;
  /** It has ended, or is killed. */
  readonly endsAfter: number;
}

export function containerStop(pod: Pod, container: Container, shutDownSeconds: number): ContainerStop {
  const grace = graceOf(pod);
  const signalAfter = preStopSeconds(container, grace);
  return { signalAfter, endsAfter: stoppedBy(signalAfter, grace, shutDownSeconds) };
}

const graceOf = ({ metadata, spec }: Pod): number => Math.max(1, metadata.deletionGracePeriodSeconds ?? graceSecondsOf(spec));

function stoppedBy(from: number, grace: number, shutDownSeconds: number): number {
  return from + Math.min(shutDownSeconds, secondsToStop(grace, from));
}

/** DEVIATION: of a preStop that runs a command or a request no more is known than how long it sleeps; the rest takes no time. */
function preStopSeconds({ lifecycle }: Container, grace: number): number {
  if (lifecycle?.preStop === undefined) return 0;
  const { sleep, exec } = lifecycle.preStop;
  return Math.min(sleep?.seconds ?? sleepOfCommand(exec?.command ?? []) ?? 0, grace);
}

const FIRST_BACKOFF_SECONDS = 10;
const MAX_BACKOFF_SECONDS = 300;
const BACKOFF_RESET_SECONDS = 600;

/**
 * CrashLoopBackOff: at once, then 10, 20, 40 … 300 s after each end; forgotten after 600 quiet seconds.
 * DEVIATION: the up to 50 % that the pod's worker sleeps longer is left out.
 */
export class CrashLoopBackOff {
  #failures = 0;
  #lastRestartAt: number | undefined;

  /** Seconds to wait after an end at `now` (seconds). */
  next(now: number): number {
    if (this.#lastRestartAt !== undefined && now - this.#lastRestartAt > BACKOFF_RESET_SECONDS) this.#failures = 0;
    const delay = crashBackOffSeconds(this.#failures);
    this.#failures++;
    this.#lastRestartAt = now + delay;
    return delay;
  }

  /** So often it has ended already, and was started again then. */
  restore(failures: number, lastRestartAt: number): void {
    this.#failures = failures;
    this.#lastRestartAt = lastRestartAt;
  }
}

/** How long a container waits to be started again that was so often before. */
export function crashBackOffSeconds(restarts: number): number {
  return restarts === 0 ? 0 : Math.min(FIRST_BACKOFF_SECONDS * 2 ** (restarts - 1), MAX_BACKOFF_SECONDS);
}

/** ImagePullBackOff: 10, 20, 40 … 300 s after each failed pull. */
export function imagePullBackOffSeconds(failedPulls: number): number {
  return Math.min(FIRST_BACKOFF_SECONDS * 2 ** Math.max(0, failedPulls - 1), MAX_BACKOFF_SECONDS);
}
