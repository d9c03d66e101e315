/** Ours: who wants to see the machine at work puts parts in the place of the usual ones, which do the same and tell. */
import type { ObjectStore } from '../../api/objectStore';
import type { EventRecorder } from '../../client/eventRecorder';
import type { LoopQueueOptions, LoopWorkQueue } from '../../client/workQueue';
import type { InformerFactory } from '../../client/informerFactory';
import type { PodWorkers, PodWorkersOptions } from '../../cluster/kubelet/podWorkers';
import type { ClusterSnapshot } from '../../cluster/scheduler/clusterSnapshot';
import type { SchedulingQueue } from '../../cluster/scheduler/schedulingQueue';
import type { ControllerName, Decision } from '../../controllers/decisions';
import type { ControllerExpectations } from '../../controllers/expectations';
import type { PodControl } from '../../controllers/podControl';
import type { SyncHandler } from '../../controllers/worker';
import type { EventLoop } from '../../kernel/eventLoop';
import type { Pace } from './pace';

/** What a probe finds when it is attached. */
export interface ProbedCluster {
  readonly store: ObjectStore;
  readonly loop: EventLoop;
  readonly pace: Pace;
  readonly recorder: EventRecorder;
}

/** What keeps a controller from deciding by an old cache. */
export interface Guards {
  /** Nobody waits for expectations. */
  readonly isIgnored: (() => boolean) | undefined;
  /** Its own feature gate; absent: on. */
  readonly staleControllerConsistency: boolean | undefined;
}

/** The controllers' own objects that can be exchanged. */
export interface ControllerParts {
  readonly expectations: ControllerExpectations;
  readonly podControl: PodControl;
}

export interface Probe {
  /** The store is there, and nothing else: the probe hears of each write before those who act on it. */
  attach(cluster: ProbedCluster): void;
  /** The process of the controllers; with it goes all that it has in memory. */
  manager(op: 'starts' | 'stops'): void;
  /** Before the controllers look at what is there. `owner`: whose caches these are alone. */
  watch(informers: InformerFactory, readers: readonly ControllerName[], owner: ControllerName | undefined): void;
  /** The queue of nodes is the second of the DaemonSet controller. */
  newQueue(controller: ControllerName): (options: LoopQueueOptions) => LoopWorkQueue;
  parts(controller: ControllerName, guards: Guards): ControllerParts;
  handler(handler: SyncHandler, queue: LoopWorkQueue): SyncHandler;
  onDecision(decision: Decision): void;
  readonly newSchedulingQueue: (cluster: ClusterSnapshot, start: number) => SchedulingQueue;
  readonly newPodWorkers: (options: PodWorkersOptions) => PodWorkers;
}
