import type {
  ControllerRevision,
  DaemonSet,
  Deployment,
  EndpointSlice,
  KubernetesObject,
  LimitRange,
  Namespace,
  Node,
  ObjectReference,
  PersistentVolume,
  PersistentVolumeClaim,
  Pod,
  PodDisruptionBudget,
  PriorityClass,
  ReplicaSet,
  ResourceQuota,
  Service,
  StorageClass,
} from '../model/apiTypes';
import { formatTime, type Time } from '../model/time';
import type { Shapes } from './shapes';
import type { Shelf } from './shelf';

/** What somebody was told about an object, in v1 and in events.k8s.io/v1 words alike. */
export interface SnapshotEvent extends KubernetesObject {
  readonly type?: string | undefined;
  readonly reason?: string | undefined;
  readonly message?: string | undefined;
  readonly count?: number | undefined;
  readonly involvedObject: ObjectReference;
  readonly firstTimestamp?: Time | undefined;
  readonly lastTimestamp?: Time | undefined;
  readonly eventTime?: Time | undefined;
}

export interface SnapshotAutoscaler extends KubernetesObject {
  readonly spec: {
    readonly scaleTargetRef: { readonly kind: string; readonly name: string };
    readonly minReplicas?: number | undefined;
    readonly maxReplicas: number;
  };
  readonly status?: { readonly currentReplicas?: number | undefined; readonly desiredReplicas?: number | undefined } | undefined;
}

/** What is kept of a cluster. Secrets and ConfigMaps never are. */
export interface SnapshotKinds {
  readonly Node: Node;
  readonly Namespace: Namespace;
  readonly Pod: Pod;
  readonly Deployment: Deployment;
  readonly ReplicaSet: ReplicaSet;
  readonly DaemonSet: DaemonSet;
  readonly ControllerRevision: ControllerRevision;
  readonly PodDisruptionBudget: PodDisruptionBudget;
  readonly ResourceQuota: ResourceQuota;
  readonly LimitRange: LimitRange;
  readonly PersistentVolumeClaim: PersistentVolumeClaim;
  readonly PersistentVolume: PersistentVolume;
  readonly StorageClass: StorageClass;
  readonly PriorityClass: PriorityClass;
  readonly HorizontalPodAutoscaler: SnapshotAutoscaler;
  readonly Service: Service;
  readonly EndpointSlice: EndpointSlice;
  readonly Event: SnapshotEvent;
}
export type SnapshotKind = keyof SnapshotKinds;

const OF_CLUSTER = {
  Node: 'nodes',
  Namespace: 'namespaces',
  PersistentVolume: 'persistentvolumes',
  StorageClass: 'storageclasses',
  PriorityClass: 'priorityclasses',
} as const satisfies Partial<Record<SnapshotKind, string>>;
const OF_NAMESPACES = {
  Pod: 'pods',
  Deployment: 'deployments',
  ReplicaSet: 'replicasets',
  DaemonSet: 'daemonsets',
  ControllerRevision: 'controllerrevisions',
  PodDisruptionBudget: 'poddisruptionbudgets',
  ResourceQuota: 'resourcequotas',
  LimitRange: 'limitranges',
  PersistentVolumeClaim: 'persistentvolumeclaims',
  HorizontalPodAutoscaler: 'horizontalpodautoscalers',
  Service: 'services',
  EndpointSlice: 'endpointslices',
  Event: 'events',
} as const satisfies Partial<Record<SnapshotKind, string>>;
const RESOURCES: Readonly<Record<SnapshotKind, string>> = { ...OF_CLUSTER, ...OF_NAMESPACES };

/** What kubectl is asked for. */
export const RESOURCES_OF_CLUSTER: readonly string[] = Object.values(OF_CLUSTER);
export const RESOURCES_OF_NAMESPACES: readonly string[] = Object.values(OF_NAMESPACES);

export function isSnapshotKind(kind: unknown): kind is SnapshotKind {
  return typeof kind === 'string' && Object.hasOwn(RESOURCES, kind);
}

export function isNamespaced(kind: SnapshotKind): boolean {
  return Object.hasOwn(OF_NAMESPACES, kind);
}

/** How a file begins that a snapshot is kept in. */
export const KEPT_HEAD = { apiVersion: 'rollout-lens/v1', kind: 'ClusterSnapshot' } as const;

/** When a snapshot was taken: said by its file, or told from the newest time in it, which is a little earlier. */
export interface TakenAt {
  readonly time: Time;
  readonly isExact: boolean;
}

/**
 * A cluster as kubectl showed it at a moment. Objects are plain API objects with times as numbers, made when they are asked
 * for: hold on to what you use, not to all of it.
 */
export class Snapshot {
  /** Undefined: nothing in it says when. */
  readonly takenAt: TakenAt | undefined;
  readonly #shelves: ReadonlyMap<string, Shelf>;
  readonly #shapes: Shapes;

  constructor(shelves: ReadonlyMap<string, Shelf>, shapes: Shapes, takenAt: TakenAt | undefined) {
    this.#shelves = shelves;
    this.#shapes = shapes;
    this.takenAt = takenAt;
  }

  /** What is written down of it, a line at a time: JSON that the reader of snapshots reads again. */
  *text(): Generator<string> {
    const at = this.takenAt === undefined ? {} : { takenAt: formatTime(this.takenAt.time), isExact: this.takenAt.isExact };
    yield `${JSON.stringify({ ...KEPT_HEAD, ...at }).slice(0, -1)},"shapes":[`;
    for (const [index, shape] of this.#shapes.texts.entries()) yield `${index === 0 ? '' : ','}\n${shape}`;
    yield '\n],"objects":[';
    let isFirst = true;
    for (const [kind, shelf] of this.#shelves)
      for (const [namespace, name, line] of shelf.entries()) {
        yield `${isFirst ? '' : ','}\n[${JSON.stringify([kind, namespace, name]).slice(1, -1)},${line}]`;
        isFirst = false;
      }
    yield '\n]}\n';
  }

  /** All of a kind, or those of one namespace, in the order in which they were read. */
  list<K extends SnapshotKind>(kind: K, namespace?: string): readonly SnapshotKinds[K][] {
    return [...this.each(kind, namespace)];
  }

  /** The same one by one: fifty thousand pods need not be there at once. */
  each<K extends SnapshotKind>(kind: K, namespace?: string): Iterable<SnapshotKinds[K]> {
    return (this.#shelves.get(kind)?.each(namespace) ?? []) as Iterable<SnapshotKinds[K]>;
  }

  find<K extends SnapshotKind>(kind: K, name: string, namespace?: string): SnapshotKinds[K] | undefined {
    for (const object of this.each(kind, namespace)) if (object.metadata.name === name) return object;
    return undefined;
  }

  count(kind: SnapshotKind): number {
    return this.#shelves.get(kind)?.size ?? 0;
  }

  /** The namespaces that something is known of. */
  get namespaces(): readonly string[] {
    const found = new Set([...this.#shelves.values()].flatMap((shelf) => shelf.namespaces));
    for (const { metadata } of this.each('Namespace')) found.add(metadata.name);
    return [...found].sort();
  }
}
