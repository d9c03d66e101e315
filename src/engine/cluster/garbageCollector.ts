/** Upstream: pkg/controller/garbagecollector/garbagecollector.go, graph_builder.go (v1.36.4). */
import type { KubernetesObject, ObjectMeta, OwnerReference } from '../../model/apiTypes';
import { objectKey } from '../../model/meta';
import { FOREGROUND_FINALIZER, ORPHAN_FINALIZER } from '../../model/wellKnown';
import { KINDS, type Kind } from '../api/kinds';
import type { Propagation } from '../api/finalizers';
import type { ObjectStore, WatchEvent } from '../api/objectStore';
import type { EventLoop } from '../kernel/eventLoop';

export interface GarbageCollectorOptions {
  readonly store: ObjectStore;
  readonly loop: EventLoop;
  /** The phase in which it works. */
  readonly phase: number;
  /** How long it takes to notice; 0 unless said otherwise. */
  readonly delayMs?: number | undefined;
}

interface Place {
  readonly kind: Kind;
  readonly key: string;
  readonly uid: string;
}

/** How the owners of an object stand. */
interface OwnerStates {
  readonly solid: readonly OwnerReference[];
  readonly waiting: readonly OwnerReference[];
  readonly dangling: readonly OwnerReference[];
}

/**
 * Deletes what has lost its owners, as the garbage collector of the controller manager does: in the background after the owner
 * has gone; in the foreground before it goes; and frees dependents where the owner is to go without them.
 *
 * DEVIATION: an owner that was never here does not count as gone, so that a cluster may be described in part.
 * DEVIATION: upstream keeps a graph of all objects; here dependents are looked for when an owner goes, which happens seldom.
 */
export class GarbageCollector {
  readonly #store: ObjectStore;
  readonly #options: GarbageCollectorOptions;
  readonly #gone = new Set<string>();
  /** What is being deleted and waits for its dependents to go or to be freed. */
  readonly #held = new Map<string, Place>();
  #queue = new Map<string, Place>();
  #isScheduled = false;

  constructor(options: GarbageCollectorOptions) {
    this.#options = options;
    this.#store = options.store;
    this.#store.subscribe(KINDS, (event) => {
      this.#observe(event);
    });
  }

  get pendingChanges(): number {
    return this.#isScheduled ? 1 : 0;
  }

  #observe({ type, kind, object, previous }: WatchEvent): void {
    const { metadata } = object;
    if (type === 'deleted') {
      this.#forget(kind, metadata);
    } else if (this.#gone.size > 0 && previous?.metadata.ownerReferences !== metadata.ownerReferences) {
      if (metadata.ownerReferences?.some(({ uid }) => this.#gone.has(uid)) === true) this.#enqueue(placeOf(kind, object));
    }
    if (type === 'modified' && metadata.deletionTimestamp !== undefined && isHeld(metadata)) {
      const place = placeOf(kind, object);
      this.#held.set(place.uid, place);
      this.#enqueue(place);
    }
  }

  #forget(kind: Kind, { uid = '', ownerReferences = [] }: ObjectMeta): void {
    this.#held.delete(uid);
    for (const owner of ownerReferences) {
      // An owner in foreground deletion may have waited for this one.
      const held = this.#held.get(owner.uid);
      if (held !== undefined) this.#enqueue(held);
    }
    // Pods own nothing, and there are many.
    if (kind === 'Pod') return;
    this.#gone.add(uid);
    for (const dependent of this.#dependentsOf(uid)) this.#enqueue(dependent);
  }

  #dependentsOf(uid: string): Place[] {
    return KINDS.flatMap((kind) => {
      const owned = [...this.#store.list(kind)].filter((object) => ownerReferenceTo(uid, object.metadata) !== undefined);
      return owned.map((object) => placeOf(kind, object));
    });
  }

  #enqueue(place: Place): void {
    this.#queue.set(place.uid, place);
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    const { loop, phase, delayMs = 0 } = this.#options;
    loop.schedule(loop.now + delayMs, phase, () => {
      this.#isScheduled = false;
      this.#processQueue();
    });
  }

  #processQueue(): void {
    const queue = this.#queue;
    this.#queue = new Map();
    for (const place of queue.values()) this.#attemptToDelete(place);
  }

  #metadataOf({ kind, key, uid }: Place): ObjectMeta | undefined {
    const metadata = this.#store.get(kind, key)?.metadata;
    return metadata?.uid === uid ? metadata : undefined;
  }

  #attemptToDelete(place: Place): void {
    const metadata = this.#metadataOf(place);
    if (metadata === undefined) return;
    if (metadata.deletionTimestamp !== undefined) {
      if (hasFinalizer(metadata, ORPHAN_FINALIZER)) this.#orphanDependents(place);
      else if (hasFinalizer(metadata, FOREGROUND_FINALIZER)) this.#deleteDependents(place);
      return;
    }
    const owners = this.#classify(metadata.ownerReferences ?? []);
    if (owners.solid.length > 0) this.#dropReferences(place, [...owners.dangling, ...owners.waiting]);
    else if (owners.dangling.length > 0 || owners.waiting.length > 0) this.#deleteObject(place, owners);
  }

  #classify(references: readonly OwnerReference[]): OwnerStates {
    const dangling = references.filter(({ uid }) => this.#gone.has(uid));
    const present = references.filter(({ uid }) => !this.#gone.has(uid));
    const waiting = present.filter(({ uid }) => this.#isDeletingDependents(uid));
    return { dangling, waiting, solid: present.filter((reference) => !waiting.includes(reference)) };
  }

  #isDeletingDependents(uid: string): boolean {
    const held = this.#held.get(uid);
    const metadata = held === undefined ? undefined : this.#metadataOf(held);
    return metadata?.deletionTimestamp !== undefined && hasFinalizer(metadata, FOREGROUND_FINALIZER);
  }

  /** Of an owner in foreground deletion the dependents go the same way, so that nothing is left below them. */
  #deleteObject({ kind, key, uid }: Place, { waiting }: OwnerStates): void {
    const inForeground = waiting.length > 0 && this.#dependentsOf(uid).length > 0;
    const propagation: Propagation = inForeground ? 'Foreground' : 'Background';
    this.#store.delete(kind, key, { propagation, uid });
  }

  #dropReferences({ kind, key }: Place, dropped: readonly { readonly uid: string }[]): void {
    if (dropped.length === 0) return;
    const uids = new Set(dropped.map(({ uid }) => uid));
    this.#changeMetadata(kind, key, (metadata) => {
      const kept = metadata.ownerReferences?.filter(({ uid }) => !uids.has(uid));
      return { ...metadata, ownerReferences: kept === undefined || kept.length === 0 ? undefined : kept };
    });
  }

  #changeMetadata(kind: Kind, key: string, change: (metadata: ObjectMeta) => ObjectMeta): void {
    this.#store.patch(kind, key, (object) => ({ ...object, metadata: change(object.metadata) }));
  }

  /** The owner goes when those are gone that block it; the others are left to the background. */
  #deleteDependents(owner: Place): void {
    let isBlocked = false;
    for (const dependent of this.#dependentsOf(owner.uid)) {
      const metadata = this.#metadataOf(dependent);
      if (metadata === undefined || ownerReferenceTo(owner.uid, metadata)?.blockOwnerDeletion !== true) continue;
      isBlocked = true;
      if (metadata.deletionTimestamp === undefined) this.#enqueue(dependent);
    }
    if (!isBlocked) this.#takeOffFinalizer(owner, FOREGROUND_FINALIZER);
  }

  #orphanDependents(owner: Place): void {
    for (const dependent of this.#dependentsOf(owner.uid)) this.#dropReferences(dependent, [owner]);
    this.#takeOffFinalizer(owner, ORPHAN_FINALIZER);
  }

  #takeOffFinalizer({ kind, key }: Place, finalizer: string): void {
    this.#changeMetadata(kind, key, (metadata) => ({
      ...metadata,
      finalizers: metadata.finalizers?.filter((other) => other !== finalizer),
    }));
  }
}

function hasFinalizer({ finalizers }: ObjectMeta, finalizer: string): boolean {
  return finalizers?.includes(finalizer) === true;
}

function isHeld(metadata: ObjectMeta): boolean {
  return hasFinalizer(metadata, FOREGROUND_FINALIZER) || hasFinalizer(metadata, ORPHAN_FINALIZER);
}

function ownerReferenceTo(uid: string, { ownerReferences }: ObjectMeta): OwnerReference | undefined {
  return ownerReferences?.find((owner) => owner.uid === uid);
}

function placeOf(kind: Kind, object: KubernetesObject): Place {
  return { kind, key: objectKey(object), uid: object.metadata.uid ?? '' };
}
