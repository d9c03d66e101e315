/** Upstream: NodeShouldRunDaemonPod of pkg/controller/daemon/daemon_controller.go (v1.36.4). */
import type { Node, PodSpec } from '../../../model/apiTypes';
import { findUntoleratedTaint, requiredNodeAffinityMatcher } from '../../../model/scheduling';
import { addOrUpdateDaemonPodTolerations } from './daemonUtil';

/** Whether a DaemonSet wants a pod on a node that has none, and whether one that is there may stay. */
export interface Placement {
  readonly shouldRun: boolean;
  readonly shouldContinueRunning: boolean;
}

const RUNS: Placement = { shouldRun: true, shouldContinueRunning: true };
const MAY_STAY: Placement = { shouldRun: false, shouldContinueRunning: true };
const MUST_NOT_RUN: Placement = { shouldRun: false, shouldContinueRunning: false };

/** The parts of a pod spec that decide on which nodes it may be. */
type PlacementSpec = Pick<PodSpec, 'nodeName' | 'nodeSelector' | 'affinity' | 'tolerations' | 'hostNetwork'>;

/**
 * Reads a template once and gives the function that judges nodes by it. Taints with NoSchedule keep new pods away and
 * leave running ones alone; NoExecute does both.
 */
export function nodeShouldRunDaemonPod(spec: PlacementSpec): (node: Node) => Placement {
  const { nodeName = '' } = spec;
  const tolerations = addOrUpdateDaemonPodTolerations(spec);
  const fitsNodeAffinity = requiredNodeAffinityMatcher(spec);
  return (node) => {
    if (nodeName !== '' && nodeName !== node.metadata.name) return MUST_NOT_RUN;
    if (!fitsNodeAffinity(node)) return MUST_NOT_RUN;
    const taints = node.spec?.taints;
    if (findUntoleratedTaint(taints, tolerations, ['NoExecute', 'NoSchedule']) === undefined) return RUNS;
    return findUntoleratedTaint(taints, tolerations, ['NoExecute']) === undefined ? MAY_STAY : MUST_NOT_RUN;
  };
}
