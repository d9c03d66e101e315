import { getControllerOf, objectKey } from '../../../src/model/meta';
import type { PodTemplateSpec } from '../../../src/model/apiTypes';
import { decodeTimes, type Time } from '../../../src/model/time';
import { ApiError, internalError } from '../../../src/engine/api/apiError';
import { forbidden } from '../../support/forbidden';
import { KINDS, type Kind, type KindMap } from '../../../src/engine/api/kinds';
import type { ObjectStore, WatchEvent } from '../../../src/engine/api/objectStore';
import type { InformerFactory } from '../../../src/engine/client/informerFactory';
import type { RateLimitingQueue } from '../../../src/engine/client/workQueue';
import { DeploymentController } from '../../../src/engine/controllers/deployment/deploymentController';
import { NAMESPACE_TERMINATING_CAUSE } from '../../../src/engine/controllers/podControl';
import { ReplicaSetController } from '../../../src/engine/controllers/replicaset/replicaSetController';
import type { EventLoop } from '../../../src/engine/kernel/eventLoop';
import { TestCluster } from '../../support/testCluster';
import type { RecordedEventForm } from './deploymentTableRun';
import { viewChange, viewGroupOf, viewOf, type View, type ViewGroup } from './deploymentViews';

/** One case of trajectories.jsonl, without its steps. */
export interface TrajectoryStart {
  readonly objects: readonly unknown[];
  readonly hashes: Readonly<Record<string, readonly string[]>>;
  readonly featureGates?: Readonly<Record<string, boolean>>;
}

/** Faults that a case has ordered. */
interface Faults {
  createsBeforeFailures: number;
  failingCreates: number;
  failingDeletes: number;
  failingReplicaSetCreates: number;
  podQuota: number | undefined;
  namespaceTerminating: boolean;
}

/** The recorded hash of a template, which is known by the image of its first container. */
export function recordedHash(hashes: TrajectoryStart['hashes']) {
  return (template: PodTemplateSpec, collisionCount: number | undefined): string => {
    const image = template.spec.containers[0]?.image ?? '';
    const hash = hashes[image]?.[collisionCount ?? 0];
    if (hash === undefined) throw new Error(`no recorded hash for ${image} with collision count ${collisionCount ?? 0}`);
    return hash;
  };
}

/** UIDs and generated names as the recording counts them. */
export interface CountingNames {
  newUid(): string;
  generateName(prefix: string): string;
  /** The same that goes on by itself. */
  copy(): CountingNames;
}

export function countingNames(counted = 1, prefixes: ReadonlyMap<string, number> = new Map()): CountingNames {
  let objects = counted;
  const byPrefix = new Map(prefixes);
  return {
    newUid: () => String(++objects).padStart(8, '0'),
    generateName: (prefix) => {
      const count = (byPrefix.get(prefix) ?? 0) + 1;
      byPrefix.set(prefix, count);
      return `${prefix}${String(count).padStart(5, '0')}`;
    },
    copy: () => countingNames(objects, byPrefix),
  };
}

/** Both controllers, stepped by hand against a store whose clock, names and faults are given. */
export class DeploymentReplay {
  readonly store: ObjectStore;
  readonly informers: InformerFactory;
  readonly deploymentController: DeploymentController;
  readonly replicaSetController: ReplicaSetController;
  readonly faults: Faults = {
    createsBeforeFailures: 0,
    failingCreates: 0,
    failingDeletes: 0,
    failingReplicaSetCreates: 0,
    podQuota: undefined,
    namespaceTerminating: false,
  };
  readonly clock: EventLoop;
  #events: RecordedEventForm[] = [];
  #queue: string[] = [];
  #isSyncing = false;
  readonly #views = new Map<string, View>();
  readonly #touched = new Map<string, { readonly kind: Kind; readonly name: string }>();

  constructor(start: TrajectoryStart, startTime: Time) {
    const cluster = new TestCluster({
      start: startTime,
      names: countingNames(),
      onEvent: ({ kind, name, type, reason, message }) => {
        this.#events.push({ obj: `${kind.toLowerCase()}/${name}`, type, reason, message });
      },
      onDecision: () => undefined,
    });
    this.clock = cluster.loop;
    this.store = cluster.store;
    for (const object of start.objects) this.store.create('Deployment', decodeTimes<KindMap['Deployment']>(object));
    for (const deployment of this.store.list('Deployment')) this.#remember('Deployment', deployment);
    this.store.subscribe(KINDS, (event) => {
      this.#touch(event);
    });
    this.store.admission = {
      beforeCreate: (kind, object) => this.#admitCreate(kind, object),
      beforeDelete: (kind) => {
        this.#admitDelete(kind);
      },
    };
    const shared = cluster.byHand();
    this.informers = shared.informers;
    const podTemplateHash = recordedHash(start.hashes);
    this.deploymentController = new DeploymentController({
      ...shared,
      podTemplateHash,
      queue: this.#recordingQueue('deployment'),
    });
    this.replicaSetController = new ReplicaSetController({
      ...shared,
      queue: this.#recordingQueue('replicaset'),
      staleControllerConsistency: start.featureGates?.['StaleControllerConsistencyReplicaSet'],
    });
  }

  #recordingQueue(resource: string): RateLimitingQueue {
    const note = (key: string, how: string): void => {
      this.#queue.push(`${resource}/${key.slice(key.indexOf('/') + 1)} ${how}`);
    };
    return {
      add: (key) => {
        note(key, 'add');
      },
      addAfter: (key, delayMs) => {
        note(key, `after ${Number((delayMs / 1000).toFixed(6))}`);
      },
      addRateLimited: (key) => {
        note(key, 'rateLimited');
      },
      forget: () => undefined,
      numRequeues: () => 0,
    };
  }

  #admitCreate<K extends Kind>(kind: K, object: KindMap[K]): KindMap[K] {
    const { faults } = this;
    const { name } = object.metadata;
    if (faults.namespaceTerminating) {
      const resource = kind === 'Pod' ? 'pods' : 'replicasets.apps';
      const message = 'unable to create new content in namespace default because it is being terminated';
      throw forbidden(resource, name, message, NAMESPACE_TERMINATING_CAUSE);
    }
    if (kind === 'ReplicaSet' && faults.failingReplicaSetCreates > 0) {
      faults.failingReplicaSetCreates--;
      throw internalError('injected replica set creation failure');
    }
    if (kind === 'Pod') this.#admitPod();
    return object;
  }

  #admitPod(): void {
    const { faults } = this;
    if (faults.createsBeforeFailures > 0) {
      faults.createsBeforeFailures--;
    } else if (faults.failingCreates > 0) {
      faults.failingCreates--;
      throw internalError('injected pod creation failure');
    }
    const { podQuota } = faults;
    if (podQuota === undefined || this.store.count('Pod') < podQuota) return;
    throw new ApiError('Forbidden', `pods is forbidden: exceeded quota: pods, limited: pods=${podQuota}`);
  }

  #admitDelete(kind: Kind): void {
    if (kind !== 'Pod' || !this.#isSyncing || this.faults.failingDeletes === 0) return;
    this.faults.failingDeletes--;
    throw internalError('injected pod deletion failure');
  }

  syncDeployment(key: string): void {
    this.#syncing(() => {
      this.deploymentController.sync(key);
    });
  }

  syncReplicaSet(key: string): void {
    this.#syncing(() => {
      this.replicaSetController.sync(key);
    });
  }

  #syncing(run: () => void): void {
    this.#isSyncing = true;
    try {
      run();
    } finally {
      this.#isSyncing = false;
    }
  }

  /** Pods whose owning replica set no longer exists, in name order. */
  orphanedPods(): KindMap['Pod'][] {
    const uids = new Set([...this.store.list('ReplicaSet')].map(({ metadata }) => metadata.uid));
    const lost = [...this.store.list('Pod')].filter((pod) => {
      const owner = getControllerOf(pod);
      return owner !== undefined && !uids.has(owner.uid);
    });
    return lost.sort((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1));
  }

  #touch({ kind, object }: WatchEvent): void {
    this.#touched.set(`${kind} ${objectKey(object)}`, { kind, name: object.metadata.name });
  }

  #remember(kind: Kind, object: KindMap[Kind]): void {
    this.#views.set(`${kind} ${objectKey(object)}`, viewOf(kind, object));
  }

  isKnown(kind: Kind, name: string): boolean {
    return this.#views.has(`${kind} default/${name}`);
  }

  /** What changed in the API server since the last call, as recordings show it. */
  takeChanges(): Partial<Record<ViewGroup, Record<string, View | null>>> {
    const changes: Partial<Record<ViewGroup, Record<string, View | null>>> = {};
    for (const [id, { kind, name }] of this.#touched) {
      const group = viewGroupOf(kind);
      if (group === undefined) continue;
      const object = this.store.get(kind, `default/${name}`);
      const after = object === undefined ? undefined : viewOf(kind, object);
      const change = viewChange(this.#views.get(id), after);
      if (after === undefined) this.#views.delete(id);
      else this.#views.set(id, after);
      if (change !== undefined) (changes[group] ??= {})[name] = change;
    }
    this.#touched.clear();
    return changes;
  }

  takeEvents(): readonly RecordedEventForm[] {
    const events = this.#events;
    this.#events = [];
    return events;
  }

  /** `add` and `rateLimited` once each, `after` as often as it happened; sorted. */
  takeQueue(): readonly string[] {
    const delayed = this.#queue.filter((entry) => entry.includes(' after '));
    const others = new Set(this.#queue.filter((entry) => !entry.includes(' after ')));
    this.#queue = [];
    return [...delayed, ...others].sort();
  }
}
