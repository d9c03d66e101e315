import type { Fact } from '../rules/facts';

/** Most edits of a workload or a ConfigMap change nothing that others see of it. */
export function isSameToOthers(before: Fact, now: Fact): boolean {
  if (before.fact === 'workload') return now.fact === 'workload' && before.digest === now.digest;
  return before.fact === 'config' && JSON.stringify(before) === JSON.stringify(now);
}
