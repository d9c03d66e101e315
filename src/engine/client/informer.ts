/**
 * Upstream: staging/src/k8s.io/client-go/tools/cache/{shared_informer,thread_safe_store}.go (v1.36.4): cache, indexes and
 * handlers in one, without goroutines.
 */
import { objectKey } from '../../model/meta';
import type { Kind, KindMap } from '../api/kinds';
import type { WatchEvent } from '../api/objectStore';
import { violated } from '../kernel/engineError';

export interface EventHandlers<T> {
  /** `isInInitialList`: it was there before the watch began. */
  onAdd?(object: T, key: string, isInInitialList?: boolean): void;
  onUpdate?(previous: T, object: T, key: string): void;
  onDelete?(object: T, key: string): void;
}

/** Hears of the change of one cached object. */
export type View<T> = (key: string, previous: T | undefined, next: T | undefined) => void;

/** A cache of one kind, kept by watch events, that tells its handlers what changed. */
export class Informer<K extends Kind = Kind> {
  readonly kind: K;
  /** So many events have been delivered. */
  news = 0;
  readonly #objects = new Map<string, KindMap[K]>();
  readonly #handlers: EventHandlers<KindMap[K]>[] = [];
  readonly #indexes: Index<KindMap[K]>[] = [];
  readonly #views: View<KindMap[K]>[] = [];
  readonly #named = new Map<string, Index<KindMap[K]>>();
  #lastResourceVersion = 0;

  constructor(kind: K) {
    this.kind = kind;
  }

  /** The version of the last event delivered, of any object of this kind. */
  get lastResourceVersion(): number {
    return this.#lastResourceVersion;
  }

  get size(): number {
    return this.#objects.size;
  }

  get(key: string): KindMap[K] | undefined {
    return this.#objects.get(key);
  }

  list(): Iterable<KindMap[K]> {
    return this.#objects.values();
  }

  addHandlers(handlers: EventHandlers<KindMap[K]>): void {
    this.#handlers.push(handlers);
  }

  /** An index by the group that `groupOf` puts an object in, if any; must be added before the first event. */
  addIndex(groupOf: (object: KindMap[K]) => string | undefined): Index<KindMap[K]> {
    const index = new Index(groupOf);
    for (const [key, object] of this.#objects) index.set(key, undefined, object);
    this.#indexes.push(index);
    return index;
  }

  /** The index of a name, shared by all who ask for it; made on first use. */
  index(name: string, groupOf: (object: KindMap[K]) => string | undefined): Index<KindMap[K]> {
    let index = this.#named.get(name);
    if (index === undefined) this.#named.set(name, (index = this.addIndex(groupOf)));
    return index;
  }

  /** Something computed from the cache that is kept up with it: told of each change before the handlers are. */
  addView(view: View<KindMap[K]>): void {
    for (const [key, object] of this.#objects) view(key, undefined, object);
    this.#views.push(view);
  }

  /** First the cache, then the handlers, in the order of their registration. */
  deliver(event: WatchEvent<K>): void {
    const { key } = event;
    const previous = this.#objects.get(key);
    if ((previous === undefined) !== (event.type === 'added'))
      violated(key, 'is added twice, or changes without having been added');
    this.#lastResourceVersion = Math.max(this.#lastResourceVersion, event.resourceVersion);
    this.news++;
    const next = event.type === 'deleted' ? undefined : event.object;
    if (next === undefined) this.#objects.delete(key);
    else this.#objects.set(key, next);
    for (const index of this.#indexes) index.set(key, previous, next);
    for (const view of this.#views) view(key, previous, next);
    this.#notify(previous, event);
  }

  #notify(previous: KindMap[K] | undefined, event: WatchEvent<K>): void {
    for (const handlers of this.#handlers) {
      if (event.type === 'deleted') handlers.onDelete?.(event.object, event.key);
      else if (previous === undefined) handlers.onAdd?.(event.object, event.key);
      else handlers.onUpdate?.(previous, event.object, event.key);
    }
  }

  /** Tells the handlers of all that the cache has been filled with, as after a start. */
  announce(): void {
    for (const [key, object] of this.#objects) for (const handlers of this.#handlers) handlers.onAdd?.(object, key, true);
  }

  /** Fills the cache with what exists before any watch, without telling the handlers. */
  seed(objects: Iterable<KindMap[K]>): void {
    for (const object of objects) {
      const key = objectKey(object);
      this.#objects.set(key, object);
      for (const index of this.#indexes) index.set(key, undefined, object);
      for (const view of this.#views) view(key, undefined, object);
      this.#lastResourceVersion = Math.max(this.#lastResourceVersion, object.metadata.resourceVersion ?? 0);
    }
  }
}

const NONE: readonly never[] = [];

/** Objects of an informer in groups, in the order in which they came to the group. */
export class Index<T> {
  readonly #groupOf: (object: T) => string | undefined;
  readonly #groups = new Map<string, Map<string, T>>();

  constructor(groupOf: (object: T) => string | undefined) {
    this.#groupOf = groupOf;
  }

  group(name: string): Iterable<T> {
    return this.#groups.get(name)?.values() ?? NONE;
  }

  set(key: string, previous: T | undefined, next: T | undefined): void {
    const before = previous === undefined ? undefined : this.#groupOf(previous);
    const after = next === undefined ? undefined : this.#groupOf(next);
    if (before !== undefined && before !== after) this.#remove(before, key);
    if (next !== undefined && after !== undefined) this.#put(after, key, next);
  }

  #put(name: string, key: string, object: T): void {
    let group = this.#groups.get(name);
    if (group === undefined) this.#groups.set(name, (group = new Map<string, T>()));
    group.set(key, object);
  }

  #remove(name: string, key: string): void {
    const group = this.#groups.get(name);
    if (group?.delete(key) !== true) violated(key, 'leaves a group of an index in which it was not');
    if (group.size === 0) this.#groups.delete(name);
  }
}
