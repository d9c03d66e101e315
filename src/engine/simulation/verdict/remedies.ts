import { promiseOf } from '../timeline/promise';
import { isDaemonSet } from '../scenario/workloadKind';
import type { Workload } from '../scenario/scenario';

/** `raise the quota, lower the requests, or …`: what is undefined would not help here. */
export function either(...remedies: readonly (string | undefined)[]): string {
  const useful = remedies.filter((remedy) => remedy !== undefined);
  const last = useful.pop() ?? '';
  return useful.length === 0 ? last : `${useful.join(', ')}, or ${last}`;
}

/** How an old pod is made to go before the new one comes; undefined where that is so already. */
export function oldFirst(workload: Workload): string | undefined {
  if (promiseOf(workload).surge === 0) return undefined;
  return `let an old pod go first (maxSurge 0 with maxUnavailable 1${isDaemonSet(workload) ? '' : ', or strategy Recreate'})`;
}
