/**
 * Upstream: the part of podsShouldBeOnNode about failed and succeeded pods, pkg/controller/daemon/daemon_controller.go
 * (v1.36.4).
 */
import type { DecisionSubject } from '../decisions';
import { DAEMON_SET, type DaemonContext, type DaemonSync } from './daemonContext';
import type { FinishedPodGate } from './podsShouldBeOnNode';

/**
 * Finished pods are deleted, with an event. Failed ones only so often: 1 s after the last one of this node, then 2 s, 4 s …
 * up to 15 minutes; until then the DaemonSet is queued again for later. Otherwise a pod that a kubelet refuses would be
 * made and deleted in a hot loop.
 */
export function finishedPodGate(
  context: DaemonContext,
  { ds, key }: DaemonSync,
  nodeName: string,
  heldBack: DecisionSubject[],
): FinishedPodGate {
  const { queue, eventRecorder, failedPodsBackoff, decisions } = context;
  return ({ metadata: { namespace = '', name } }, phase) => {
    const pod = `${namespace}/${name}`;
    if (phase === 'Succeeded') {
      const message = `Found succeeded daemon pod ${pod} on node ${nodeName}, will try to delete it`;
      eventRecorder.event(DAEMON_SET, ds, 'Normal', 'SucceededDaemonPod', message);
      return true;
    }
    const backoffKey = `${ds.metadata.uid ?? ''}/${ds.status?.observedGeneration ?? 0}/${nodeName}`;
    if (failedPodsBackoff.isInBackOffSinceUpdate(backoffKey)) {
      const delayMs = failedPodsBackoff.get(backoffKey);
      queue.addAfter(key, delayMs);
      if (decisions.enabled) heldBack.push({ kind: 'Pod', name, role: 'heldBack', facts: { node: nodeName, delayMs } });
      return false;
    }
    failedPodsBackoff.next(backoffKey);
    const message = `Found failed daemon pod ${pod} on node ${nodeName}, will try to kill it`;
    eventRecorder.event(DAEMON_SET, ds, 'Warning', 'FailedDaemonPod', message);
    return true;
  };
}
