/**
 * Upstream: pkg/kubelet/prober/worker.go, pkg/kubelet/prober/prober_manager.go (v1.36.4). The moments are computed from
 * the probe; the jitter of the first probe is left out.
 */
import { PROBE_DEFAULTS } from '../../../model/defaults';
import type { Container, Probe } from '../../../model/apiTypes';
import { isMissingPort } from '../../../model/ports';

/** When probes pass and fail, in seconds from the container's start. See test/conformance/data/cluster/kubelet-facts.json. */

/** One run of a container's process, as far as probes can see it. */
export interface ProbedRun {
  /** The process answers from here on; Infinity: never. */
  readonly answersAfter: number;
  /** How long before the container's start the kubelet began to handle the pod: probe ticks count from there. */
  readonly handledBefore: number;
  /** A probe that names a port which the container does not have fails; false: that cannot be, for it has long been running. */
  readonly looksUpPorts: boolean;
}

export interface ProbeOutcome {
  /** The container counts as started; undefined: killed before. */
  readonly startedAfter: number | undefined;
  readonly readyAfter: number | undefined;
  readonly killed: { readonly after: number; readonly by: 'startupProbe' | 'livenessProbe' } | undefined;
}

/** The first tick of a probe's worker at or after `from`; ticks come every period from the creation of the worker. */
function tickAtOrAfter(from: number, period: number, base: number): number {
  return base + Math.max(0, Math.ceil((from - base) / period)) * period;
}

export function periodOf(probe: Probe): number {
  return Math.max(1, probe.periodSeconds ?? PROBE_DEFAULTS.periodSeconds);
}

function failureThresholdOf(probe: Probe): number {
  return Math.max(1, probe.failureThreshold ?? PROBE_DEFAULTS.failureThreshold);
}

/** Where the ticks of a probe start: without an initial delay the kubelet probes as soon as the container runs. */
function tickBase(probe: Probe, from: number, run: ProbedRun): number {
  return (probe.initialDelaySeconds ?? 0) === 0 ? from : -run.handledBefore;
}

/** What the probes of one container make of a run. */
export function probeContainer(container: Container, run: ProbedRun): ProbeOutcome {
  const { startupProbe, livenessProbe, readinessProbe } = container;
  const startup = startupOutcome(startupProbe, seenBy(startupProbe, container, run));
  if (startup.killed !== undefined || startup.startedAfter === undefined) return { ...startup, readyAfter: undefined };
  const killed = livenessKill(livenessProbe, seenBy(livenessProbe, container, run), startup.startedAfter);
  const readyAfter = readinessAfter(readinessProbe, seenBy(readinessProbe, container, run), startup.startedAfter);
  const readyInTime = readyAfter !== undefined && (killed === undefined || readyAfter < killed.after) ? readyAfter : undefined;
  return { startedAfter: startup.startedAfter, readyAfter: readyInTime, killed };
}

/** A port is looked up by its name among those of the container; where there is none the probe never succeeds. */
function seenBy(probe: Probe | undefined, { ports = [] }: Container, run: ProbedRun): ProbedRun {
  if (probe === undefined) return run;
  const { port } = probe.httpGet ?? probe.tcpSocket ?? {};
  const names = ports.map(({ name }) => name);
  return run.looksUpPorts && isMissingPort(port, names) ? { ...run, answersAfter: Infinity } : run;
}

function startupOutcome(probe: Probe | undefined, run: ProbedRun): Omit<ProbeOutcome, 'readyAfter'> {
  if (probe === undefined) return { startedAfter: 0, killed: undefined };
  const period = periodOf(probe);
  const first = tickAtOrAfter(probe.initialDelaySeconds ?? 0, period, -run.handledBefore);
  const success = tickAtOrAfter(Math.max(first, run.answersAfter), period, first);
  const lastChance = first + (failureThresholdOf(probe) - 1) * period;
  if (success <= lastChance) return { startedAfter: success, killed: undefined };
  return { startedAfter: undefined, killed: { after: lastChance, by: 'startupProbe' } };
}

/** A process that does not answer yet fails its liveness probe as well: slow starters get killed. */
function livenessKill(probe: Probe | undefined, run: ProbedRun, startedAfter: number): ProbeOutcome['killed'] {
  if (probe === undefined) return undefined;
  const period = periodOf(probe);
  const first = tickAtOrAfter(Math.max(startedAfter, probe.initialDelaySeconds ?? 0), period, -run.handledBefore);
  const lastChance = first + (failureThresholdOf(probe) - 1) * period;
  return run.answersAfter > lastChance ? { after: lastChance, by: 'livenessProbe' } : undefined;
}

function readinessAfter(probe: Probe | undefined, run: ProbedRun, startedAfter: number): number | undefined {
  if (probe === undefined) return startedAfter;
  if (run.answersAfter === Infinity) return undefined;
  const period = periodOf(probe);
  const from = Math.max(startedAfter, probe.initialDelaySeconds ?? 0);
  const base = tickBase(probe, startedAfter, run);
  const firstSuccess = tickAtOrAfter(Math.max(from, run.answersAfter), period, base);
  return firstSuccess + (Math.max(1, probe.successThreshold ?? PROBE_DEFAULTS.successThreshold) - 1) * period;
}

/** What the event says when a probe of this kind fails. */
export function probeFailure(kind: 'Readiness' | 'Liveness' | 'Startup', probe: Probe | undefined): string {
  if (probe?.['httpGet'] !== undefined) return `${kind} probe failed: HTTP probe failed with statuscode: 503`;
  if (probe?.['tcpSocket'] !== undefined) return `${kind} probe failed: connect: connection refused`;
  if (probe?.['grpc'] !== undefined) return `${kind} probe failed: service unhealthy (responded with "NOT_SERVING")`;
  return `${kind} probe failed: `;
}
