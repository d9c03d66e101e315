import type { Workload } from '../engine/simulation/scenario/scenario';
import { isDaemonSet } from '../engine/simulation/scenario/workloadKind';
import { DEFAULT_REPLICAS } from '../model/defaults';
import type { Time } from '../model/time';
import { counted, formatDuration } from '../model/words';

/** `3 of 5 updated, 4 available`, with what its conditions say. */
export function progressWords({ workload, now }: { readonly workload: Workload; readonly now?: Time }): string {
  if (isDaemonSet(workload)) {
    const {
      desiredNumberScheduled: desired = 0,
      updatedNumberScheduled: updated = 0,
      numberAvailable: available = 0,
    } = workload.status ?? {};
    return `${updated} of ${counted(desired, 'node')} updated, ${available} available`;
  }
  const { status, spec } = workload;
  const { updatedReplicas = 0, availableReplicas = 0, conditions = [] } = status ?? {};
  const missed = conditions.find(({ type, reason }) => type === 'Progressing' && reason === 'ProgressDeadlineExceeded');
  const { lastUpdateTime } = missed ?? {};
  const ago = lastUpdateTime === undefined || now === undefined ? '' : ` ${formatDuration((now - lastUpdateTime) / 1000)} before`;
  const late = missed === undefined ? '' : `, deadline missed${ago}`;
  const paused = spec.paused === true ? ', paused' : '';
  return `${updatedReplicas} of ${spec.replicas ?? DEFAULT_REPLICAS} updated, ${availableReplicas} available${paused}${late}`;
}
