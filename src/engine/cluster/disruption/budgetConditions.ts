/**
 * Upstream: pkg/controller/disruption/disruption.go,
 * staging/src/k8s.io/component-helpers/apps/poddisruptionbudget/helpers.go (v1.36.4).
 */
import type { PodDisruptionBudget, PodDisruptionBudgetStatus } from '../../../model/apiTypes';
import { wholeSeconds, type Time } from '../../../model/time';

export const DISRUPTION_ALLOWED = 'DisruptionAllowed';
export const SYNC_FAILED = 'SyncFailed';

type Condition = NonNullable<PodDisruptionBudgetStatus['conditions']>[number];

export function disruptionAllowedCondition(budget: PodDisruptionBudget): Condition | undefined {
  return budget.status?.conditions?.find((condition) => condition.type === DISRUPTION_ALLOWED);
}

/** Puts a condition into the status; its transition time changes only with its status. */
export function setCondition(
  status: PodDisruptionBudgetStatus,
  condition: Omit<Condition, 'lastTransitionTime'>,
  now: Time,
): PodDisruptionBudgetStatus {
  const conditions = status.conditions ?? [];
  const previous = conditions.find(({ type }) => type === condition.type);
  const kept = previous?.status === condition.status ? previous.lastTransitionTime : undefined;
  const next: Condition = { ...condition, lastTransitionTime: kept ?? wholeSeconds(now) };
  const others = conditions.map((item) => (item === previous ? next : item));
  return { ...status, conditions: previous === undefined ? [...others, next] : others };
}

/** The condition that follows from `disruptionsAllowed`. */
export function updateDisruptionAllowedCondition(status: PodDisruptionBudgetStatus, now: Time): PodDisruptionBudgetStatus {
  const sufficient = (status.disruptionsAllowed ?? 0) > 0;
  const condition = {
    type: DISRUPTION_ALLOWED,
    status: sufficient ? ('True' as const) : ('False' as const),
    reason: sufficient ? 'SufficientPods' : 'InsufficientPods',
    message: '',
    observedGeneration: status.observedGeneration,
  };
  return setCondition(status, condition, now);
}
