/** Upstream: pkg/controller/replicaset/replica_set.go (v1.36.4). */
import { objectKey } from '../../../model/meta';
import type { ReplicaSet } from '../../../model/workloads';
import type { Kind } from '../../api/kinds';
import type { ObjectStore } from '../../api/objectStore';
import type { EventRecorder } from '../../client/eventRecorder';
import type { Informer } from '../../client/informer';
import type { InformerFactory } from '../../client/informerFactory';
import type { RateLimitingQueue } from '../../client/workQueue';
import type { Clock } from '../../kernel/eventLoop';
import { ConsistencyStore } from '../consistency';
import type { DecisionRecorder, DecisionStep } from '../decisions';
import { ControllerExpectations } from '../expectations';
import { findMinNextPodAvailabilityCheck } from '../podAvailability';
import { PodControl } from '../podControl';
import type { SyncHandler } from '../worker';
import { ReplicaSetEventHandlers } from './eventHandlers';
import { BURST_REPLICAS, manageReplicas, type ActivePods, type ManageReplicasContext } from './manageReplicas';
import { OwnedPods } from './ownedPods';
import { statusOf, updateReplicaSetStatus } from './replicaSetStatus';

/** What a ReplicaSet controller is made of; time, names and the queue come from outside. */
export interface ReplicaSetControllerOptions {
  readonly store: ObjectStore;
  readonly informers: InformerFactory;
  readonly queue: RateLimitingQueue;
  readonly clock: Clock;
  readonly recorder: EventRecorder;
  readonly decisions: DecisionRecorder;
  readonly burstReplicas?: number | undefined;
  /** The feature gate StaleControllerConsistencyReplicaSet; on unless said otherwise. */
  readonly staleControllerConsistency?: boolean | undefined;
}

/** Keeps the number of pods of each ReplicaSet at what it asks for. */
export class ReplicaSetController implements SyncHandler {
  readonly #options: ReplicaSetControllerOptions;
  readonly #replicaSets: Informer<'ReplicaSet'>;
  readonly #ownedPods: OwnedPods;
  readonly #context: ManageReplicasContext;
  readonly #checksConsistency: boolean;

  constructor(options: ReplicaSetControllerOptions) {
    const { informers, clock, store, recorder, decisions, queue } = options;
    this.#options = options;
    this.#checksConsistency = options.staleControllerConsistency ?? true;
    const replicaSets = informers.informer('ReplicaSet');
    const pods = informers.informer('Pod');
    const expectations = new ControllerExpectations(clock);
    const consistency = new ConsistencyStore((kind: Kind) => informers.informer(kind).lastResourceVersion);
    const ownedPods = new OwnedPods({ store, replicaSets, pods, consistency });
    this.#replicaSets = replicaSets;
    this.#ownedPods = ownedPods;
    this.#context = {
      clock,
      decisions,
      podControl: new PodControl(store, recorder),
      expectations,
      consistency,
      burstReplicas: options.burstReplicas ?? BURST_REPLICAS,
      relatedPodsByNode: (replicaSet) => ownedPods.relatedPodsByNode(replicaSet),
    };
    new ReplicaSetEventHandlers({ replicaSets, pods, queue, expectations, consistency });
  }

  /** Brings one ReplicaSet nearer to its number of pods. Throws what should be retried. */
  sync(key: string): void {
    const { clock, decisions } = this.#options;
    try {
      this.#syncReplicaSet(key);
      decisions.finish(clock.now, 'replicaset', key);
    } catch (error) {
      decisions.finish(clock.now, 'replicaset', key, error);
      throw error;
    }
  }

  #syncReplicaSet(key: string): void {
    const { clock, store, queue } = this.#options;
    const { consistency, expectations } = this.#context;
    if (this.#checksConsistency) consistency.ensureReady(key);
    const replicaSet = this.#replicaSets.get(key);
    if (replicaSet === undefined) {
      consistency.clear(key);
      expectations.deleteExpectations(key);
      return;
    }
    const needsSync = expectations.satisfied(key);
    const pods = this.#ownedPods.claim(replicaSet, key);
    const manageReplicasError = this.#manageReplicas(replicaSet, pods.active, needsSync);
    const { now } = clock;
    const newStatus = statusOf(replicaSet, pods.counts(now), pods.terminating, manageReplicasError, now);
    const updated = updateReplicaSetStatus(store, replicaSet, newStatus);
    consistency.wroteAt(key, 'ReplicaSet', updated.metadata.resourceVersion);
    if (manageReplicasError !== undefined) throw manageReplicasError as Error;
    const delayMs = nextAvailabilityCheck(updated, pods.active, now);
    if (delayMs === undefined) return;
    this.#record({ step: 'nextAvailabilityCheck', inputs: {}, outcome: delayMs / 1000, verdict: 'requeued' });
    queue.addAfter(key, delayMs);
  }

  /** With watch events outstanding the counts in the cache are not to be trusted: nothing is created or deleted then. */
  #manageReplicas(replicaSet: ReplicaSet, activePods: ActivePods, needsSync: boolean): unknown {
    if (needsSync) {
      const isDeleted = replicaSet.metadata.deletionTimestamp !== undefined;
      return isDeleted ? undefined : manageReplicas(this.#context, replicaSet, activePods);
    }
    const [adds = 0, deletes = 0] = this.#context.expectations.get(objectKey(replicaSet)) ?? [];
    this.#record({ step: 'expectations', inputs: { adds, deletes }, outcome: false, verdict: 'waiting' });
    return undefined;
  }

  #record(step: DecisionStep): void {
    this.#options.decisions.record(step);
  }
}

/** A pod that is ready but not yet available is looked at again when it will be; the watch events do not tell. */
function nextAvailabilityCheck(replicaSet: ReplicaSet, pods: ActivePods, now: number): number | undefined {
  const { minReadySeconds = 0 } = replicaSet.spec;
  if (minReadySeconds <= 0) return undefined;
  if ((replicaSet.status?.readyReplicas ?? 0) === (replicaSet.status?.availableReplicas ?? 0)) return undefined;
  return findMinNextPodAvailabilityCheck(pods.list(), minReadySeconds, now) ?? minReadySeconds * 1000;
}
