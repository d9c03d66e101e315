/** Upstream: getDaemonPods and getNodesToDaemonPods of pkg/controller/daemon/daemon_controller.go (v1.36.4). */
import type { OwnerReference } from '../../../model/meta';
import type { Pod, PodTemplateSpec } from '../../../model/pod';
import type { ControllerRevision, DaemonSet } from '../../../model/workloads';
import type { ObjectStore } from '../../api/objectStore';
import type { Backoff } from '../../client/backoff';
import type { EventRecorder } from '../../client/eventRecorder';
import type { RateLimitingQueue } from '../../client/workQueue';
import type { Clock } from '../../kernel/eventLoop';
import type { ConsistencyStore } from '../consistency';
import type { DecisionRecorder } from '../decisions';
import type { ControllerExpectations } from '../expectations';
import type { PodControl } from '../podControl';
import { aggregateErrors, errorText } from '../aggregateError';
import { ControllerRefManager, recheckDeletionTimestamp } from '../controllerRefManager';
import { matchesSelector } from '../../../model/labelSelector';
import type { DaemonNodes } from './daemonNodes';
import { readDaemonRevision } from './daemonRevision';
import type { DaemonSetView } from './daemonSetView';

/** The name of a template among revisions; a collision count other than 0 gives another name. */
export type ControllerRevisionHash = (template: PodTemplateSpec, collisionCount: number | undefined) => string;

/** What the parts of the controller share. */
export interface DaemonContext {
  readonly store: ObjectStore;
  readonly clock: Clock;
  readonly queue: RateLimitingQueue;
  readonly eventRecorder: EventRecorder;
  readonly decisions: DecisionRecorder;
  readonly expectations: ControllerExpectations;
  readonly consistency: ConsistencyStore;
  readonly podControl: PodControl;
  readonly failedPodsBackoff: Backoff;
  readonly controllerRevisionHash: ControllerRevisionHash;
  /** All pods as the cache has them. */
  readonly listPods: () => Iterable<Pod>;
  /** The revisions of a namespace as the cache has them. */
  readonly listRevisions: (namespace: string) => Iterable<ControllerRevision>;
}

/** One sync of one DaemonSet, as the caches had it when the sync began. */
export interface DaemonSync {
  readonly ds: DaemonSet;
  readonly key: string;
  /** The hash of the current revision. */
  readonly hash: string;
  readonly view: DaemonSetView;
}

export const DAEMON_SET = 'DaemonSet';

export function daemonControllerRef(ds: DaemonSet): OwnerReference {
  const { name, uid = '' } = ds.metadata;
  return { apiVersion: 'apps/v1', kind: DAEMON_SET, name, uid, controller: true, blockOwnerDeletion: true };
}

/** The nodes with the DaemonSet's pods, after adopting and releasing what has to be. Throws when that fails. */
export function getNodesToDaemonPods(context: DaemonContext, sync: DaemonSync): DaemonNodes {
  const { ds, hash, view } = sync;
  try {
    claimPods(context, sync);
  } catch (error) {
    const name = JSON.stringify(ds.metadata.name);
    const message = `couldn't get node to daemon pod mapping for daemon set ${name}: ${errorText(error)}`;
    throw new Error(message, { cause: error });
  }
  view.nodes.refresh(readDaemonRevision(ds, hash, view.nodes.revision), context.clock.now);
  return view.nodes;
}

/** Adopts orphans that match and releases pods that no longer do. Nothing to do in most syncs. */
export function claimPods(context: DaemonContext, { ds, key, view }: Omit<DaemonSync, 'hash'>): void {
  const { store, consistency } = context;
  view.settle((pods) => {
    const manager = new ControllerRefManager({
      store,
      kind: 'Pod',
      controller: ds,
      controllerRef: daemonControllerRef(ds),
      matches: (pod) => matchesSelector(ds.spec.selector, pod.metadata.labels),
      canAdopt: () => {
        recheckDeletionTimestamp(store, DAEMON_SET, ds);
      },
      onAdopted: (pod) => {
        consistency.wroteAt(key, 'Pod', pod.metadata.resourceVersion);
      },
    });
    const { claimed, errors } = manager.claim(pods);
    const error = aggregateErrors(errors);
    if (error !== undefined) throw error;
    return claimed;
  });
}
