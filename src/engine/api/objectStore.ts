/**
 * Upstream: staging/src/k8s.io/apiserver/pkg/registry/generic/registry/store.go (v1.36.4);
 * in memory, one for all kinds, without watch caches.
 */
import { checkTransition, freeze, isUnchanged, keepIdentity } from './transitions';
import { graceSecondsOf } from '../../model/defaults';
import type { ObjectMeta, Pod } from '../../model/apiTypes';
import { draftOfMeta, type Draft } from '../../model/copies';
import { bareName, objectKey } from '../../model/meta';
import { isPodTerminal } from '../../model/podConditions';
import { wholeSeconds } from '../../model/time';
import { EngineError, INVARIANTS, violated } from '../kernel/engineError';
import type { Clock } from '../kernel/eventLoop';
import { alreadyExists, conflict, notFound, uidConflict } from './apiError';
import { checkInput } from './checkInput';
import { copyOf, firstCopyOf } from './copyOf';
import { cutTimes } from './cutTimes';
import { finalizersAfterDelete, hasFinalizers, isReleased, type Propagation } from './finalizers';
import { KINDS, RESOURCES, type Kind, type KindMap } from './kinds';
import { prepareForStatusUpdate, prepareForUpdate } from './updateStrategies';

/** What a client asks for. Admission may change the object of a creation or refuse the request by throwing an ApiError. */
export interface Admission {
  beforeCreate?<K extends Kind>(kind: K, object: KindMap[K]): KindMap[K];
  beforeUpdate?(kind: Kind, object: KindMap[Kind]): void;
  beforeDelete?(kind: Kind, object: KindMap[Kind]): void;
  beforeStatusUpdate?(kind: Kind, object: KindMap[Kind]): void;
}

/** Where the store gets what is arbitrary in a real cluster. */
export interface StorePorts {
  readonly clock: Clock;
  newUid(): string;
  /** The name that replaces a `generateName`. Called only for creations that were admitted. */
  generateName(prefix: string): string;
}

export type WatchEventType = 'added' | 'modified' | 'deleted';

export interface WatchEvent<K extends Kind = Kind> {
  readonly type: WatchEventType;
  readonly kind: K;
  readonly key: string;
  readonly object: KindMap[K];
  /** The state before, for `modified`. */
  readonly previous: KindMap[K] | undefined;
  readonly resourceVersion: number;
}

export interface DeleteOptions {
  /** Overrides the pod's own grace period; 0 removes it at once. */
  readonly gracePeriodSeconds?: number;
  readonly propagation?: Propagation;
  /** Refuses when the object has been replaced by another of the same name. */
  readonly uid?: string;
}

const MAX_NAME_ATTEMPTS = 8;

/** What most kinds have. */
interface Parts {
  readonly spec?: unknown;
  readonly status?: unknown;
}

/** An object as it is now. All news of it carry this text as its key, which is then found by its identity. */
interface Stored<K extends Kind = Kind> {
  readonly key: string;
  readonly shelf: Shelf<K>;
  object: KindMap[K];
}

/** What is stored of one kind, and who hears of it. */
interface Shelf<K extends Kind = Kind> {
  readonly kind: K;
  readonly objects: Map<string, Stored<K>>;
  readonly listeners: ((event: WatchEvent<K>) => void)[];
}

/**
 * The API server's memory: objects by kind and key, one counter of resource versions, a stream of watch events. Stored
 * objects are never changed, only replaced, so handing them out needs no copy. A write that changes nothing is no
 * write: no new version, no event.
 */
export class ObjectStore {
  readonly #ports: StorePorts;
  readonly #shelves = new Map<Kind, Shelf>();
  #resourceVersion = 0;
  #isNotifying = false;
  /** Replaceable: faults and quotas hook in here. */
  admission: Admission = {};

  constructor(ports: StorePorts) {
    this.#ports = ports;
    for (const kind of KINDS) this.#shelves.set(kind, { kind, objects: new Map(), listeners: [] });
  }

  get resourceVersion(): number {
    return this.#resourceVersion;
  }

  get<K extends Kind>(kind: K, key: string): KindMap[K] | undefined {
    return this.#shelf(kind).objects.get(key)?.object;
  }

  *list<K extends Kind>(kind: K): Iterable<KindMap[K]> {
    for (const { object } of this.#shelf(kind).objects.values()) yield object;
  }

  count(kind: Kind): number {
    return this.#shelf(kind).objects.size;
  }

  /** Listeners are called during the write, in the order of subscription: they must not write themselves. */
  subscribe<K extends Kind>(kinds: readonly K[], listener: (event: WatchEvent<K>) => void): void {
    for (const kind of kinds) this.#shelf(kind).listeners.push(listener);
  }

  create<K extends Kind>(kind: K, object: KindMap[K]): KindMap[K] {
    const admitted = this.admission.beforeCreate?.(kind, object) ?? object;
    const shelf = this.#shelf(kind);
    const metadata = this.#completeMetadata(kind, admitted.metadata);
    let key = objectKey({ metadata });
    // A generated name that is taken is generated again; the server gives up after eight.
    if (admitted.metadata.name === '')
      for (let attempt = 1; attempt < MAX_NAME_ATTEMPTS && shelf.objects.has(key); attempt++) {
        metadata.name = this.#generatedName(admitted.metadata);
        key = objectKey({ metadata });
      }
    const created = cutTimes(firstCopyOf(kind, admitted, metadata));
    checkInput(kind, created);
    if (shelf.objects.has(key)) throw alreadyExists(RESOURCES[kind], metadata.name);
    return this.#commit('added', { key, shelf, object: created }, created);
  }

  #generatedName({ generateName }: ObjectMeta): string {
    return generateName === undefined ? '' : this.#ports.generateName(generateName);
  }

  #completeMetadata(kind: Kind, metadata: ObjectMeta): Draft<ObjectMeta> {
    const name = metadata.name === '' ? this.#generatedName(metadata) : metadata.name;
    if (name === '') throw new EngineError('InvalidInput', `${kind}.metadata.name`, 'is empty and there is no generateName');
    // In the order of `draftOfMeta`: one shape. What clients send has many, which that function need not get to know.
    return {
      name,
      generateName: metadata.generateName,
      namespace: metadata.namespace,
      uid: metadata.uid ?? this.#ports.newUid(),
      resourceVersion: this.#resourceVersion + 1,
      generation: metadata.generation ?? (kind === 'Node' || kind === 'ControllerRevision' ? undefined : 1),
      creationTimestamp: wholeSeconds(metadata.creationTimestamp ?? this.#ports.clock.now),
      deletionTimestamp: metadata.deletionTimestamp,
      deletionGracePeriodSeconds: metadata.deletionGracePeriodSeconds,
      labels: metadata.labels,
      annotations: metadata.annotations,
      ownerReferences: metadata.ownerReferences,
      finalizers: metadata.finalizers,
    };
  }

  /** Replaces the main resource; the status in `object` is ignored. */
  update<K extends Kind>(kind: K, object: KindMap[K]): KindMap[K] {
    this.admission.beforeUpdate?.(kind, object);
    const key = objectKey(object);
    const entry = this.#entryFor(kind, key, object);
    return this.#replace(entry, entry.object, prepareForUpdate(kind, object, entry.object));
  }

  /** Replaces the status; the spec in `object` is ignored. */
  updateStatus<K extends Kind>(kind: K, object: KindMap[K], key = objectKey(object)): KindMap[K] {
    this.admission.beforeStatusUpdate?.(kind, object);
    const entry = this.#entryFor(kind, key, object);
    return this.#replace(entry, entry.object, prepareForStatusUpdate(kind, object, entry.object));
  }

  /** Changes the object whatever its version, as a patch does: spec and metadata (`main`), or status too (`whole`). */
  patch<K extends Kind>(
    kind: K,
    key: string,
    change: (current: KindMap[K]) => KindMap[K],
    scope: 'main' | 'whole' = 'main',
  ): KindMap[K] {
    const entry = this.#entry(kind, key);
    const current = entry.object;
    const next = change(current);
    return this.#replace(entry, current, scope === 'whole' ? next : prepareForUpdate(kind, next, current));
  }

  /** An ordinary deletion. A bound pod that is still running gets a deletionTimestamp and waits for its kubelet (`remove`). */
  delete(kind: Kind, key: string, options: DeleteOptions = {}): void {
    const entry = this.#entry(kind, key);
    const current = entry.object;
    if (options.uid !== undefined && options.uid !== current.metadata.uid)
      throw uidConflict(RESOURCES[kind], current.metadata, options.uid);
    this.admission.beforeDelete?.(kind, current);
    const grace = this.#graceSeconds(kind, current, options);
    if (grace === 0) this.#end(entry);
    else if (current.metadata.deletionTimestamp === undefined) this.#markDeleted(entry, grace, options);
  }

  /** Seconds until the object goes: 0 is at once. */
  #graceSeconds(kind: Kind, object: KindMap[Kind], options: DeleteOptions): number {
    if (kind !== 'Pod') return finalizersAfterDelete(object.metadata, options.propagation).length > 0 ? -1 : 0;
    const pod = object as Pod;
    if ((pod.spec.nodeName ?? '') === '' || isPodTerminal(pod)) return 0;
    return options.gracePeriodSeconds ?? graceSecondsOf(pod.spec);
  }

  #markDeleted(entry: Stored, graceSeconds: number, options: DeleteOptions): void {
    const { now } = this.#ports.clock;
    const current = entry.object;
    const { kind } = entry.shelf;
    const { generation } = current.metadata;
    const isPod = kind === 'Pod';
    // A pod owns nothing: there is nobody to wait for.
    const finalizers = isPod ? current.metadata.finalizers : finalizersAfterDelete(current.metadata, options.propagation);
    const metadata = draftOfMeta(current.metadata);
    metadata.deletionTimestamp = wholeSeconds(now + (isPod ? graceSeconds * 1000 : 0));
    metadata.deletionGracePeriodSeconds = isPod ? graceSeconds : 0;
    metadata.generation = isPod || generation === undefined ? generation : generation + 1;
    metadata.finalizers = finalizers;
    this.#replace(entry, current, copyOf(kind, current, metadata));
  }

  /** The end of an object, whatever its grace period: the kubelet has finished, or a finalizer is done. */
  remove(kind: Kind, key: string): void {
    this.#end(this.#entry(kind, key));
  }

  #end(entry: Stored): void {
    const current = entry.object;
    this.#commit('deleted', entry, this.#newVersion(entry.shelf.kind, current), current);
  }

  #entry<K extends Kind>(kind: K, key: string): Stored<K> {
    const entry = this.#shelf(kind).objects.get(key);
    if (entry === undefined) throw notFound(RESOURCES[kind], bareName(key));
    return entry;
  }

  /** What the object is to replace, if it may. */
  #entryFor<K extends Kind>(kind: K, key: string, object: KindMap[K]): Stored<K> {
    const { name, resourceVersion, uid } = object.metadata;
    const entry = this.#entry(kind, key);
    const current = entry.object;
    if (uid !== undefined && uid !== current.metadata.uid) throw uidConflict(RESOURCES[kind], current.metadata, uid);
    if (resourceVersion !== undefined && resourceVersion !== current.metadata.resourceVersion)
      throw conflict(RESOURCES[kind], name);
    return entry;
  }

  #replace<K extends Kind>(entry: Stored<K>, current: KindMap[K], next: KindMap[K]): KindMap[K] {
    const { kind } = entry.shelf;
    const cut = cutTimes(next);
    const metadata = keepIdentity(cut.metadata, current.metadata);
    const candidate = metadata === cut.metadata ? cut : copyOf(kind, cut, metadata);
    if (isUnchanged(candidate, current)) return current;
    const { name, namespace } = current.metadata;
    if (next.metadata.name !== name || next.metadata.namespace !== namespace)
      violated(`${kind} ${entry.key}`, 'an update cannot rename an object');
    if ((candidate as Parts).spec !== (current as Parts).spec) checkInput(kind, candidate);
    // Deleted before, and the last finalizer has just been taken off: that is the end of it.
    const ends = isReleased(candidate.metadata) && !isReleased(current.metadata) && hasFinalizers(current.metadata);
    return this.#commit(ends ? 'deleted' : 'modified', entry, this.#newVersion(kind, candidate), current);
  }

  /** The object as the next write will store it. */
  #newVersion<K extends Kind>(kind: K, object: KindMap[K]): KindMap[K] {
    const metadata = draftOfMeta(object.metadata);
    metadata.resourceVersion = this.#resourceVersion + 1;
    return copyOf(kind, object, metadata);
  }

  #commit<K extends Kind>(type: WatchEventType, entry: Stored<K>, stored: KindMap[K], previous?: KindMap[K]): KindMap[K] {
    const { key, shelf } = entry;
    const { kind, objects, listeners } = shelf;
    if (previous !== undefined) checkTransition(kind, key, stored.metadata, previous.metadata);
    if (this.#isNotifying) violated(kind, 'listeners cannot write');
    if (previous !== undefined && entry.object !== previous) violated(kind, 'a write replaces what is stored');
    const resourceVersion = ++this.#resourceVersion;
    if (INVARIANTS.costly) freeze(stored);
    entry.object = stored;
    if (type === 'deleted') objects.delete(key);
    else if (type === 'added') objects.set(key, entry);
    const event: WatchEvent<K> = { type, kind, key, object: stored, previous, resourceVersion };
    this.#isNotifying = true;
    try {
      // Who begins to listen during the write hears of the next one.
      for (let index = 0, count = listeners.length; index < count; index++) listeners[index]?.(event);
    } finally {
      this.#isNotifying = false;
    }
    return stored;
  }

  #shelf<K extends Kind>(kind: K): Shelf<K> {
    return this.#shelves.get(kind) as unknown as Shelf<K>;
  }
}
