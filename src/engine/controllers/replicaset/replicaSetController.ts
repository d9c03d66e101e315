/**
 * Upstream: pkg/controller/replicaset/replica_set.go (v1.36.4).
 */
import { isEmptySelector, matchesSelector } from '../../../model/labelSelector';
import { getControllerOf, objectKey, type OwnerReference } from '../../../model/meta';
import type { Pod } from '../../../model/pod';
import { isPodActive, isPodReady } from '../../../model/podConditions';
import type { ReplicaSet } from '../../../model/workloads';
import type { Kind } from '../../api/kinds';
import type { ObjectStore } from '../../api/objectStore';
import type { EventRecorder } from '../../client/eventRecorder';
import type { Index, Informer } from '../../client/informer';
import type { InformerFactory } from '../../client/informerFactory';
import type { RateLimitingQueue } from '../../client/workQueue';
import type { Clock } from '../../kernel/eventLoop';
import { semanticEqual } from '../../kernel/semanticEqual';
import { aggregateErrors } from '../aggregateError';
import { ConsistencyStore } from '../consistency';
import { ControllerRefManager, recheckDeletionTimestamp } from '../controllerRefManager';
import type { DecisionRecorder } from '../decisions';
import { ControllerExpectations } from '../expectations';
import { findMinNextPodAvailabilityCheck } from '../podAvailability';
import { PodControl } from '../podControl';
import {
  orphanPodsKey,
  podsByController,
  podsMatching,
  podTemplateHashKey,
  remembering,
  selectedTemplateHashKey,
} from '../podIndex';
import type { SyncHandler } from '../worker';
import {
  BURST_REPLICAS,
  byPodName,
  manageReplicas,
  replicaSetControllerRef,
  type ActivePods,
  type ManageReplicasContext,
  type ReplicaSetStep,
} from './manageReplicas';
import { countActivePodsByNode, rankPod } from './podRanking';
import { PodTallies, type PodTally } from './podTally';
import { countPods, labelMatcher, statusOf, updateReplicaSetStatus, type PodCounts } from './status';

const NAME_INDEX = 'replicaSetsByController';

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

/** The pods of a replica set as a sync sees them. */
interface ClaimedPods {
  readonly active: ActivePods;
  readonly counts: (now: number) => PodCounts;
  readonly terminating: number;
}

/** Keeps the number of pods of each ReplicaSet at what it asks for. */
export class ReplicaSetController implements SyncHandler {
  readonly #options: ReplicaSetControllerOptions;
  readonly #replicaSets: Informer<'ReplicaSet'>;
  readonly #replicaSetsByController: Index<ReplicaSet>;
  readonly #pods: Informer<'Pod'>;
  readonly #podsByController: Index<Pod>;
  readonly #tallies: PodTallies;
  readonly #talliesByHash: PodTallies;
  readonly #context: ManageReplicasContext;
  readonly #checksConsistency: boolean;

  constructor(options: ReplicaSetControllerOptions) {
    const { informers, clock, store, recorder, decisions } = options;
    this.#options = options;
    this.#checksConsistency = options.staleControllerConsistency ?? true;
    this.#replicaSets = informers.informer('ReplicaSet');
    this.#replicaSetsByController = this.#replicaSets.index(NAME_INDEX, controllerUids);
    this.#pods = informers.informer('Pod');
    this.#podsByController = podsByController(this.#pods);
    this.#tallies = new PodTallies(this.#pods, (pod) => getControllerOf(pod)?.uid);
    this.#talliesByHash = new PodTallies(this.#pods, podTemplateHashKey);
    this.#context = {
      clock,
      decisions,
      podControl: new PodControl(store, recorder),
      expectations: new ControllerExpectations(clock),
      consistency: new ConsistencyStore((kind: Kind) => informers.informer(kind).lastResourceVersion),
      burstReplicas: options.burstReplicas ?? BURST_REPLICAS,
      relatedPodsByNode: (replicaSet) => this.#relatedPodsByNode(replicaSet),
    };
    this.#addHandlers();
  }

  #addHandlers(): void {
    this.#replicaSets.addHandlers({
      onAdd: (replicaSet) => {
        this.#enqueue(replicaSet);
      },
      onUpdate: (old, replicaSet) => {
        // The same name, another object: the deletion in between was not seen.
        if (old.metadata.uid !== replicaSet.metadata.uid) this.#deleteReplicaSet(old);
        this.#enqueue(replicaSet);
      },
      onDelete: (replicaSet) => {
        this.#deleteReplicaSet(replicaSet);
      },
    });
    this.#pods.addHandlers({
      onAdd: (pod) => {
        this.#addPod(pod);
      },
      onUpdate: (old, pod) => {
        this.#updatePod(old, pod);
      },
      onDelete: (pod) => {
        this.#deletePod(pod);
      },
    });
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
    const pods = this.#claimPods(replicaSet, key);
    const manageReplicasError = needsSync ? this.#manageReplicas(replicaSet, pods.active) : this.#awaitExpectations(key);
    const { now } = clock;
    const newStatus = statusOf(replicaSet, pods.counts(now), pods.terminating, manageReplicasError, now);
    const updated = updateReplicaSetStatus(store, replicaSet, newStatus);
    consistency.wroteAt(key, 'ReplicaSet', updated.metadata.resourceVersion);
    if (manageReplicasError !== undefined) throw manageReplicasError as Error;
    const delayMs = nextAvailabilityCheck(updated, pods.active, now);
    if (delayMs === undefined) return;
    this.#record({ step: 'nextAvailabilityCheck', inputs: { now }, outcome: delayMs, verdict: 'requeued' });
    queue.addAfter(key, delayMs);
  }

  #manageReplicas(replicaSet: ReplicaSet, activePods: ActivePods): unknown {
    if (replicaSet.metadata.deletionTimestamp !== undefined) return undefined;
    return manageReplicas(this.#context, replicaSet, activePods);
  }

  /** With watch events outstanding the counts in the cache are not to be trusted: nothing is created or deleted. */
  #awaitExpectations(key: string): undefined {
    const [adds = 0, deletes = 0] = this.#context.expectations.get(key) ?? [];
    this.#record({ step: 'expectations', inputs: { adds, deletes }, outcome: false, verdict: 'waiting' });
  }

  #record(step: ReplicaSetStep): void {
    this.#options.decisions.record(step);
  }

  /** The pods that are the replica set's: active ones claimed (adopting orphans, releasing what no longer matches), terminating ones counted. */
  #claimPods(replicaSet: ReplicaSet, key: string): ClaimedPods {
    const { uid = '', namespace } = replicaSet.metadata;
    const matches = remembering((labels) => matchesSelector(replicaSet.spec.selector, labels));
    const tally = this.#tallies.of(uid);
    const terminating = tally.terminatingWith(matches);
    const hasStrangers = tally.activeWith(matches) < tally.activeCount;
    const orphans: Pod[] = [];
    for (const pod of this.#podsByController.group(orphanPodsKey(namespace))) {
      if (isPodActive(pod) && matches(pod.metadata.labels)) orphans.push(pod);
    }
    if (!hasStrangers && orphans.length === 0) return { ...claimedTally(replicaSet, tally), terminating };
    const owned = Array.from(tally.active(), ({ pod }) => pod);
    const claimed = this.#adoptAndRelease(replicaSet, key, [...owned, ...orphans]);
    const active = { count: claimed.length, list: () => claimed, ranked: () => claimed.map(rankPod) };
    return { active, counts: (now) => countPods(replicaSet, claimed, now), terminating };
  }

  #adoptAndRelease(replicaSet: ReplicaSet, key: string, pods: readonly Pod[]): readonly Pod[] {
    const { store } = this.#options;
    const manager = new ControllerRefManager({
      store,
      kind: 'Pod',
      controller: replicaSet,
      controllerRef: replicaSetControllerRef(replicaSet),
      matches: (pod) => matchesSelector(replicaSet.spec.selector, pod.metadata.labels),
      canAdopt: () => {
        recheckDeletionTimestamp(store, 'ReplicaSet', replicaSet);
      },
      onAdopted: (pod) => {
        this.#context.consistency.wroteAt(key, 'Pod', pod.metadata.resourceVersion);
      },
    });
    const { claimed, errors } = manager.claim(pods.toSorted(byPodName));
    const error = aggregateErrors(errors);
    if (error !== undefined) throw error;
    return claimed;
  }

  /** Active pods of all replica sets with the same owner, found by their selectors; a replica set without owner has none. */
  #relatedPodsByNode(replicaSet: ReplicaSet): ReadonlyMap<string, number> {
    const owner = getControllerOf(replicaSet);
    if (owner === undefined) return new Map();
    const siblings = [...this.#replicaSetsByController.group(owner.uid)];
    return this.#talliedByNode(siblings) ?? this.#countedByNode(siblings);
  }

  /** Where each selector means just the pods with its template hash, these are counted already. */
  #talliedByNode(siblings: readonly ReplicaSet[]): ReadonlyMap<string, number> | undefined {
    const counts = new Map<string, number>();
    const hashes = new Set<string>();
    for (const { metadata, spec } of siblings) {
      const hash = selectedTemplateHashKey(metadata.namespace, spec.selector);
      if (hash === undefined || hashes.has(hash)) return undefined;
      hashes.add(hash);
      const tally = this.#talliesByHash.of(hash);
      if (tally.activeWith((labels) => matchesSelector(spec.selector, labels)) < tally.activeCount) return undefined;
      for (const [node, count] of tally.activeByNode) counts.set(node, (counts.get(node) ?? 0) + count);
    }
    return counts;
  }

  #countedByNode(siblings: readonly ReplicaSet[]): ReadonlyMap<string, number> {
    // A pod that several of them select counts once.
    const related = new Set<Pod>();
    for (const { metadata, spec } of siblings) {
      for (const pod of podsMatching(this.#pods, metadata.namespace, spec.selector)) related.add(pod);
    }
    return countActivePodsByNode(related);
  }

  #enqueue(replicaSet: ReplicaSet): void {
    this.#options.queue.add(objectKey(replicaSet));
  }

  /** Forgets what was expected, so that a new object of the same name starts clean. */
  #deleteReplicaSet(replicaSet: ReplicaSet): void {
    const key = objectKey(replicaSet);
    this.#context.expectations.deleteExpectations(key);
    this.#context.consistency.clear(key);
    this.#options.queue.add(key);
  }

  #addPod(pod: Pod): void {
    if (pod.metadata.deletionTimestamp !== undefined) {
      this.#deletePod(pod);
      return;
    }
    const controllerRef = getControllerOf(pod);
    if (controllerRef === undefined) {
      this.#enqueueMatching(pod);
      return;
    }
    const replicaSet = this.#resolveControllerRef(pod.metadata.namespace, controllerRef);
    if (replicaSet === undefined) return;
    const key = objectKey(replicaSet);
    this.#context.expectations.creationObserved(key);
    this.#options.queue.add(key);
  }

  #updatePod(old: Pod, pod: Pod): void {
    if (old.metadata.resourceVersion === pod.metadata.resourceVersion) return;
    const labelsChanged = old.metadata.labels !== pod.metadata.labels && !semanticEqual(old.metadata.labels, pod.metadata.labels);
    if (pod.metadata.deletionTimestamp !== undefined) {
      // A graceful deletion counts as done from here on: the replacement does not wait for the kubelet.
      this.#deletePod(pod);
      if (labelsChanged) this.#deletePod(old);
      return;
    }
    const controllerRef = getControllerOf(pod);
    const oldRef = getControllerOf(old);
    const refChanged = oldRef !== controllerRef && !semanticEqual(oldRef, controllerRef);
    if (refChanged && oldRef !== undefined) {
      const former = this.#resolveControllerRef(old.metadata.namespace, oldRef);
      if (former !== undefined) this.#enqueue(former);
    }
    if (controllerRef !== undefined) this.#ownedPodUpdated(old, pod, controllerRef);
    else if (labelsChanged || refChanged) this.#enqueueMatching(pod);
  }

  #ownedPodUpdated(old: Pod, pod: Pod, controllerRef: OwnerReference): void {
    const replicaSet = this.#resolveControllerRef(pod.metadata.namespace, controllerRef);
    if (replicaSet === undefined) return;
    this.#enqueue(replicaSet);
    // Ready now, available only later, and nothing else will tell.
    const { minReadySeconds = 0 } = replicaSet.spec;
    if (minReadySeconds > 0 && !isPodReady(old) && isPodReady(pod)) {
      this.#options.queue.addAfter(objectKey(replicaSet), minReadySeconds * 1000);
    }
  }

  #deletePod(pod: Pod): void {
    const controllerRef = getControllerOf(pod);
    if (controllerRef === undefined) return;
    const replicaSet = this.#resolveControllerRef(pod.metadata.namespace, controllerRef);
    if (replicaSet === undefined) return;
    const key = objectKey(replicaSet);
    this.#context.expectations.deletionObserved(key, objectKey(pod));
    this.#options.queue.add(key);
  }

  /** An orphan that is new or changed: whoever it fits may adopt it. */
  #enqueueMatching(pod: Pod): void {
    const { labels = {}, namespace } = pod.metadata;
    if (Object.keys(labels).length === 0) return;
    for (const replicaSet of this.#replicaSets.list()) {
      if (replicaSet.metadata.namespace !== namespace || isEmptySelector(replicaSet.spec.selector)) continue;
      if (matchesSelector(replicaSet.spec.selector, labels)) this.#enqueue(replicaSet);
    }
  }

  /** By name, since that is how the cache is keyed; then the uid must agree. */
  #resolveControllerRef(namespace: string | undefined, { kind, name, uid }: OwnerReference): ReplicaSet | undefined {
    if (kind !== 'ReplicaSet') return undefined;
    const replicaSet = this.#replicaSets.get(`${namespace ?? ''}/${name}`);
    return replicaSet?.metadata.uid === uid ? replicaSet : undefined;
  }
}

function controllerUids(replicaSet: ReplicaSet): readonly string[] {
  const uid = getControllerOf(replicaSet)?.uid;
  return uid === undefined ? [] : [uid];
}

/** All pods of a tally, without looking at each where the tally knows. */
function claimedTally(replicaSet: ReplicaSet, tally: PodTally): Omit<ClaimedPods, 'terminating'> {
  const active: ActivePods = {
    count: tally.activeCount,
    list: () => Array.from(tally.active(), ({ pod }) => pod),
    ranked: () => [...tally.active()],
  };
  const { minReadySeconds = 0, template } = replicaSet.spec;
  const { activeCount, readyCount } = tally;
  const fullyLabeled = tally.activeWith(labelMatcher(template.metadata?.labels ?? {}));
  const settled = { active: activeCount, fullyLabeled, ready: readyCount, available: readyCount };
  return { active, counts: (now) => (minReadySeconds === 0 ? settled : countPods(replicaSet, active.list(), now)) };
}

/** A pod that is ready but not yet available is looked at again when it will be; the watch events do not tell. */
function nextAvailabilityCheck(replicaSet: ReplicaSet, pods: ActivePods, now: number): number | undefined {
  const { minReadySeconds = 0 } = replicaSet.spec;
  if (minReadySeconds <= 0) return undefined;
  if ((replicaSet.status?.readyReplicas ?? 0) === (replicaSet.status?.availableReplicas ?? 0)) return undefined;
  return findMinNextPodAvailabilityCheck(pods.list(), minReadySeconds, now) ?? minReadySeconds * 1000;
}
