import type { DaemonSet } from '../../../model/apiTypes';
import type { Workload } from './scenario';

/** Tells the two kinds of workload apart. */
export function isDaemonSet(workload: Workload): workload is DaemonSet {
  return workload.kind === 'DaemonSet';
}
