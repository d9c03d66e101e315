/** Upstream: pkg/controller/disruption/disruption.go, getExpectedPodCount (v1.36.4). How many pods a budget counts on. */
import { desiredHealthy } from '../../../model/budget';
import { intOrPercentProblem } from '../../../model/intOrPercent';
import { getControllerOf, namespaceOf } from '../../../model/meta';
import type { Pod, PodDisruptionBudget } from '../../../model/apiTypes';
import { findPodController, type PodControllers } from './podControllers';
import { goQuote } from '../../../model/goQuote';

export interface ExpectedPods {
  readonly expectedCount: number;
  readonly desiredHealthy: number;
  /** Pods without a controller; only looked for where the controllers' scale matters. */
  readonly unmanagedPods: readonly string[];
}

export type ExpectedPodsResult = ExpectedPods | { readonly error: string };

/**
 * Budgets with a percentage or with maxUnavailable count on the scale that the pods' controllers want: both ReplicaSets of
 * a rollout lead to the one Deployment with 10 replicas, so 10 (+ surge) pods are 10 expected pods, and maxUnavailable 25 %
 * leaves 10 − ⌈2.5⌉ = 7. An integer minAvailable counts the pods there are.
 */
export function getExpectedPodCount(
  budget: PodDisruptionBudget,
  pods: readonly Pod[],
  controllers: PodControllers,
): ExpectedPodsResult {
  const bounds = budget.spec ?? {};
  const value = bounds.maxUnavailable ?? bounds.minAvailable;
  if (value === undefined) return { expectedCount: 0, desiredHealthy: 0, unmanagedPods: [] };
  if (bounds.maxUnavailable === undefined && typeof value === 'number')
    return { expectedCount: pods.length, desiredHealthy: value, unmanagedPods: [] };
  const scale = getExpectedScale(pods, controllers);
  if ('error' in scale) return scale;
  const healthy = desiredHealthy(bounds, scale.expectedCount);
  return healthy === undefined ? { error: intOrPercentProblem(value) ?? '' } : { ...scale, desiredHealthy: healthy };
}

function getExpectedScale(
  pods: readonly Pod[],
  controllers: PodControllers,
): { readonly expectedCount: number; readonly unmanagedPods: readonly string[] } | { readonly error: string } {
  const scales = new Map<string, number>();
  const resolved = new Set<string>();
  const unmanagedPods: string[] = [];
  for (const pod of pods) {
    const reference = getControllerOf(pod);
    if (reference === undefined) {
      unmanagedPods.push(pod.metadata.name);
      continue;
    }
    if (resolved.has(reference.uid)) continue;
    const found = findPodController(controllers, reference, namespaceOf(pod));
    if (found === 'notFound') return { error: `found no controllers for pod ${goQuote(pod.metadata.name)}` };
    if ('error' in found) return found;
    resolved.add(reference.uid);
    scales.set(found.uid, found.scale);
  }
  let expectedCount = 0;
  for (const scale of scales.values()) expectedCount += scale;
  return { expectedCount, unmanagedPods };
}
