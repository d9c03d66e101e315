/** Upstream: updateDaemonSetStatus and storeDaemonSetStatus of pkg/controller/daemon/daemon_controller.go (v1.36.4). */
import type { DaemonSet, DaemonSetStatus } from '../../../model/apiTypes';
import { draftOf } from '../../../model/copies';
import { ApiError, notFound } from '../../api/apiError';
import { RESOURCES } from '../../api/kinds';
import { errorText } from '../aggregateError';
import type { DaemonSetNumbers } from '../decisions';
import { getNodesToDaemonPods, type DaemonSync } from './daemonSync';
import type { NodeStatusShare } from './judgeNode';

const STATUS_UPDATE_RETRIES = 1;

/** Counts nodes and pods and stores the numbers, if they are news. Only a sync that worked raises `observedGeneration`. */
export function updateDaemonSetStatus(sync: DaemonSync, updateObservedGeneration: boolean): void {
  const { context, ds, key } = sync;
  const { totals } = getNodesToDaemonPods(sync);
  const numbers = numbersOf(totals);
  if (isNews(ds, numbers)) {
    recordStatus(sync, numbers);
    const stored = storeDaemonSetStatus(sync, numbers, updateObservedGeneration);
    context.consistency.wroteAt(key, 'DaemonSet', stored.metadata.resourceVersion);
  }
  // A safety net should the requeue at the pod's becoming ready have come too early.
  const minReadySeconds = ds.spec.minReadySeconds ?? 0;
  if (minReadySeconds > 0 && numbers.numberReady !== numbers.numberAvailable) {
    sync.requeueAfter(minReadySeconds * 1000);
  }
}

function numbersOf(totals: NodeStatusShare): DaemonSetNumbers {
  return {
    desiredNumberScheduled: totals.desired,
    currentNumberScheduled: totals.current,
    numberMisscheduled: totals.misscheduled,
    numberReady: totals.ready,
    updatedNumberScheduled: totals.updated,
    numberAvailable: totals.available,
    numberUnavailable: totals.desired - totals.available,
  };
}

/** Whether the status does not say these sums. */
export function hasNewNumbers(ds: DaemonSet, totals: NodeStatusShare): boolean {
  return isNews(ds, numbersOf(totals));
}

const NUMBERS = [
  'desiredNumberScheduled',
  'currentNumberScheduled',
  'numberMisscheduled',
  'numberReady',
  'updatedNumberScheduled',
  'numberAvailable',
  'numberUnavailable',
] as const satisfies readonly (keyof DaemonSetNumbers)[];

function isNews({ status, metadata }: DaemonSet, numbers: DaemonSetNumbers): boolean {
  for (const name of NUMBERS) if ((status?.[name] ?? 0) !== numbers[name]) return true;
  return (status?.observedGeneration ?? 0) < (metadata.generation ?? 0);
}

/** A first refusal is answered with the newest object and the same numbers; a second one fails the sync. */
function storeDaemonSetStatus(
  { context: { store }, ds, key }: DaemonSync,
  numbers: DaemonSetNumbers,
  updateObservedGeneration: boolean,
): DaemonSet {
  let target = ds;
  for (let attempt = 0; ; attempt++) {
    const next = draftOf(target);
    next.status = asStored(
      numbers,
      target.status,
      updateObservedGeneration ? ds.metadata.generation : target.status?.observedGeneration,
    );
    try {
      return store.updateStatus('DaemonSet', next);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (attempt >= STATUS_UPDATE_RETRIES) throw statusError(error);
    }
    const fresh = store.get('DaemonSet', key);
    if (fresh === undefined) throw statusError(notFound(RESOURCES['DaemonSet'], ds.metadata.name));
    target = fresh;
  }
}

/** The API leaves these three out when they are 0; so does the store, or an idle write would look like a change. */
function asStored(
  numbers: DaemonSetNumbers,
  before: DaemonSetStatus | undefined,
  observedGeneration: number | undefined,
): DaemonSetStatus {
  const { updatedNumberScheduled, numberAvailable, numberUnavailable } = numbers;
  return {
    observedGeneration,
    collisionCount: before?.collisionCount,
    conditions: before?.conditions,
    desiredNumberScheduled: numbers.desiredNumberScheduled,
    currentNumberScheduled: numbers.currentNumberScheduled,
    numberMisscheduled: numbers.numberMisscheduled,
    numberReady: numbers.numberReady,
    updatedNumberScheduled: updatedNumberScheduled > 0 ? updatedNumberScheduled : undefined,
    numberAvailable: numberAvailable > 0 ? numberAvailable : undefined,
    numberUnavailable: numberUnavailable > 0 ? numberUnavailable : undefined,
  };
}

/** DEVIATION: the real text has a dump of the whole object before the last colon. */
function statusError(error: unknown): Error {
  return new Error(`error storing status for daemon set: ${errorText(error)}`);
}

function recordStatus({ context: { decisions } }: DaemonSync, numbers: DaemonSetNumbers): void {
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
