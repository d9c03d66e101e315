import { DEFAULT_REPLICAS } from '../../model/defaults';
import type { Workload } from './scenario/scenario';
import { isDaemonSet } from './scenario/workloadKind';

/** Everything wanted is of the new version and available, and the controller has seen the newest spec. */
export function isComplete(workload: Workload): boolean {
  const observed = (workload.status?.observedGeneration ?? 0) >= (workload.metadata.generation ?? 0);
  if (isDaemonSet(workload)) {
    const { desiredNumberScheduled = 0, updatedNumberScheduled = 0, numberAvailable = 0 } = workload.status ?? {};
    return observed && updatedNumberScheduled === desiredNumberScheduled && numberAvailable === desiredNumberScheduled;
  }
  const { spec, status = {} } = workload;
  const desired = spec.replicas ?? DEFAULT_REPLICAS;
  const { updatedReplicas = 0, replicas = 0, availableReplicas = 0 } = status;
  return observed && updatedReplicas === desired && replicas === desired && availableReplicas === desired;
}
