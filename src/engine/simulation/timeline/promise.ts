import { DEFAULT_REPLICAS } from '../../../model/defaults';
import { rolloutEnvelope, type Envelope } from '../../../model/envelope';
import type { Workload } from '../scenario/scenario';
import { isDaemonSet } from '../scenario/workloadKind';

/** What the strategy of a workload promises while it rolls out. */
export function promiseOf(workload: Workload): Envelope {
  return isDaemonSet(workload)
    ? rolloutEnvelope('DaemonSet', workload.spec.updateStrategy, workload.status?.desiredNumberScheduled ?? 0)
    : rolloutEnvelope('Deployment', workload.spec.strategy, workload.spec.replicas ?? DEFAULT_REPLICAS);
}
