/**
 * Upstream: pkg/registry/core/pod/storage/eviction.go (v1.36.4). Decides only; the caller writes. The eviction
 * subresource's decision: may this pod go now? The caller writes the returned budget and pod and then deletes the pod.
 */
import { namespaceOf } from '../../../model/meta';
import { matchesSelector } from '../../../model/labelSelector';
import { getPodCondition, isPodReady, isPodTerminal } from '../../../model/podConditions';
import type { Pod, PodCondition, PodDisruptionBudget } from '../../../model/apiTypes';
import { wholeSeconds, type Time } from '../../../model/time';
import { disruptionAllowedCondition, SYNC_FAILED, updateDisruptionAllowedCondition } from '../disruption/budgetConditions';
import { goQuote } from '../../../model/goQuote';

/** With more unconfirmed evictions than this a budget refuses further ones. */
const MAX_DISRUPTED_PODS = 2000;

export interface EvictionAllowed {
  readonly allowed: true;
  /** The pod as it is before its deletion: with the condition DisruptionTarget, unless it was finished. */
  readonly pod: Pod;
  /** The budget that this eviction uses up, with its new status; absent when none is used. */
  readonly budget?: PodDisruptionBudget | undefined;
}

export interface EvictionRefused {
  readonly allowed: false;
  readonly code: 403 | 429 | 500;
  readonly reason?: 'TooManyRequests' | 'Forbidden' | undefined;
  readonly message: string;
  /** What kubectl drain shows as the detail. */
  readonly cause?: string | undefined;
  /** When the server asks to come back; clients do so by themselves without a word. */
  readonly retryAfterSeconds?: number | undefined;
}

export type EvictionResult = EvictionAllowed | EvictionRefused;

const TOO_MANY_REQUESTS = "Cannot evict pod as it would violate the pod's disruption budget.";

/** Finished pods are no disruption any more, pending and terminating ones none that a budget could prevent. */
function canIgnoreBudgets(pod: Pod): boolean {
  return isPodTerminal(pod) || pod.status?.phase === 'Pending' || pod.metadata.deletionTimestamp !== undefined;
}

/** The budgets that select a pod. */
function budgetsOfPod(pod: Pod, budgets: readonly PodDisruptionBudget[]): PodDisruptionBudget[] {
  const namespace = namespaceOf(pod);
  return budgets.filter(
    (budget) => namespaceOf(budget) === namespace && matchesSelector(budget.spec?.selector, pod.metadata.labels),
  );
}

/** What the API server answers to an eviction. */
export function evictPod(pod: Pod, budgets: readonly PodDisruptionBudget[], now: Time): EvictionResult {
  if (canIgnoreBudgets(pod)) return allowed(pod, now);
  const [budget, ...others] = budgetsOfPod(pod, budgets);
  if (budget === undefined) return allowed(pod, now);
  if (others.length > 0) {
    const message = 'This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.';
    return { allowed: false, code: 500, message };
  }
  if (!isPodReady(pod) && mayEvictUnhealthy(budget)) return allowed(pod, now);
  return checkAndDecrement(pod, budget, now);
}

function allowed(pod: Pod, now: Time, budget?: PodDisruptionBudget): EvictionAllowed {
  return { allowed: true, pod: withDisruptionTarget(pod, now), budget };
}

/** Unready pods do not count as healthy, so evicting one uses nothing up. */
function mayEvictUnhealthy({ spec, status }: PodDisruptionBudget): boolean {
  if (spec?.unhealthyPodEvictionPolicy === 'AlwaysAllow') return true;
  const { currentHealthy = 0, desiredHealthy = 0 } = status ?? {};
  return currentHealthy >= desiredHealthy && desiredHealthy > 0;
}

function checkAndDecrement(pod: Pod, budget: PodDisruptionBudget, now: Time): EvictionResult {
  const { name } = budget.metadata;
  const { observedGeneration = 0, disruptionsAllowed = 0, disruptedPods = {} } = budget.status ?? {};
  if (observedGeneration < (budget.metadata.generation ?? 0)) {
    return { ...tooManyRequests(`The disruption budget ${name} is still being processed by the server.`), retryAfterSeconds: 10 };
  }
  if (disruptionsAllowed < 0) return forbidden(name, 'pdb disruptions allowed is negative');
  if (Object.keys(disruptedPods).length > MAX_DISRUPTED_PODS) {
    return forbidden(name, 'DisruptedPods map too big - too many evictions not confirmed by PDB controller');
  }
  if (disruptionsAllowed === 0) return tooManyRequests(refusalCause(budget));
  const left = disruptionsAllowed - 1;
  const status = {
    ...budget.status,
    disruptionsAllowed: left,
    disruptedPods: { ...disruptedPods, [pod.metadata.name]: wholeSeconds(now) },
  };
  return allowed(pod, now, { ...budget, status: left === 0 ? updateDisruptionAllowedCondition(status, now) : status });
}

function tooManyRequests(cause: string): EvictionRefused {
  return { allowed: false, code: 429, reason: 'TooManyRequests', message: TOO_MANY_REQUESTS, cause };
}

function forbidden(name: string, why: string): EvictionRefused {
  const message = `poddisruptionbudget.policy ${goQuote(name)} is forbidden: ${why}`;
  return { allowed: false, code: 403, reason: 'Forbidden', message };
}

/** The counts are not to be trusted after a failed sync, so that comes first. */
function refusalCause(budget: PodDisruptionBudget): string {
  const { currentHealthy = 0, desiredHealthy = 0 } = budget.status ?? {};
  const subject = `The disruption budget ${budget.metadata.name}`;
  const condition = disruptionAllowedCondition(budget);
  const problem = condition?.status === 'False' && (condition.message ?? '') !== '' ? condition : undefined;
  if (problem?.reason === SYNC_FAILED) {
    return `${subject} does not allow evicting pods currently because it failed sync: ${problem.message ?? ''}`;
  }
  if (currentHealthy <= desiredHealthy)
    return `${subject} needs ${desiredHealthy} healthy pods and has ${currentHealthy} currently`;
  const why = problem === undefined ? '' : ` (${problem.reason ?? ''}): ${problem.message ?? ''}`;
  return `${subject} does not allow evicting pods currently${why}`;
}

/** Marks the pod as about to be disrupted; the pod failure policies of Jobs read this. */
function withDisruptionTarget(pod: Pod, now: Time): Pod {
  if (isPodTerminal(pod)) return pod;
  const previous = getPodCondition(pod, 'DisruptionTarget');
  const condition: PodCondition = {
    type: 'DisruptionTarget',
    status: 'True',
    reason: 'EvictionByEvictionAPI',
    message: 'Eviction API: evicting',
    lastTransitionTime: previous?.status === 'True' ? previous.lastTransitionTime : wholeSeconds(now),
    ...(pod.metadata.generation === undefined ? {} : { observedGeneration: pod.metadata.generation }),
  };
  const others = (pod.status?.conditions ?? []).filter((item) => item !== previous);
  return { ...pod, status: { ...pod.status, conditions: [...others, condition] } };
}
