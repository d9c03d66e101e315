/** Upstream: pkg/controller/controller_utils.go (v1.36.4). */
import type { Pod } from '../../model/apiTypes';
import { getPodCondition } from '../../model/podConditions';
import type { Time } from '../../model/time';

/** In how many milliseconds the pod becomes available by mere passing of time; undefined when it will not, or is already. */
function nextPodAvailabilityCheck(pod: Pod, minReadySeconds: number, now: Time): number | undefined {
  const ready = getPodCondition(pod, 'Ready');
  if (minReadySeconds <= 0 || ready?.status !== 'True' || ready.lastTransitionTime === undefined) return undefined;
  const afterMs = ready.lastTransitionTime + minReadySeconds * 1000 - now;
  return afterMs > 0 ? afterMs : undefined;
}

/** The time until the first of the pods becomes available, in milliseconds; undefined when none is on the way. */
export function findMinNextPodAvailabilityCheck(pods: Iterable<Pod>, minReadySeconds: number, now: Time): number | undefined {
  let min: number | undefined;
  for (const pod of pods) {
    const afterMs = nextPodAvailabilityCheck(pod, minReadySeconds, now);
    if (afterMs !== undefined && (min === undefined || afterMs < min)) min = afterMs;
  }
  return min;
}
