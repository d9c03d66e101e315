import type { DaemonSet, Deployment } from '../../model/workloads';
import { surgeCount, unavailableCount } from '../controllers/daemon/daemonUtil';
import { maxSurge, maxUnavailable } from '../controllers/deployment/deploymentUtil/fenceposts';
import type { Workload } from './scenario';
import type { Envelope } from './timeline';
import { isDaemonSet } from './workloadKind';

/** What the strategy of a workload promises while it rolls out. */
export function promiseOf(workload: Workload): Envelope {
  return isDaemonSet(workload) ? daemonSetPromise(workload) : deploymentPromise(workload);
}

function envelope(desired: number, surge: number, unavailable: number): Envelope {
  return { desired, surge, unavailable, floor: Math.max(0, desired - unavailable), ceiling: desired + surge };
}

function deploymentPromise(deployment: Deployment): Envelope {
  const desired = deployment.spec.replicas ?? 1;
  if (deployment.spec.strategy?.type === 'Recreate') return envelope(desired, 0, desired);
  return envelope(desired, maxSurge(deployment), maxUnavailable(deployment));
}

/** Both numbers are of the nodes that should run the daemon; with OnDelete the controller itself takes nothing away. */
function daemonSetPromise(daemonSet: DaemonSet): Envelope {
  const desired = daemonSet.status?.desiredNumberScheduled ?? 0;
  const { updateStrategy } = daemonSet.spec;
  const surge = surgeCount(updateStrategy, desired);
  const unavailable = unavailableCount(updateStrategy, desired);
  const stuck = surge === 0 && unavailable === 0 && updateStrategy?.type === 'RollingUpdate';
  return envelope(desired, surge, Math.min(desired, stuck ? 1 : unavailable));
}
