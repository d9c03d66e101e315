/** Upstream: the handlers of pkg/controller/daemon/daemon_controller.go (v1.36.4). */
import { getControllerOf, objectKey, type KubernetesObject } from '../../../model/meta';
import type { Pod } from '../../../model/pod';
import { isPodReady } from '../../../model/podConditions';
import type { ControllerRevision, DaemonSet } from '../../../model/workloads';
import type { RateLimitingQueue } from '../../client/workQueue';
import { semanticEqual } from '../../kernel/semanticEqual';
import type { ConsistencyStore } from '../consistency';
import type { ControllerExpectations } from '../expectations';
import { shouldIgnoreNodeUpdate, type DaemonCaches } from './daemonCaches';

export interface EventHandlersOptions {
  readonly caches: DaemonCaches;
  readonly queue: RateLimitingQueue;
  readonly nodeUpdateQueue: RateLimitingQueue;
  readonly expectations: ControllerExpectations;
  readonly consistency: ConsistencyStore;
}

/** What watch events do: count down expectations and queue the DaemonSets concerned. */
export class DaemonEventHandlers {
  readonly #options: EventHandlersOptions;

  constructor(options: EventHandlersOptions) {
    this.#options = options;
  }

  register(): void {
    const { caches, nodeUpdateQueue } = this.#options;
    caches.daemonSets.addHandlers({
      onAdd: (ds) => {
        this.#enqueue(ds);
      },
      onUpdate: (previous, ds) => {
        // Deleted and made anew between two looks.
        if (previous.metadata.uid !== ds.metadata.uid) this.#deleteDaemonset(previous);
        this.#enqueue(ds);
      },
      onDelete: (ds) => {
        this.#deleteDaemonset(ds);
      },
    });
    caches.revisions.addHandlers({
      onAdd: (history) => {
        this.#addHistory(history);
      },
      onUpdate: (previous, history) => {
        this.#updateHistory(previous, history);
      },
      onDelete: (history) => {
        this.#enqueueOwner(history);
      },
    });
    caches.pods.addHandlers({
      onAdd: (pod) => {
        this.#addPod(pod);
      },
      onUpdate: (previous, pod) => {
        this.#updatePod(previous, pod);
      },
      onDelete: (pod) => {
        this.#deletePod(pod);
      },
    });
    caches.nodes.addHandlers({
      onAdd: (node) => {
        nodeUpdateQueue.add(node.metadata.name);
      },
      onUpdate: (previous, node) => {
        if (!shouldIgnoreNodeUpdate(previous, node)) nodeUpdateQueue.add(node.metadata.name);
      },
    });
  }

  #enqueue(ds: DaemonSet): void {
    this.#options.queue.add(objectKey(ds));
  }

  /** Queues the DaemonSet that controls the object, if it is there. */
  #enqueueOwner(object: KubernetesObject): DaemonSet | undefined {
    const controllerRef = getControllerOf(object);
    if (controllerRef === undefined) return undefined;
    const ds = this.#options.caches.resolveControllerRef(object.metadata.namespace, controllerRef);
    if (ds !== undefined) this.#enqueue(ds);
    return ds;
  }

  /** Somebody may want to adopt it. */
  #enqueueAdopters(orphan: KubernetesObject): void {
    for (const ds of this.#options.caches.daemonSetsFor(orphan)) this.#enqueue(ds);
  }

  #deleteDaemonset(ds: DaemonSet): void {
    const { consistency, expectations, queue } = this.#options;
    const key = objectKey(ds);
    consistency.clear(key);
    // One of the same name that comes later starts clean.
    expectations.deleteExpectations(key);
    queue.add(key);
  }

  /** An owned revision that appears is the controller's own doing. */
  #addHistory(history: ControllerRevision): void {
    if (history.metadata.deletionTimestamp !== undefined) this.#enqueueOwner(history);
    else if (getControllerOf(history) === undefined) this.#enqueueAdopters(history);
  }

  #updateHistory(previous: ControllerRevision, history: ControllerRevision): void {
    if (previous.metadata.resourceVersion === history.metadata.resourceVersion) return;
    const ownerChanged = this.#enqueueFormerOwner(previous, history);
    if (getControllerOf(history) !== undefined) this.#enqueueOwner(history);
    else if (ownerChanged || labelsChanged(previous, history)) this.#enqueueAdopters(history);
  }

  /** True when the object has another controller than before, or none any more. */
  #enqueueFormerOwner(previous: KubernetesObject, object: KubernetesObject): boolean {
    if (semanticEqual(getControllerOf(previous), getControllerOf(object))) return false;
    this.#enqueueOwner(previous);
    return true;
  }

  #addPod(pod: Pod): void {
    // Seen for the first time when it is already on its way out: that is no creation.
    if (pod.metadata.deletionTimestamp !== undefined) {
      this.#deletePod(pod);
    } else if (getControllerOf(pod) === undefined) {
      this.#enqueueAdopters(pod);
    } else {
      const ds = this.#enqueueOwner(pod);
      if (ds !== undefined) this.#options.expectations.creationObserved(objectKey(ds));
    }
  }

  #updatePod(previous: Pod, pod: Pod): void {
    if (previous.metadata.resourceVersion === pod.metadata.resourceVersion) return;
    // A pod counts as deleted as soon as its deletion has begun: its successor need not wait for the kubelet.
    if (pod.metadata.deletionTimestamp !== undefined) {
      this.#deletePod(pod);
      return;
    }
    const ownerChanged = this.#enqueueFormerOwner(previous, pod);
    if (getControllerOf(pod) === undefined) {
      if (ownerChanged || labelsChanged(previous, pod)) this.#enqueueAdopters(pod);
      return;
    }
    const ds = this.#enqueueOwner(pod);
    if (ds === undefined) return;
    const minReadySeconds = ds.spec.minReadySeconds ?? 0;
    const becameReady = !isPodReady(previous) && isPodReady(pod);
    // A second more, so that clocks that differ do not make it too early.
    if (becameReady && minReadySeconds > 0) this.#options.queue.addAfter(objectKey(ds), (minReadySeconds + 1) * 1000);
  }

  #deletePod(pod: Pod): void {
    const ds = this.#enqueueOwner(pod);
    if (ds !== undefined) this.#options.expectations.deletionObserved(objectKey(ds));
  }
}

function labelsChanged(previous: KubernetesObject, object: KubernetesObject): boolean {
  return !semanticEqual(previous.metadata.labels ?? {}, object.metadata.labels ?? {});
}
