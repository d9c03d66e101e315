/** Upstream: pkg/printers/internalversion/printers.go, printPod (v1.36.4). The pod table printer. */
import { getPodCondition, isPodTerminal } from '../../model/podConditions';
import type { ContainerStateTerminated, ContainerStatus, Pod } from '../../model/apiTypes';
import type { Time } from '../../model/time';
import { humanDuration, timeSince } from './duration';
import { columns, type Cell } from './workloadTables';

export const POD_COLUMNS = columns('NAME,READY,STATUS,RESTARTS,AGE|IP,NODE,NOMINATED NODE,READINESS GATES');

/** The row of `kubectl get pods -o wide`. */
export function podCells(pod: Pod, now: Time): Cell[] {
  const summary = summarizePod(pod);
  return [
    pod.metadata.name,
    `${summary.ready}/${summary.total}`,
    summary.status,
    restartsCell(summary.restarts, now),
    timeSince(pod.metadata.creationTimestamp, now),
    firstPodIP(pod) || '<none>',
    pod.spec.nodeName || '<none>',
    pod.status?.nominatedNodeName || '<none>',
    readinessGatesCell(pod),
  ];
}

interface Restarts {
  count: number;
  /** The newest end of a container that was started again. */
  last: Time | undefined;
}

interface PodSummary {
  readonly ready: number;
  readonly total: number;
  readonly status: string;
  readonly restarts: Restarts;
}

function summarizePod(pod: Pod): PodSummary {
  const initial = summarizeInitContainers(pod);
  const sidecars = sidecarNames(pod).size;
  const base = { total: pod.spec.containers.length + sidecars };
  if (initial.reason !== undefined && getPodCondition(pod, 'Initialized')?.status !== 'True') {
    const status = deletionStatus(pod) ?? initial.reason;
    return { ...base, ready: initial.readySidecars, status, restarts: initial.restarts };
  }
  // Ordinary init containers' restarts are history once they are through; sidecars' go on counting.
  const restarts = { ...initial.sidecarRestarts };
  const main = summarizeContainers(pod, initial.reason ?? phaseReason(pod), restarts);
  return { ...base, ready: initial.readySidecars + main.ready, status: deletionStatus(pod) ?? main.reason, restarts };
}

/** What STATUS shows before any container has a say. */
function phaseReason({ status = {} }: Pod): string {
  const gated = status.conditions?.some(({ type, reason }) => type === 'PodScheduled' && reason === 'SchedulingGated');
  if (gated === true) return 'SchedulingGated';
  return status.reason || (status.phase ?? '');
}

function deletionStatus(pod: Pod): string | undefined {
  if (pod.metadata.deletionTimestamp === undefined) return undefined;
  if (pod.status?.reason === 'NodeLost') return 'Unknown';
  return isPodTerminal(pod) ? undefined : 'Terminating';
}

function sidecarNames(pod: Pod): ReadonlySet<string> {
  return new Set((pod.spec.initContainers ?? []).filter((item) => item.restartPolicy === 'Always').map((item) => item.name));
}

interface InitSummary {
  /** Set while a container keeps the pod initializing. */
  readonly reason: string | undefined;
  readonly readySidecars: number;
  readonly restarts: Restarts;
  readonly sidecarRestarts: Restarts;
}

function summarizeInitContainers(pod: Pod): InitSummary {
  const sidecars = sidecarNames(pod);
  const restarts: Restarts = { count: 0, last: undefined };
  const sidecarRestarts: Restarts = { count: 0, last: undefined };
  let readySidecars = 0;
  for (const [index, container] of (pod.status?.initContainerStatuses ?? []).entries()) {
    const isSidecar = sidecars.has(container.name);
    countRestarts(restarts, container);
    if (isSidecar) countRestarts(sidecarRestarts, container);
    if (isSuccessful(container)) continue;
    if (isSidecar && container.started === true) {
      if (container.ready === true) readySidecars++;
      continue;
    }
    const reason = initReason(container, index, pod.spec.initContainers?.length ?? 0);
    return { reason, readySidecars, restarts, sidecarRestarts };
  }
  return { reason: undefined, readySidecars, restarts, sidecarRestarts };
}

function isSuccessful({ state }: ContainerStatus): boolean {
  return state?.terminated !== undefined && (state.terminated.exitCode ?? 0) === 0;
}

function initReason({ state }: ContainerStatus, index: number, total: number): string {
  if (state?.terminated !== undefined) return `Init:${terminationReason(state.terminated)}`;
  const reason = state?.waiting?.reason ?? '';
  return reason !== '' && reason !== 'PodInitializing' ? `Init:${reason}` : `Init:${index}/${total}`;
}

function terminationReason({ reason, signal, exitCode }: ContainerStateTerminated): string {
  if (reason !== undefined && reason !== '') return reason;
  return signal !== undefined && signal !== 0 ? `Signal:${signal}` : `ExitCode:${exitCode ?? 0}`;
}

function countRestarts(restarts: Restarts, container: ContainerStatus): void {
  restarts.count += container.restartCount ?? 0;
  const finished = container.lastState?.terminated?.finishedAt;
  if (finished !== undefined && (restarts.last === undefined || restarts.last < finished)) restarts.last = finished;
}

/** From the last container to the first, so that the first one's reason wins. */
function summarizeContainers(pod: Pod, initialReason: string, restarts: Restarts): { reason: string; ready: number } {
  let reason = initialReason;
  let errorReason = '';
  let ready = 0;
  for (const container of [...(pod.status?.containerStatuses ?? [])].reverse()) {
    countRestarts(restarts, container);
    const { waiting, terminated, running } = container.state ?? {};
    if (waiting?.reason !== undefined && waiting.reason !== '') {
      reason = waiting.reason;
    } else if (terminated !== undefined) {
      reason = terminationReason(terminated);
      if ((terminated.exitCode ?? 0) !== 0) errorReason = reason;
    } else if (container.ready === true && running !== undefined) {
      ready++;
    }
  }
  return { reason: reason === 'Completed' ? completedReason(pod, ready > 0, errorReason) : reason, ready };
}

/** "Completed" speaks of the first container only; what others do corrects it. */
function completedReason(pod: Pod, hasRunning: boolean, errorReason: string): string {
  if (hasRunning && getPodCondition(pod, 'Ready')?.status === 'True') return 'Running';
  if (errorReason !== '') return errorReason;
  return hasRunning ? 'NotReady' : 'Completed';
}

function restartsCell({ count, last }: Restarts, now: Time): string {
  return count !== 0 && last !== undefined ? `${count} (${humanDuration(now - last)} ago)` : String(count);
}

/** Where both fields are given and differ, the single address prevails. */
function firstPodIP({ status }: Pod): string {
  return status?.podIP || (status?.podIPs?.[0]?.ip ?? '');
}

function readinessGatesCell(pod: Pod): string {
  const gates = pod.spec.readinessGates ?? [];
  if (gates.length === 0) return '<none>';
  const passed = gates.filter(({ conditionType }) => getPodCondition(pod, conditionType)?.status === 'True');
  return `${passed.length}/${gates.length}`;
}
