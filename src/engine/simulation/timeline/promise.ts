import { DEFAULT_REPLICAS } from '../../../model/defaults';
import { rolloutEnvelope, type Envelope } from '../../../model/envelope';
import type { Workload } from '../scenario/scenario';
import { isDaemonSet } from '../scenario/workloadKind';

/** What a promise is made of. */
export function promisedBy(workload: Workload): { readonly strategy: unknown; readonly desired: number } {
  return isDaemonSet(workload)
    ? { strategy: workload.spec.updateStrategy, desired: workload.status?.desiredNumberScheduled ?? 0 }
    : { strategy: workload.spec.strategy, desired: workload.spec.replicas ?? DEFAULT_REPLICAS };
}

/** What the strategy of a workload promises while it rolls out. */
export function promiseOf(workload: Workload): Envelope {
  return isDaemonSet(workload)
    ? rolloutEnvelope('DaemonSet', workload.spec.updateStrategy, workload.status?.desiredNumberScheduled ?? 0)
    : rolloutEnvelope('Deployment', workload.spec.strategy, workload.spec.replicas ?? DEFAULT_REPLICAS);
}
