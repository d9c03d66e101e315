/**
 * Upstream: pkg/kubelet/kubelet_pods.go, convertToAPIContainerStatuses (v1.36.4). One situation for all containers of a
 * pod.
 */
import type { ContainerState, Pod } from '../../../model/apiTypes';
import type { PodSituation } from './podStatus';
import type { PodWorker } from './podWorkers';

/** What the kubelet reports of a pod: its containers run, wait to be restarted, or have never run. */
export function situationOf(worker: PodWorker, pod: Pod, backOffSeconds: number | undefined): PodSituation {
  const hasRun = worker.running || worker.endedAt !== undefined || worker.restarts > 0;
  return {
    phase: hasRun ? 'Running' : 'Pending',
    ready: worker.ready,
    restarts: worker.restarts,
    state: stateOf(worker, pod, backOffSeconds),
    lastState: worker.restarts > 0 ? { terminated: terminatedOf(worker) } : undefined,
  };
}

function terminatedOf({ startedAt, endedAt: finishedAt = startedAt }: PodWorker): NonNullable<ContainerState['terminated']> {
  return { exitCode: 1, reason: 'Error', startedAt, finishedAt };
}

function stateOf(worker: PodWorker, pod: Pod, backOffSeconds: number | undefined): ContainerState {
  if (worker.running) return { running: { startedAt: worker.startedAt } };
  if (worker.endedAt === undefined) return { waiting: { reason: 'ContainerCreating' } };
  if (backOffSeconds === undefined || backOffSeconds === 0) return { terminated: terminatedOf(worker) };
  const message = `back-off ${formatSeconds(backOffSeconds)} ${backOffMessage(pod).slice('Back-off '.length)}`;
  return { waiting: { reason: 'CrashLoopBackOff', message } };
}

export function backOffMessage(pod: Pod): string {
  const container = pod.spec.containers[0]?.name ?? '';
  return `Back-off restarting failed container ${container} in pod ${pod.metadata.name}_${pod.metadata.namespace ?? ''}(${pod.metadata.uid ?? ''})`;
}

export function formatSeconds(seconds: number): string {
  return `${Math.round(seconds * 1000) / 1000}s`;
}
