/** Upstream: pkg/controller/daemon/daemon_controller.go (v1.36.4). */
import { objectKey } from '../../../model/meta';
import type { DaemonSet } from '../../../model/workloads';
import type { Kind } from '../../api/kinds';
import type { ObjectStore } from '../../api/objectStore';
import { Backoff } from '../../client/backoff';
import type { EventRecorder } from '../../client/eventRecorder';
import type { InformerFactory } from '../../client/informerFactory';
import type { RateLimitingQueue } from '../../client/workQueue';
import type { Clock } from '../../kernel/eventLoop';
import { errorText } from '../aggregateError';
import { ConsistencyStore } from '../consistency';
import type { DecisionRecorder } from '../decisions';
import { ControllerExpectations } from '../expectations';
import { PodControl } from '../podControl';
import { DaemonCaches } from './daemonCaches';
import { DAEMON_SET, type ControllerRevisionHash, type DaemonContext, type DaemonSync } from './daemonContext';
import { DaemonEventHandlers } from './eventHandlers';
import { cleanupHistory, constructHistory, hashOf, type DaemonHistory } from './history';
import { manage } from './manage';
import { nodeShouldRunDaemonPod } from './nodeShouldRunDaemonPod';
import { rollingUpdate } from './rollingUpdate';
import { updateDaemonSetStatus } from './daemonSetStatus';

const FAILED_PODS_BACKOFF_MS = 1000;
const FAILED_PODS_MAX_BACKOFF_MS = 15 * 60_000;

export interface DaemonSetsControllerOptions {
  readonly store: ObjectStore;
  readonly informers: InformerFactory;
  readonly clock: Clock;
  /** DaemonSets to sync, by key. */
  readonly queue: RateLimitingQueue;
  /** Nodes that are new or have other labels or taints, by name. */
  readonly nodeUpdateQueue: RateLimitingQueue;
  readonly eventRecorder: EventRecorder;
  readonly decisions: DecisionRecorder;
  readonly controllerRevisionHash: ControllerRevisionHash;
}

/** Sees that every node that should run a DaemonSet's pod runs one of the present template, replacing old ones in steps. */
export class DaemonSetsController {
  readonly expectations: ControllerExpectations;
  readonly #caches: DaemonCaches;
  readonly #context: DaemonContext;

  constructor(options: DaemonSetsControllerOptions) {
    this.#caches = new DaemonCaches(options.informers);
    this.#context = daemonContext(options, this.#caches);
    this.expectations = this.#context.expectations;
    const { nodeUpdateQueue } = options;
    new DaemonEventHandlers({ ...this.#context, caches: this.#caches, nodeUpdateQueue }).register();
  }

  /** Brings one DaemonSet nearer to what it should be; throws when it could not. */
  syncDaemonSet(key: string): void {
    const { decisions, clock } = this.#context;
    try {
      this.#sync(key);
    } catch (error) {
      decisions.finish(clock.now, 'daemonset', key, error);
      throw error;
    }
    decisions.finish(clock.now, 'daemonset', key);
  }

  #sync(key: string): void {
    const { consistency, expectations, eventRecorder } = this.#context;
    consistency.ensureReady(key);
    const ds = this.#caches.daemonSets.get(key);
    if (ds === undefined) {
      expectations.deleteExpectations(key);
      consistency.clear(key);
      this.#caches.forget(key);
      return;
    }
    if (selectsEverything(ds)) {
      const message = 'This daemon set is selecting all pods. A non-empty selector is required.';
      eventRecorder.event(DAEMON_SET, ds, 'Warning', 'SelectingAll', message);
      return;
    }
    // Its revisions may be gone already: nothing that could be said of it would be reliable.
    if (ds.metadata.deletionTimestamp !== undefined) return;
    const found = { ds, key, view: this.#caches.viewOf(ds) };
    const history = this.#constructHistory(found);
    const sync: DaemonSync = { ...found, hash: hashOf(history.current) };
    if (expectations.satisfied(key)) this.#updateAndReport(sync, history);
    // Until the last sync's creations and deletions have been seen, only the status; this generation does not count as observed.
    else updateDaemonSetStatus(this.#context, sync, false);
  }

  #constructHistory(found: Omit<DaemonSync, 'hash'>): DaemonHistory {
    try {
      return constructHistory(this.#context, found);
    } catch (error) {
      throw new Error(`failed to construct revisions of DaemonSet: ${errorText(error)}`, { cause: error });
    }
  }

  /** The status is stored whether or not the update worked; the update's error is the more interesting one. */
  #updateAndReport(sync: DaemonSync, history: DaemonHistory): void {
    let failure: { readonly error: unknown } | undefined;
    try {
      this.#updateDaemonSet(sync, history);
    } catch (error) {
      failure = { error };
    }
    try {
      updateDaemonSetStatus(this.#context, sync, true);
    } catch (error) {
      failure ??= { error };
    }
    if (failure !== undefined) throw failure.error;
  }

  #updateDaemonSet(sync: DaemonSync, { old }: DaemonHistory): void {
    const { expectations } = this.#context;
    manage(this.#context, sync);
    const rolls = sync.ds.spec.updateStrategy?.type === 'RollingUpdate';
    // What `manage` has asked for must be seen before the update goes on.
    if (rolls && expectations.satisfied(sync.key)) rollingUpdate(this.#context, sync);
    try {
      cleanupHistory(this.#context, sync, old);
    } catch (error) {
      throw new Error(`failed to clean up revisions of DaemonSet: ${errorText(error)}`, { cause: error });
    }
  }

  /** A node is new or has changed: queues the DaemonSets that have to do something about it. */
  syncNodeUpdate(nodeName: string): void {
    const node = this.#caches.nodes.get(nodeName);
    if (node === undefined) return;
    const scheduledKeys = new Set<string>();
    for (const pod of this.#caches.daemonPodsOn(nodeName)) {
      const { namespace, ownerReferences = [] } = pod.metadata;
      const owner = ownerReferences.find(({ controller }) => controller === true);
      if (owner !== undefined) scheduledKeys.add(objectKey({ metadata: { namespace, name: owner.name } }));
    }
    for (const ds of this.#caches.allDaemonSets()) {
      const key = objectKey(ds);
      const { shouldRun, shouldContinueRunning } = nodeShouldRunDaemonPod(ds.spec.template.spec)(node);
      const scheduled = scheduledKeys.has(key);
      const misscheduled = scheduled && (ds.status?.numberMisscheduled ?? 0) > 0;
      if ((shouldRun && !scheduled) || (!shouldContinueRunning && scheduled) || misscheduled) this.#context.queue.add(key);
    }
  }
}

/** What the parts of the controller share, made from what it is given. */
export function daemonContext(options: DaemonSetsControllerOptions, caches: DaemonCaches): DaemonContext {
  const { store, clock, eventRecorder } = options;
  const seen = (kind: Kind): number => (kind === 'Pod' ? caches.pods : caches.daemonSets).lastResourceVersion;
  return {
    ...options,
    expectations: new ControllerExpectations(clock),
    consistency: new ConsistencyStore(seen),
    podControl: new PodControl(store, eventRecorder),
    failedPodsBackoff: new Backoff(clock, FAILED_PODS_BACKOFF_MS, FAILED_PODS_MAX_BACKOFF_MS),
    listPods: () => caches.pods.list(),
    listRevisions: (namespace) => caches.revisionsIn(namespace),
  };
}

/** A selector that is there and empty; the API server refuses it. */
function selectsEverything({ spec: { selector } }: DaemonSet): boolean {
  return selector !== undefined && selector.matchLabels === undefined && selector.matchExpressions === undefined;
}
