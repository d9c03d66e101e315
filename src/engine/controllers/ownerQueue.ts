/**
 * Upstream: enqueueRS, resolveControllerRef, getPodReplicaSets and the handlers of pkg/controller/replicaset/replica_set.go
 * (v1.36.4), which the other controllers repeat for their kinds.
 */
import { isEmptySelector, matchesSelector } from '../../model/labelSelector';
import type { KubernetesObject, OwnerReference, Pod } from '../../model/apiTypes';
import { getControllerOf, objectKey } from '../../model/meta';
import { isPodReady } from '../../model/podConditions';
import type { KindMap } from '../api/kinds';
import type { EventHandlers, Informer } from '../client/informer';
import type { RateLimitingQueue } from '../client/workQueue';
import { jsonEqual } from '../kernel/jsonEqual';
import type { ControllerExpectations } from './expectations';

type OwnerKind = 'Deployment' | 'ReplicaSet' | 'DaemonSet';

/** The key of the controlling owner in the cache: found by name, as the cache is keyed; then the uid must agree. */
function controllerKey<K extends OwnerKind>(
  kind: K,
  owners: Informer<K>,
  object: KubernetesObject,
  reference = getControllerOf(object),
): string | undefined {
  if (reference?.kind !== kind) return undefined;
  const key = `${object.metadata.namespace ?? ''}/${reference.name}`;
  return owners.get(key)?.metadata.uid === reference.uid ? key : undefined;
}

export function resolveControllerRef<K extends OwnerKind>(
  kind: K,
  owners: Informer<K>,
  object: KubernetesObject,
): KindMap[K] | undefined {
  const key = controllerKey(kind, owners, object);
  return key === undefined ? undefined : owners.get(key);
}

/** Queues the objects of a controller when something happens to them or to what is, was or could be theirs. */
export class OwnerQueue<K extends OwnerKind> {
  readonly #kind: K;
  readonly #owners: Informer<K>;
  readonly #queue: RateLimitingQueue;
  /** Pods that are made together have one reference to their owner: its key need not be put together each time. */
  readonly #known = new Map<OwnerReference, { readonly namespace: string | undefined; readonly key: string }>();

  constructor(kind: K, owners: Informer<K>, queue: RateLimitingQueue) {
    this.#kind = kind;
    this.#owners = owners;
    this.#queue = queue;
  }

  enqueue(owner: KindMap[K]): void {
    this.#queue.add(objectKey(owner));
  }

  /** Handlers for the controller's own objects. What was kept of one that is gone must not bind the next of its name. */
  handlers(forget?: (key: string) => void): EventHandlers<KindMap[K]> {
    const add = (_owner: KindMap[K], key: string): void => {
      this.#queue.add(key);
    };
    const remove = (_owner: KindMap[K], key: string): void => {
      forget?.(key);
      this.#queue.add(key);
    };
    const update = (old: KindMap[K], owner: KindMap[K], key: string): void => {
      // The same name, another object: the deletion in between was not seen.
      if (old.metadata.uid !== owner.metadata.uid) remove(old, key);
      this.#queue.add(key);
    };
    return { onAdd: add, onUpdate: update, onDelete: remove };
  }

  get(key: string): KindMap[K] | undefined {
    return this.#owners.get(key);
  }

  /** Gives the owner’s key, if there is an owner. */
  enqueueOwner(object: KubernetesObject, reference = getControllerOf(object)): string | undefined {
    if (reference === undefined) return undefined;
    const { namespace } = object.metadata;
    const known = this.#known.get(reference);
    const isKnown = known?.namespace === namespace && this.#owners.get(known?.key ?? '')?.metadata.uid === reference.uid;
    const key = isKnown ? known?.key : controllerKey(this.#kind, this.#owners, object, reference);
    if (!isKnown && key !== undefined) this.#known.set(reference, { namespace, key });
    if (key !== undefined) this.#queue.add(key);
    return key;
  }

  /** An orphan is new or has changed: whoever it fits may adopt it. */
  enqueueMatching({ metadata: { labels = {}, namespace } }: KubernetesObject): void {
    if (Object.keys(labels).length === 0) return;
    for (const owner of this.#owners.list()) {
      const { selector } = owner.spec;
      if (owner.metadata.namespace !== namespace || isEmptySelector(selector)) continue;
      if (matchesSelector(selector, labels)) this.enqueue(owner);
    }
  }

  /** The former and the present owner are told; of an orphan that may fit now, all whom it may fit. Gives the present owner. */
  enqueueUpdated(old: KubernetesObject, object: KubernetesObject): string | undefined {
    if (old.metadata.resourceVersion === object.metadata.resourceVersion) return undefined;
    const newRef = getControllerOf(object);
    const isSame = old.metadata.ownerReferences === object.metadata.ownerReferences;
    const oldRef = isSame ? newRef : getControllerOf(old);
    const refChanged = oldRef !== newRef && !jsonEqual(oldRef, newRef);
    if (refChanged) this.enqueueOwner(old, oldRef);
    if (newRef !== undefined) return this.enqueueOwner(object, newRef);
    if (refChanged || labelsChanged(old, object)) this.enqueueMatching(object);
    return undefined;
  }

  /** What has changed or is gone is news for its owner. */
  changeHandlers(): Pick<EventHandlers<KubernetesObject>, 'onUpdate' | 'onDelete'> {
    return {
      onUpdate: (old, object) => {
        this.enqueueUpdated(old, object);
      },
      onDelete: (object) => {
        this.enqueueOwner(object);
      },
    };
  }
}

function labelsChanged(old: KubernetesObject, object: KubernetesObject): boolean {
  const { labels } = object.metadata;
  return old.metadata.labels !== labels && !jsonEqual(old.metadata.labels ?? {}, labels ?? {});
}

interface PodExpectations {
  readonly queue: RateLimitingQueue;
  readonly expectations: ControllerExpectations;
  /** Each awaited deletion counts once, however often it is seen. */
  readonly tracksDeletions: boolean;
  /** How much later than minReadySeconds a pod is looked at again, against clocks that differ. */
  readonly marginMs: number;
}

/** Handlers for pods that a controller creates and deletes itself: they tick off what it expects. */
export function podHandlers(
  owners: OwnerQueue<'ReplicaSet'> | OwnerQueue<'DaemonSet'>,
  { queue, expectations, tracksDeletions, marginMs }: PodExpectations,
): EventHandlers<Pod> {
  const deletePod = (pod: Pod, key: string): void => {
    const owner = owners.enqueueOwner(pod);
    if (owner !== undefined) expectations.deletionObserved(owner, tracksDeletions ? key : undefined);
  };
  const addPod = (pod: Pod, key: string): void => {
    // Seen for the first time when it is already on its way out: that is no creation.
    if (pod.metadata.deletionTimestamp !== undefined) {
      deletePod(pod, key);
      return;
    }
    const reference = getControllerOf(pod);
    const owner = reference && owners.enqueueOwner(pod, reference);
    if (owner !== undefined) expectations.creationObserved(owner);
    else if (reference === undefined) owners.enqueueMatching(pod);
  };
  const updatePod = (old: Pod, pod: Pod, key: string): void => {
    if (old.metadata.resourceVersion === pod.metadata.resourceVersion) return;
    // A graceful deletion counts as done from here on: the replacement does not wait for the kubelet.
    if (pod.metadata.deletionTimestamp !== undefined) {
      deletePod(pod, key);
      if (tracksDeletions && labelsChanged(old, pod)) deletePod(old, key);
      return;
    }
    const owner = owners.enqueueUpdated(old, pod);
    if (owner === undefined) return;
    const minReadySeconds = owners.get(owner)?.spec.minReadySeconds ?? 0;
    if (minReadySeconds <= 0) return;
    // Ready now, available only later, and nothing else will tell.
    if (!isPodReady(old) && isPodReady(pod)) queue.addAfter(owner, minReadySeconds * 1000 + marginMs);
  };
  return { onAdd: addPod, onUpdate: updatePod, onDelete: deletePod };
}
