import type { ObjectMeta, OwnerReference } from '../../model/apiTypes';
import { objectKey } from '../../model/meta';
import { RESOURCES, type Kind, type KindMap } from '../api/kinds';
import { FOREGROUND_FINALIZER, ORPHAN_FINALIZER, type ObjectStore, type Propagation, type WatchEvent } from '../api/objectStore';
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
 */
export class GarbageCollector {
  readonly #store: ObjectStore;
  readonly #options: GarbageCollectorOptions;
  readonly #places = new Map<string, Place>();
  readonly #dependents = new Map<string, Set<string>>();
  readonly #gone = new Set<string>();
  #queue = new Set<string>();
  #isScheduled = false;

  constructor(options: GarbageCollectorOptions) {
    this.#options = options;
    this.#store = options.store;
    for (const kind of Object.keys(RESOURCES) as Kind[]) {
      for (const object of this.#store.list(kind)) this.#place(kind, object);
    }
    this.#store.subscribe((event) => {
      this.#observe(event);
    });
  }

  #place(kind: Kind, object: KindMap[Kind]): void {
    const { uid = '', ownerReferences = [] } = object.metadata;
    this.#places.set(uid, { kind, key: objectKey(object) });
    for (const owner of ownerReferences) this.#dependentsOf(owner.uid).add(uid);
  }

  #dependentsOf(uid: string): Set<string> {
    let dependents = this.#dependents.get(uid);
    if (dependents === undefined) this.#dependents.set(uid, (dependents = new Set()));
    return dependents;
  }

  #observe({ type, kind, object, previous }: WatchEvent): void {
    const { metadata } = object;
    const { uid = '' } = metadata;
    const refs = metadata.ownerReferences;
    if (type === 'deleted') {
      this.#forget(kind, uid, metadata);
    } else if (type === 'added' || previous?.metadata.ownerReferences !== refs) {
      for (const owner of previous?.metadata.ownerReferences ?? []) this.#dependents.get(owner.uid)?.delete(uid);
      this.#place(kind, object);
      if (refs?.some((owner) => this.#gone.has(owner.uid)) === true) this.#enqueue(uid);
    }
    if (type === 'modified' && metadata.deletionTimestamp !== undefined && isHeld(metadata)) this.#enqueue(uid);
  }

  #forget(kind: Kind, uid: string, { ownerReferences = [] }: ObjectMeta): void {
    this.#places.delete(uid);
    // Pods own nothing, and there are many.
    if (kind !== 'Pod') this.#gone.add(uid);
    for (const owner of ownerReferences) {
      this.#dependents.get(owner.uid)?.delete(uid);
      // An owner in foreground deletion may have waited for this one.
      if (this.#isDeletingDependents(owner.uid)) this.#enqueue(owner.uid);
    }
    for (const dependent of this.#dependents.get(uid) ?? []) this.#enqueue(dependent);
    this.#dependents.delete(uid);
  }

  #enqueue(uid: string): void {
    this.#queue.add(uid);
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
    this.#queue = new Set();
    for (const uid of queue) this.#attemptToDelete(uid);
  }

  #objectOf(uid: string): { readonly place: Place; readonly metadata: ObjectMeta } | undefined {
    const place = this.#places.get(uid);
    const object = place === undefined ? undefined : this.#store.get(place.kind, place.key);
    return place === undefined || object === undefined ? undefined : { place, metadata: object.metadata };
  }

  #isDeletingDependents(uid: string): boolean {
    const metadata = this.#objectOf(uid)?.metadata;
    return metadata?.deletionTimestamp !== undefined && hasFinalizer(metadata, FOREGROUND_FINALIZER);
  }

  #attemptToDelete(uid: string): void {
    const object = this.#objectOf(uid);
    if (object === undefined) return;
    const { place, metadata } = object;
    if (metadata.deletionTimestamp !== undefined) {
      if (hasFinalizer(metadata, ORPHAN_FINALIZER)) this.#orphanDependents(uid, place);
      else if (hasFinalizer(metadata, FOREGROUND_FINALIZER)) this.#deleteDependents(uid, place);
      return;
    }
    const owners = this.#classify(metadata.ownerReferences ?? []);
    if (owners.solid.length > 0) this.#dropReferences(place, [...owners.dangling, ...owners.waiting]);
    else if (owners.dangling.length > 0 || owners.waiting.length > 0) this.#deleteObject(uid, place, owners);
  }

  #classify(references: readonly OwnerReference[]): OwnerStates {
    const dangling = references.filter(({ uid }) => this.#gone.has(uid));
    const present = references.filter(({ uid }) => !this.#gone.has(uid));
    const waiting = present.filter(({ uid }) => this.#isDeletingDependents(uid));
    return { dangling, waiting, solid: present.filter((reference) => !waiting.includes(reference)) };
  }

  /** Of an owner in foreground deletion the dependents go the same way, so that nothing is left below them. */
  #deleteObject(uid: string, { kind, key }: Place, { waiting }: OwnerStates): void {
    const hasDependents = (this.#dependents.get(uid)?.size ?? 0) > 0;
    const propagation: Propagation = waiting.length > 0 && hasDependents ? 'Foreground' : 'Background';
    this.#store.delete(kind, key, { propagation, uid });
  }

  #dropReferences({ kind, key }: Place, dropped: readonly OwnerReference[]): void {
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
  #deleteDependents(uid: string, { kind, key }: Place): void {
    let isBlocked = false;
    for (const dependent of [...(this.#dependents.get(uid) ?? [])]) {
      const object = this.#objectOf(dependent);
      const reference = object?.metadata.ownerReferences?.find((owner) => owner.uid === uid);
      if (object === undefined || reference?.blockOwnerDeletion !== true) continue;
      isBlocked = true;
      if (object.metadata.deletionTimestamp === undefined) this.#enqueue(dependent);
    }
    if (!isBlocked) this.#takeOffFinalizer(kind, key, FOREGROUND_FINALIZER);
  }

  #orphanDependents(uid: string, { kind, key }: Place): void {
    for (const dependent of [...(this.#dependents.get(uid) ?? [])]) {
      const object = this.#objectOf(dependent);
      const owner = object?.metadata.ownerReferences?.find((reference) => reference.uid === uid);
      if (object !== undefined && owner !== undefined) this.#dropReferences(object.place, [owner]);
    }
    this.#takeOffFinalizer(kind, key, ORPHAN_FINALIZER);
  }

  #takeOffFinalizer(kind: Kind, key: string, finalizer: string): void {
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
