/** Upstream: pkg/controller/daemon/daemon_controller.go (v1.36.4); why its loops over nodes are not here: ADR 5. */
import { forgetOwner } from '../consistency';
import { getControllerOf, objectKey } from '../../../model/meta';
import type { ControllerRevision, DaemonSet, Node } from '../../../model/apiTypes';
import type { EventHandlers } from '../../client/informer';
import type { RateLimitingQueue } from '../../client/workQueue';
import { withContext } from '../aggregateError';
import type { ControllerExpectations } from '../expectations';
import { runSync } from '../objectSync';
import { OwnerQueue, podHandlers } from '../ownerQueue';
import type { SyncHandler } from '../worker';
import { shouldIgnoreNodeUpdate } from './daemonCaches';
import { updateDaemonSetStatus } from './daemonSetStatus';
import { daemonContext, DaemonSync, type DaemonContext, type DaemonSetsControllerOptions } from './daemonSync';
import { cleanupHistory, constructHistory, hashOf, type DaemonHistory } from './history';
import { manage } from './manage';
import { nodeShouldRunDaemonPod } from './nodeShouldRunDaemonPod';
import { READY_MARGIN_MS, resumeDaemonSet } from './resume';
import { rollingUpdate } from './rollingUpdate';

/** Sees that every node that should run a DaemonSet's pod runs one of the present template, replacing old ones in steps. */
export class DaemonSetsController implements SyncHandler {
  readonly expectations: ControllerExpectations;
  readonly #context: DaemonContext;

  constructor(options: DaemonSetsControllerOptions) {
    this.#context = daemonContext(options);
    const { caches, queue, nodeUpdateQueue, expectations } = this.#context;
    this.expectations = expectations;
    const owners = new OwnerQueue('DaemonSet', caches.daemonSets, queue);
    caches.daemonSets.addHandlers(
      owners.handlers((key) => {
        forgetOwner(this.#context, key);
      }),
    );
    caches.revisions.addHandlers(historyHandlers(owners));
    caches.pods.addHandlers(podHandlers(owners, { queue, expectations, tracksDeletions: false, marginMs: READY_MARGIN_MS }));
    caches.nodes.addHandlers(nodeHandlers(nodeUpdateQueue));
  }

  sync(key: string): void {
    runSync(this.#context, 'daemonset', key, syncDaemonSet);
  }

  /** Goes on where another controller has stopped. */
  resume(): void {
    for (const ds of this.#context.caches.daemonSets.list()) resumeDaemonSet(this.#context, ds);
  }

  /** A node is new or has changed: queues the DaemonSets that have to do something about it. */
  syncNodeUpdate(nodeName: string): void {
    const { caches, queue } = this.#context;
    const node = caches.nodes.get(nodeName);
    if (node === undefined) return;
    const scheduledKeys = new Set<string>();
    for (const pod of caches.daemonPodsOn(nodeName)) {
      const { namespace } = pod.metadata;
      const owner = getControllerOf(pod);
      if (owner !== undefined) scheduledKeys.add(objectKey({ metadata: { namespace, name: owner.name } }));
    }
    for (const ds of caches.allDaemonSets()) {
      const key = objectKey(ds);
      const { shouldRun, shouldContinueRunning } = nodeShouldRunDaemonPod(ds.spec.template.spec)(node);
      const scheduled = scheduledKeys.has(key);
      const misscheduled = scheduled && (ds.status?.numberMisscheduled ?? 0) > 0;
      if ((shouldRun && !scheduled) || (!shouldContinueRunning && scheduled) || misscheduled) queue.add(key);
    }
  }
}

function historyHandlers(owners: OwnerQueue<'DaemonSet'>): EventHandlers<ControllerRevision> {
  return {
    // An owned revision that appears is the controller's own doing.
    onAdd: (history) => {
      if (history.metadata.deletionTimestamp !== undefined) owners.enqueueOwner(history);
      else if (getControllerOf(history) === undefined) owners.enqueueMatching(history);
    },
    ...owners.changeHandlers(),
  };
}

function nodeHandlers(nodeUpdateQueue: RateLimitingQueue): EventHandlers<Node> {
  return {
    onAdd: (node) => {
      nodeUpdateQueue.add(node.metadata.name);
    },
    onUpdate: (old, node) => {
      if (!shouldIgnoreNodeUpdate(old, node)) nodeUpdateQueue.add(node.metadata.name);
    },
  };
}

/** Brings one DaemonSet nearer to what it should be; throws when it could not. */
function syncDaemonSet(context: DaemonContext, key: string): void {
  const { caches, consistency, expectations, staleControllerConsistency = true } = context;
  if (staleControllerConsistency) consistency.ensureReady(key);
  const ds = caches.daemonSets.get(key);
  if (ds === undefined) {
    forgetOwner(context, key);
    caches.forget(key);
    return;
  }
  const sync = new DaemonSync(context, ds);
  if (selectsEverything(ds)) {
    sync.event('Warning', 'SelectingAll', 'This daemon set is selecting all pods. A non-empty selector is required.');
    return;
  }
  // Its revisions may be gone already: nothing that could be said of it would be reliable.
  if (ds.metadata.deletionTimestamp !== undefined) return;
  const history = rethrowing('failed to construct revisions of DaemonSet', () => constructHistory(sync));
  sync.hash = hashOf(history.current);
  if (expectations.satisfied(key)) updateAndReport(sync, history);
  // Until the last sync's creations and deletions have been seen, only the status; this generation does not count as observed.
  else updateDaemonSetStatus(sync, false);
}

function rethrowing<T>(message: string, run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw withContext(message, error);
  }
}

/** The status is stored whether or not the update worked; the update's error is the more interesting one. */
function updateAndReport(sync: DaemonSync, history: DaemonHistory): void {
  let failure: { readonly error: unknown } | undefined;
  try {
    updateDaemonSet(sync, history);
  } catch (error) {
    failure = { error };
  }
  try {
    updateDaemonSetStatus(sync, true);
  } catch (error) {
    failure ??= { error };
  }
  if (failure !== undefined) throw failure.error;
}

function updateDaemonSet(sync: DaemonSync, { old }: DaemonHistory): void {
  manage(sync);
  const rolls = sync.ds.spec.updateStrategy?.type === 'RollingUpdate';
  // What `manage` has asked for must be seen before the update goes on.
  if (rolls && sync.context.expectations.satisfied(sync.key)) rollingUpdate(sync);
  rethrowing('failed to clean up revisions of DaemonSet', () => {
    cleanupHistory(sync, old);
  });
}

/** A selector that is there and empty; the API server refuses it. */
function selectsEverything({ spec: { selector } }: DaemonSet): boolean {
  return selector !== undefined && selector.matchLabels === undefined && selector.matchExpressions === undefined;
}
