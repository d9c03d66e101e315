import { getControllerOf } from '../../../src/model/meta';
import type { ControllerRevision, DaemonSet, Pod } from '../../../src/model/apiTypes';
import { isPodReady } from '../../../src/model/podConditions';
import {
  CONTROLLER_REVISION_HASH_LABEL,
  TEMPLATE_GENERATION_ANNOTATION,
  TEMPLATE_GENERATION_LABEL,
} from '../../../src/model/wellKnown';
import { ApiError, conflict, internalError } from '../../../src/engine/api/apiError';
import { RESOURCES, type Kind } from '../../../src/engine/api/kinds';
import type { Propagation } from '../../../src/engine/api/finalizers';
import type { ObjectStore } from '../../../src/engine/api/objectStore';
import type { InformerFactory } from '../../../src/engine/client/informerFactory';
import { StaleCacheError } from '../../../src/engine/controllers/consistency';
import { DaemonSetsController } from '../../../src/engine/controllers/daemon/daemonController';
import { getTargetNodeName } from '../../../src/engine/controllers/daemon/daemonUtil';
import { templateOfRevision } from '../../../src/engine/kubectl/daemonSetHistory';
import type { EventLoop } from '../../../src/engine/kernel/eventLoop';
import { WORLD_START } from '../../../src/engine/simulation/world/world';
import { TestCluster } from '../../support/testCluster';
import { DAEMON_SET_KEY, DaemonCluster, templateKey } from './daemonsetCluster';
import { OPS, type InjectedFailures, type OpTarget } from './daemonsetTrajectoryOps';
import { RecordingQueue } from './daemonsetRecording';
import type { Json, Op, Step, TrajectoryCase } from './daemonsetTrajectoryFormat';

const KINDS: Readonly<Record<string, Kind>> = {
  daemonsets: 'DaemonSet',
  controllerrevisions: 'ControllerRevision',
  pods: 'Pod',
  nodes: 'Node',
};

const NO_FAILURES: InjectedFailures = { createsBefore: 0, creates: 0, deletes: 0, statusUpdates: 0 };

/** The recorded cluster with the controller in it; nothing moves but by ops. */
export class TrajectoryWorld implements OpTarget {
  readonly #loop: EventLoop;
  readonly #store: ObjectStore;
  readonly #cluster: DaemonCluster;
  readonly #informers: InformerFactory;
  readonly #controller: DaemonSetsController;
  readonly #queue = new RecordingQueue();
  readonly #nodeQueue = new RecordingQueue();
  readonly #lag: boolean;
  #events: Json[] = [];
  #names = 0;
  #failures: InjectedFailures = { ...NO_FAILURES };
  #edited = false;

  constructor({ lag, hashes, initial }: TrajectoryCase) {
    this.#lag = lag;
    const cluster = new TestCluster({
      names: { generateName: (prefix) => `${prefix}${String(++this.#names).padStart(5, '0')}` },
      onEvent: ({ type, reason, message }) => {
        this.#events.push({ type, reason, message });
      },
    });
    this.#loop = cluster.loop;
    this.#store = cluster.store;
    this.#cluster = new DaemonCluster(this.#store, this.#loop);
    this.#cluster.fill(initial);
    this.#injectFailures();
    const options = cluster.byHand(this.#queue);
    this.#informers = options.informers;
    this.#controller = new DaemonSetsController({
      ...options,
      nodeUpdateQueue: this.#nodeQueue,
      controllerRevisionHash: (template, collisionCount = 0) => hashes[templateKey(template)]?.[collisionCount] ?? '',
    });
  }

  #injectFailures(): void {
    this.#store.admission = {
      beforeCreate: (kind, object) => {
        if (kind === 'Pod') this.#beforePodCreation();
        return object;
      },
      beforeDelete: (kind) => {
        if (kind !== 'Pod' || this.#failures.deletes === 0) return;
        this.#failures.deletes--;
        throw internalError('injected delete failure');
      },
      beforeStatusUpdate: (kind, object) => {
        if (kind !== 'DaemonSet' || this.#failures.statusUpdates === 0) return;
        this.#failures.statusUpdates--;
        throw conflict(RESOURCES.DaemonSet, object.metadata.name);
      },
    };
  }

  #beforePodCreation(): void {
    const failures = this.#failures;
    if (failures.createsBefore > 0) failures.createsBefore--;
    else if (failures.creates > 0) {
      failures.creates--;
      throw new ApiError('Forbidden', 'pods is forbidden: exceeded quota');
    }
  }

  /** Runs one step; gives what the recording says of a step, and the error. */
  run(op: Op): Omit<Step, 'op' | 'after'> {
    this.#events = [];
    this.#queue.clear();
    this.#nodeQueue.clear();
    this.#edited = false;
    let error: string | undefined;
    try {
      this.#apply(op);
    } catch (caught) {
      error = caught instanceof StaleCacheError ? 'stale' : caught instanceof Error ? caught.message : String(caught);
    }
    if (!this.#lag) this.#informers.deliver();
    const nodes = [...new Set(this.#nodeQueue.added)].sort();
    return {
      ...(error === undefined ? {} : { error }),
      ...(this.#events.length > 0 ? { events: this.#events } : {}),
      ...(this.#queue.added.length > 0 ? { enqueued: true } : {}),
      ...(this.#queue.delaysSeconds.length > 0 ? { requeueAfter: [...this.#queue.delaysSeconds] } : {}),
      ...(nodes.length > 0 ? { nodeQueue: nodes } : {}),
    };
  }

  #apply(op: Op): void {
    const apply = OPS[op.op];
    if (apply === undefined) throw new Error(`unknown op ${op.op}`);
    apply(op, this);
  }

  get cluster(): DaemonCluster {
    return this.#cluster;
  }

  sync(): void {
    this.#controller.sync(DAEMON_SET_KEY);
  }

  syncNode(name: string): void {
    this.#controller.syncNodeUpdate(name);
  }

  deliver(kinds: readonly string[] | undefined, max: number | undefined): void {
    const wanted = kinds?.map((kind) => KINDS[kind]).filter((kind) => kind !== undefined);
    this.#informers.deliver({
      ...(wanted === undefined ? {} : { kinds: wanted }),
      ...(max === undefined ? {} : { max }),
    });
  }

  advance(seconds: number): void {
    this.#loop.advanceTo(this.#loop.now + seconds * 1000);
  }

  edit(change: () => void): void {
    change();
    this.#edited = true;
  }

  /** A pod made by hand takes a number as well. One that is not given is one that the recording saw refused. */
  addPod(pod: Json | undefined): void {
    this.#cluster.addPod(pod ?? { metadata: { name: 'refused', namespace: 'default' }, spec: { containers: [] } });
    this.#names++;
  }

  /** In the recorded cluster a foreground deletion sets the timestamp and leaves the generation alone, unlike the API server. */
  deleteDaemonSet(propagation: Propagation | undefined): void {
    if (propagation !== 'Foreground') {
      this.#store.delete('DaemonSet', DAEMON_SET_KEY);
      return;
    }
    const deletionTimestamp = this.#loop.now;
    const mark = (ds: DaemonSet): DaemonSet => ({ ...ds, metadata: { ...ds.metadata, deletionTimestamp } });
    this.#store.patch('DaemonSet', DAEMON_SET_KEY, mark, 'whole');
  }

  fail(failures: Partial<InjectedFailures>): void {
    Object.assign(this.#failures, failures);
  }

  clearFailures(): void {
    this.#failures = { ...NO_FAILURES };
  }

  /** The state after a step, whole. */
  state(): Json {
    const { daemonSet } = this.#cluster;
    const pods = [...this.#store.list('Pod')].map(podState);
    const revisions = [...this.#store.list('ControllerRevision')].map(revisionState);
    return {
      t: (this.#loop.now - WORLD_START) / 1000,
      ds: daemonSet === undefined ? null : daemonSetState(daemonSet),
      revisions: revisions.sort((a, b) => (String(a['name']) < String(b['name']) ? -1 : 1)),
      pods: Object.fromEntries(pods.map((pod) => [pod['name'], pod])),
      expectations: this.#controller.expectations.get(DAEMON_SET_KEY),
      pending: this.#pending(),
      spec: this.#edited ? daemonSet?.spec : undefined,
    };
  }

  #pending(): Json | undefined {
    const events = this.#informers.pendingEvents;
    if (!this.#lag) return undefined;
    const counts = Object.entries(KINDS).map(([name, kind]) => [name, events.filter((event) => event.kind === kind).length]);
    return Object.fromEntries(counts.filter(([, count]) => count !== 0)) as Json;
  }
}

function daemonSetState({ metadata, status }: DaemonSet): Json {
  return {
    generation: metadata.generation,
    templateGeneration: metadata.annotations?.[TEMPLATE_GENERATION_ANNOTATION],
    status,
    ...(metadata.deletionTimestamp === undefined ? {} : { deleting: true }),
  };
}

function revisionState(revision: ControllerRevision): Json {
  const { metadata } = revision;
  return {
    name: metadata.name,
    revision: revision.revision,
    hash: metadata.labels?.[CONTROLLER_REVISION_HASH_LABEL],
    template: templateKey(templateOfRevision(revision)),
    ...(getControllerOf(revision) === undefined ? { owned: false } : {}),
  };
}

function podState(pod: Pod): Json {
  const { name, labels, deletionTimestamp } = pod.metadata;
  return {
    name,
    node: getTargetNodeName(pod),
    bound: (pod.spec.nodeName ?? '') !== '',
    hash: labels?.[CONTROLLER_REVISION_HASH_LABEL] ?? '',
    gen: labels?.[TEMPLATE_GENERATION_LABEL],
    phase: pod.status?.phase,
    ready: isPodReady(pod),
    deleting: deletionTimestamp !== undefined,
    ...(getControllerOf(pod) === undefined ? { owned: false } : {}),
  };
}
