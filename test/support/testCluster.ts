import type { Time } from '../../src/model/time';
import type { Kind } from '../../src/engine/api/kinds';
import { ObjectStore } from '../../src/engine/api/objectStore';
import { EventRecorder, type RecordedEvent } from '../../src/engine/client/eventRecorder';
import { InformerFactory } from '../../src/engine/client/informerFactory';
import type { RateLimitingQueue } from '../../src/engine/client/workQueue';
import { DaemonSetsController } from '../../src/engine/controllers/daemon/daemonController';
import type { DaemonSetsControllerOptions } from '../../src/engine/controllers/daemon/daemonSync';
import { DecisionRecorder, type Decision } from '../../src/engine/controllers/decisions';
import { DeploymentController } from '../../src/engine/controllers/deployment/deploymentController';
import type { ControllerOptions, TemplateHash } from '../../src/engine/controllers/objectSync';
import { ReplicaSetController } from '../../src/engine/controllers/replicaset/replicaSetController';
import { Worker, type SyncHandler } from '../../src/engine/controllers/worker';
import { EventLoop } from '../../src/engine/kernel/eventLoop';
import { PHASE } from '../../src/engine/simulation/world/phases';
import { WORLD_START } from '../../src/engine/simulation/world/world';

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
  /** How many names and uids have been given already. */
  readonly counted?: number;
  /** Instead of numbers that count up. */
  readonly names?: Partial<Pick<ConstructorParameters<typeof ObjectStore>[0], 'newUid' | 'generateName'>>;
  readonly onEvent?: ((event: RecordedEvent) => void) | undefined;
  readonly onDecision?: ((decision: Decision) => void) | undefined;
}

interface ResumableController extends SyncHandler {
  resume(): void;
}

/**
 * An API server on a virtual clock, in the order of the simulation's own phases, with the controllers that a test starts:
 * they run freely, or a test syncs them by hand. Scheduler and kubelets are the test's own.
 */
export class TestCluster {
  readonly loop: EventLoop;
  readonly store: ObjectStore;
  readonly #common: Pick<ControllerOptions, 'store' | 'clock' | 'recorder' | 'decisions'>;
  readonly #started: { readonly worker: Worker; readonly controller: ResumableController }[] = [];
  readonly #informers: InformerFactory[] = [];
  #counted: number;
  /** Nothing comes into any line. */
  #isMuted = false;

  constructor(options: TestClusterOptions = {}) {
    const { start = WORLD_START, maxSteps, digits = 1, counted = 0, names, onEvent, onDecision } = options;
    this.#counted = counted;
    this.loop = new EventLoop(start, maxSteps);
    const number = (): string => String(++this.#counted).padStart(digits, '0');
    const counting = { newUid: () => `uid-${number()}`, generateName: (prefix: string) => prefix + number() };
    this.store = new ObjectStore({ clock: this.loop, ...counting, ...names });
    this.#common = {
      store: this.store,
      clock: this.loop,
      recorder: new EventRecorder(onEvent ?? ((): void => undefined)),
      decisions: new DecisionRecorder(onDecision),
    };
  }

  get counted(): number {
    return this.#counted;
  }

  /** What a controller wants that is synced by hand; its informers deliver when they are told to. */
  byHand(queue: RateLimitingQueue = IDLE_QUEUE): ControllerOptions {
    return { ...this.#common, queue, informers: new InformerFactory(this.store, { mode: 'manual' }) };
  }

  runDeployments(podTemplateHash: TemplateHash, lagMs?: (kind: Kind) => number): void {
    const worker = this.#worker(PHASE.sync);
    this.#start(worker, new DeploymentController({ ...this.#running(worker, lagMs), podTemplateHash }));
  }

  runReplicaSets(lagMs?: (kind: Kind) => number): void {
    const worker = this.#worker(PHASE.sync);
    this.#start(worker, new ReplicaSetController(this.#running(worker, lagMs)));
  }

  /** `onSync` hears of each sync before it begins. */
  runDaemonSets(
    controllerRevisionHash: TemplateHash,
    { onSync, failedPodsDeleted }: { readonly onSync?: () => void } & Pick<DaemonSetsControllerOptions, 'failedPodsDeleted'> = {},
  ): DaemonSetsController {
    const worker = this.#worker(PHASE.sync);
    const nodes = this.#worker(PHASE.nodeQueue);
    const options = { ...this.#running(worker), nodeUpdateQueue: nodes.queue, controllerRevisionHash, failedPodsDeleted };
    const controller = new DaemonSetsController(options);
    const sync = (key: string): void => {
      onSync?.();
      controller.sync(key);
    };
    this.#start(worker, {
      sync,
      resume: () => {
        controller.resume();
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

  #start(worker: Worker, controller: ResumableController): void {
    worker.start(controller);
    this.#started.push({ worker, controller });
  }

  /** The controllers find what was there before them; instead of what follows from it they may be told when to look again. */
  resume(told?: { readonly key: string; readonly appointments: readonly (Time | undefined)[] }): void {
    for (const [index, { worker, controller }] of this.#started.entries()) {
      this.#isMuted = told !== undefined;
      controller.resume();
      this.#isMuted = false;
      const at = told?.appointments[index];
      if (told !== undefined && at !== undefined) worker.queue.addAfter(told.key, at - this.loop.now);
    }
  }

  /** When a key is looked at again by each of the controllers: in a while, at once, or not at all. */
  appointments(key: string): readonly (Time | undefined)[] {
    return this.#started.map(({ worker: { queue } }) => (queue.length > 0 ? this.loop.now : queue.waiting.get(key)));
  }

  /** No news is under way, no key in a line or retried: appointments only. */
  get isAtRest(): boolean {
    const isIdle = ({ queue }: Worker): boolean =>
      queue.length === 0 && [...queue.waiting.keys()].every((key) => queue.numRequeues(key) === 0);
    return this.#informers.every(({ isUpToDate }) => isUpToDate) && this.#started.every(({ worker }) => isIdle(worker));
  }

  #running({ queue }: Worker, lagMs?: (kind: Kind) => number): ControllerOptions {
    const { loop, store } = this;
    const informers = new InformerFactory(store, { mode: 'loop', loop, phase: PHASE.deliver, ...(lagMs && { lagMs }) });
    this.#informers.push(informers);
    return { ...this.#common, queue: this.#mutable(queue), informers };
  }

  #mutable(queue: RateLimitingQueue): RateLimitingQueue {
    return {
      add: (key) => {
        if (!this.#isMuted) queue.add(key);
      },
      addAfter: (key, delayMs) => {
        if (!this.#isMuted) queue.addAfter(key, delayMs);
      },
      addRateLimited: (key) => {
        queue.addRateLimited(key);
      },
      forget: (key) => {
        queue.forget(key);
      },
      numRequeues: (key) => queue.numRequeues(key),
    };
  }

  /** Does something in the outside world at a moment: before the controllers hear of anything that happens then. */
  at(moment: Time, run: () => void): void {
    this.loop.schedule(moment, PHASE.cluster, run);
  }
}
