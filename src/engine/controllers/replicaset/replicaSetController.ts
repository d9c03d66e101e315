/** Upstream: pkg/controller/replicaset/replica_set.go (v1.36.4). */
import type { ReplicaSet } from '../../../model/apiTypes';
import { objectKey } from '../../../model/meta';
import { forgetOwner } from '../consistency';
import { runSync } from '../objectSync';
import { OwnerQueue, podHandlers } from '../ownerQueue';
import { findMinNextPodAvailabilityCheck } from '../podAvailability';
import type { SyncHandler } from '../worker';
import { manageReplicas } from './manageReplicas';
import type { ClaimedPods } from './ownedPods';
import { statusOf, updateReplicaSetStatus } from './replicaSetStatus';
import { replicaSetContext, ReplicaSetSync, type ReplicaSetContext, type ReplicaSetControllerOptions } from './replicaSetSync';

/** Keeps the number of pods of each ReplicaSet at what it asks for. */
export class ReplicaSetController implements SyncHandler {
  readonly #context: ReplicaSetContext;

  constructor(options: ReplicaSetControllerOptions) {
    this.#context = replicaSetContext(options);
    const { informers, replicaSets, queue, expectations } = this.#context;
    const owners = new OwnerQueue('ReplicaSet', replicaSets, queue);
    replicaSets.addHandlers(
      owners.handlers((key) => {
        forgetOwner(this.#context, key);
      }),
    );
    informers.informer('Pod').addHandlers(podHandlers(owners, { queue, expectations, tracksDeletions: true, marginMs: 0 }));
  }

  sync(key: string): void {
    runSync(this.#context, 'replicaset', key, syncReplicaSet);
  }

  /** What was there before the controller: its informers list it, and each ReplicaSet is looked at once. */
  resume(): void {
    const { replicaSets, queue } = this.#context;
    for (const replicaSet of replicaSets.list()) queue.add(objectKey(replicaSet));
  }
}

/** Brings one ReplicaSet nearer to its number of pods. Throws what should be retried. */
function syncReplicaSet(context: ReplicaSetContext, key: string): void {
  const { store, consistency, expectations, staleControllerConsistency = true } = context;
  if (staleControllerConsistency) consistency.ensureReady(key);
  const replicaSet = context.replicaSets.get(key);
  if (replicaSet === undefined) {
    forgetOwner(context, key);
    return;
  }
  const sync = new ReplicaSetSync(context, key, replicaSet);
  const needsSync = expectations.satisfied(key);
  const pods = context.ownedPods.claim(replicaSet, key);
  let manageReplicasError: unknown;
  if (!needsSync) waitForExpectations(sync);
  else if (replicaSet.metadata.deletionTimestamp === undefined) manageReplicasError = manageReplicas(sync, pods);
  const { now } = sync;
  const newStatus = statusOf(replicaSet, pods.counts(now), pods.terminating, manageReplicasError, now);
  const updated = updateReplicaSetStatus(store, key, replicaSet, newStatus);
  consistency.wroteAt(key, 'ReplicaSet', updated.metadata.resourceVersion);
  if (manageReplicasError !== undefined) throw manageReplicasError as Error;
  const delayMs = nextAvailabilityCheck(updated, pods, now);
  if (delayMs === undefined) return;
  sync.decide({ step: 'nextAvailabilityCheck', inputs: {}, outcome: delayMs / 1000, verdict: 'requeued' });
  sync.requeueAfter(delayMs);
}

/** With watch events outstanding the counts in the cache are not to be trusted: nothing is created or deleted then. */
function waitForExpectations(sync: ReplicaSetSync): void {
  const [adds = 0, deletes = 0] = sync.context.expectations.get(sync.key) ?? [];
  sync.decide({ step: 'expectations', inputs: { adds, deletes }, outcome: false, verdict: 'waiting' });
}

/** A pod that is ready but not yet available is looked at again when it will be; the watch events do not tell. */
function nextAvailabilityCheck(replicaSet: ReplicaSet, pods: ClaimedPods, now: number): number | undefined {
  const { minReadySeconds = 0 } = replicaSet.spec;
  if (minReadySeconds <= 0) return undefined;
  if ((replicaSet.status?.readyReplicas ?? 0) === (replicaSet.status?.availableReplicas ?? 0)) return undefined;
  return findMinNextPodAvailabilityCheck(pods.list(), minReadySeconds, now) ?? minReadySeconds * 1000;
}
