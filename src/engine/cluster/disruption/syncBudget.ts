/**
 * Upstream: pkg/controller/disruption/disruption.go, trySync (v1.36.4). A function of the objects, without queue and
 * caches: whoever needs a budget has it synced. One sync of the disruption controller for one PodDisruptionBudget. The
 * result is written back by the caller, who also syncs again at `recheckAt`.
 */
import { namespaceOf } from '../../../model/meta';
import { matchesSelector } from '../../../model/labelSelector';
import { isPodReady } from '../../../model/podConditions';
import type { Pod, PodDisruptionBudget, PodDisruptionBudgetStatus } from '../../../model/apiTypes';
import type { Time } from '../../../model/time';
import { DISRUPTION_ALLOWED, setCondition, SYNC_FAILED, updateDisruptionAllowedCondition } from './budgetConditions';
import { getExpectedPodCount } from './expectedPods';
import { goLabelSelectorText } from './labelSelectorText';
import type { PodControllers } from './podControllers';

/** An evicted pod that is still there after this time is taken for one that stays. */
const DELETION_TIMEOUT_MS = 2 * 60_000;

export interface BudgetEvent {
  readonly type: 'Normal' | 'Warning';
  readonly reason: string;
  readonly message: string;
  /** The pod that the event is about; otherwise it is about the budget. */
  readonly pod?: Pod | undefined;
}

export interface BudgetSync {
  readonly status: PodDisruptionBudgetStatus;
  readonly events: readonly BudgetEvent[];
  /** When an evicted pod's time is up, if nothing happens before. */
  readonly recheckAt?: Time | undefined;
}

/** The pods that a budget selects, in the order given: all phases, terminating ones included. */
function podsOfBudget(budget: PodDisruptionBudget, pods: readonly Pod[]): Pod[] {
  const namespace = namespaceOf(budget);
  return pods.filter((pod) => namespaceOf(pod) === namespace && matchesSelector(budget.spec?.selector, pod.metadata.labels));
}

/** `pods` in name order, so that error messages always name the same one (the real controller's order is random). */
export function syncBudget(
  budget: PodDisruptionBudget,
  pods: readonly Pod[],
  controllers: PodControllers,
  now: Time,
): BudgetSync {
  const selected = podsOfBudget(budget, pods);
  const events: BudgetEvent[] = [];
  if (selected.length === 0) events.push({ type: 'Normal', reason: 'NoPods', message: 'No matching pods found' });
  const expected = getExpectedPodCount(budget, selected, controllers);
  if ('error' in expected) {
    const message = `Failed to calculate the number of expected pods: ${expected.error}`;
    events.push({ type: 'Warning', reason: 'CalculateExpectedPodCountFailed', message });
    return { status: failSafe(budget, expected.error, now), events };
  }
  if (expected.unmanagedPods.length > 0) events.push(unmanagedPodsEvent(budget));
  const disrupted = buildDisruptedPodMap(budget, selected, now, events);
  const counts: PodDisruptionBudgetStatus = {
    currentHealthy: countHealthyPods(selected, disrupted.pods, now),
    desiredHealthy: expected.desiredHealthy,
    expectedPods: expected.expectedCount,
    disruptedPods: disrupted.pods,
  };
  return { status: updatedStatus(budget, counts, now), events, recheckAt: disrupted.recheckAt };
}

function unmanagedPodsEvent(budget: PodDisruptionBudget): BudgetEvent {
  const message =
    `Pods selected by this PodDisruptionBudget (selector: ${goLabelSelectorText(budget.spec?.selector)}) were found ` +
    'to be unmanaged. As a result, the status of the PDB cannot be calculated correctly, which may result in undefined behavior. ' +
    'To account for these pods please set ".spec.minAvailable" field of the PDB to an integer value.';
  return { type: 'Warning', reason: 'UnmanagedPods', message };
}

/** Nothing may be evicted while the controller does not know; everything else stays as it was, the observed generation too. */
function failSafe(budget: PodDisruptionBudget, error: string, now: Time): PodDisruptionBudgetStatus {
  const status: PodDisruptionBudgetStatus = { ...budget.status, disruptionsAllowed: 0 };
  const { observedGeneration } = status;
  return setCondition(
    status,
    { type: DISRUPTION_ALLOWED, status: 'False', reason: SYNC_FAILED, message: error, observedGeneration },
    now,
  );
}

interface DisruptedPods {
  readonly pods: Readonly<Record<string, Time>>;
  readonly recheckAt: Time | undefined;
}

/** Evicted pods that are neither gone nor terminating yet; those overdue are dropped with an event. */
function buildDisruptedPodMap(
  budget: PodDisruptionBudget,
  pods: readonly Pod[],
  now: Time,
  events: BudgetEvent[],
): DisruptedPods {
  const namespace = namespaceOf(budget);
  const result: Record<string, Time> = {};
  let recheckAt: Time | undefined;
  for (const pod of pods) {
    const since = budget.status?.disruptedPods?.[pod.metadata.name];
    if (since === undefined || pod.metadata.deletionTimestamp !== undefined) continue;
    const expectedDeletion = since + DELETION_TIMEOUT_MS;
    if (expectedDeletion < now) {
      // QUIRK: the namespace is where the budget's name should.
      const message = `Pod was expected by PDB ${namespace}/${namespace} to be deleted but it wasn't`;
      events.push({ type: 'Warning', reason: 'NotDeleted', message, pod });
      continue;
    }
    if (recheckAt === undefined || expectedDeletion < recheckAt) recheckAt = expectedDeletion;
    result[pod.metadata.name] = since;
  }
  return { pods: result, recheckAt };
}

/** Ready, not terminating, and not evicted within the last two minutes. */
function countHealthyPods(pods: readonly Pod[], disrupted: DisruptedPods['pods'], now: Time): number {
  let healthy = 0;
  for (const pod of pods) {
    if (pod.metadata.deletionTimestamp !== undefined) continue;
    const since = disrupted[pod.metadata.name];
    if (since !== undefined && since + DELETION_TIMEOUT_MS > now) continue;
    if (isPodReady(pod)) healthy++;
  }
  return healthy;
}

/**
 * 10 ready pods and 1 surge pod with maxUnavailable 1 of 10: 11 − 9 = 2 disruptions. A budget that expects no pod allows none,
 * so that the first pods to come are safe until the next sync.
 */
function updatedStatus(budget: PodDisruptionBudget, counts: PodDisruptionBudgetStatus, now: Time): PodDisruptionBudgetStatus {
  const spare = (counts.currentHealthy ?? 0) - (counts.desiredHealthy ?? 0);
  const status: PodDisruptionBudgetStatus = {
    ...counts,
    disruptionsAllowed: (counts.expectedPods ?? 0) <= 0 ? 0 : Math.max(0, spare),
    observedGeneration: budget.metadata.generation,
    conditions: budget.status?.conditions,
  };
  return updateDisruptionAllowedCondition(status, now);
}
