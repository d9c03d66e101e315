import type { Time } from '../../src/model/time';
import type { Kind } from '../../src/engine/api/kinds';
import { ObjectStore } from '../../src/engine/api/objectStore';
import { EventRecorder, type RecordedEvent } from '../../src/engine/client/eventRecorder';
import { InformerFactory } from '../../src/engine/client/informerFactory';
import type { RateLimitingQueue } from '../../src/engine/client/workQueue';
import { DaemonSetsController } from '../../src/engine/controllers/daemon/daemonController';
import { DecisionRecorder, type Decision } from '../../src/engine/controllers/decisions';
import { DeploymentController } from '../../src/engine/controllers/deployment/deploymentController';
import type { ControllerOptions, TemplateHash } from '../../src/engine/controllers/objectSync';
import { ReplicaSetController } from '../../src/engine/controllers/replicaset/replicaSetController';
import { Worker } from '../../src/engine/controllers/worker';
import { EventLoop } from '../../src/engine/kernel/eventLoop';
import { PHASE, WORLD_START } from '../../src/engine/simulation/world/world';

/** A queue that nobody works off. */
export const IDLE_QUEUE: RateLimitingQueue = {
  add: () => undefined,
  addAfter: () => undefined,
  addRateLimited: () => undefined,
  forget: () => undefined,
  numRequeues: () => 0,
};

export interface TestClusterOptions {
  readonly start?: Time;
  readonly maxSteps?: number;
  /** How many digits a generated name ends in. */
  readonly digits?: number;
  /** Instead of numbers that count up. */
  readonly names?: Partial<Pick<ConstructorParameters<typeof ObjectStore>[0], 'newUid' | 'generateName'>>;
  readonly onEvent?: ((event: RecordedEvent) => void) | undefined;
  readonly onDecision?: ((decision: Decision) => void) | undefined;
}

/**
 * An API server on a virtual clock, in the order of the simulation's own phases, with the controllers that a test starts:
 * they run freely, or a test syncs them by hand. Scheduler and kubelets are the test's own.
 */
export class TestCluster {
  readonly loop: EventLoop;
  readonly store: ObjectStore;
  readonly #common: Pick<ControllerOptions, 'store' | 'clock' | 'recorder' | 'decisions'>;
  #uids = 0;

  constructor({ start = WORLD_START, maxSteps, digits = 1, names, onEvent, onDecision }: TestClusterOptions = {}) {
    this.loop = new EventLoop(start, maxSteps);
    const number = (): string => String(++this.#uids).padStart(digits, '0');
    const counting = { newUid: () => `uid-${number()}`, generateName: (prefix: string) => prefix + number() };
    this.store = new ObjectStore({ clock: this.loop, ...counting, ...names });
    this.#common = {
      store: this.store,
      clock: this.loop,
      recorder: new EventRecorder(onEvent ?? ((): void => undefined)),
      decisions: new DecisionRecorder(onDecision),
    };
  }

  /** What a controller wants that is synced by hand; its informers deliver when they are told to. */
  byHand(queue: RateLimitingQueue = IDLE_QUEUE): ControllerOptions {
    return { ...this.#common, queue, informers: new InformerFactory(this.store, { mode: 'manual' }) };
  }

  runDeployments(podTemplateHash: TemplateHash, lagMs?: (kind: Kind) => number): void {
    const worker = this.#worker(PHASE.sync);
    worker.start(new DeploymentController({ ...this.#running(worker, lagMs), podTemplateHash }));
  }

  runReplicaSets(lagMs?: (kind: Kind) => number): void {
    const worker = this.#worker(PHASE.sync);
    worker.start(new ReplicaSetController(this.#running(worker, lagMs)));
  }

  /** `onSync` hears of each sync before it begins. */
  runDaemonSets(controllerRevisionHash: TemplateHash, onSync?: () => void): DaemonSetsController {
    const worker = this.#worker(PHASE.sync);
    const nodes = this.#worker(PHASE.nodeQueue);
    const options = { ...this.#running(worker), nodeUpdateQueue: nodes.queue, controllerRevisionHash };
    const controller = new DaemonSetsController(options);
    worker.start({
      sync: (key) => {
        onSync?.();
        controller.sync(key);
      },
    });
    nodes.start({
      sync: (name) => {
        controller.syncNodeUpdate(name);
      },
    });
    return controller;
  }

  #worker(syncPhase: number): Worker {
    return new Worker({ loop: this.loop, timerPhase: PHASE.timer, syncPhase });
  }

  #running({ queue }: Worker, lagMs?: (kind: Kind) => number): ControllerOptions {
    const { loop, store } = this;
    const informers = new InformerFactory(store, { mode: 'loop', loop, phase: PHASE.deliver, ...(lagMs && { lagMs }) });
    return { ...this.#common, queue, informers };
  }

  /** Does something in the outside world at a moment: before the controllers hear of anything that happens then. */
  at(moment: Time, run: () => void): void {
    this.loop.schedule(moment, PHASE.cluster, run);
  }
}
