/** Ours: which pods the cluster autoscaler looks at, and which it expects on each node. */
import type { DaemonSet, Pod } from '../../../model/apiTypes';
import { getControllerOf } from '../../../model/meta';
import { getPodCondition } from '../../../model/podConditions';
import { daemonTolerations } from '../../../model/wellKnown';
import { preparePod } from '../scheduler/preparePod';

/** `--expendable-pods-priority-cutoff`: for pods below nobody adds a node. */
const EXPENDABLE_PRIORITY = -10;

/** The scheduler has refused it, and nodes are added for such pods: a daemon pod is meant for a node that is there. */
export function isForAutoscaler(pod: Pod): boolean {
  const condition = getPodCondition(pod, 'PodScheduled');
  const isRefused = condition?.status === 'False' && condition.reason === 'Unschedulable';
  const isWanted = pod.metadata.deletionTimestamp === undefined && getControllerOf(pod)?.kind !== 'DaemonSet';
  return isRefused && isWanted && (pod.spec.priority ?? 0) >= EXPENDABLE_PRIORITY;
}

/** The pod that a node would get, but for its name. */
export function daemonPod({ metadata: { name, namespace }, spec: { template } }: DaemonSet): Pod {
  const { tolerations = [], hostNetwork = false } = template.spec;
  const spec = { ...template.spec, tolerations: [...tolerations, ...daemonTolerations(hostNetwork)] };
  return preparePod({ metadata: { name, namespace, labels: template.metadata?.labels }, spec });
}
