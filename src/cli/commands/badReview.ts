import type { Review } from '../../features/review/reviewChange';

/** A rollout goes wrong, something is rejected, or an error is new. */
export function isBad({ workloads }: Review): boolean {
  return workloads.some(
    ({ change, run, findings }) =>
      change === 'rejected' ||
      (typeof run === 'object' && run.tone === 'bad') ||
      findings.fresh.some(({ severity }) => severity === 'error'),
  );
}
