/**
 * Upstream: pkg/kubelet/pod_workers.go, pkg/kubelet/status/status_manager.go (v1.36.4). Tasks on the clock where
 * upstream has a goroutine per pod.
 */
import type { Pod } from '../../../model/apiTypes';
import type { Time } from '../../../model/time';
import type { ObjectStore } from '../../api/objectStore';
import type { EventRecorder } from '../../client/eventRecorder';
import { violated } from '../../kernel/engineError';
import type { EventLoop } from '../../kernel/eventLoop';
import type { DrawnBehavior } from './behavior';
import { CrashLoopBackOff } from './podRun';

/** How often the kubelet notices changes of its containers. */
export const RELIST_SECONDS = 1;

/** What the kubelet remembers of a pod. */
export interface PodWorker {
  readonly key: string;
  readonly node: string;
  /** As it is stored now; undefined when it is gone. */
  pod: Pod | undefined;
  behavior: DrawnBehavior;
  readonly backOff: CrashLoopBackOff;
  handledAt: number;
  /** Raised when the present plan is void: tasks of an older epoch do nothing. */
  epoch: number;
  restarts: number;
  crashes: number;
  ready: boolean;
  running: boolean;
  startedAt: number;
  /** When the present run will be ready or end, as planned. */
  readyAt: number | undefined;
  endsAt: number | undefined;
  /** Waits for a restart that will end as well. */
  endsAgain: boolean;
  /** Holds one of the slots that its workload's pods share, or waits for one. */
  inLine: boolean;
  /** The probe that ended the last run, if one did. */
  killedBy: 'startupProbe' | 'livenessProbe' | undefined;
  /** When the last run ended, while no other has begun. */
  endedAt: number | undefined;
  terminating: boolean;
  /** When the termination would end on a node that answers. */
  goneAt: number | undefined;
}

/** Who wants to know what processes do that no status tells. */
export interface ProcessListener {
  /** The containers have been started now, and answer from then on; Infinity: never. */
  started(pod: string, answersAt: Time): void;
  /** A running pod is told to stop now. Its processes take so many seconds for it, if they may. */
  stopping(pod: Pod, shutDownSeconds: number): void;
  /** The containers have ended, or nobody can reach them any more. */
  ended(pod: string): void;
}

export interface PodWorkersOptions {
  readonly store: ObjectStore;
  readonly loop: EventLoop;
  readonly phase: number;
  readonly recorder: EventRecorder;
  /** Undefined: nobody does. */
  readonly processes?: () => ProcessListener | undefined;
}

/** One worker per pod, its tasks on the clock, and its words: what a node that answers writes to the store. */
export class PodWorkers {
  readonly #options: PodWorkersOptions;
  readonly #workers = new Map<string, PodWorker>();
  readonly #silentNodes = new Set<string>();
  #pendingStarts = 0;

  constructor(options: PodWorkersOptions) {
    this.#options = options;
  }

  get now(): Time {
    return this.#options.loop.now;
  }

  /** Changes still to come that can move a rollout: first starts and terminations, not the repetitions of a crash loop. */
  get pendingChanges(): number {
    return this.#pendingStarts;
  }

  get(key: string): PodWorker | undefined {
    return this.#workers.get(key);
  }

  /** The worker of a pod that is not on its way out and whose node answers. */
  active(key: string): PodWorker | undefined {
    const worker = this.#workers.get(key);
    return worker === undefined || worker.terminating || this.isSilent(worker.node) ? undefined : worker;
  }

  all(): Iterable<PodWorker> {
    return this.#workers.values();
  }

  of(node: string): readonly PodWorker[] {
    return [...this.#workers.values()].filter((worker) => worker.node === node);
  }

  add(key: string, pod: Pod, behavior: DrawnBehavior): PodWorker {
    if (this.#workers.has(key)) violated(key, 'has a worker already');
    const worker: PodWorker = {
      key,
      node: pod.spec.nodeName ?? '',
      pod,
      behavior,
      backOff: new CrashLoopBackOff(),
      handledAt: this.now,
      epoch: 0,
      restarts: 0,
      crashes: 0,
      ready: false,
      running: false,
      startedAt: this.now,
      readyAt: undefined,
      endsAt: undefined,
      endsAgain: false,
      inLine: false,
      killedBy: undefined,
      endedAt: undefined,
      terminating: pod.metadata.deletionTimestamp !== undefined,
      goneAt: undefined,
    };
    this.#workers.set(key, worker);
    return worker;
  }

  forget(worker: PodWorker): void {
    worker.epoch++;
    worker.pod = undefined;
    this.#workers.delete(worker.key);
  }

  /** The node stops or begins again to answer. */
  setSilent(node: string, silent: boolean): void {
    if (silent) this.#silentNodes.add(node);
    else this.#silentNodes.delete(node);
  }

  isSilent(node: string): boolean {
    return this.#silentNodes.size > 0 && this.#silentNodes.has(node);
  }

  /** At this instant, but not within the present task; or when the write is sent that it answers. */
  soon(run: () => void, waitMs = 0): void {
    this.#options.loop.schedule(this.now + waitMs, this.#options.phase, run);
  }

  /** A step of the pod's life that is void when the pod has died or its plan has changed. */
  step(worker: PodWorker, afterSeconds: number, matters: boolean, run: () => void): void {
    const { loop, phase } = this.#options;
    const { epoch } = worker;
    if (matters) this.#pendingStarts++;
    loop.schedule(loop.now + afterSeconds * 1000, phase, () => {
      if (matters) this.#pendingStarts--;
      if (worker.epoch === epoch) run();
    });
  }

  get processes(): ProcessListener | undefined {
    return this.#options.processes?.();
  }

  report(worker: PodWorker, change: (pod: Pod, now: Time) => Pod): void {
    const { store, loop } = this.#options;
    if (this.isSilent(worker.node) || worker.pod === undefined) return;
    store.patch('Pod', worker.key, (pod) => change(pod, loop.now), 'whole');
  }

  event(pod: Pod, type: 'Normal' | 'Warning', reason: string, message: string): void {
    this.#options.recorder.event('Pod', pod, type, reason, message);
  }
}
