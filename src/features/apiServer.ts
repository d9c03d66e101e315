import type { Workload } from '../manifest/workload';
import type { ServerComplaint } from '../rules/rule';

/** What the API server would say about a workload's manifest. The one place that knows `engine/api`'s verdicts. */
export function complaintsAbout(workload: Workload): readonly ServerComplaint[] {
  void workload;
  return [];
}
