/** Upstream: Time of staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/time.go (v1.36.4). */
import type { DeploymentCondition, KubernetesObject } from '../../model/apiTypes';
import { draftOf, draftOfDeploymentCondition, type Draft } from '../../model/copies';
import { wholeSeconds, type Time } from '../../model/time';

interface TimedCondition {
  readonly lastTransitionTime?: Time | undefined;
  readonly lastUpdateTime?: Time | undefined;
}

interface TimedStatus {
  readonly conditions?: readonly TimedCondition[] | undefined;
}

/**
 * Times lose their fractions when they are stored, as they do on their way through the API's JSON. A controller that
 * still holds the object it wrote keeps the fractions; that difference is visible in real rollouts.
 */
export function cutTimes<T extends KubernetesObject>(object: T): T {
  const { status } = object as { readonly status?: TimedStatus | undefined };
  const conditions = status?.conditions;
  if (conditions === undefined || !haveFractions(conditions)) return object;
  // What has conditions has nothing beside its spec and its status.
  const cut: Draft<KubernetesObject & { readonly status?: TimedStatus }> = draftOf(object);
  cut.status = { ...status, conditions: conditions.map(cutCondition) };
  return cut as unknown as T;
}

function haveFractions(conditions: readonly TimedCondition[]): boolean {
  for (const { lastTransitionTime, lastUpdateTime } of conditions)
    if (hasFraction(lastTransitionTime) || hasFraction(lastUpdateTime)) return true;
  return false;
}

function hasFraction(time: Time | undefined): boolean {
  return time !== undefined && wholeSeconds(time) !== time;
}

function cutCondition(condition: TimedCondition): TimedCondition {
  const { lastTransitionTime, lastUpdateTime } = condition;
  if (lastTransitionTime === undefined) return condition;
  if (lastUpdateTime === undefined) return { ...condition, lastTransitionTime: wholeSeconds(lastTransitionTime) };
  const cut = draftOfDeploymentCondition(condition as DeploymentCondition);
  cut.lastTransitionTime = wholeSeconds(lastTransitionTime);
  cut.lastUpdateTime = wholeSeconds(lastUpdateTime);
  return cut;
}
