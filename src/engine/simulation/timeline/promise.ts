import { replicasOf } from '../../../model/defaults';
import type { DaemonSet, Deployment } from '../../../model/apiTypes';
import { updatedDesiredNodeCounts } from '../../controllers/daemon/rollingUpdate';
import { maxSurge, maxUnavailable } from '../../controllers/deployment/deploymentUtil/fenceposts';
import type { Workload } from '../scenario/scenario';
import type { Envelope } from './timeline';
import { isDaemonSet } from '../scenario/workloadKind';

/** What the strategy of a workload promises while it rolls out. */
export function promiseOf(workload: Workload): Envelope {
  return isDaemonSet(workload) ? daemonSetPromise(workload) : deploymentPromise(workload);
}

function envelope(desired: number, surge: number, unavailable: number): Envelope {
  return { desired, surge, unavailable, floor: Math.max(0, desired - unavailable), ceiling: desired + surge };
}

function deploymentPromise(deployment: Deployment): Envelope {
  const desired = replicasOf(deployment);
  if (deployment.spec.strategy?.type === 'Recreate') return envelope(desired, 0, desired);
  return envelope(desired, maxSurge(deployment), maxUnavailable(deployment));
}

/** Both numbers are of the nodes that should run the daemon; with OnDelete the controller itself takes nothing away. */
function daemonSetPromise(daemonSet: DaemonSet): Envelope {
  const desired = daemonSet.status?.desiredNumberScheduled ?? 0;
  if (daemonSet.spec.updateStrategy?.type !== 'RollingUpdate') return envelope(desired, 0, 0);
  const { maxSurge: surge, maxUnavailable: unavailable } = updatedDesiredNodeCounts(daemonSet, desired);
  return envelope(desired, surge, Math.min(desired, unavailable));
}
