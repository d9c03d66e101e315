/** Ours: the objects beside nodes and pods that plugins ask for, where upstream has listers. */
import { namespacedName } from '../../../model/meta';
import type {
  CSINode,
  KubernetesObject,
  Namespace,
  PersistentVolume,
  PersistentVolumeClaim,
  PodDisruptionBudget,
  ReplicaSet,
  Service,
  StorageClass,
} from '../../../model/apiTypes';

/** What the scheduler reads besides nodes and pods. */
export interface ClusterObjectKinds {
  readonly Namespace: Namespace;
  readonly PersistentVolume: PersistentVolume;
  readonly PersistentVolumeClaim: PersistentVolumeClaim;
  readonly StorageClass: StorageClass;
  readonly CSINode: CSINode;
  readonly ReplicaSet: ReplicaSet;
  readonly Service: Service;
  readonly PodDisruptionBudget: PodDisruptionBudget;
}
export type ClusterObjectKind = keyof ClusterObjectKinds;

const NAMESPACED: ReadonlySet<ClusterObjectKind> = new Set<ClusterObjectKind>([
  'PersistentVolumeClaim',
  'ReplicaSet',
  'Service',
  'PodDisruptionBudget',
]);

export function isSchedulerObjectKind<K extends string>(kind: K): kind is K & ClusterObjectKind {
  return kind in EMPTY;
}

type Stores = { readonly [K in ClusterObjectKind]: Map<string, ClusterObjectKinds[K]> };
const EMPTY: Readonly<Record<ClusterObjectKind, true>> = {
  Namespace: true,
  PersistentVolume: true,
  PersistentVolumeClaim: true,
  StorageClass: true,
  CSINode: true,
  ReplicaSet: true,
  Service: true,
  PodDisruptionBudget: true,
};

/** These objects by kind and name. */
export class ClusterObjects {
  /** Grows with every change. */
  generation = 0;
  readonly #stores: Stores = {
    Namespace: new Map(),
    PersistentVolume: new Map(),
    PersistentVolumeClaim: new Map(),
    StorageClass: new Map(),
    CSINode: new Map(),
    ReplicaSet: new Map(),
    Service: new Map(),
    PodDisruptionBudget: new Map(),
  };

  set<K extends ClusterObjectKind>(kind: K, object: ClusterObjectKinds[K]): void {
    const store: Map<string, ClusterObjectKinds[K]> = this.#stores[kind];
    store.set(keyOf(kind, object), object);
    this.generation++;
  }

  remove<K extends ClusterObjectKind>(kind: K, object: ClusterObjectKinds[K]): void {
    const store: Map<string, ClusterObjectKinds[K]> = this.#stores[kind];
    if (store.delete(keyOf(kind, object))) this.generation++;
  }

  /** `namespace` is for namespaced kinds; leave it out for the others. */
  get<K extends ClusterObjectKind>(kind: K, name: string, namespace?: string): ClusterObjectKinds[K] | undefined {
    const store: Map<string, ClusterObjectKinds[K]> = this.#stores[kind];
    return store.get(namespace === undefined ? name : `${namespace}/${name}`);
  }

  list<K extends ClusterObjectKind>(kind: K): Iterable<ClusterObjectKinds[K]> {
    const store: Map<string, ClusterObjectKinds[K]> = this.#stores[kind];
    return store.values();
  }

  count(kind: ClusterObjectKind): number {
    return this.#stores[kind].size;
  }
}

function keyOf(kind: ClusterObjectKind, object: KubernetesObject): string {
  return NAMESPACED.has(kind) ? namespacedName(object) : object.metadata.name;
}
