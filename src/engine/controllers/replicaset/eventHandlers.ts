/**
 * Upstream: the handlers of pkg/controller/replicaset/replica_set.go (v1.36.4): what of the world wakes which ReplicaSet.
 */
import { isEmptySelector, matchesSelector } from '../../../model/labelSelector';
import { getControllerOf, objectKey, type OwnerReference } from '../../../model/meta';
import type { Pod } from '../../../model/pod';
import { isPodReady } from '../../../model/podConditions';
import type { ReplicaSet } from '../../../model/workloads';
import type { Informer } from '../../client/informer';
import type { RateLimitingQueue } from '../../client/workQueue';
import { semanticEqual } from '../../kernel/semanticEqual';
import type { ConsistencyStore } from '../consistency';
import type { ControllerExpectations } from '../expectations';

export interface ReplicaSetEventContext {
  readonly replicaSets: Informer<'ReplicaSet'>;
  readonly pods: Informer<'Pod'>;
  readonly queue: RateLimitingQueue;
  readonly expectations: ControllerExpectations;
  readonly consistency: ConsistencyStore;
}

/** Queues ReplicaSets when they or their pods change, and ticks off what was expected of pods. */
export class ReplicaSetEventHandlers {
  readonly #context: ReplicaSetEventContext;

  constructor(context: ReplicaSetEventContext) {
    this.#context = context;
    context.replicaSets.addHandlers({
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
    context.pods.addHandlers({
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

  #enqueue(replicaSet: ReplicaSet): void {
    this.#context.queue.add(objectKey(replicaSet));
  }

  /** Forgets what was expected, so that a new object of the same name starts clean. */
  #deleteReplicaSet(replicaSet: ReplicaSet): void {
    const key = objectKey(replicaSet);
    this.#context.expectations.deleteExpectations(key);
    this.#context.consistency.clear(key);
    this.#context.queue.add(key);
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
    this.#context.queue.add(key);
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
      this.#context.queue.addAfter(objectKey(replicaSet), minReadySeconds * 1000);
    }
  }

  #deletePod(pod: Pod): void {
    const controllerRef = getControllerOf(pod);
    if (controllerRef === undefined) return;
    const replicaSet = this.#resolveControllerRef(pod.metadata.namespace, controllerRef);
    if (replicaSet === undefined) return;
    const key = objectKey(replicaSet);
    this.#context.expectations.deletionObserved(key, objectKey(pod));
    this.#context.queue.add(key);
  }

  /** An orphan that is new or changed: whoever it fits may adopt it. */
  #enqueueMatching(pod: Pod): void {
    const { labels = {}, namespace } = pod.metadata;
    if (Object.keys(labels).length === 0) return;
    for (const replicaSet of this.#context.replicaSets.list()) {
      if (replicaSet.metadata.namespace !== namespace || isEmptySelector(replicaSet.spec.selector)) continue;
      if (matchesSelector(replicaSet.spec.selector, labels)) this.#enqueue(replicaSet);
    }
  }

  /** By name, since that is how the cache is keyed; then the uid must agree. */
  #resolveControllerRef(namespace: string | undefined, { kind, name, uid }: OwnerReference): ReplicaSet | undefined {
    if (kind !== 'ReplicaSet') return undefined;
    const replicaSet = this.#context.replicaSets.get(`${namespace ?? ''}/${name}`);
    return replicaSet?.metadata.uid === uid ? replicaSet : undefined;
  }
}
