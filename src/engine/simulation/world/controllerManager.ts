/** Ours: the Deployment, ReplicaSet and DaemonSet controllers as one process has them, with their caches, queues and workers. */
import type { ObjectStore } from '../../api/objectStore';
import type { EventRecorder } from '../../client/eventRecorder';
import { InformerFactory } from '../../client/informerFactory';
import type { BucketRateLimiter } from '../../client/rateLimiter';
import { DaemonSetsController } from '../../controllers/daemon/daemonController';
import { DecisionRecorder, type ControllerName, type Decision } from '../../controllers/decisions';
import { DeploymentController } from '../../controllers/deployment/deploymentController';
import { ControllerExpectations } from '../../controllers/expectations';
import { ReplicaSetController } from '../../controllers/replicaset/replicaSetController';
import type { ReplicaSetControllerOptions } from '../../controllers/replicaset/replicaSetSync';
import { Worker, type SyncHandler } from '../../controllers/worker';
import type { EventLoop } from '../../kernel/eventLoop';
import type { RandomSource } from '../../kernel/random';
import type { PodControllerSettings } from '../scenario/machineForm';
import { workloadKindsIn } from '../scenario/others';
import type { Scenario } from '../scenario/scenario';
import { failedPodsDeleted } from '../scenario/scenarioValues';
import { clientLimit } from './clients';
import { templateHash } from './generatedNames';
import type { Pace } from './pace';
import { PHASE } from './phases';
import type { Probe } from './probe';

/** Who hears what the controllers do. */
export interface ManagerListeners {
  onDecision(decision: Decision): void;
  /** A failed sync will be tried again. */
  onRetry(controller: ControllerName, key: string, delayMs: number, failures: number): void;
}

/** The cluster that they work on. */
export interface ManagedCluster {
  readonly store: ObjectStore;
  readonly loop: EventLoop;
  readonly recorder: EventRecorder;
  readonly pace: Pace;
  readonly random: RandomSource;
  /** What is wrong with the machine is so from second 0 on. */
  readonly behaviors: { readonly isWarmingUp: boolean };
  readonly listeners: ManagerListeners | undefined;
}

export interface ManagerOptions {
  readonly tellsDecisions: boolean;
  readonly probe: Probe | undefined;
}

export class ControllerManager {
  readonly #cluster: ManagedCluster;
  readonly #scenario: Scenario;
  readonly #options: ManagerOptions;
  readonly #names: readonly ControllerName[];
  readonly #draws;
  readonly #decisions: DecisionRecorder;
  /** Those of the present process. */
  #informers = new Map<ControllerName | undefined, InformerFactory>();
  #clients = new Map<ControllerName, BucketRateLimiter | undefined>();
  #workers: Worker[] = [];
  #controllers: { resume(): void }[] = [];
  #restarts = 0;
  isAway = false;

  constructor(cluster: ManagedCluster, scenario: Scenario, options: ManagerOptions) {
    this.#cluster = cluster;
    this.#scenario = scenario;
    this.#options = options;
    const { tellsDecisions, probe } = options;
    const tell = (decision: Decision): void => {
      cluster.listeners?.onDecision(decision);
      probe?.onDecision(decision);
    };
    this.#decisions = new DecisionRecorder(tellsDecisions ? tell : undefined);
    const kinds = workloadKindsIn(scenario);
    this.#names = [
      ...(kinds.has('DaemonSet') ? (['daemonset'] as const) : []),
      ...(kinds.has('Deployment') ? (['deployment', 'replicaset'] as const) : []),
    ];
    const draw = (name: string): (() => number) => cluster.random.spreadStream(name);
    this.#draws = {
      listOrder: draw('order of pods'),
      nodeOrder: draw('order of nodes'),
      arrivalOrder: draw('order of new pods'),
    };
  }

  /** The caches are filled first. */
  start(): void {
    const { probe } = this.#options;
    probe?.manager('starts');
    const owners = new Set(this.#names.map((name) => this.#ownerOf(name)));
    for (const owner of owners) {
      const informers = this.#newInformers(owner);
      this.#informers.set(owner, informers);
      const readers = this.#names.filter((name) => this.#ownerOf(name) === owner);
      probe?.watch(informers, readers, owner);
    }
    for (const name of this.#names) this.#begin(name);
  }

  /** They go on from what others have left in the store. */
  resume(): void {
    for (const controller of this.#controllers) controller.resume();
  }

  /** All that they have in memory is lost. The next process begins when the lease of this one is over. */
  restart(awaySeconds: number): void {
    const { loop } = this.#cluster;
    for (const informers of this.#informers.values()) informers.stop();
    for (const worker of this.#workers) worker.stop();
    this.#informers = new Map();
    this.#clients = new Map();
    this.#workers = [];
    this.#controllers = [];
    this.isAway = true;
    this.#options.probe?.manager('stops');
    const restarts = ++this.#restarts;
    loop.schedule(loop.now + awaySeconds * 1000, PHASE.cluster, () => {
      if (restarts !== this.#restarts) return;
      this.isAway = false;
      this.start();
      for (const informers of this.#informers.values()) informers.announce();
    });
  }

  /** Not all have heard of everything that happened, or they are at it. */
  get isAtWork(): boolean {
    for (const { isUpToDate } of this.#informers.values()) if (!isUpToDate) return true;
    return this.isAway || this.#workers.some(({ isAtWork }) => isAtWork);
  }

  #settingsOf(name: ControllerName): PodControllerSettings {
    return this.#scenario.machine?.[name] ?? {};
  }

  /** Whose caches a controller reads: its own where they have times of their own, else those of all. */
  #ownerOf(name: ControllerName): ControllerName | undefined {
    return this.#settingsOf(name).watchLagMs === undefined ? undefined : name;
  }

  #newInformers(owner: ControllerName | undefined): InformerFactory {
    const { store, loop, pace, behaviors } = this.#cluster;
    const { informerLagMs, machine } = this.#scenario;
    const usual = informerLagMs === undefined ? pace.travelMs : (): number => pace.delayMs + informerLagMs;
    const lags = { ...machine?.watchLagMs, ...(owner && machine?.[owner]?.watchLagMs) };
    return new InformerFactory(store, {
      mode: 'loop',
      loop,
      phase: PHASE.deliver,
      lagMs: (kind) => {
        // Drawn in any case: the times of others stay what they are.
        const usualMs = usual();
        const lagMs = behaviors.isWarmingUp ? undefined : lags[kind as keyof typeof lags];
        return lagMs === undefined ? usualMs : pace.delayMs + lagMs;
      },
      delayMs: () => pace.delayMs,
    });
  }

  #newWorker(name: ControllerName, syncPhase: number): Worker {
    const { loop, pace } = this.#cluster;
    const { workers, retries } = this.#settingsOf(name);
    if (!this.#clients.has(name)) this.#clients.set(name, clientLimit(this.#scenario, loop));
    const client = this.#clients.get(name);
    const newQueue = this.#options.probe?.newQueue(name);
    const onRetry = (key: string, delayMs: number, failures: number): void =>
      this.#cluster.listeners?.onRetry(name, key, delayMs, failures);
    return new Worker({ loop, timerPhase: PHASE.timer, syncPhase, onRetry, pace, client, newQueue, workers, retries });
  }

  #optionsOf(name: ControllerName): Omit<ReplicaSetControllerOptions, 'queue'> {
    const { store, recorder, loop: clock, behaviors } = this.#cluster;
    const { burstReplicas, staleControllerConsistency, withoutExpectations } = this.#settingsOf(name);
    const informers = this.#informers.get(this.#ownerOf(name)) as InformerFactory;
    const isIgnored = withoutExpectations === true ? (): boolean => !behaviors.isWarmingUp : undefined;
    const shared = { store, informers, clock, recorder, decisions: this.#decisions };
    if (name === 'deployment') return shared;
    const parts = this.#options.probe?.parts(name, { isIgnored, staleControllerConsistency });
    return {
      ...shared,
      burstReplicas,
      staleControllerConsistency,
      expectations: new ControllerExpectations(clock, isIgnored),
      ...parts,
    };
  }

  #run(worker: Worker, handler: SyncHandler): void {
    this.#workers.push(worker);
    worker.start(this.#options.probe?.handler(handler, worker.queue) ?? handler);
  }

  #begin(name: ControllerName): void {
    const worker = this.#newWorker(name, PHASE.sync);
    const { queue } = worker;
    const options = { queue, ...this.#optionsOf(name) };
    if (name === 'daemonset') {
      this.#beginDaemonSets(worker, options);
      return;
    }
    const { pace } = this.#cluster;
    const { listOrder } = this.#draws;
    const isKeptWaiting = (): boolean => pace.waitMs > 0;
    const controller =
      name === 'deployment'
        ? new DeploymentController({ podTemplateHash: templateHash, ...options })
        : new ReplicaSetController({ listOrder, isKeptWaiting, ...options });
    this.#run(worker, controller);
    this.#controllers.push(controller);
  }

  #beginDaemonSets(worker: Worker, options: ReplicaSetControllerOptions): void {
    const nodeWorker = this.#newWorker('daemonset', PHASE.nodeQueue);
    const { nodeOrder, arrivalOrder } = this.#draws;
    const nodeUpdateQueue = nodeWorker.queue;
    const controllerRevisionHash = templateHash;
    const controller = new DaemonSetsController({
      nodeUpdateQueue,
      controllerRevisionHash,
      nodeOrder,
      arrivalOrder,
      failedPodsDeleted: failedPodsDeleted(this.#scenario),
      ...options,
    });
    this.#run(worker, controller);
    this.#controllers.push(controller);
    this.#run(nodeWorker, {
      sync: (key) => {
        controller.syncNodeUpdate(key);
      },
    });
  }
}
