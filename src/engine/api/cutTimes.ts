/** Upstream: Time of staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/time.go (v1.36.4). */
import { wholeSeconds, type Time } from '../../model/time';

interface TimedCondition {
  readonly lastTransitionTime?: Time | undefined;
  readonly lastUpdateTime?: Time | undefined;
}

/**
 * Times lose their fractions when they are stored, as they do on their way through the API's JSON. A controller that
 * still holds the object it wrote keeps the fractions; that difference is visible in real rollouts.
 */
export function cutTimes<T extends object>(object: T): T {
  const { status } = object as { readonly status?: { readonly conditions?: readonly TimedCondition[] | undefined } | undefined };
  const conditions = status?.conditions;
  if (conditions === undefined || !haveFractions(conditions)) return object;
  return { ...object, status: { ...status, conditions: conditions.map(cutCondition) } };
}

function haveFractions(conditions: readonly TimedCondition[]): boolean {
  for (const { lastTransitionTime = 0, lastUpdateTime = 0 } of conditions)
    if (lastTransitionTime % 1000 !== 0 || lastUpdateTime % 1000 !== 0) return true;
  return false;
}

function cutCondition(condition: TimedCondition): TimedCondition {
  const { lastTransitionTime, lastUpdateTime } = condition;
  const cut =
    lastTransitionTime === undefined ? condition : { ...condition, lastTransitionTime: wholeSeconds(lastTransitionTime) };
  return lastUpdateTime === undefined ? cut : { ...cut, lastUpdateTime: wholeSeconds(lastUpdateTime) };
}
