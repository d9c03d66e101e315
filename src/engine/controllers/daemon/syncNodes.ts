/** Upstream: syncNodes of pkg/controller/daemon/daemon_controller.go (v1.36.4). */
import type { PodSpec } from '../../../model/apiTypes';
import { draftOfPodSpec } from '../../../model/copies';
import { hasStatusCause, isApiError } from '../../api/apiError';
import { aggregateErrors, errorText } from '../aggregateError';
import { newControllerRef } from '../controllerRefManager';
import type { DecisionSubject } from '../decisions';
import { NAMESPACE_TERMINATING_CAUSE } from '../podControl';
import { slowStartBatch } from '../slowStart';
import type { DaemonSync } from './daemonSync';
import { readDaemonRevision } from './daemonRevision';
import { replaceDaemonSetPodNodeNameNodeAffinity } from './daemonUtil';
import { inArrivalOrder } from './nodeOrder';

const SLOW_START_INITIAL_BATCH_SIZE = 1;

export interface WantedDeletion {
  readonly podName: string;
  readonly nodeName: string;
  readonly why: string;
}

export interface SyncNodesResult {
  /** What was done, pod by pod, when decisions are recorded. */
  readonly subjects: readonly DecisionSubject[];
  readonly created: number;
  readonly deleted: number;
  readonly error: Error | undefined;
}

const NOTHING_DONE: SyncNodesResult = { subjects: [], created: 0, deleted: 0, error: undefined };

/** Deletes these pods and creates a pod on each of these nodes, as far as the burst limit and slow start allow. */
export function syncNodes(
  sync: DaemonSync,
  podsToDelete: readonly WantedDeletion[],
  nodesNeedingPods: readonly string[],
): SyncNodesResult {
  if (podsToDelete.length === 0 && nodesNeedingPods.length === 0) {
    sync.context.expectations.setExpectations(sync.key, 0, 0);
    return NOTHING_DONE;
  }
  const { arrivalOrder, burstReplicas } = sync.context;
  const creating = inArrivalOrder(nodesNeedingPods.slice(0, burstReplicas), arrivalOrder);
  const deleting = podsToDelete.slice(0, burstReplicas);
  // Before anything is asked for: the watch events may be faster than we are.
  sync.context.expectations.setExpectations(sync.key, creating.length, deleting.length);
  const errors: unknown[] = [];
  const subjects: DecisionSubject[] = [];
  const created = createPods(sync, creating, errors, subjects);
  const deleted = deletePods(sync, deleting, errors, subjects);
  return { subjects, created, deleted, error: aggregateErrors(errors) };
}

function createPods(
  { context, ds, key, hash, view }: DaemonSync,
  nodeNames: readonly string[],
  errors: unknown[],
  subjects: DecisionSubject[],
): number {
  if (nodeNames.length === 0) return 0;
  const { expectations, consistency, podControl, decisions } = context;
  const template = readDaemonRevision(ds, hash, view.nodes.revision).podTemplate;
  const owner = newControllerRef('DaemonSet', ds);
  let attempted = 0;
  let created = 0;
  slowStartBatch(nodeNames.length, SLOW_START_INITIAL_BATCH_SIZE, (index) => {
    const nodeName = nodeNames[index] ?? '';
    attempted++;
    try {
      const pod = podControl.createPod('DaemonSet', ds, template, owner, pinnedSpec(template.spec, nodeName));
      consistency.wroteAt(key, 'Pod', pod.metadata.resourceVersion);
      created++;
      if (decisions.enabled) subjects.push({ kind: 'Pod', name: pod.metadata.name, role: 'created', facts: { node: nodeName } });
    } catch (error) {
      if (decisions.enabled) {
        subjects.push({ kind: 'Node', name: nodeName, role: 'createFailed', facts: { error: errorText(error) } });
      }
      // QUIRK: a namespace on its way out is no error, so the expectation stays and the next batch is tried.
      if (hasStatusCause(error, NAMESPACE_TERMINATING_CAUSE)) return;
      expectations.creationObserved(key);
      errors.push(error);
      throw error;
    }
  });
  const skipped = nodeNames.length - attempted;
  if (skipped > 0) expectations.lowerExpectations(key, skipped, 0);
  return created;
}

function pinnedSpec(spec: PodSpec, nodeName: string): PodSpec {
  const pinned = draftOfPodSpec(spec);
  pinned.affinity = replaceDaemonSetPodNodeNameNodeAffinity(spec.affinity, nodeName);
  return pinned;
}

function deletePods(
  { context: { podControl, expectations, decisions }, ds, key }: DaemonSync,
  deletions: readonly WantedDeletion[],
  errors: unknown[],
  subjects: DecisionSubject[],
): number {
  let deleted = 0;
  for (const { podName, nodeName, why } of deletions) {
    let error: unknown;
    try {
      podControl.deletePod('DaemonSet', ds, `${ds.metadata.namespace ?? ''}/${podName}`);
      deleted++;
    } catch (caught) {
      error = caught;
      expectations.deletionObserved(key);
      if (!isApiError(caught, 'NotFound')) errors.push(caught);
    }
    if (!decisions.enabled) continue;
    const role = error === undefined ? 'deleted' : 'deleteFailed';
    const facts = { node: nodeName, why, ...(error === undefined ? {} : { error: errorText(error) }) };
    subjects.push({ kind: 'Pod', name: podName, role, facts });
  }
  return deleted;
}
