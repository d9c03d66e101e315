/** Upstream: updateDaemonSetStatus and storeDaemonSetStatus of pkg/controller/daemon/daemon_controller.go (v1.36.4). */
import type { DaemonSet, DaemonSetStatus } from '../../../model/workloads';
import { ApiError, notFound } from '../../api/apiError';
import { RESOURCES } from '../../api/kinds';
import { errorText } from '../aggregateError';
import type { DaemonSetNumbers } from '../decisions';
import { DAEMON_SET, getNodesToDaemonPods, type DaemonContext, type DaemonSync } from './daemonContext';

const STATUS_UPDATE_RETRIES = 1;

/** Counts nodes and pods and stores the numbers, if they are news. Only a sync that worked raises `observedGeneration`. */
export function updateDaemonSetStatus(context: DaemonContext, sync: DaemonSync, updateObservedGeneration: boolean): void {
  const { ds, key } = sync;
  const { totals } = getNodesToDaemonPods(context, sync);
  const numbers: DaemonSetNumbers = {
    desiredNumberScheduled: totals.desired,
    currentNumberScheduled: totals.current,
    numberMisscheduled: totals.misscheduled,
    numberReady: totals.ready,
    updatedNumberScheduled: totals.updated,
    numberAvailable: totals.available,
    numberUnavailable: totals.desired - totals.available,
  };
  if (isNews(ds, numbers)) {
    recordStatus(context, numbers);
    const stored = storeDaemonSetStatus(context, sync, numbers, updateObservedGeneration);
    context.consistency.wroteAt(key, DAEMON_SET, stored.metadata.resourceVersion);
  }
  // A safety net should the requeue at the pod's becoming ready have come too early.
  const minReadySeconds = ds.spec.minReadySeconds ?? 0;
  if (minReadySeconds > 0 && numbers.numberReady !== numbers.numberAvailable) {
    context.queue.addAfter(key, minReadySeconds * 1000);
  }
}

function isNews({ status, metadata }: DaemonSet, numbers: DaemonSetNumbers): boolean {
  for (const name of Object.keys(numbers) as (keyof DaemonSetNumbers)[]) {
    if ((status?.[name] ?? 0) !== numbers[name]) return true;
  }
  return (status?.observedGeneration ?? 0) < (metadata.generation ?? 0);
}

/** A first refusal is answered with the newest object and the same numbers; a second one fails the sync. */
function storeDaemonSetStatus(
  { store }: DaemonContext,
  { ds, key }: DaemonSync,
  numbers: DaemonSetNumbers,
  updateObservedGeneration: boolean,
): DaemonSet {
  let target = ds;
  for (let attempt = 0; ; attempt++) {
    const observed = updateObservedGeneration ? { observedGeneration: ds.metadata.generation } : {};
    try {
      return store.updateStatus(DAEMON_SET, { ...target, status: { ...target.status, ...asStored(numbers), ...observed } });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (attempt >= STATUS_UPDATE_RETRIES) throw statusError(error);
    }
    const fresh = store.get(DAEMON_SET, key);
    if (fresh === undefined) throw statusError(notFound(RESOURCES[DAEMON_SET], ds.metadata.name));
    target = fresh;
  }
}

/** The API leaves these three out when they are 0; so does the store, or an idle write would look like a change. */
function asStored(numbers: DaemonSetNumbers): DaemonSetStatus {
  const { updatedNumberScheduled, numberAvailable, numberUnavailable } = numbers;
  return {
    ...numbers,
    updatedNumberScheduled: updatedNumberScheduled > 0 ? updatedNumberScheduled : undefined,
    numberAvailable: numberAvailable > 0 ? numberAvailable : undefined,
    numberUnavailable: numberUnavailable > 0 ? numberUnavailable : undefined,
  };
}

/** DEVIATION: the real text has a dump of the whole object before the last colon. */
function statusError(error: unknown): Error {
  return new Error(`error storing status for daemon set: ${errorText(error)}`);
}

function recordStatus({ decisions }: DaemonContext, numbers: DaemonSetNumbers): void {
  if (!decisions.enabled) return;
  decisions.record({
    step: 'updateDaemonSetStatus',
    formula: 'numberUnavailable = desiredNumberScheduled − numberAvailable',
    inputs: { ...numbers },
    outcome: numbers.numberUnavailable,
    verdict:
      numbers.numberAvailable === numbers.desiredNumberScheduled &&
      numbers.updatedNumberScheduled === numbers.desiredNumberScheduled
        ? 'complete'
        : 'progressing',
  });
}
