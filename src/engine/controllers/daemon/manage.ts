/** Upstream: manage of pkg/controller/daemon/daemon_controller.go (v1.36.4). */
import type { Pod } from '../../../model/apiTypes';
import type { DecisionSubject } from '../decisions';
import { getNodesToDaemonPods, type DaemonSync } from './daemonSync';
import type { DaemonNode, DaemonNodes } from './daemonNodes';
import { finishedPodGate } from './finishedPods';
import { isDeletedTerminal } from './judgeNode';
import { isScheduled, podsShouldBeOnNode, type NodePlan } from './podsShouldBeOnNode';
import { syncNodes, type WantedDeletion } from './syncNodes';

/** Creates pods on nodes that need one and deletes those that fail or are too many. */
export function manage(sync: DaemonSync): void {
  const nodes = getNodesToDaemonPods(sync);
  const heldBack: DecisionSubject[] = [];
  const busyNeedingPods: DaemonNode[] = [];
  const podsToDelete: WantedDeletion[] = [];
  for (const node of nodes.busy.values()) {
    const plan = planNode(sync, node, heldBack);
    if (plan.needsPod) busyNeedingPods.push(node);
    for (const { pod, why } of plan.podsToDelete) podsToDelete.push(wantedDeletion(pod, node.name, why));
  }
  if (nodes.withUnscheduledPods.size > 0) podsToDelete.push(...getUnscheduledPodsWithoutNode(nodes));
  const { arrivalOrder, burstReplicas } = sync.context;
  const needing = nodes.orderOfNodes(arrivalOrder).take([busyNeedingPods, nodes.needingPods.values()], burstReplicas);
  const nodesNeedingPods = needing.map(({ name }) => name);
  const result = syncNodes(sync, podsToDelete, nodesNeedingPods);
  const wanted = { creations: busyNeedingPods.length + nodes.needingPods.size, deletions: podsToDelete.length };
  if (sync.isTold) recordManage(sync, wanted, [...result.subjects, ...heldBack], result.created + result.deleted);
  if (result.error !== undefined) throw result.error;
}

export function wantedDeletion(pod: Pod, nodeName: string, why: string): WantedDeletion {
  return { podName: pod.metadata.name, nodeName, why };
}

function planNode(sync: DaemonSync, node: DaemonNode, heldBack: DecisionSubject[]): NodePlan {
  const { placement } = node;
  const { revision } = sync.view.nodes;
  if (placement === undefined || revision === undefined) return { needsPod: false, podsToDelete: [] };
  const pods = node.pods.filter((pod) => !isDeletedTerminal(pod));
  const gate = finishedPodGate(sync, node.name, heldBack);
  return podsShouldBeOnNode(placement, pods, revision, sync.now, gate);
}

/** Never scheduled and meant for a node that does not exist: nobody else would delete them. */
function getUnscheduledPodsWithoutNode(nodes: DaemonNodes): WantedDeletion[] {
  return nodes.withUnscheduledPods.values().flatMap(({ name, pods }) => {
    const unscheduled = pods.filter((pod) => !isScheduled(pod) && !isDeletedTerminal(pod));
    return unscheduled.map((pod) => wantedDeletion(pod, name, 'nodeGone'));
  });
}

function recordManage(
  { context: { decisions, burstReplicas } }: DaemonSync,
  inputs: { readonly creations: number; readonly deletions: number },
  subjects: readonly DecisionSubject[],
  done: number,
): void {
  if (inputs.creations === 0 && inputs.deletions === 0 && subjects.length === 0) return;
  decisions.record({
    step: 'manage',
    inputs: { ...inputs, burstReplicas },
    outcome: done,
    verdict: done > 0 ? 'synced' : 'waiting',
    subjects: subjects.length > 0 ? subjects : undefined,
  });
}
