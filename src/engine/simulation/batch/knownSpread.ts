import type { Delay } from '../../cluster/kubelet/behaviorForm';
import type { Scenario } from '../scenario/scenario';

/**
 * Whether there is a range to tell: times of pods were measured, and differ, or somebody has written them as ranges. Around
 * what is only taken for granted they vary, too, but of that a range would tell more than anybody knows.
 */
export function hasKnownSpread({ behavior }: Scenario, areRangesWritten: boolean): boolean {
  const pods = [behavior?.default, ...Object.values(behavior?.revisions ?? {})];
  const delays = pods.flatMap((pod) => [pod?.imagePull, pod?.start, pod?.warmUp, pod?.shutDown]);
  return delays.some((delay) => delay !== undefined && isKnownSpread(delay, areRangesWritten));
}

function isKnownSpread(delay: Delay, areRangesWritten: boolean): boolean {
  if (typeof delay === 'number') return false;
  if ('list' in delay) return new Set(delay.list).size > 1;
  return 'min' in delay ? areRangesWritten && delay.max > delay.min : delay.deviation > 0;
}
