/**
 * Upstream: getDaemonPods and getNodesToDaemonPods of pkg/controller/daemon/daemon_controller.go (v1.36.4); and what the
 * methods of upstream’s DaemonSetsController share, and share in one sync.
 */
import type { DaemonSet, Pod } from '../../../model/apiTypes';
import type { FailedPodDeleted } from '../../../model/failedPodDeleted';
import { objectKey } from '../../../model/meta';
import type { Time } from '../../../model/time';
import type { Kind } from '../../api/kinds';
import { Backoff } from '../../client/backoff';
import type { RateLimitingQueue } from '../../client/workQueue';
import type { RandomStream } from '../../kernel/random';
import { withContext } from '../aggregateError';
import { ConsistencyStore } from '../consistency';
import { claimObjects } from '../controllerRefManager';
import { ControllerExpectations } from '../expectations';
import { ObjectSync, type ControllerOptions, type TemplateHash } from '../objectSync';
import { PodControl } from '../podControl';
import { DaemonCaches } from './daemonCaches';
import type { DaemonNodes } from './daemonNodes';
import { readDaemonRevision } from './daemonRevision';
import type { DaemonSetView } from './daemonSetView';

/** A sync creates at most this many pods and deletes at most this many; the rest waits for the watch events. */
export const BURST_REPLICAS = 250;

export const FAILED_PODS_BACKOFF_MS = 1000;
export const FAILED_PODS_MAX_BACKOFF_MS = 15 * 60_000;

export interface DaemonSetsControllerOptions extends ControllerOptions {
  /** Nodes that are new or have other labels or taints, by name. */
  readonly nodeUpdateQueue: RateLimitingQueue;
  readonly controllerRevisionHash: TemplateHash;
  readonly burstReplicas?: number | undefined;
  /** The feature gate StaleControllerConsistencyDaemonSet; on unless said otherwise. */
  readonly staleControllerConsistency?: boolean | undefined;
  /** Draws which of the nodes come first where not all are taken; absent: by name. */
  readonly nodeOrder?: RandomStream;
  /** Draws in which order pods are created for nodes; absent: by name. */
  readonly arrivalOrder?: RandomStream;
  /** What another controller has done from which this one takes over, in the order of time; absent: nobody knows. */
  readonly failedPodsDeleted?: readonly FailedPodDeleted[] | undefined;
}

/** What all syncs of the controller share. */
export interface DaemonContext extends DaemonSetsControllerOptions {
  readonly caches: DaemonCaches;
  readonly expectations: ControllerExpectations;
  readonly consistency: ConsistencyStore;
  readonly podControl: PodControl;
  readonly failedPodsBackoff: Backoff;
  readonly burstReplicas: number;
}

export function daemonContext(options: DaemonSetsControllerOptions): DaemonContext {
  const { burstReplicas = BURST_REPLICAS, ...others } = options;
  const { informers, store, clock, recorder } = others;
  return {
    caches: new DaemonCaches(informers),
    expectations: new ControllerExpectations(clock),
    consistency: new ConsistencyStore((kind: Kind) => informers.informer(kind).lastResourceVersion),
    podControl: new PodControl(store, recorder),
    failedPodsBackoff: new Backoff(clock, FAILED_PODS_BACKOFF_MS, FAILED_PODS_MAX_BACKOFF_MS),
    burstReplicas,
    ...others,
  };
}

/** One sync under way. */
export class DaemonSync extends ObjectSync<DaemonContext> {
  readonly ds: DaemonSet;
  readonly view: DaemonSetView;
  /** The hash of the current revision, once the history is known. */
  hash: string;

  constructor(context: DaemonContext, ds: DaemonSet, hash = '') {
    super(context, 'DaemonSet', objectKey(ds), ds);
    this.ds = ds;
    this.view = context.caches.viewOf(ds);
    this.hash = hash;
  }
}

/** The nodes with the DaemonSet's pods, after adopting and releasing what has to be. Throws when that fails. */
export function getNodesToDaemonPods(sync: DaemonSync): DaemonNodes {
  const { ds } = sync;
  try {
    claimPods(sync);
  } catch (error) {
    const name = JSON.stringify(ds.metadata.name);
    throw withContext(`couldn't get node to daemon pod mapping for daemon set ${name}`, error);
  }
  return nodesAsOf(sync, sync.now);
}

/** The nodes as they look at a moment; an earlier one than was asked for before cannot be seen any more. */
export function nodesAsOf({ ds, hash, view }: DaemonSync, moment: Time): DaemonNodes {
  view.nodes.refresh(readDaemonRevision(ds, hash, view.nodes.revision), moment);
  return view.nodes;
}

/** Adopts orphans that match and releases pods that no longer do. Nothing to do in most syncs. */
export function claimPods({ context: { store, consistency }, ds, key, view }: DaemonSync): void {
  if (view.isSettled) return;
  const onAdopted = (pod: Pod): void => {
    consistency.wroteAt(key, 'Pod', pod.metadata.resourceVersion);
  };
  view.settle((pods) => claimObjects({ store, kind: 'Pod', ownerKind: 'DaemonSet', owner: ds, onAdopted }, pods));
}
