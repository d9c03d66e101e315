/**
 * Upstream: the part of podsShouldBeOnNode about failed and succeeded pods, pkg/controller/daemon/daemon_controller.go
 * (v1.36.4).
 */
import type { DaemonSet } from '../../../model/apiTypes';
import type { DecisionSubject } from '../decisions';
import type { DaemonSync } from './daemonSync';
import type { FinishedPodGate } from './podsShouldBeOnNode';

/**
 * Finished pods are deleted, with an event. Failed ones only so often: 1 s after the last one of this node, then 2 s, 4 s …
 * up to 15 minutes; until then the DaemonSet is queued again for later. Otherwise a pod that a kubelet refuses would be
 * made and deleted in a hot loop.
 */
export function finishedPodGate(sync: DaemonSync, nodeName: string, heldBack: DecisionSubject[]): FinishedPodGate {
  const { ds, context } = sync;
  const { failedPodsBackoff, decisions } = context;
  return ({ metadata: { namespace = '', name } }, phase) => {
    const pod = `${namespace}/${name}`;
    if (phase === 'Succeeded') {
      const message = `Found succeeded daemon pod ${pod} on node ${nodeName}, will try to delete it`;
      sync.event('Normal', 'SucceededDaemonPod', message);
      return true;
    }
    const backoffKey = backoffKeyOf(ds, nodeName);
    if (failedPodsBackoff.isInBackOffSinceUpdate(backoffKey)) {
      const delayMs = failedPodsBackoff.get(backoffKey);
      sync.requeueAfter(delayMs);
      if (decisions.enabled) heldBack.push({ kind: 'Pod', name, role: 'heldBack', facts: { node: nodeName, delayMs } });
      return false;
    }
    failedPodsBackoff.next(backoffKey);
    const message = `Found failed daemon pod ${pod} on node ${nodeName}, will try to kill it`;
    sync.event('Warning', 'FailedDaemonPod', message);
    return true;
  };
}

/** Backoffs are those of a node and of a version of the DaemonSet. */
export function backoffKeyOf({ metadata, status }: DaemonSet, nodeName: string): string {
  return `${metadata.uid ?? ''}/${status?.observedGeneration ?? 0}/${nodeName}`;
}
